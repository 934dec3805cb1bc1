"""`cm merge`: make one rule of several."""

from __future__ import annotations

import typer

from cm.cli.changes import render_change
from cm.cli.run import Answer

RULES = typer.Argument(..., metavar="RULE...", help="Two rules or more: their ids, or beginnings.")
TEXT = typer.Option("", "--text", metavar="TEXT", help="The sentence; without it the words of the rule that stands best.")  # fmt: skip
REASON = typer.Option("", "--reason", metavar="TEXT", help="Why; kept with the earlier words.")
DRY = typer.Option(False, "--dry-run", help="Say what would be done, and write nothing.")


def command(rules: list[str] = RULES, text: str = TEXT, reason: str = REASON, dry_run: bool = DRY) -> Answer:
    """Make one rule of several that say the same. Proof, marks and earlier words of all go with it; cm undo parts them.

    Rules that may be one are found by cm review and cm tidy.
    """
    from cm.flows.env import open_env
    from cm.flows.merge import merge

    change = merge(open_env(), rules, text=text, reason=reason, dry_run=dry_run)
    return Answer("merge", change, lambda: render_change(change))
