"""`cm pin`: protect a rule from every automatic change."""

from __future__ import annotations

import typer

from cm.cli.changes import render_change
from cm.cli.run import Answer
from cm.errors import Exit

RULE = typer.Argument(..., metavar="RULE", help="The rule's id, or its beginning.")
REASON = typer.Option(..., "--reason", metavar="TEXT", help="Why; kept with the rule.")
DRY = typer.Option(False, "--dry-run", help="Say what would be done, and write nothing.")


def command(rule: str = RULE, reason: str = REASON, dry_run: bool = DRY) -> Answer:
    """Protect a rule: no sweep retires it, no proposal takes its place, however its marks speak. cm unpin ends that.

    What a sweep would have done is still told, so that you may look at it.
    """
    from cm.flows.env import open_env
    from cm.flows.pin import pin

    change = pin(open_env(), rule, reason, dry_run=dry_run)
    done = change.told[0].verdict != "unchanged"
    return Answer("pin", change, lambda: render_change(change), exit=Exit.OK if done else Exit.NO)
