"""`cm context`, as its help tells it; answered by `quick.py`."""

from __future__ import annotations

import typer

from cm.cli.listed import listed
from cm.cli.quick_options import CONTEXT

command = listed(
    "context",
    typer.Argument(..., metavar="TASK...", help="What you are about to do; - reads it from stdin."),
    CONTEXT,
    """Give the few rules that matter for a task, what went wrong before, and what was said about it.

    Within a budget of tokens; silence when nothing stands above the floor. What is given is logged as given, not as obeyed.
    """,
)
