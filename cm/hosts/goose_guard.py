"""How goose asks before a tool is used: a plugin of ours, a folder with `plugin.json` and `hooks/hooks.json`.

It blocks on status 2 with a reason on standard error, and on `block` in the JSON; anything else lets the call go on. Its
matchers are regular expressions of Rust, and a `*` would be a broken one.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.dialects import SILENT, hook
from cm.model.host import Answer, PreCommand, Registration, Spot

GUARD: Final = PreCommand(
    tool=("tool_name",),
    input=("tool_input",),
    shells={"developer__shell": "native", "shell": "native"},
    commands=("command",),
    folder=("working_dir", "cwd"),
    session=("session_id",),
    call=("tool_call_id",),
    deny=Answer('{"decision":"block","reason":{reason}}', 2, True),
    ask=None,
    allow=SILENT,
    writers=(
        "developer__text_editor",
        "developer__write",
        "developer__edit",
        "developer__write_file",
        "developer__edit_file",
        "text_editor",
        "write",
        "edit",
        "write_file",
        "edit_file",
    ),
    files=("path", "file_path"),
    patches=("diff",),
    contents=("content", "file_text", "new_str", "after"),
    only_reads=(("command", "view"),),
)

_ENTRY: Final = hook("(^|__)(shell|text_editor|write|edit|write_file|edit_file)$")
_PLACE: Final = ".agents/plugins/cm-guard/"


def _plugin(where: Spot, needs: str, shared: bool) -> tuple[Registration, Registration]:
    return (
        Registration(
            where, _PLACE + "plugin.json", "whole-file", template="goose.json", needs=needs, shared=shared
        ),
        Registration(
            where,
            _PLACE + "hooks/hooks.json",
            "json",
            at=("hooks", "PreToolUse"),
            entry=_ENTRY,
            needs=needs,
            shared=shared,
        ),
    )


REGISTRATION: Final = (
    *_plugin("user", "goose takes it up when a session begins; versions before 1.38 know no hooks.", False),
    *_plugin("project", "goose takes it up when a session begins in this folder.", True),
)

UNCOVERED: Final = (
    "tools of other extensions that run commands",
    "versions before 1.38, which know no hooks",
)
