"""How Claude Code asks before a tool is used. Its settings file is read by VS Code and Cursor too, with their own words.

Measured: a denial works as JSON, and as status 2 with the reason on standard error. Any other status, a time-out, or
output that is no JSON lets the command run.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.dialects import (
    ASK,
    CLAUDE_CALL,
    CLAUDE_INPUT,
    CLAUDE_SESSION,
    CLAUDE_TOOL,
    DENY,
    NOTE,
    REMIND,
    SILENT,
    VSCODE_FILES,
    VSCODE_SHELLS,
    VSCODE_WRITERS,
    hook,
)
from cm.model.host import PreCommand, Registration

GUARD: Final = PreCommand(
    tool=CLAUDE_TOOL,
    input=CLAUDE_INPUT,
    shells={"Bash": "sh", "PowerShell": "powershell", "Monitor": "sh", "Shell": "native", **VSCODE_SHELLS},
    commands=("command",),
    folder=("cwd", "working_directory"),
    session=CLAUDE_SESSION,
    call=CLAUDE_CALL,
    deny=DENY,
    ask=ASK,
    allow=SILENT,
    note=NOTE,
    remind=REMIND,
    writers=("Write", "Edit", "MultiEdit", "NotebookEdit", "Delete", *VSCODE_WRITERS),
    files=("file_path", "notebook_path", "path", *VSCODE_FILES),
    patches=("input", "patch"),
    contents=("content", "new_string", "new_source", "newString", "code"),
)

_ENTRY: Final = hook("Bash|PowerShell|Monitor|Write|Edit|MultiEdit|NotebookEdit")
_AT: Final = ("hooks", "PreToolUse")

REGISTRATION: Final = (
    Registration(
        "user",
        ".claude/settings.json",
        "json",
        at=_AT,
        entry=_ENTRY,
        moved=(("CLAUDE_CONFIG_DIR", ".claude"),),
        needs="A session that is open takes it up when it is started anew; an interactive one runs hooks only in a folder whose trust question you have answered.",
    ),
    Registration(
        "project",
        ".claude/settings.local.json",
        "json",
        at=_AT,
        entry=_ENTRY,
        needs="A session that is open takes it up when it is started anew; an interactive one runs hooks only in a folder whose trust question you have answered.",
    ),
)

UNCOVERED: Final = (
    "commands you type yourself behind `!`",
    "files named with `@`, and MCP tools that run commands",
)
