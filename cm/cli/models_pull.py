"""`cm models pull`: copy a model from a folder into the home."""

from __future__ import annotations

from pathlib import Path

import typer

from cm.cli import say
from cm.cli.run import Answer

FOLDER = typer.Argument(..., metavar="FOLDER", help="Has model.onnx (or onnx/model.onnx) and tokenizer.json.")
DRY = typer.Option(False, "--dry-run", help="Say what would be done, write nothing.")


def command(folder: Path = FOLDER, dry_run: bool = DRY) -> Answer:
    """Copy a model from a folder of this machine into the home, note the hashes of its files, and use it from now on.

    Nothing is downloaded: fetch the model yourself, from where you trust, and name the folder.
    """
    from cm.flows.env import open_env
    from cm.flows.models import pull

    found = pull(open_env(), folder, dry_run=dry_run)
    told = (
        f"would be copied to {found.path}"
        if dry_run
        else f"is in use, from {found.path}. Next: cm models verify, cm models index"
    )
    return Answer("models-pull", found, lambda: say.lines(say.para(f"{found.name} {told}")))
