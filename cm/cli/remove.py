"""`cm remove`: take a rule out of service; a person may bring it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Exit

if TYPE_CHECKING:
    from cm.flows.remove import Removed

RULE = typer.Argument(..., metavar="RULE", help="The rule's id, or its beginning.")
REASON = typer.Option(..., "--reason", metavar="TEXT", help="Why; kept with the rule.")
DRY = typer.Option(False, "--dry-run", help="Say what would be done, and write nothing.")


def command(rule: str = RULE, reason: str = REASON, dry_run: bool = DRY) -> Answer:
    """Take a rule out of service: agents see it no more, files it was exported to are brought up to date.

    Its content is not blocked: a person may add it again or undo this, machines may not bring it back. So that it
    does not come back at all: cm forget.
    """
    from cm.flows.env import open_env
    from cm.flows.remove import remove

    done = remove(open_env(), rule, reason, dry_run=dry_run)
    already = done.change.told[0].verdict == "unchanged"
    return Answer("remove", done, lambda: render(done), exit=Exit.NO if already else Exit.OK)


def render(done: Removed) -> str:
    """What left service, and what is left."""
    first = done.change.told[0]
    if first.verdict == "unchanged":
        return say.lines(say.para(f"unchanged: {first.say}"))
    would = "would be " if done.dry_run else ""
    return say.lines(
        say.para(f"{would}out of service: {done.text}", first=f"{say.short(done.rule)}  ", hang=2),
        *exports(done.exports_refreshed, done.exports_left, dry_run=done.dry_run),
        say.para(f"Taken back by: cm undo {done.change.tx}", 2) if done.change.tx else "",
        "Nothing was written." if done.dry_run else "",
    )


def exports(refreshed: tuple[str, ...], left: tuple[str, ...], *, dry_run: bool = False) -> tuple[str, ...]:
    """What became of the files that held it."""
    would = "would refresh" if dry_run else "refreshed"
    return (
        *(say.para(f"{would} {item}", 2) for item in refreshed),
        *(say.para(f"! {item}", 2) for item in left),
    )
