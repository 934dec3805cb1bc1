"""`cm scrub`: take back what sessions said that should not have counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.remove import exports
from cm.cli.run import Answer
from cm.errors import Exit

if TYPE_CHECKING:
    from cm.flows.scrub import Scrubbed, Touched

SESSION = typer.Option(
    "", "--session", metavar="ID", help="This one, with its subagents; the beginning is enough."
)
PROJECT = typer.Option(
    "", "--project", metavar="NAME", help="Those of this project; `.` is the one you are in."
)
SINCE = typer.Option("", "--since", metavar="TIME", help="Those at work from then on: 7d, 12h, 2w or a date.")
HOST = typer.Option("", "--host", metavar="NAME", help="Those of this coding agent.")
HARMFUL = typer.Option(
    False, "--harmful-too", help="Take harmful marks back as well; then standings may rise."
)
DRY = typer.Option(False, "--dry-run", help="Say what would be taken back, and write nothing.")
YES = typer.Option(False, "--yes", help="With --harmful-too: yes, without being asked.")


def command(
    session: str = SESSION, project: str = PROJECT, since: str = SINCE, host: str = HOST, harmful_too: bool = HARMFUL,
    dry_run: bool = DRY, yes: bool = YES,
) -> Answer:  # fmt: skip
    """Take back marks, outcomes and quotes of sessions that should not have counted: tests, an agent gone wild.

    What is named must hold of each session. No standing rises by it: harmful marks stay unless you say --harmful-too.
    A rule that a machine found and that has no proof left becomes a draft and waits in cm review; a draft retires;
    what you wrote or approved stays. The sessions stay in the journal. cm undo takes it back.
    """
    from cm.flows.env import open_env
    from cm.flows.scrub import Wanted, scrub
    from cm.flows.sessions import since_of

    env = open_env()
    wanted = Wanted(session, project, since_of(since, env.now), host)
    done = scrub(env, wanted, harmful_too=harmful_too, yes=yes, dry_run=dry_run)
    nothing = not (done.marks or done.outcomes or done.rules)
    return Answer("scrub", done, lambda: render(done), exit=Exit.NO if nothing else Exit.OK)


def render(done: Scrubbed) -> str:
    """What was taken back, rule by rule, and what stays."""
    counts = "counts" if done.harmful_kept == 1 else "count"
    kept = f"{say.count(done.harmful_kept, 'harmful mark')} of these sessions still {counts}: --harmful-too takes such back"
    if not (done.marks or done.outcomes or done.rules):
        return say.lines(
            "Nothing was said in such sessions that counts.", say.para(kept) if done.harmful_kept else ""
        )
    took = "would take" if done.dry_run else "took"
    what = ", ".join(
        say.count(n, one)
        for n, one in (
            (done.marks, "mark"),
            (done.outcomes, "outcome"),
            (len(done.rules), "rule's proof"),
        )
        if n
    )
    what = what.replace("rule's proofs", "rules' proof")
    return say.lines(
        say.para(f"{took} back {what} of {say.count(len(done.sessions), 'session')}"),
        *(say.para(say.session_name(item), 2) for item in done.sessions[:10]),
        f"  and {len(done.sessions) - 10} more" if len(done.sessions) > 10 else "",
        *map(_rule, done.rules),
        say.para(kept, 2) if done.harmful_kept else "",
        *exports(done.exports_refreshed, done.exports_left, dry_run=done.dry_run),
        say.para("Drafts wait for your yes or no: cm review", 2) if done.orphans else "",
        say.para(f"Taken back by: cm undo {done.tx}", 2) if done.tx else "",
        "Nothing was written." if done.dry_run else "",
    )


def _rule(item: Touched) -> str:
    became = f" → {item.state}" if item.state != item.was else ""
    lost = f"{say.count(item.lost, 'quote')} less, {item.left} left"
    return say.para(f"{item.was}{became} ({lost}): {item.text}", 2, f"{say.short(item.id)}  ", hang=4)
