"""How Qwen Code asks before a tool is used: the shape of Claude Code with the tools of Gemini CLI.

Measured: a denial works as JSON and as status 2 with the reason on standard error (which then is what the model is told);
status 2 with nothing there lets the command run. A time limit of 1000 or more would be taken for milliseconds.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.dialects import ASK, CLAUDE_INPUT, CLAUDE_SESSION, CLAUDE_TOOL, DENY, NOTE, SILENT, hook
from cm.model.host import PreCommand, Registration

GUARD: Final = PreCommand(
    tool=CLAUDE_TOOL,
    input=CLAUDE_INPUT,
    shells={"run_shell_command": "native", "monitor": "native"},
    commands=("command",),
    folder=("directory", "dir_path", "cwd"),
    session=CLAUDE_SESSION,
    call=("tool_use_id", "tool_call_id"),
    deny=DENY,
    ask=ASK,
    allow=SILENT,
    note=NOTE,
    writers=("write_file", "edit", "replace", "notebook_edit"),
    files=("file_path", "notebook_path", "absolute_path", "path"),
    contents=("content", "new_string", "new_source"),
)

_ENTRY: Final = hook("^(run_shell_command|monitor|write_file|edit|replace|notebook_edit)$")

REGISTRATION: Final = (
    Registration(
        "user",
        ".qwen/settings.json",
        "json",
        at=("hooks", "PreToolUse"),
        entry=_ENTRY,
        moved=(("QWEN_HOME", ".qwen"),),
        needs="A session that is open takes it up when it is started anew.",
    ),
    Registration(
        "project",
        ".qwen/settings.json",
        "json",
        at=("hooks", "PreToolUse"),
        entry=_ENTRY,
        shared=True,
        needs="Qwen Code runs it only in a folder that you trust, where folder trust is switched on.",
    ),
)

UNCOVERED: Final = ("MCP tools that run commands", "commands you type yourself behind `!`")
