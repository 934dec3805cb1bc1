"""How Codex asks before a tool is used: the shape of Claude Code, read strictly.

Measured: a field it does not know, `ask`, an empty reason, or status 2 with nothing on standard error lets the command
run; where both speak, standard error is what the model is told. Every shell tool is called `Bash` here, in code mode too.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.dialects import (
    CLAUDE_CALL,
    CLAUDE_INPUT,
    CLAUDE_SESSION,
    CLAUDE_TOOL,
    DENY,
    NOTE,
    REMIND,
    SILENT,
    hook,
)
from cm.model.host import PreCommand, Registration

GUARD: Final = PreCommand(
    tool=CLAUDE_TOOL,
    input=CLAUDE_INPUT,
    shells={"Bash": "native"},
    commands=("command", "cmd"),
    folder=("workdir", "cwd"),
    session=CLAUDE_SESSION,
    call=CLAUDE_CALL,
    deny=DENY,
    ask=None,
    allow=SILENT,
    note=NOTE,
    remind=REMIND,
    writers=("apply_patch", "Edit", "Write"),
    files=("file_path", "path"),
    patches=("command", "input", "patch"),
    contents=("content", "new_string"),
)

_ENTRY: Final = hook("^(Bash|apply_patch)$")
_TRUST: Final = (
    "Codex runs it once you have trusted it: start `codex` and say yes, or open /hooks there. Until then it is skipped "
    "without a word, in `codex exec` too."
)

REGISTRATION: Final = (
    Registration(
        "user",
        ".codex/hooks.json",
        "json",
        at=("hooks", "PreToolUse"),
        entry=_ENTRY,
        moved=(("CODEX_HOME", ".codex"),),
        needs=_TRUST,
    ),
    Registration(
        "project",
        ".codex/hooks.json",
        "json",
        at=("hooks", "PreToolUse"),
        entry=_ENTRY,
        shared=True,
        needs=_TRUST + " The project itself must be trusted, too.",
    ),
)

UNCOVERED: Final = (
    "what is typed into a command that already runs (`write_stdin`)",
    "a hook that you have not trusted, or that changed since you did",
)
