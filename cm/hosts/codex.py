"""Codex CLI: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`, an envelope with a payload per line (or, long ago, none).

This file is the host's entry: where rollouts lie, how they are known, its variables and instruction files. What a
record means is `codex_fold.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cm.hosts.codex_fold import CALLS, CodexFold
from cm.hosts.codex_guard import GUARD, REGISTRATION, UNCOVERED
from cm.hosts.codex_hooks import moments
from cm.hosts.codex_trust import TRUST
from cm.hosts.servers import PROGRAM, SERVER, guide
from cm.model.headless import KEY, Headless
from cm.model.host import Host, Instructions, Print, Registration, Sessions, Skills, Source, Switch

NAME: Final = "codex"


def _describe(path: str, root: str) -> Source:
    """A rollout's own header says whether it is a subagent's; the place does not."""
    return Source(NAME, path, path.rsplit("/", 1)[-1])


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether first records come from here: envelopes of known types, or the bare header of old."""
    for value in records:
        if not isinstance(value, dict):
            continue
        kind = value.get("type")
        if not (kind is None or isinstance(kind, str)):
            continue
        if isinstance(value.get("payload"), dict):
            return kind in (
                "session_meta",
                "response_item",
                "event_msg",
                "turn_context",
                "compacted",
                "world_state",
            )
        if (
            kind is None
            and isinstance(value.get("id"), str)
            and "timestamp" in value
            and "instructions" in value
        ):
            return True
        if kind in CALLS and "call_id" in value:
            return True
    return False


_ENTRY: Final = {**PROGRAM, "startup_timeout_sec": 30}

_PROVIDER: Final = (
    'model_providers.cm_canary={name="cm", base_url="{url}/v1", env_key="CM_CANARY_KEY", wire_api="responses", '
    "request_max_retries=0, stream_max_retries=0}"
)
_HEADLESS: Final = Headless(
    (
        "codex", "exec", "--ephemeral", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox",
        "-c", _PROVIDER, "-c", 'model_provider="cm_canary"', "-c", 'model="scripted"', "-c", "check_for_update_on_startup=false",
        "-c", "analytics.enabled=false", "{prompt}",
    ),
    environ=(("CM_CANARY_KEY", KEY),),
)  # fmt: skip

HOST: Final = Host(
    name=NAME,
    title="Codex CLI",
    markers=("CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID", "CODEX_CI"),
    session_variables=("CODEX_THREAD_ID",),
    sessions=Sessions(
        env=("CODEX_HOME",),
        roots=(".codex",),
        globs=("sessions/**/*.jsonl", "archived_sessions/**/*.jsonl"),
        shape="jsonl",
        retention_days=None,
        fold=CodexFold,
        describe=_describe,
        looks_like=_looks_like,
    ),
    instructions=Instructions(files=("AGENTS.md", "AGENTS.override.md"), limit_bytes=32 * 1024),
    skills=Skills(".agents/skills", ".agents/skills"),
    prints=Print(
        (
            "codex",
            "exec",
            "--model",
            "{model}",
            "--ephemeral",
            "--skip-git-repo-check",
            "--sandbox",
            "read-only",
            "--color",
            "never",
            "-c",
            "features.hooks=false",
            "--output-last-message",
            "{answer}",
            "-",
        )
    ),
    headless=_HEADLESS,
    guard=GUARD,
    registration=REGISTRATION,
    uncovered=UNCOVERED,
    moments=moments(),
    folders=(".codex",),
    programs=("codex",),
    switches=(Switch(".codex/config.toml", ("features", "hooks"), False),),
    trust=TRUST,
    mcp=(
        Registration(
            "user",
            ".codex/config.toml",
            "toml",
            at=("mcp_servers", SERVER),
            entry=_ENTRY,
            moved=(("CODEX_HOME", ".codex"),),
        ),
        Registration(
            "project",
            ".codex/config.toml",
            "toml",
            at=("mcp_servers", SERVER),
            entry=_ENTRY,
            shared=True,
            needs="Codex reads it only in a project that you trusted.",
        ),
    ),
    guides=(guide(".codex/AGENTS.md", (("CODEX_HOME", ".codex"),)),),
)
