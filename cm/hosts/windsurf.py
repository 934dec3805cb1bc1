"""Windsurf (now Devin Desktop), its agent Cascade: a guard alone. Its conversations are encrypted.

A hook is a bare command per event; status 2 stops the action and shows what is on standard error, anything else lets it go
on. Not tried with the real program.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.dialects import SILENT
from cm.hosts.servers import server
from cm.model.host import Answer, Host, Instructions, PreCommand, Registration, Spot

NAME: Final = "windsurf"

GUARD: Final = PreCommand(
    tool=("agent_action_name",),
    input=("tool_info",),
    shells={"pre_run_command": "native"},
    commands=("command_line",),
    folder=("cwd",),
    session=("trajectory_id",),
    call=("execution_id",),
    deny=Answer("", 2, True),
    ask=None,
    allow=SILENT,
    writers=("pre_write_code",),
    files=("file_path",),
    contents=("new_string",),
)

_ENTRY: Final = {"command": "{command}", "powershell": "{powershell}", "show_output": True}


def _both(where: Spot, path: str, shared: bool) -> tuple[Registration, ...]:
    return tuple(
        Registration(
            where,
            path,
            "json",
            at=("hooks", event),
            entry=_ENTRY,
            shared=shared,
            seconds=0,
            needs="Windsurf takes it up when it is started anew.",
        )
        for event in ("pre_run_command", "pre_write_code")
    )


HOST: Final = Host(
    name=NAME,
    title="Windsurf (Cascade)",
    markers=(),
    instructions=Instructions(files=("AGENTS.md", ".windsurfrules")),
    guard=GUARD,
    registration=(
        *_both("user", ".codeium/windsurf/hooks.json", False),
        *_both("project", ".windsurf/hooks.json", True),
    ),
    uncovered=("Devin Local, the agent that follows Cascade", "MCP tools that run commands"),
    folders=(".codeium/windsurf",),
    programs=("windsurf",),
    mcp=(server("user", ".codeium/windsurf/mcp_config.json"),),
)
