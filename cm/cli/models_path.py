"""`cm models path`: where the model in use lies."""

from __future__ import annotations

from cm.cli import say
from cm.cli.run import Answer


def command() -> Answer:
    """Print the folder of the model in use, and nothing else."""
    from cm.flows.env import open_env
    from cm.flows.models import in_use

    found = in_use(open_env())
    return Answer("models-path", found, lambda: say.lines(found.path))
