"""How Cline asks before a tool is used: an executable named after the event.

Measured: `cancel` ends the whole run and tells the model nothing, and no status stops anything. So the call is let through
with another input in its place, which fails, and the reason as context: the run goes on and the model knows why. Older
versions of the extension know no other input; there it is `cancel`.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.dialects import SILENT
from cm.model.host import Answer, PreCommand, Registration

GUARD: Final = PreCommand(
    tool=("tool_call.name", "preToolUse.toolName", "preToolUse.tool"),
    input=("tool_call.input", "preToolUse.parameters"),
    shells={"run_commands": "native", "execute_command": "native"},
    commands=("commands", "command", "cmd"),
    folder=("cwd", "workspaceInfo.rootPath", "workspaceRoots", "workspacePath"),
    session=("sessionContext.rootSessionId", "taskId"),
    call=("tool_call.id",),
    # `exit 2` is the same word in sh, PowerShell and cmd: the reason itself never goes through a shell
    deny=Answer('{"overrideInput":{"commands":["exit 2"]},"contextModification":{reason}}', 0, True),
    ask=None,
    allow=SILENT,
    remind='{"contextModification":{reason}}',
    writers=("editor", "apply_patch", "write_to_file", "replace_in_file", "new_rule"),
    files=("path", "absolutePath", "file_path"),
    patches=("input", "diff"),
    contents=("new_text", "file_text", "content"),
    only_reads=(("command", "view"),),
    deny_write=Answer(
        '{"overrideInput":{"path":"","new_text":"","input":""},"contextModification":{reason}}', 0, True
    ),
    deny_without=("tool_call", Answer('{"cancel":true,"errorMessage":{reason}}', 0, True)),
)

REGISTRATION: Final = (
    Registration(
        "user",
        ".cline/hooks/PreToolUse",
        "executable",
        template="cline.sh",
        moved=(("CLINE_DIR", ".cline"),),
        or_else=(".cline/hooks/PreToolUse.sh", "Documents/Cline/Hooks/PreToolUse"),
        windows=False,
        needs="In the VS Code extension, hooks must be switched on in its settings.",
    ),
    Registration(
        "project",
        ".clinerules/hooks/PreToolUse",
        "executable",
        template="cline.sh",
        or_else=(".cline/hooks/PreToolUse", ".cline/hooks/PreToolUse.sh"),
        windows=False,
        shared=True,
        needs="In the VS Code extension, hooks must be switched on in its settings.",
    ),
)

UNCOVERED: Final = (
    "MCP tools that run commands",
    "Windows",
    "a guard that is not there any more: Cline goes on without it",
)
