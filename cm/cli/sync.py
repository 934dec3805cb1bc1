"""`cm sync`: what another machine learned comes in, what this one learned goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.driver import Registered
    from cm.flows.sync import Synced

REMOTE = typer.Option(
    "", "--remote", metavar="ADDRESS", help="Keep this home at that git remote from now on."
)
NO_PUSH = typer.Option(False, "--no-push", help="Take in what is there, give nothing.")
REPO = typer.Option(
    False, "--repo", help="Make git merge this repository's .cm/ by rule and field; nothing is fetched."
)
DRY = typer.Option(False, "--dry-run", help="Fetch and say what would come in, change nothing here.")
YES = typer.Option(
    False, "--yes", "-y", help="In a script: yes to a new remote, and to what loosens the guard."
)


def command(
    remote: str = REMOTE, no_push: bool = NO_PUSH, repo: bool = REPO, dry_run: bool = DRY, yes: bool = YES
) -> Answer:
    """Bring two machines to the same rules: fetch, merge by rule and field, push.

    Rules, ledgers, decisions and starters travel; settings, privacy and the list of exports stay each machine's own.
    """
    from cm.flows.env import open_env

    env = open_env()
    if repo:
        from cm.flows.driver import register

        made = register(env)
        return Answer("sync", made, lambda: told(made))
    from cm.flows.sync import sync

    done = sync(env, remote=remote, push=not no_push, dry_run=dry_run, yes=yes)
    return Answer("sync", done, lambda: render(done))


def told(made: Registered) -> str:
    """What was written for the merge driver."""
    if not made.written:
        return say.lines(say.para(f"git merges the rules of {made.repository} already."))
    return say.lines(
        say.para(f"git now merges the rules of {made.repository} by rule and field:"),
        *(say.para(item, 2) for item in made.written),
        say.para("Commit .cm/.gitattributes; every clone runs `cm sync --repo` once."),
    )


def render(done: Synced) -> str:
    """What came, what went, and what to look at."""
    came = f"{say.count(len(done.came), 'rule')} {'would come in' if done.dry_run else 'came in'}"
    how = "would go out" if done.dry_run else "went out" if done.pushed else "not sent"
    went = f"{say.count(done.went, 'change')} {how}" if done.went else "nothing to send"
    return say.lines(
        say.para(f"{came}, {went} ({done.remote})." if done.came or done.went else f"Nothing new on either side ({done.remote})."),
        *(say.para(f"{say.short(rule)} became part of {say.short(kept)}: both machines learned it", 2) for rule, kept in done.folded),
        *(say.para(f"{say.short(item.rule)}: {item.say}", 2) for item in done.conflicts),
        *(say.para(f"{item} differs there; yours was left as it is", 2) for item in done.kept_own),
        *(say.para(f"out of date: {item}", 2) for item in done.outdated),
        *(say.para(item, 2) for item in done.notes),
        say.para("Contested pairs wait in `cm review`.") if any(item.field == "text" for item in done.conflicts) else "",
    )  # fmt: skip
