"""`cm models pull`: copy a model from a folder into the home."""

from __future__ import annotations

import shlex
from pathlib import Path

import typer

from cm.cli import say
from cm.cli.run import Answer

FOLDER = typer.Argument(
    ...,
    metavar="FOLDER",
    help="Has model.onnx (or onnx/model.onnx) and tokenizer.json; a cross-encoder may have config.json and model.safetensors instead.",
)
CROSS = typer.Option(False, "--cross-encoder", help="It is one, though its config.json does not say so.")
DRY = typer.Option(False, "--dry-run", help="Say what would be done, write nothing.")


def command(folder: Path = FOLDER, cross_encoder: bool = CROSS, dry_run: bool = DRY) -> Answer:
    """Copy a model from a folder of this machine into the home and note the hashes of its files.

    An embedder is used from then on, a cross-encoder once your config names it.
    Nothing is downloaded: fetch the model yourself, from where you trust, and name the folder.
    """
    from cm.flows.env import open_env
    from cm.flows.models import pull

    found = pull(open_env(), folder, kind="cross-encoder" if cross_encoder else None, dry_run=dry_run)
    if dry_run:
        told, ways = f"would be copied to {found.path}", ""
    elif found.kind == "cross-encoder":
        told = f"lies in {found.path} and orders the hits of cm search --rerank once your config names it."
        ways = f"Next: cm config set rerank.local {shlex.quote(found.name)}, then cm models verify"
    else:
        told, ways = f"is in use, from {found.path}.", "Next: cm models verify, cm models index"
    return Answer("models-pull", found, lambda: say.lines(say.para(f"{found.name} {told}"), ways))
