"""Claude Code: `~/.claude/projects/<cwd>/<session>.jsonl`, one record per line, subagents in files of their own.

This file is the host's entry: where sessions lie, how they are known, its variables and instruction files. What a
record means is `claude_code_fold.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from cm.hosts.claude_code_fold import ClaudeFold
from cm.hosts.claude_code_guard import GUARD, REGISTRATION, UNCOVERED
from cm.hosts.claude_code_hooks import moments
from cm.hosts.claude_code_kinds import BOOKKEEPING
from cm.hosts.servers import TYPED, guide, server
from cm.hosts.shapes import UUID
from cm.model.headless import KEY, Headless
from cm.model.host import Host, Instructions, Keeping, Print, Sessions, Skills, Source, Switch

NAME: Final = "claude-code"

_SUBAGENT_FILE: Final = re.compile(r"(?:^|[-_])agent-([A-Za-z0-9]+)$")
_SUBAGENT_PLACE: Final = re.compile(r"([^/]+)/subagents/(?:.*/)?[^/]+$")


def _describe(path: str, root: str) -> Source:
    """Knows a subagent's file by its name, and its parent by the folder it lies in."""
    name = path.rsplit("/", 1)[-1]
    found = _SUBAGENT_FILE.search(name.split(".", 1)[0])
    place = _SUBAGENT_PLACE.search(path)
    parent = place[1] if place and UUID.fullmatch(place[1]) else ""
    if found is None and place is None:
        return Source(NAME, path, name)
    return Source(NAME, path, name, found[1] if found else name.split(".", 1)[0], parent)


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether first records come from here; others copy the envelope, but not what is in it."""
    return any(_is_ours(value) for value in records if isinstance(value, dict))


def _is_ours(value: dict[str, Any]) -> bool:
    if not {"payload", "id", "systemPayload", "toolCallResult", "provenance"}.isdisjoint(value):
        return False
    kind = value.get("type")
    if kind in ("user", "assistant"):
        message = value.get("message")
        return (
            isinstance(message, dict) and "content" in message and ("uuid" in value or "timestamp" in value)
        )
    if not isinstance(kind, str) or kind not in BOOKKEEPING | {"attachment", "queue-operation", "system"}:
        return False
    return isinstance(value.get("sessionId"), str) or "isSnapshotUpdate" in value or "leafUuid" in value


_ELSEWHERE: Final = ("CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY")
# the user's settings may name variables as well; those of this option come before them
_HEADLESS: Final = Headless(
    (
        "claude", "-p", "{prompt}", "--model", "scripted", "--allowedTools", "Bash", "--no-session-persistence", "--settings",
        json.dumps({"env": {"ANTHROPIC_BASE_URL": "{url}", "ANTHROPIC_API_KEY": KEY, **dict.fromkeys(_ELSEWHERE, "")}}),
    ),
    environ=(
        ("ANTHROPIC_BASE_URL", "{url}"), ("ANTHROPIC_API_KEY", KEY), ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
        ("DISABLE_AUTOUPDATER", "1"), ("DISABLE_TELEMETRY", "1"), ("DISABLE_ERROR_REPORTING", "1"),
    ),
    without=(*_ELSEWHERE, "ANTHROPIC_CUSTOM_HEADERS", "ANTHROPIC_MODEL", "ANTHROPIC_SMALL_FAST_MODEL"),
)  # fmt: skip

HOST: Final = Host(
    name=NAME,
    title="Claude Code",
    markers=("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"),
    session_variables=("CLAUDE_CODE_SESSION_ID",),
    sessions=Sessions(
        env=("CLAUDE_CONFIG_DIR",),
        roots=(".claude", ".config/claude"),
        globs=("projects/**/*.jsonl",),
        shape="jsonl",
        retention_days=30,
        keeping=Keeping("settings.json", "cleanupPeriodDays"),
        fold=ClaudeFold,
        describe=_describe,
        looks_like=_looks_like,
        passed_over=(("progress", "bookkeeping:progress"),),
    ),
    instructions=Instructions(files=("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")),
    skills=Skills(".claude/skills", ".claude/skills", (("CLAUDE_CONFIG_DIR", ".claude"),)),
    prints=Print(
        (
            "claude",
            "-p",
            "--model",
            "{model}",
            "--output-format",
            "json",
            "--settings",
            '{"disableAllHooks": true}',
            "--strict-mcp-config",
            "--tools",
            "",
            "--max-turns",
            "1",
            "--no-session-persistence",
        )
    ),
    headless=_HEADLESS,
    guard=GUARD,
    registration=REGISTRATION,
    uncovered=UNCOVERED,
    moments=moments(),
    folders=(".claude",),
    programs=("claude",),
    switches=(
        Switch(".claude/settings.json", ("disableAllHooks",), True),
        Switch(".claude/settings.local.json", ("disableAllHooks",), True),
    ),
    mcp=(
        server("user", ".claude.json", TYPED, moved=(("CLAUDE_CONFIG_DIR", ""),)),
        server(
            "project", ".mcp.json", TYPED, needs="Claude Code asks before it starts a server of a project."
        ),
    ),
    guides=(guide(".claude/CLAUDE.md", (("CLAUDE_CONFIG_DIR", ".claude"),)),),
)
