"""oh-my-pi: `~/.omp/agent/sessions/<folder>/*.jsonl`, pi's format with a title before the header and more entries.

This file is the host's entry: where sessions lie, how they are known, its instruction files. What an entry means is
`pi_fold.py`. It sets no variable by which it is known from inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cm.hosts.oh_my_pi_guard import GUARD, REGISTRATION, UNCOVERED
from cm.hosts.oh_my_pi_hooks import moments
from cm.hosts.pi import is_an_entry, is_of_omp
from cm.hosts.pi_fold import PiFold
from cm.hosts.servers import guide, server
from cm.model.host import Host, Instructions, Sessions, Source

NAME: Final = "oh-my-pi"


def _describe(path: str, root: str) -> Source:
    """A subagent's session says so itself; the place does not."""
    return Source(NAME, path, path.rsplit("/", 1)[-1])


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether first records come from here: pi's entries, and among them one that pi does not write."""
    objects = [value for value in records if isinstance(value, dict)]
    return any(map(is_an_entry, objects)) and any(map(is_of_omp, objects))


HOST: Final = Host(
    name=NAME,
    title="oh-my-pi",
    markers=(),
    sessions=Sessions(
        env=(),  # the variable that moves it is pi's, and what lies there is read as pi's
        roots=(".omp/agent", ".omp/profiles"),
        globs=("sessions/**/*.jsonl", "*/agent/sessions/**/*.jsonl"),
        shape="jsonl",
        retention_days=None,
        fold=PiFold,
        describe=_describe,
        looks_like=_looks_like,
    ),
    instructions=Instructions(files=("AGENTS.md", ".omp/AGENTS.md", "RULES.md")),
    guard=GUARD,
    registration=REGISTRATION,
    uncovered=UNCOVERED,
    moments=moments(),
    folders=(".omp",),
    programs=("omp",),
    mcp=(server("user", ".omp/agent/mcp.json"), server("project", ".omp/mcp.json")),
    guides=(guide(".omp/agent/AGENTS.md"),),
)
