"""How Cursor asks before a command (`beforeShellExecution`, no tool's name in it) and before a file tool (`preToolUse`).

One event that it does not know, or a URL in a command, would void the whole file. `failClosed` stops what the guard could
not be asked about, so a document always comes back: `continue` alone says nothing about the user's own approval.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.dialects import CLAUDE_INPUT, CLAUDE_TOOL
from cm.model.host import Answer, PreCommand, Registration, Spot

GUARD: Final = PreCommand(
    tool=CLAUDE_TOOL,
    input=(*CLAUDE_INPUT, ""),
    shells={"*": "native", "Shell": "native"},
    commands=("command",),
    folder=("working_directory", "cwd", "workspace_roots"),
    session=("conversation_id", "session_id"),
    call=("tool_use_id", "generation_id"),
    deny=Answer('{"permission":"deny","user_message":{reason},"agent_message":{reason}}', 0, True),
    ask=Answer('{"permission":"ask","user_message":{reason},"agent_message":{reason}}'),
    allow=Answer('{"continue":true}'),
    writers=("Write", "Edit", "StrReplace", "MultiEdit", "Delete", "EditNotebook", "ApplyPatch"),
    files=("file_path", "path", "target_file", "target_notebook"),
    patches=("patch", "input"),
    contents=("content", "contents", "new_string", "code_edit"),
)

_COMMAND: Final = {"command": "{command}", "timeout": "{timeout}", "failClosed": True}
_FILE: Final = {
    "command": "{command}",
    "matcher": "Write|Edit|StrReplace|MultiEdit|Delete|EditNotebook|ApplyPatch",
    "timeout": "{timeout}",
    "failClosed": True,
}
_RESTART: Final = "Cursor takes it up when it is started anew; see Settings, Hooks."


def _both(where: Spot, needs: str, shared: bool) -> tuple[Registration, ...]:
    return tuple(
        Registration(
            where,
            ".cursor/hooks.json",
            "json",
            at=("hooks", event),
            entry=entry,
            root={"version": 1},
            needs=needs,
            shared=shared,
        )
        for event, entry in (("beforeShellExecution", _COMMAND), ("preToolUse", _FILE))
    )


REGISTRATION: Final = (
    *_both("user", _RESTART, False),
    *_both("project", _RESTART + " The project must be trusted.", True),
)

UNCOVERED: Final = (
    "MCP tools that run commands",
    "versions that do not know `preToolUse`: there only commands are guarded, no file tools",
)
