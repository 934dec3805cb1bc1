"""`cm trauma activate`: arms a trauma again, switches a pack on, lets waiting lines count."""

from __future__ import annotations

import typer

from cm.cli.run import Answer
from cm.cli.trauma_heal import render
from cm.errors import Usage

NAMES = typer.Argument(None, metavar="[ID|PACK]...", help="Traumas or packs.")
WAITING = typer.Option(False, "--waiting", help="Let lines count that lift or change a trauma (a person).")
YES = typer.Option(False, "--yes", "-y", help="With --waiting, in a script of your own.")
DRY = typer.Option(False, "--dry-run", help="Say what would be done, write nothing.")


def command(names: list[str] = NAMES, waiting: bool = WAITING, yes: bool = YES, dry: bool = DRY) -> Answer:
    """Arm traumas that are lifted, taken away, imported or in a pack that is off; or switch whole packs on.

    `--waiting` lets lines count that came into a registry by another hand and lift or change a trauma; that needs a person.
    """
    from cm.flows import traumas
    from cm.flows.env import open_env

    if not names and not waiting:
        raise Usage(
            "name a trauma or a pack",
            hint="`cm trauma list --packs` names the packs; --waiting takes lines that wait",
        )
    done = traumas.activate(open_env(), tuple(names or ()), waiting=waiting, yes=yes, dry_run=dry)
    return Answer(
        "trauma.activate",
        done,
        lambda: render(done) if done.changed else "Nothing waits.\n",
        notes=done.notes,
    )
