"""`cm guard demote`: a rule that was promoted goes one step down."""

from __future__ import annotations

import typer

from cm.cli.guard_promote import render
from cm.cli.run import Answer

RULE = typer.Argument(..., metavar="RULE", help="The rule to take one step down.")
DRY = typer.Option(False, "--dry-run", help="Show what would change, write nothing.")
YES = typer.Option(False, "--yes", help="In a script: yes, without being asked.")


def command(rule: str = RULE, dry: bool = DRY, yes: bool = YES) -> Answer:
    """Take a rule one step down, after a human's yes: from deny to ask, from ask to a reminder.

    By itself (guard.promote_to) a rule that was taken down never goes up again.
    """
    from cm.flows.env import open_env
    from cm.flows.promoting import demote

    moved = demote(open_env(), rule, yes=yes, dry_run=dry)
    return Answer("guard.demote", moved, lambda: render(moved), notes=moved.notes)
