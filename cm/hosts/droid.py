"""Factory droid: `~/.factory/sessions/<cwd>/<session>.jsonl`, with the session's settings in a file beside it.

This file is the host's entry: where sessions lie, how they are known, its instruction files. What a line means is
`droid_fold.py`. It sets no variable by which it is known from inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cm.hosts.droid_fold import DroidFold
from cm.hosts.droid_guard import GUARD, REGISTRATION, UNCOVERED
from cm.hosts.droid_hooks import moments
from cm.hosts.servers import TYPED, guide, server
from cm.hosts.shapes import table, word
from cm.model.host import Host, Instructions, Sessions, Skills, Source

NAME: Final = "droid"

_FOREIGN: Final = frozenset(("uuid", "sessionId", "payload", "data", "modelId"))


def _describe(path: str, root: str) -> Source:
    """All of a session stands in one file; a subagent's says so itself."""
    return Source(NAME, path, path.rsplit("/", 1)[-1])


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether first records come from here: its header, or Anthropic's blocks in bare messages."""
    return any(_is_ours(value) for value in records if isinstance(value, dict))


def _is_ours(value: dict[str, Any]) -> bool:
    if not isinstance(value.get("id"), str) or not _FOREIGN.isdisjoint(value):
        return False
    if value.get("type") == "session_start":
        return "cwd" in value or "title" in value
    content = table(value.get("message")).get("content")
    if value.get("type") != "message" or not isinstance(content, list):
        return False
    return any(word(table(block).get("type")) in ("tool_use", "tool_result") for block in content)


HOST: Final = Host(
    name=NAME,
    title="Factory droid",
    markers=(),
    sessions=Sessions(
        env=(),
        roots=(".factory",),
        globs=("sessions/**/*.jsonl",),
        shape="jsonl",
        retention_days=None,
        fold=DroidFold,
        describe=_describe,
        looks_like=_looks_like,
        companions=("{stem}.settings.json",),
    ),
    instructions=Instructions(files=("AGENTS.md",)),
    skills=Skills(".factory/skills", ".factory/skills"),
    guard=GUARD,
    registration=REGISTRATION,
    uncovered=UNCOVERED,
    moments=moments(),
    folders=(".factory",),
    programs=("droid",),
    mcp=(server("user", ".factory/mcp.json", TYPED), server("project", ".factory/mcp.json", TYPED)),
    guides=(guide(".factory/AGENTS.md"),),
)
