"""How GitHub Copilot asks before a tool is used: the CLI, and VS Code, which runs the same files with its own tools' names.

Measured: any status but 0 stops the command, and so does a program that cannot be started; the reason is told by the JSON
alone. One document says it to both: at the top level for the CLI, inside `hookSpecificOutput` for VS Code.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.dialects import (
    CLAUDE_CALL,
    CLAUDE_SESSION,
    SILENT,
    VSCODE_FILES,
    VSCODE_SHELLS,
    VSCODE_WRITERS,
)
from cm.model.host import Answer, PreCommand, Registration

_BOTH: Final = (
    '{"permissionDecision":"%s","permissionDecisionReason":{reason},'
    '"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"%s","permissionDecisionReason":{reason}}}'
)

_REMIND: Final = '{"additionalContext":{reason},"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":{reason}}}'

GUARD: Final = PreCommand(
    tool=("toolName", "tool_name"),
    input=("toolArgs", "tool_input", "toolInput"),
    shells={
        "bash": "sh",
        "powershell": "powershell",
        "write_bash": "sh",
        "write_powershell": "powershell",
        **VSCODE_SHELLS,
    },
    commands=("command", "input"),
    folder=("cwd",),
    session=CLAUDE_SESSION,
    call=(*CLAUDE_CALL, "toolCallId"),
    deny=Answer(_BOTH % ("deny", "deny"), 2, True),
    ask=Answer(_BOTH % ("ask", "ask")),
    allow=SILENT,
    remind=_REMIND,
    writers=(
        "create",
        "edit",
        "insert",
        "str_replace",
        "str_replace_editor",
        "Write",
        "Edit",
        *VSCODE_WRITERS,
    ),
    files=("path", "file_path", *VSCODE_FILES),
    patches=("input", "patch"),
    contents=("file_text", "new_str", "content", "new_string", "newString", "code"),
    only_reads=(("command", "view"),),
)

_ENTRY: Final = {
    "type": "command",
    "matcher": "bash|powershell|write_bash|write_powershell|create|edit|insert|str_replace|str_replace_editor|apply_patch",
    "bash": "{command}",
    "powershell": "{powershell}",
    "timeoutSec": "{timeout}",
}

REGISTRATION: Final = (
    Registration(
        "user",
        ".copilot/hooks/cm-guard.json",
        "json",
        at=("hooks", "preToolUse"),
        entry=_ENTRY,
        root={"version": 1},
        moved=(("COPILOT_HOME", ".copilot"),),
        needs="A session that is open takes it up when it is started anew. VS Code reads this file, too.",
    ),
    Registration(
        "project",
        ".github/copilot/settings.local.json",
        "json",
        at=("hooks", "preToolUse"),
        entry=_ENTRY,
        needs=(
            "Copilot runs it only in a folder that you trusted; VS Code does not read this file. Do not commit it: where "
            "its program is missing, Copilot denies every command."
        ),
    ),
)

UNCOVERED: Final = (
    "MCP tools that run commands",
    "a guard that takes longer than its time limit",
    "in VS Code: what you type in its terminal yourself",
)
