"""How Factory's droid asks before a tool is used: the shape of Claude Code, the shell called `Execute`.

It reads `hooks.json`, whose top level are the events; where there is none, the `hooks` of its settings. A new `hooks.json`
would silence hooks in the settings, so it is only used where it is there already.
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
    SILENT,
    hook,
)
from cm.model.host import PreCommand, Registration

GUARD: Final = PreCommand(
    tool=CLAUDE_TOOL,
    input=CLAUDE_INPUT,
    shells={"Execute": "native", "Bash": "native"},
    commands=("command",),
    folder=("cwd",),
    session=CLAUDE_SESSION,
    call=CLAUDE_CALL,
    deny=DENY,
    ask=ASK,
    allow=SILENT,
    note=NOTE,
    writers=("Create", "Edit", "MultiEdit", "ApplyPatch", "Write"),
    files=("file_path", "path"),
    patches=("input", "patch"),
    contents=("content", "new_str", "new_string"),
)

_ENTRY: Final = hook("Execute|Create|Edit|MultiEdit|ApplyPatch")
_NEEDS: Final = "droid reads its hooks when a session begins, and asks you in /hooks to look at what was changed outside of it."

REGISTRATION: Final = (
    Registration(
        "user", ".factory/hooks.json", "json", at=("PreToolUse",), entry=_ENTRY, only_there=True, needs=_NEEDS
    ),
    Registration(
        "user",
        ".factory/settings.json",
        "json",
        at=("hooks", "PreToolUse"),
        entry=_ENTRY,
        unless=".factory/hooks.json",
        needs=_NEEDS,
    ),
    Registration(
        "project",
        ".factory/hooks.json",
        "json",
        at=("PreToolUse",),
        entry=_ENTRY,
        only_there=True,
        shared=True,
        needs=_NEEDS,
    ),
    Registration(
        "project",
        ".factory/settings.local.json",
        "json",
        at=("hooks", "PreToolUse"),
        entry=_ENTRY,
        unless=".factory/hooks.json",
        needs=_NEEDS,
    ),
)

UNCOVERED: Final = ("MCP tools that run commands",)
