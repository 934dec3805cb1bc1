"""pi: `~/.pi/agent/sessions/--<cwd>--/<moment>_<session>.jsonl`, a tree of entries in one file.

This file is the host's entry: where sessions lie, how they are known, its variable and instruction files. What an
entry means is `pi_fold.py`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from cm.hosts.pi_fold import OWN_OF_OMP, ROLES, PiFold
from cm.hosts.pi_guard import GUARD, REGISTRATION, UNCOVERED
from cm.hosts.pi_hooks import moments
from cm.hosts.servers import PROGRAM, guide, server
from cm.hosts.shapes import table, word
from cm.model.headless import KEY, Headless
from cm.model.host import Host, Instructions, Sessions, Skills, Source

NAME: Final = "pi"

_CHANGES: Final = {"model_change": "modelId", "thinking_level_change": "thinkingLevel"}
_ANSWER: Final = ("stopReason", "provider", "api")


def _describe(path: str, root: str) -> Source:
    """All of a session stands in one file."""
    return Source(NAME, path, path.rsplit("/", 1)[-1])


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether first records come from here, and not from oh-my-pi, which shares most of them."""
    objects = [value for value in records if isinstance(value, dict)]
    return any(map(is_an_entry, objects)) and not any(map(is_of_omp, objects))


def is_an_entry(value: dict[str, Any]) -> bool:
    """Whether a record is one that pi or its kin writes."""
    kind = word(value.get("type"))
    if kind == "session":
        return isinstance(value.get("cwd"), str) and "timestamp" in value
    if kind in _CHANGES:
        return _CHANGES[kind] in value and "uuid" not in value
    message = table(value.get("message"))
    role = word(message.get("role"))
    if kind != "message" or role not in ROLES or "uuid" in value:
        return False
    if role == "user":
        return isinstance(message.get("timestamp"), int)
    return role != "assistant" or any(name in message for name in _ANSWER)


def is_of_omp(value: dict[str, Any]) -> bool:
    """Whether an entry is one that only oh-my-pi writes."""
    return word(value.get("type")) in OWN_OF_OMP and "uuid" not in value and "sessionId" not in value


_MODEL: Final = {
    "id": "scripted", "name": "scripted", "reasoning": False, "input": ["text"],
    "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}, "contextWindow": 100_000, "maxTokens": 8_000,
}  # fmt: skip
_PROVIDER: Final = {
    "name": "cm",
    "baseUrl": "{url}/v1",
    "apiKey": KEY,
    "api": "openai-completions",
    "models": [_MODEL],
}
_EXTENSION: Final = f"export default (pi) => pi.registerProvider('cm-canary', {json.dumps(_PROVIDER)});\n"
_HEADLESS: Final = Headless(
    ("pi", "-e", "{files}/canary.js", "--provider", "cm-canary", "--model", "scripted", "--no-session", "-p", "{prompt}"),
    environ=(("PI_OFFLINE", "1"), ("PI_TELEMETRY", "0")),
    files=(("canary.js", _EXTENSION),),
    help_says="pi - AI coding assistant",
)  # fmt: skip

HOST: Final = Host(
    name=NAME,
    title="pi",
    markers=("PI_CODING_AGENT",),
    sessions=Sessions(
        env=("PI_CODING_AGENT_SESSION_DIR", "PI_CODING_AGENT_DIR"),
        roots=(".pi/agent",),
        globs=(
            "sessions/**/*.jsonl",
            "--*--/*.jsonl",
            "[0-9]*_*.jsonl",
        ),  # the last two: a folder of sessions itself
        shape="jsonl",
        retention_days=None,
        fold=PiFold,
        describe=_describe,
        looks_like=_looks_like,
    ),
    instructions=Instructions(files=("AGENTS.md", "AGENTS.override.md", "CLAUDE.md")),
    skills=Skills(".agents/skills", ".agents/skills"),
    headless=_HEADLESS,
    guard=GUARD,
    registration=REGISTRATION,
    uncovered=UNCOVERED,
    moments=moments(),
    folders=(".pi/agent",),
    mcp=(
        server(
            "user",
            ".pi/agent/mcp.json",
            {**PROGRAM, "exposure": "direct"},
            moved=(("PI_CODING_AGENT_DIR", ".pi/agent"),),
        ),
        server(
            "project",
            ".pi/mcp.json",
            {**PROGRAM, "exposure": "direct"},
            needs="pi starts it only in a project that you trusted.",
        ),
    ),
    guides=(guide(".pi/agent/AGENTS.md", (("PI_CODING_AGENT_DIR", ".pi/agent"),)),),
)
