"""What the dialects of several hosts share: the shape that Claude Code made, which many took over, and the words of VS Code.

Data alone, as `model/host.PreCommand` wants it. Not here: reading a payload and answering (`guards/door.py`, which is
given this as a literal), writing settings (`flows/guarding.py`).
"""

from __future__ import annotations

from typing import Any, Final

from cm.model.host import Answer

SILENT: Final = Answer()
"""Nothing is said, and the host goes on as it would have."""

DENY: Final = Answer(
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",'
    '"permissionDecisionReason":{reason}}}',
    2,
    True,
)
"""Denied three times over: every reader of this shape was seen to stop at one of JSON, status 2 and standard error, not
all of them at the same one."""

ASK: Final = Answer(
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":{reason}}}'
)

NOTE: Final = '{"systemMessage":{reason}}'

REMIND: Final = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":{reason}}}'
"""Lets the command run as it would have, and hands the model a text beside its result."""

SHIM_DENY: Final = Answer('{"deny":{reason}}', 2, True)
"""What our own plugins read (`guards/shims/`)."""

# what they send
SHIM_TOOL: Final = ("tool",)
SHIM_INPUT: Final = ("input",)
SHIM_SESSION: Final = ("session",)
SHIM_CALL: Final = ("call",)

# VS Code runs the hooks of other agents with its own tools' names, all of them: it ignores whom a hook asked for.
VSCODE_SHELLS: Final = {
    "run_in_terminal": "native",
    "runInTerminal": "native",
    "runTerminalCommand": "native",
}
VSCODE_WRITERS: Final = (
    "create_file", "replace_string_in_file", "multi_replace_string_in_file", "insert_edit_into_file", "edit_notebook_file",
    "apply_patch", "editFiles", "createFile",
)  # fmt: skip
VSCODE_FILES: Final = ("filePath", "files")

CLAUDE_TOOL: Final = ("tool_name", "toolName")
CLAUDE_INPUT: Final = ("tool_input", "toolInput", "toolArgs")
CLAUDE_SESSION: Final = ("session_id", "sessionId")
CLAUDE_CALL: Final = ("tool_use_id", "toolUseId", "tool_call_id")


def hook(matcher: str = "", **more: Any) -> dict[str, Any]:
    """An entry of the shape {matcher, hooks: [{type, command, timeout}]}; what is given beside goes into the handler."""
    handler = {"type": "command", "command": "{command}", "timeout": "{timeout}", **more}
    return {"matcher": matcher, "hooks": [handler]} if matcher else {"hooks": [handler]}
