"""`cm reflect`: read sessions and propose rules, each with its quote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import changes, say
from cm.cli.progress import clear, progress
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.reflect import Reflected
    from cm.flows.telling import Told

SESSION = typer.Option(
    "", "--session", metavar="ID|PATH", help="Only this session, or the transcripts at this path."
)
HOST = typer.Option(None, "--host", metavar="HOST", help="Only this coding agent; may be repeated.")
PROJECT = typer.Option("", "--project", metavar="NAME", help="Only this project; `here` is the current one.")
SINCE = typer.Option("", "--since", metavar="TIME", help="Only sessions from then on: 7d, 12h, 2w or a date.")
MOST = typer.Option(0, "--max", metavar="N", min=0, help="At most so many sessions, the newest.")
AGAIN = typer.Option(False, "--again", help="Also sessions that were reflected on before.")
NO_MODEL = typer.Option(False, "--no-model", help="Use no model (there is none unless the config names one).")
DRY = typer.Option(False, "--dry-run", help="Decide and show, but write no rule and no diary.")
MANY = 20


def command(
    session: str = SESSION, host: list[str] = HOST, project: str = PROJECT, since: str = SINCE, most: int = MOST,
    again: bool = AGAIN, no_model: bool = NO_MODEL, dry_run: bool = DRY,
) -> Answer:  # fmt: skip
    """Read new sessions, write their diaries, and propose rules, each with the words that prove it.

    What you said in standing words ("always", "from now on") is active at once; the rest waits as a draft until a second
    session supports it or you approve it. No model and no network are needed.
    """
    from cm.flows.env import open_env
    from cm.flows.reflect import Wish, reflect
    from cm.flows.sessions import Filter, since_of

    env = open_env()
    wanted = Filter(
        tuple(host or ()), env.project if project in ("here", ".") else project, since_of(since, env.now)
    )
    try:
        done = reflect(env, Wish(session, wanted, most, again, dry_run), progress=progress("reflecting"))
    finally:
        clear()
    return Answer("reflect", done, lambda: render(done), notes=done.notes)


def render(done: Reflected) -> str:
    """What was read, then new rules with their quotes, then what was refused and why, then what to do next."""
    active = done.of("added", state="active")
    drafts = done.of("added", state="draft")
    disputed = done.of("contested")
    support = done.of("reinforced")
    changed = done.of("retired", "inverted", "replaced", "merged")
    return say.blocks(
        _read(done),
        changes.grouped(active, "New and active", MANY),
        changes.grouped(drafts, "New drafts", MANY),
        changes.grouped(disputed, "Contested", MANY),
        changes.grouped(support, "Supported again", MANY),
        changes.grouped(changed, "Changed by what the marks say", MANY),
        _refused(done.of("refused")),
        _outcomes(done),
        _next(done, active, drafts),
    )


def _read(done: Reflected) -> str:
    total = done.read.total
    new = f", {say.count(total.events, 'new event')}" if total.events else ""
    out = [
        f"Read {say.count(total.read, 'file')} of {total.files:,}{new}."
        if total.files
        else "No transcripts found: cm doctor"
    ]
    if done.sessions:
        diaries = f", {say.count(done.diaries, 'diary', 'diaries')} written" if done.diaries else ""
        out.append(
            f"Reflected on {say.count(done.sessions, 'session')} of {say.count(done.projects, 'project')}"
            f" ({say.count(done.events, 'event')}{diaries})."
        )
    if done.passed_over:
        out.append(
            "Passed over: " + ", ".join(f"{n:,} {reason}" for reason, n in done.passed_over.items()) + "."
        )
    skipped = sum(total.skipped.values())
    if skipped:
        out.append(f"{say.count(skipped, 'record')} left out, by reason: cm doctor")
    out += [f"! {item.path}: {item.error}" for item in done.read.failed]
    out += [f"! no coding agent wrote this: {path}" for path in done.read.unrecognised]
    return say.lines(*(say.para(line) for line in out))


def _refused(items: tuple[Told, ...]) -> str:
    if not items:
        return ""
    shown = [
        say.lines(
            say.para(say.cut(item.text, 200) or "(withheld)", first="  - "),
            say.para(f"{item.reason}: {item.say}", 4),
        ).rstrip()
        for item in items[:MANY]
    ]
    rest = f"  and {len(items) - MANY} more: --json" if len(items) > MANY else ""
    return say.lines(f"Refused ({len(items)})", *shown, rest)


def _outcomes(done: Reflected) -> str:
    """How the sessions ended, and what that and the marks in them gave the rules."""
    from cm.cli.outcome import in_short

    out = []
    if done.outcomes:
        ends = ", ".join(f"{count:,} {name}" for name, count in done.outcomes.items())
        out.append(f"Outcomes: {ends}.")
    if done.inline:
        out.append(f"{say.count(len(done.inline), 'mark')} found in comments and talk.")
    if done.applied and (given := in_short(done.applied)):
        out.append(f"{given} cm outcome list")
    if done.unknown_rules:
        names = ", ".join(done.unknown_rules[:5]) + (" …" if len(done.unknown_rules) > 5 else "")
        out.append(f"Marks for names that no rule has, or several: {names}.")
    return say.para(" ".join(out)) if out else ""


def _next(done: Reflected, active: tuple[Told, ...], drafts: tuple[Told, ...]) -> str:
    if done.dry_run:
        return "Nothing was written but the journal of what was read."
    out = []
    if not done.told:
        out.append("No new rule in these sessions." if done.sessions else "Nothing to reflect on.")
    if done.drafts:
        out.append(
            f"{say.count(done.drafts, 'draft')} {'waits' if done.drafts == 1 else 'wait'} for you: cm review"
        )
    if any(item.verdict == "contested" for item in done.told):
        out.append("Of rules that say opposite things you decide which one holds: cm review")
    if active:
        first = say.short(active[0].rule)
        out.append(f"Why, or not right: cm why {first}, cm forget {first} --reason …")
    if active or drafts:
        out.append('Before a task: cm context "what you are about to do"')
    return say.lines(*(say.para(line) for line in out))
