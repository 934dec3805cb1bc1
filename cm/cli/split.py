"""`cm split`: make several rules of one."""

from __future__ import annotations

import typer

from cm.cli.changes import render_change
from cm.cli.run import Answer

RULE = typer.Argument(..., metavar="RULE", help="The rule's id, or its beginning.")
TEXTS = typer.Option(..., "--text", metavar="TEXT", help="A sentence that becomes a rule; give it twice or more.")  # fmt: skip
REASON = typer.Option("", "--reason", metavar="TEXT", help="Why; kept with the earlier words.")
DRY = typer.Option(False, "--dry-run", help="Say what would be done, and write nothing.")


def command(rule: str = RULE, texts: list[str] = TEXTS, reason: str = REASON, dry_run: bool = DRY) -> Answer:
    """Make several rules of one that says too much. The first sentence keeps its id, its marks and its proof."""
    from cm.flows.env import open_env
    from cm.flows.split import split

    change = split(open_env(), rule, texts, reason=reason, dry_run=dry_run)
    return Answer("split", change, lambda: render_change(change))
