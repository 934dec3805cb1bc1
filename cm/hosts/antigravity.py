"""Antigravity CLI (`agy`): a guard alone. Its sessions are protobuf that nobody but it reads.

Its hooks file is keyed by the hook's name; one error in it and the whole file is dropped without a word. A hook that does
not answer makes it ask the user, so an answer is always given. Not tried with the real program.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.dialects import hook
from cm.hosts.servers import server
from cm.model.host import Answer, Host, Instructions, PreCommand, Registration

NAME: Final = "antigravity"

_WRITERS: Final = ("write_to_file", "replace_file_content", "multi_replace_file_content")

GUARD: Final = PreCommand(
    tool=("toolCall.name", "tool_call.name"),
    input=("toolCall.args", "tool_call.args"),
    shells={"run_command": "native"},
    commands=("CommandLine", "command"),
    folder=("Cwd", "workspacePaths"),
    session=("conversationId",),
    call=("stepIdx",),
    deny=Answer('{"decision":"deny","reason":{reason}}', 0, True),
    ask=Answer('{"decision":"force_ask","reason":{reason}}'),
    allow=Answer('{"decision":"allow"}'),
    note='{"decision":"allow","reason":{reason}}',
    writers=_WRITERS,
    files=("TargetFile", "file_path"),
    contents=("CodeContent", "ReplacementContent"),
)

_ENTRY: Final = hook("|".join(("run_command", *_WRITERS)))
_NEEDS: Final = "Antigravity takes it up when a session begins."

HOST: Final = Host(
    name=NAME,
    title="Antigravity CLI",
    markers=(),
    instructions=Instructions(files=("AGENTS.md",)),
    guard=GUARD,
    registration=(
        Registration(
            "user",
            ".gemini/config/hooks.json",
            "json",
            at=("cm-guard", "PreToolUse"),
            entry=_ENTRY,
            needs=_NEEDS,
        ),
        Registration(
            "project",
            ".agents/hooks.json",
            "json",
            at=("cm-guard", "PreToolUse"),
            entry=_ENTRY,
            needs=_NEEDS,
            shared=True,
        ),
    ),
    uncovered=("MCP tools that run commands",),
    folders=(".gemini/antigravity-cli", ".gemini/config", ".gemini/antigravity"),
    programs=("agy", "antigravity"),
    mcp=(server("user", ".gemini/config/mcp_config.json"), server("project", ".agents/mcp_config.json")),
)
