"""`cm trauma heal`: a person lifts a trauma, with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.backtested import render_replay
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.traumas import Changed, Done

ID = typer.Argument(..., metavar="ID", help="The trauma.")
REASON = typer.Option("", "--reason", help="Why it may run again.")
UNTIL = typer.Option("", "--until", metavar="WHEN", help="30m, 24h, 7d or a moment; left out, for good.")
YES = typer.Option(False, "--yes", "-y", help="In a script of your own, outside an agent.")
DRY = typer.Option(False, "--dry-run", help="Say what would be done, write nothing.")


def command(
    name: str = ID, reason: str = REASON, until: str = UNTIL, yes: bool = YES, dry: bool = DRY
) -> Answer:
    """Lift a trauma, until a moment or for good. Needs a person; its story stays, with your reason."""
    from cm.flows import traumas
    from cm.flows.env import open_env

    done = traumas.heal(open_env(), name, reason, until=until, yes=yes, dry_run=dry)
    return Answer("trauma.heal", done, lambda: render(done), notes=done.notes)


def render(done: Done) -> str:
    """What changed, one by one, what it would have denied so far, and how much is armed."""
    changes = say.lines(
        *(say.para(_said(each), first=f"{say.clean(each.id)}  ", hang=2) for each in done.changed)
    )
    tail = "Nothing was written." if done.dry_run else f"{say.count(done.armed, 'trauma')} armed."
    if done.replay is None:
        return say.lines(changes, tail)
    return say.blocks(changes, render_replay(done.replay), tail)


def _said(each: Changed) -> str:
    match each.what:
        case "healed":
            said = f"lifted {f'until {say.minute(each.until)}' if each.until else 'for good'}: {each.reason}"
        case "retired":
            said = "taken away; `cm trauma activate` brings it back"
        case "active":
            said = "armed already" if each.before == "active" else f"armed (was {each.before})"
        case "pack on":
            said = "the pack was on" if each.before == "on" else "the pack is on"
        case "pack off":
            said = "the pack was off" if each.before == "off" else "the pack is off"
        case "admitted":
            said = "counts now"
        case "let go":
            said = "let go: nobody is told any more that its line is gone"
    return f"{said}{f' ({each.said})' if each.said else ''}"
