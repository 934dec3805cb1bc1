"""Qwen Code: `~/.qwen/projects/<cwd>/chats/<session>.jsonl`, subagents in `subagents/<session>/` beside.

This file is the host's entry: where sessions lie, how they are known, its variables and instruction files. What a
record means is `qwen_code_fold.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from cm.hosts.qwen_code_fold import QwenFold
from cm.hosts.qwen_code_guard import GUARD, REGISTRATION, UNCOVERED
from cm.hosts.qwen_code_hooks import moments
from cm.hosts.servers import guide, server
from cm.hosts.shapes import table
from cm.model.headless import KEY, Headless
from cm.model.host import Host, Instructions, Sessions, Skills, Source, Switch

NAME: Final = "qwen-code"

_SUBAGENT_PLACE: Final = re.compile(r"/subagents/([^/]+)/(?:agent-)?([^/]+)\.jsonl$")
_OWN: Final = ("systemPayload", "toolCallResult", "provenance", "usageMetadata")


def _describe(path: str, root: str) -> Source:
    """Knows a subagent's file, and its parent, by the folder it lies in."""
    name = path.rsplit("/", 1)[-1]
    place = _SUBAGENT_PLACE.search(path)
    if place is None:
        return Source(NAME, path, name)
    return Source(NAME, path, name, place[2], place[1])


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether first records come from here: Claude Code's envelope around Gemini's parts."""
    return any(_is_ours(value) for value in records if isinstance(value, dict))


def _is_ours(value: dict[str, Any]) -> bool:
    if not isinstance(value.get("uuid"), str) or not isinstance(value.get("sessionId"), str):
        return False
    return "parts" in table(value.get("message")) or any(name in value for name in _OWN)


_HEADLESS: Final = Headless(
    (
        "qwen", "-y", "--auth-type", "openai", "--openai-api-key", KEY, "--openai-base-url", "{url}/v1", "--model", "scripted",
        "--chat-recording=false", "{prompt}",
    ),
    environ=(
        ("OPENAI_API_KEY", KEY), ("OPENAI_BASE_URL", "{url}/v1"), ("OPENAI_MODEL", "scripted"),
        ("QWEN_TELEMETRY_ENABLED", "false"), ("QWEN_SANDBOX", "false"),
    ),
)  # fmt: skip

HOST: Final = Host(
    name=NAME,
    title="Qwen Code",
    markers=("QWEN_CODE", "QWEN_CODE_SESSION_ID"),
    session_variables=("QWEN_CODE_SESSION_ID",),
    sessions=Sessions(
        env=("QWEN_HOME",),
        roots=(".qwen",),
        globs=("projects/*/chats/*.jsonl", "projects/*/subagents/**/*.jsonl"),
        shape="jsonl",
        retention_days=None,
        fold=QwenFold,
        describe=_describe,
        looks_like=_looks_like,
        companions=("{stem}.meta.json",),
    ),
    instructions=Instructions(files=("QWEN.md", "AGENTS.md")),
    skills=Skills(".agents/skills", ".agents/skills"),
    headless=_HEADLESS,
    guard=GUARD,
    registration=REGISTRATION,
    uncovered=UNCOVERED,
    moments=moments(),
    folders=(".qwen",),
    programs=("qwen",),
    switches=(Switch(".qwen/settings.json", ("disableAllHooks",), True),),
    mcp=(
        server("user", ".qwen/settings.json", moved=(("QWEN_HOME", ".qwen"),)),
        server(
            "project",
            ".qwen/settings.json",
            needs="Qwen Code starts it only in a folder that you trust, where folder trust is switched on.",
        ),
    ),
    guides=(guide(".qwen/QWEN.md", (("QWEN_HOME", ".qwen"),)),),
)
