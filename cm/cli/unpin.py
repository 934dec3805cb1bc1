"""`cm unpin`: let a rule change by itself again."""

from __future__ import annotations

import typer

from cm.cli.changes import render_change
from cm.cli.run import Answer
from cm.errors import Exit

RULE = typer.Argument(..., metavar="RULE", help="The rule's id, or its beginning.")
DRY = typer.Option(False, "--dry-run", help="Say what would be done, and write nothing.")
YES = typer.Option(False, "--yes", help="In a script: yes, without being asked.")


def command(rule: str = RULE, dry_run: bool = DRY, yes: bool = YES) -> Answer:
    """Take a pin away: marks and proposals may change the rule again. It loosens, so a human has to say yes."""
    from cm.flows.env import open_env
    from cm.flows.pin import unpin

    change = unpin(open_env(), rule, yes=yes, dry_run=dry_run)
    done = change.told[0].verdict != "unchanged"
    return Answer("unpin", change, lambda: render_change(change), exit=Exit.OK if done else Exit.NO)
