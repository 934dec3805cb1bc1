"""`cm hook`, as its help tells it; answered by `quick_hook.py`."""

from __future__ import annotations

import typer

from cm.cli.listed import listed
from cm.cli.quick_options import Option

command = listed(
    "hook",
    typer.Argument(..., metavar="MOMENT", help="start, prompt, pre-command, post, compact or end."),
    (Option("--host", "NAME", "The agent that asks."),),
    """Answer an agent's hook: what it is sent comes on standard input, what it is told goes to standard output.

    `cm setup` registers this with your agents; by hand it is only good for a look. It always ends with status 0 and says nothing where it
    has nothing to say; why is in state/hooks.jsonl, which `cm doctor` reads. Before a command the guard is asked, not this.
    """,
    takes=str,
)
