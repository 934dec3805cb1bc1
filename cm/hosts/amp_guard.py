"""How Amp asks before a tool is used: a plugin of ours inside it (`guards/shims/amp.ts`), which starts the guard.

Not tried with the real program: it runs with a login only. Plugins are an experiment of Amp's and change.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.dialects import SHIM_CALL, SHIM_DENY, SHIM_INPUT, SHIM_SESSION, SHIM_TOOL, SILENT
from cm.model.host import PreCommand, Registration

GUARD: Final = PreCommand(
    tool=SHIM_TOOL,
    input=SHIM_INPUT,
    shells={"Bash": "sh", "shell_command": "sh"},
    commands=("command", "cmd"),
    folder=("cwd", "dir"),
    session=SHIM_SESSION,
    call=SHIM_CALL,
    deny=SHIM_DENY,
    ask=None,
    allow=SILENT,
    writers=("create_file", "edit_file", "apply_patch", "undo_edit", "Write", "Edit"),
    files=("path", "file_path"),
    patches=("patch", "patchText", "input"),
    contents=("content", "new_str"),
)

_NEEDS: Final = "Amp takes it up when it is started anew; builds that still hide plugins need PLUGINS=all in the environment."

REGISTRATION: Final = (
    Registration(
        "user",
        ".config/amp/plugins/cm-guard.ts",
        "whole-file",
        template="amp.ts",
        moved=(("XDG_CONFIG_HOME", ".config"),),
        windows=False,
        needs=_NEEDS,
    ),
    Registration(
        "project",
        ".amp/plugins/cm-guard.ts",
        "whole-file",
        template="amp.ts",
        windows=False,
        shared=True,
        needs=_NEEDS,
    ),
)

UNCOVERED: Final = ("MCP tools and tools of other plugins that run commands", "native Windows")
