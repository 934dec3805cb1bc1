"""Cursor: `~/.cursor/projects/<folder>/agent-transcripts/<session>/<session>.jsonl`, of its editor and its CLI.

This file is the host's entry: where transcripts lie, how they are known, its variables and rule files. What a line
means is `cursor_fold.py`; sessions of which there is only the editor's database are `cursor_db.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from cm.hosts.cursor_db import DATABASE, GLOBS, PLACES, is_ours
from cm.hosts.cursor_fold import CursorFold
from cm.hosts.cursor_guard import GUARD, REGISTRATION, UNCOVERED
from cm.hosts.cursor_hooks import moments
from cm.hosts.servers import server
from cm.hosts.shapes import table
from cm.model.host import Host, Instructions, Place, Sessions, Skills, Source

NAME: Final = "cursor"

_SUBAGENT_PLACE: Final = re.compile(r"/([^/]+)/subagents/([^/]+)\.jsonl$")
_FOREIGN: Final = frozenset(("type", "id", "uuid", "timestamp", "sessionId", "content", "payload", "data"))


def _describe(path: str, root: str) -> Source:
    """Knows a subagent's file, and its parent, by the folder it lies in."""
    name = path.rsplit("/", 1)[-1]
    place = _SUBAGENT_PLACE.search(path)
    if place is None:
        return Source(NAME, path, name)
    return Source(NAME, path, name, place[2], place[1])


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether first records come from here: a role and a message, and nothing that would tell one from another."""
    if is_ours(records):
        return True
    objects = [value for value in records if isinstance(value, dict)]
    ended = [value for value in objects if value.get("type") == "turn_ended" and "role" not in value]
    return len(objects) > len(ended) and all(_is_ours(value) for value in objects if value not in ended)


def _is_ours(value: dict[str, Any]) -> bool:
    if value.get("role") not in ("user", "assistant") or not _FOREIGN.isdisjoint(value):
        return False
    return "content" in table(value.get("message")) and "role" not in table(value.get("message"))


HOST: Final = Host(
    name=NAME,
    title="Cursor",
    markers=("CURSOR_AGENT", "CURSOR_TRACE_ID"),
    sessions=Sessions(
        env=(),
        roots=(".cursor",),
        globs=("projects/*/agent-transcripts/**/*.jsonl",),
        shape="jsonl",
        retention_days=None,
        fold=CursorFold,
        describe=_describe,
        looks_like=_looks_like,
        places=(Place(PLACES, GLOBS),),
        database=DATABASE,
    ),
    instructions=Instructions(files=(".cursor/rules/cm.mdc", "AGENTS.md", ".cursorrules")),
    skills=Skills(".cursor/skills", ".cursor/skills"),
    guard=GUARD,
    registration=REGISTRATION,
    uncovered=UNCOVERED,
    moments=moments(),
    folders=(".cursor",),
    programs=("cursor-agent", "cursor"),
    reads=(
        ("user", ".claude/settings.json"),
        ("project", ".claude/settings.json"),
        ("project", ".claude/settings.local.json"),
    ),
    mcp=(
        server(
            "user",
            ".cursor/mcp.json",
            needs="Cursor asks before it starts a server: Settings, MCP, or `--approve-mcps`.",
        ),
        server(
            "project",
            ".cursor/mcp.json",
            needs="Cursor asks before it starts a server: Settings, MCP, or `--approve-mcps`.",
        ),
    ),
)
