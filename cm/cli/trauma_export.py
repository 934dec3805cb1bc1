"""`cm trauma export`: traumas in a file for another home."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.trauma_exchange import Exported

FILE = typer.Argument("", metavar="[FILE]", help="Where to write it; printed when not said.")
ID = typer.Option(None, "--id", metavar="ID", help="Only this one, a shipped one too; may be repeated.")
FORMAT = typer.Option("", "--format", metavar="[jsonl|json|yaml]", help="Left out: by the file's name.")
FORCE = typer.Option(False, "--force", help="Write over a file that is there.")


def command(file: str = FILE, ids: list[str] = ID, format: str = FORMAT, force: bool = FORCE) -> Answer:
    """Write your traumas into a file for another home or for your team.

    Nothing of this home is in it: no session, no quote, no home folder, no login name, no secret. `cm trauma import` takes it in.
    """
    from cm.flows.env import open_env
    from cm.flows.trauma_exchange import FORMS, export

    chosen = next((form for form in FORMS if form == format), None)
    if format and chosen is None:
        raise Usage(f"--format is one of {', '.join(FORMS)}, not {format!r}")
    done = export(open_env(), tuple(ids or ()), file=file, form=chosen, force=force)
    notes = tuple(f"{each.id} stays here: {each.why}" for each in done.left_out)
    return Answer("trauma.export", done, lambda: render(done), raw=not file, notes=notes if not file else ())


def render(done: Exported) -> str:
    """The text itself, or what was written."""
    if not done.file:
        return done.text
    left = [say.para(f"{each.id} stays here: {each.why}", 2) for each in done.left_out]
    return say.lines(f"{say.count(len(done.traumas), 'trauma')} in {done.file}.", *left)
