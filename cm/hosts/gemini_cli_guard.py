"""How Gemini CLI asks before a tool is used. Its time limits are milliseconds.

Measured: a denial works as JSON and as status 2. A program that cannot be started stops every command; `ask` with nobody
there to answer waits for ever, so it is never said.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.dialects import CLAUDE_CALL, CLAUDE_INPUT, CLAUDE_SESSION, CLAUDE_TOOL, NOTE, SILENT
from cm.model.host import Answer, PreCommand, Registration

GUARD: Final = PreCommand(
    tool=CLAUDE_TOOL,
    input=CLAUDE_INPUT,
    shells={"run_shell_command": "native"},
    commands=("command",),
    folder=("dir_path", "directory", "cwd"),
    session=CLAUDE_SESSION,
    call=CLAUDE_CALL,
    deny=Answer('{"decision":"deny","reason":{reason}}', 2, True),
    ask=None,
    allow=SILENT,
    note=NOTE,
    writers=("write_file", "replace"),
    files=("file_path", "absolute_path", "path"),
    contents=("content", "new_string"),
)

_ENTRY: Final = {
    "matcher": "^(run_shell_command|write_file|replace)$",
    "hooks": [{"name": "cm-guard", "type": "command", "command": "{command}", "timeout": "{milliseconds}"}],
}

REGISTRATION: Final = (
    Registration(
        "user",
        ".gemini/settings.json",
        "json",
        at=("hooks", "BeforeTool"),
        entry=_ENTRY,
        moved=(("GEMINI_CLI_HOME", ""),),
        needs="A session that is open takes it up when it is started anew.",
    ),
    Registration(
        "project",
        ".gemini/settings.json",
        "json",
        at=("hooks", "BeforeTool"),
        entry=_ENTRY,
        shared=True,
        needs="Gemini CLI runs it only in a folder that you trusted (`/permissions`); `--skip-trust` does not load it.",
    ),
)

UNCOVERED: Final = ("MCP tools that run commands", "commands you type yourself behind `!`")
