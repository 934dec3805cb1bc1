"""`cm trauma remove`: a person takes a trauma away, or switches a pack off."""

from __future__ import annotations

import typer

from cm.cli.run import Answer
from cm.cli.trauma_heal import render

NAMES = typer.Argument(..., metavar="ID|PACK...", help="Traumas or packs.")
YES = typer.Option(False, "--yes", "-y", help="In a script of your own, outside an agent.")
DRY = typer.Option(False, "--dry-run", help="Say what would be done, write nothing.")


def command(names: list[str] = NAMES, yes: bool = YES, dry: bool = DRY) -> Answer:
    """Take traumas away, or switch packs off. Needs a person; what was taken away stays in the registry, retired."""
    from cm.flows import traumas
    from cm.flows.env import open_env

    done = traumas.remove(open_env(), tuple(names), yes=yes, dry_run=dry)
    return Answer("trauma.remove", done, lambda: render(done), notes=done.notes)
