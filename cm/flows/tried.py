"""What `cm doctor --live` tells of each thing it started. Starting them: `live.py`, the agents' own programs `live_program.py`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tried:
    """One thing that was started, and what it answered."""

    host: str
    title: str
    what: str
    """"guard", "start hook", "MCP server", "program"; of a program that was asked also "program's run", "program's hooks",
    "program's context" and "program's guard"."""
    ok: bool
    say: str
    ms: float
    path: str = ""  # the file it is registered in
