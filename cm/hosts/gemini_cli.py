"""Gemini CLI: `~/.gemini/tmp/<project>/chats/session-*.jsonl` (once one `.json` document), subagents in folders beside.

This file is the host's entry: where sessions lie, how they are known, its variables and instruction files. What a
record means is `gemini_cli_fold.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from cm.hosts.gemini_cli_fold import AGENTS, GeminiFold
from cm.hosts.gemini_cli_guard import GUARD, REGISTRATION, UNCOVERED
from cm.hosts.gemini_cli_hooks import moments
from cm.hosts.servers import guide, server
from cm.hosts.shapes import word
from cm.model.headless import KEY, Headless
from cm.model.host import Host, Instructions, Sessions, Skills, Source, Switch

NAME: Final = "gemini-cli"

_SUBAGENT_PLACE: Final = re.compile(r"/chats/([^/]+)/([^/]+)\.jsonl?$")
_MESSAGE: Final = frozenset(("id", "timestamp", "type", "content", "displayContent"))


def _describe(path: str, root: str) -> Source:
    """Knows a subagent's file, and its parent, by the folder it lies in."""
    name = path.rsplit("/", 1)[-1]
    place = _SUBAGENT_PLACE.search(path)
    if place is None:
        return Source(NAME, path, name)
    return Source(NAME, path, name, place[2], place[1])


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether first records come from here: a header or document with a project's hash, or bare messages."""
    return any(_is_ours(value) for value in records if isinstance(value, dict))


def _is_ours(value: dict[str, Any]) -> bool:
    if "type" not in value:
        return "projectHash" in value and isinstance(value.get("sessionId"), str)
    kind = word(value.get("type"))
    if not isinstance(value.get("id"), str) or "timestamp" not in value:
        return False
    if kind in AGENTS:
        return "content" in value and "uuid" not in value and "sessionId" not in value
    return kind == "user" and "content" in value and value.keys() <= _MESSAGE


# how the user logs in is a setting, which only the settings of the folder overrule; the system's must be root's
_SETTINGS: Final = {
    "security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": False},
    "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
}  # fmt: skip
_HEADLESS: Final = Headless(
    ("gemini", "-y", "-m", "gemini-2.5-pro", "-p", "{prompt}"),
    environ=(
        ("GEMINI_API_KEY", KEY), ("GOOGLE_GEMINI_BASE_URL", "{url}"), ("GEMINI_CLI_TRUST_WORKSPACE", "true"),
        ("GEMINI_TELEMETRY_ENABLED", "false"), ("GEMINI_SANDBOX", "false"),
    ),
    here=((".gemini/settings.json", json.dumps(_SETTINGS)),),
    without=("GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_GCA", "GOOGLE_VERTEX_BASE_URL", "CODE_ASSIST_ENDPOINT"),
)  # fmt: skip

HOST: Final = Host(
    name=NAME,
    title="Gemini CLI",
    markers=("GEMINI_CLI", "GEMINI_SESSION_ID"),
    session_variables=("GEMINI_SESSION_ID",),
    sessions=Sessions(
        env=("GEMINI_CLI_HOME",),  # stands for the user's home, not for `.gemini`
        roots=(".gemini",),
        globs=(
            "tmp/*/chats/**/*.jsonl",
            "tmp/*/chats/**/*.json",
            ".gemini/tmp/*/chats/**/*.jsonl",
            ".gemini/tmp/*/chats/**/*.json",
        ),
        shape="jsonl",
        retention_days=30,
        fold=GeminiFold,
        describe=_describe,
        looks_like=_looks_like,
    ),
    instructions=Instructions(files=("GEMINI.md",)),
    skills=Skills(".agents/skills", ".agents/skills"),
    headless=_HEADLESS,
    guard=GUARD,
    registration=REGISTRATION,
    uncovered=UNCOVERED,
    moments=moments(),
    folders=(".gemini/settings.json", ".gemini/tmp"),
    programs=("gemini",),
    switches=(Switch(".gemini/settings.json", ("hooksConfig", "enabled"), False),),
    mcp=(
        server("user", ".gemini/settings.json", moved=(("GEMINI_CLI_HOME", ""),)),
        server(
            "project",
            ".gemini/settings.json",
            needs="Gemini CLI starts it only in a folder that you trusted.",
        ),
    ),
    guides=(guide(".gemini/GEMINI.md", (("GEMINI_CLI_HOME", ""),)),),
)
