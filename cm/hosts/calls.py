"""Calls of tools that wait for their result: which are commands, which write files, and how each ended.

For hosts whose calls come as (id, name, arguments) and whose results name the call. Not here: where a host says how
a command ended (the host files turn that into an `Ended`); Claude Code and Codex have ways of their own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from cm.hosts.codex_shell import patch_paths
from cm.hosts.remarks import remark
from cm.hosts.shapes import names, shell_text, tail, word
from cm.hosts.threads import Recent, Thread
from cm.model.session import Author, Event, Item, Skipped

SHELLS: Final = names(
    "bash Bash shell Shell sh powershell PowerShell pwsh exec exec_command run_command run_terminal run_terminal_cmd "
    "run_shell_command shell_command local_shell execute_command Execute terminal"
)
EDITORS: Final = names(
    "edit Edit write Write create Create MultiEdit multi_edit NotebookEdit notebook_edit write_file edit_file replace "
    "smart_edit search_replace str_replace StrReplace str_replace_editor insert insert_edit apply_patch ApplyPatch "
    "create_file delete_file Delete"
)
_PATHS: Final = (
    "file_path", "filePath", "path", "absolute_path", "target_file", "notebook_path", "target_notebook", "filename", "file",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ended:
    """How a call ended, as far as the host tells."""

    text: str
    code: int | None = None
    failed: bool = False
    refused: bool = False  # the user or the host did not let it run


class Calls:
    """The calls of one thread that wait, and how they began."""

    def __init__(self, thread: Thread, carry: Any) -> None:
        self._thread = thread
        # call id -> [family, tool, event id or paths, key of its events, of an edit the event of its marks]
        self._waiting = Recent(256, carry)

    def carry(self) -> list[list[Any]]:
        """What a later run needs."""
        return self._waiting.carry()

    def waits(self, call: str) -> bool:
        """Whether this call began and has not ended."""
        return self._waiting.get(call) is not None

    def forget(self, call: str) -> None:
        """Waits no longer for a call's end."""
        self._waiting.take(call)

    def only_command(self) -> str:
        """The one waiting command, for hosts whose results do not name their call; nothing when there are several."""
        found = [call for call, entry in self._waiting.kept.items() if _entry(entry)[0] == "shell"]
        return found[0] if len(found) == 1 else ""

    def called(
        self,
        call: str,
        name: str,
        given: Any,
        key: tuple[str, ...],
        at: str,
        *,
        by: Author = "agent",
        agent: str = "",
    ) -> Event | None:
        """A tool is called: a shell command is an event at once, as are feedback marks in an edit; the rest waits for its result."""
        arguments = arguments_of(given)
        if name in SHELLS:
            command = command_of(arguments)
            if command.strip():
                tool = "!" if by == "user" else name
                event = self._thread.event(key, at, by, "command", command, tool=tool, agent=agent)
                self._waiting.put(call, ["shell", tool, [event.id], list(key)])
                return event
        paths = paths_of(name, arguments, given)
        said = (
            remark(self._thread, key, at, name, paths, arguments or given, agent)
            if paths and by == "agent"
            else None
        )
        self._waiting.put(
            call, ["edit" if paths else "other", name, paths, list(key), said.id if said is not None else ""]
        )
        return said

    def ended(
        self,
        call: str,
        ended: Ended,
        key: tuple[str, ...],
        at: str,
        line: int,
        *,
        name: str = "",
        agent: str = "",
    ) -> list[Item]:
        """A result came: how a command ended, files written, a failure, a refusal, or nothing worth keeping."""
        family, tool, about, began, said = _entry(self._waiting.take(call))
        tool = tool or name
        key = (*began, "out") if began else key
        event = self._thread.event
        of = about[0] if family == "shell" and about else said
        if ended.refused:
            text = tail(ended.text) or "refused"
            return [event(key, at, "host", "error", text, of=of, tool=tool, agent=agent)]
        if family == "shell":
            code = (
                ended.code if ended.code is not None or not ended.failed else 1
            )  # it failed, it does not say how
            return [
                event(key, at, "tool", "output", tail(ended.text), of=of, code=code, tool=tool, agent=agent)
            ]
        if ended.failed:
            text = tail(ended.text) or "failed"
            return [event(key, at, "tool", "error", text, of=of, tool=tool, agent=agent)]
        if family == "edit":
            return [event((*key, path), at, "agent", "edit", path, tool=tool, agent=agent) for path in about]
        return [Skipped("tool-result", line)]


def arguments_of(given: Any) -> dict[str, Any]:
    """A call's arguments, whether they come as an object or as the JSON text of one."""
    if isinstance(given, str) and given.lstrip().startswith("{"):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            return {}
    return given if isinstance(given, dict) else {}


def command_of(arguments: dict[str, Any]) -> str:
    """The shell command among a call's arguments."""
    for name in ("command", "cmd", "script"):
        if arguments.get(name):
            return shell_text(arguments[name])
    return ""


def paths_of(name: str, arguments: dict[str, Any], given: Any = None) -> list[str]:
    """The files that a call writes; none for a call that only looks."""
    if name not in EDITORS or arguments.get("command") in ("view", "undo_edit"):
        return []
    for field in _PATHS:
        if path := word(arguments.get(field)):
            return [path]
    patch = word(given) or word(arguments.get("patch")) or word(arguments.get("input"))
    return list(patch_paths(patch)) if "*** " in patch else []


def _entry(entry: Any) -> tuple[str, str, list[str], tuple[str, ...], str]:
    """Family, tool, files or the command's event, key, and the event of what an edit says."""
    if not isinstance(entry, list) or len(entry) not in (4, 5):
        return "other", "", [], (), ""
    said = word(entry[4]) if len(entry) == 5 else ""
    return word(entry[0]) or "other", word(entry[1]), _words(entry[2]), tuple(_words(entry[3])), said


def _words(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
