"""How OpenCode asks before a tool is used: a plugin of ours inside it (`guards/shims/opencode.js`), which starts the guard.

Measured: what a plugin throws stops the call and tells the model; a plugin that waits for ever stops OpenCode, so ours waits
for a limited time.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.dialects import SHIM_CALL, SHIM_DENY, SHIM_INPUT, SHIM_SESSION, SHIM_TOOL, SILENT
from cm.model.host import PreCommand, Registration

GUARD: Final = PreCommand(
    tool=SHIM_TOOL,
    input=SHIM_INPUT,
    shells={"bash": "native", "shell": "native"},
    commands=("command",),
    folder=("workdir", "cwd"),
    session=SHIM_SESSION,
    call=SHIM_CALL,
    deny=SHIM_DENY,
    ask=None,
    allow=SILENT,
    writers=("write", "edit", "multiedit", "patch", "apply_patch"),
    files=("filePath", "path"),
    patches=("patchText", "patch"),
    contents=("content", "newString"),
)

_NEEDS: Final = (
    "OpenCode takes it up when it is started anew. With its first plugin it fetches its plugin package from npm; without "
    "a network it waits for that."
)

REGISTRATION: Final = (
    Registration(
        "user",
        ".config/opencode/plugins/cm-guard.js",
        "whole-file",
        template="opencode.js",
        moved=(("OPENCODE_CONFIG_DIR", ".config/opencode"), ("XDG_CONFIG_HOME", ".config")),
        needs=_NEEDS,
    ),
    Registration(
        "project",
        ".opencode/plugins/cm-guard.js",
        "whole-file",
        template="opencode.js",
        shared=True,
        needs=_NEEDS,
    ),
)

UNCOVERED: Final = ("MCP tools and tools of other plugins that run commands",)
