"""How pi asks before a tool is used: an extension of ours inside it (`guards/shims/pi.ts`), which starts the guard.

Measured: `block` with a reason stops the call and tells the model; so would an error in the extension, which ours never lets
out. Calls that a script of its code mode makes come one by one, as any other.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.dialects import SHIM_CALL, SHIM_DENY, SHIM_INPUT, SHIM_SESSION, SHIM_TOOL, SILENT
from cm.model.host import PreCommand, Registration

GUARD: Final = PreCommand(
    tool=SHIM_TOOL,
    input=SHIM_INPUT,
    shells={"bash": "sh", "powershell": "powershell"},
    commands=("command",),
    folder=("cwd",),
    session=SHIM_SESSION,
    call=SHIM_CALL,
    deny=SHIM_DENY,
    ask=None,
    allow=SILENT,
    writers=("write", "edit"),
    files=("path",),
    patches=("input", "diff"),
    contents=("content", "newText", "new_string"),
)

REGISTRATION: Final = (
    Registration(
        "user",
        ".pi/agent/extensions/cm-guard.ts",
        "whole-file",
        template="pi.ts",
        moved=(("PI_CODING_AGENT_DIR", ".pi/agent"),),
        needs="It is taken up when a session begins, or by /reload.",
    ),
    Registration(
        "project",
        ".pi/extensions/cm-guard.ts",
        "whole-file",
        template="pi.ts",
        shared=True,
        needs="pi loads extensions of a project only once you trusted it.",
    ),
)

UNCOVERED: Final = (
    "MCP tools and tools of other extensions that run commands",
    "commands you type yourself behind `!`",
)
