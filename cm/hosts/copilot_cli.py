"""GitHub Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`, once one document per session.

This file is the host's entry: where sessions lie, how they are known, its variable and instruction files. What an
event means is `copilot_cli_fold.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cm.hosts.copilot_cli_fold import CopilotFold
from cm.hosts.copilot_cli_guard import GUARD, REGISTRATION, UNCOVERED
from cm.hosts.copilot_cli_hooks import moments
from cm.hosts.servers import PROGRAM, guide, server
from cm.hosts.shapes import word
from cm.model.headless import KEY, Headless
from cm.model.host import Host, Instructions, Sessions, Skills, Source, Switch

NAME: Final = "copilot-cli"

_FAMILIES: Final = frozenset(
    ("session", "user", "assistant", "tool", "system", "hook", "subagent", "permission", "skill")
)


def _describe(path: str, root: str) -> Source:
    """Subagents speak in their parent's file; the place does not tell of them."""
    return Source(NAME, path, path.rsplit("/", 1)[-1])


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether first records come from here: events named `family.what` with data, or the document of old."""
    return any(_is_ours(value) for value in records if isinstance(value, dict))


def _is_ours(value: dict[str, Any]) -> bool:
    if "timeline" in value or "chatMessages" in value:
        return isinstance(value.get("sessionId"), str) and "type" not in value
    family, dot, _ = word(value.get("type")).partition(".")
    return bool(dot) and family in _FAMILIES and isinstance(value.get("data"), dict) and "id" in value


_HEADLESS: Final = Headless(
    ("copilot", "--allow-all-tools", "--no-color", "-p", "{prompt}"),
    environ=(
        ("COPILOT_OFFLINE", "true"), ("COPILOT_PROVIDER_BASE_URL", "{url}/v1"), ("COPILOT_PROVIDER_API_KEY", KEY),
        ("COPILOT_MODEL", "scripted"), ("COPILOT_AUTO_UPDATE", "false"),
    ),
    without=("COPILOT_PROVIDER_TYPE", "COPILOT_PROVIDER_WIRE_API", "COPILOT_ALLOW_ALL"),
)  # fmt: skip

HOST: Final = Host(
    name=NAME,
    title="GitHub Copilot CLI",
    markers=("COPILOT_CLI",),
    sessions=Sessions(
        env=("COPILOT_HOME",),
        roots=(".copilot",),
        globs=(
            "session-state/*/events.jsonl",
            "session-state/*.jsonl",
            "session-state/*.json",
            "history-session-state/*.json",
        ),
        shape="jsonl",
        retention_days=None,
        fold=CopilotFold,
        describe=_describe,
        looks_like=_looks_like,
    ),
    instructions=Instructions(files=(".github/copilot-instructions.md", "AGENTS.md")),
    skills=Skills(".agents/skills", ".agents/skills"),
    headless=_HEADLESS,
    guard=GUARD,
    registration=REGISTRATION,
    uncovered=UNCOVERED,
    moments=moments(),
    folders=(".copilot",),
    programs=("copilot",),
    switches=(Switch(".copilot/settings.json", ("disableAllHooks",), True),),
    reads=(("project", ".claude/settings.json"), ("project", ".claude/settings.local.json")),
    mcp=(
        server(
            "user",
            ".copilot/mcp-config.json",
            {"type": "local", **PROGRAM, "tools": ["*"]},
            moved=(("COPILOT_HOME", ".copilot"),),
        ),
        server(
            "project",
            ".github/mcp.json",
            {"type": "local", **PROGRAM, "tools": ["*"]},
            needs="Copilot starts it only in a folder that you trusted, and with `-p` not at all.",
        ),
    ),
    guides=(guide(".copilot/copilot-instructions.md", (("COPILOT_HOME", ".copilot"),)),),
)
