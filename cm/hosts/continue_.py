"""Continue's `cn`, which is no longer made: a guard alone.

It reads the hooks of Claude Code's settings, too: where those hold the guard, it is asked twice and says the same twice.
Not tried with the real program.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.dialects import CLAUDE_CALL, CLAUDE_INPUT, CLAUDE_SESSION, CLAUDE_TOOL, DENY, NOTE, SILENT, hook
from cm.model.host import Host, Instructions, PreCommand, Registration, Switch

NAME: Final = "continue"

GUARD: Final = PreCommand(
    tool=CLAUDE_TOOL,
    input=CLAUDE_INPUT,
    shells={"Bash": "native", "run_terminal_command": "native"},
    commands=("command",),
    folder=("cwd",),
    session=CLAUDE_SESSION,
    call=CLAUDE_CALL,
    deny=DENY,
    ask=None,
    allow=SILENT,
    note=NOTE,
    writers=(
        "Write",
        "Edit",
        "MultiEdit",
        "create_new_file",
        "edit_existing_file",
        "single_find_and_replace",
    ),
    files=("filepath", "file_path", "path"),
    contents=("content", "contents", "new_string"),
)

_ENTRY: Final = hook("^(Bash|Write|Edit|MultiEdit)$")

HOST: Final = Host(
    name=NAME,
    title="Continue (cn)",
    markers=(),
    instructions=Instructions(files=("AGENTS.md",)),
    guard=GUARD,
    registration=(
        Registration(
            "user",
            ".continue/settings.json",
            "json",
            at=("hooks", "PreToolUse"),
            entry=_ENTRY,
            moved=(("CONTINUE_GLOBAL_DIR", ".continue"),),
        ),
        Registration(
            "project", ".continue/settings.local.json", "json", at=("hooks", "PreToolUse"), entry=_ENTRY
        ),
    ),
    uncovered=("MCP tools that run commands", "Continue inside an editor, which knows no hooks"),
    folders=(".continue",),
    programs=("cn",),
    switches=(Switch(".continue/settings.json", ("disableAllHooks",), True),),
)
