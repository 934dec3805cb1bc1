"""How oh-my-pi asks before a tool is used: an extension of ours inside it (`guards/shims/pi.ts`), which starts the guard.

It is pi with more tools: an error in an extension, or one that takes too long, stops the call.
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
    writers=("write", "edit", "ast_edit"),
    files=("path", "paths", "rename"),
    patches=("input", "diff"),
    contents=("content", "newText", "new_string"),
)

REGISTRATION: Final = (
    Registration(
        "user",
        ".omp/agent/extensions/cm-guard.ts",
        "whole-file",
        template="pi.ts",
        moved=(("PI_CODING_AGENT_DIR", ".omp/agent"),),
        needs="It is taken up when a session begins, or by /reload.",
    ),
    Registration(
        "project",
        ".omp/extensions/cm-guard.ts",
        "whole-file",
        template="pi.ts",
        shared=True,
        needs="It is taken up when a session begins in this folder.",
    ),
)

UNCOVERED: Final = (
    "code that its `eval` tool runs in Python or JavaScript",
    "edits by line anchors, which name their file inside the text",
    "MCP tools and tools of other extensions that run commands",
)
