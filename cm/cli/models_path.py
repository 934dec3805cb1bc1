"""`cm models path`: where the model in use lies."""

from __future__ import annotations

import typer

from cm.cli import say
from cm.cli.run import Answer

CROSS = typer.Option(False, "--cross-encoder", help="Of the one that orders hits anew, not of the embedder.")


def command(cross_encoder: bool = CROSS) -> Answer:
    """Print the folder of the model in use, and nothing else."""
    from cm.flows.env import open_env
    from cm.flows.models import in_use

    found = in_use(open_env(), "cross-encoder" if cross_encoder else "embedder")
    return Answer("models-path", found, lambda: say.lines(found.path))
