"""How Codex runs commands and says how they ended: argument shapes, Code Mode scripts, status lines, patches.

Pure text work, no state. Which record answers which call is in `codex_runs.py`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from cm.hosts.shapes import number, shell_text, table, text_of, word

SHELLS: Final = frozenset(
    ("shell", "shell_command", "exec_command", "local_shell", "container.exec", "unified_exec", "bash")
)

_DECODER: Final = json.JSONDecoder(strict=False)
_STATUS: Final = re.compile(r"^(?:Process exited with code|Exit code:) (-?\d{1,10})\s*$", re.MULTILINE)
_RUNNING: Final = re.compile(r"^Process running with session ID (\d{1,12})", re.MULTILINE)
_CELL: Final = re.compile(r"\AScript running with cell ID ([\w-]{1,40})")
_BODY: Final = re.compile(r"^Output:[ \t]*\n?", re.MULTILINE)
_FRAME: Final = re.compile(r"\A(?:Chunk ID|Wall time|Exit code|Process |Script |Total output|Original token)")
_PATCHED: Final = re.compile(r"(?:Add File|Update File|Delete File|Move to): ([^\n]+)")
_SUCCESS: Final = re.compile(r"^Success\. Updated the following files:", re.MULTILINE)
_REFUSED: Final = re.compile(
    r"\A[\w ]{0,30}?(?:rejected|denied|aborted|declined|cancelled) by (?:the )?user\b|\Aexec command rejected\b",
    re.IGNORECASE,
)
_TOOL_CALL: Final = re.compile(r"tools\.(exec_command|shell_command|shell|local_shell|unified_exec)\s*\(")
_STDIN: Final = re.compile(
    r"tools\.write_stdin\s*\(\s*\{[^{}]{0,200}?[\"']?session_id[\"']?\s*:\s*(\d{1,12})"
)
_STRING: Final = r"(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)"
_COMMAND: Final = re.compile(r"[{,\s(][\"']?(?:cmd|command)[\"']?\s*(?::\s*(?:" + _STRING + r"|([A-Za-z_$][\w$]*))|(?=[,}]))", re.DOTALL)  # fmt: skip
_ESCAPE: Final = re.compile(r"\\(u\{[0-9A-Fa-f]{1,6}\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|\r?\n|.)", re.DOTALL)
_SIMPLE: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}


@dataclass(frozen=True, slots=True)
class Ended:
    """How a call ended, as far as its output says."""

    text: str
    code: int | None = None
    session: str = ""  # a process that still runs has this number
    cell: str = ""  # a script that still runs has this one
    refused: bool = False
    failed: bool = False  # the call itself did not work


def command_of(name: str, arguments: Any) -> str:
    """The command that a shell call's arguments hold (text in JSON, an object, or a bare command)."""
    given = arguments_of(arguments)
    if not given:
        return word(arguments) if name in SHELLS and not word(arguments).startswith("{") else ""
    for field in ("cmd", "command", "script"):
        if given.get(field):
            return shell_text(given[field])
    return ""


def arguments_of(arguments: Any) -> dict[str, Any]:
    """A call's arguments as an object, whatever the version wrote."""
    if isinstance(arguments, str) and arguments.lstrip().startswith("{"):
        try:
            return table(_DECODER.decode(arguments))
        except (ValueError, RecursionError):
            return {}
    return table(arguments)


def script_commands(script: str) -> list[str]:
    """The commands that a Code Mode script runs, in order, as far as they stand in it as text."""
    out: list[str] = []
    place = 0
    while (call := _TOOL_CALL.search(script, place)) is not None:
        place = call.end()
        following = _TOOL_CALL.search(script, place)
        found = _COMMAND.search(script, place - 1)
        if found is None or (following is not None and found.start() > following.start()):
            continue
        if found[1]:
            out.append(_unquoted(found[1]))
            place = found.end()
        else:
            text = _constant(script, found[2] or "cmd") or ("" if found[2] else _constant(script, "command"))
            if text:
                out.append(text)
    return [text for text in out if text.strip()]


def patch_paths(patch: str) -> list[str]:
    """The files that an `apply_patch` text names, each once."""
    parts = f"\n{patch}".split("\n*** ")[1:]
    found = (_PATCHED.match(part) for part in parts)
    return list(dict.fromkeys(name for match in found if match and (name := match[1].strip())))


def ended_of(output: Any) -> Ended:
    """Reads a call's output in any of its shapes."""
    blocks = [text_of(part) for part in output] if isinstance(output, list) else [text_of(output)]
    text = "\n".join(blocks)
    if isinstance(output, dict) and not text:
        return Ended("")
    if text.startswith("{") and '"metadata"' in text[-400:]:
        inner = arguments_of(text)
        if "output" in inner:
            return Ended(text_of(inner["output"]), number(table(inner.get("metadata")).get("exit_code")))
    if isinstance(output, dict) and isinstance(output.get("metadata"), dict):
        return Ended(text, number(output["metadata"].get("exit_code")))
    start = text[:600]
    if not _FRAME.match(start):
        if _REFUSED.match(start):
            return Ended(text, refused=True)
        return Ended(text, failed="verification failed" in start[:80] or start.startswith("patch rejected"))
    body = _BODY.search(text, 0, 1_000)
    frame = text[: body.start()] if body else start
    rest = text[body.end() :] if body else text
    status = _STATUS.search(frame)
    running = _RUNNING.search(frame)
    cell = _CELL.match(frame)
    return Ended(
        rest,
        int(status[1]) if status else None,
        running[1] if running else "",
        cell[1] if cell else "",
        failed=frame.startswith("Script failed"),
    )


def script_paths(script: str) -> list[str]:
    """The files that patches inside a Code Mode script name."""
    return patch_paths(script_patch(script)) if "*** Begin Patch" in script else []


def script_patch(script: str) -> str:
    """The text of the patches inside a Code Mode script."""
    return _ESCAPE.sub(_unescaped, script)


def script_stdin(script: str) -> str:
    """The running process that a Code Mode script only looks at again, or nothing."""
    found = _STDIN.search(script)
    return found[1] if found else ""


def patched(ended: Ended) -> bool:
    """Whether a patch went in."""
    if ended.refused or ended.failed or (ended.code is not None and ended.code != 0):
        return False
    return ended.code == 0 or not ended.text.strip() or _SUCCESS.search(ended.text[:400]) is not None


def printed_results(text: str) -> list[tuple[str, int | None, str]]:
    """What a Code Mode script printed of its calls' results: (output, exit status, number of a running process)."""
    out: list[tuple[str, int | None, str]] = []
    if '"wall_time_seconds"' not in text and '"exit_code"' not in text:
        return out
    place = 0
    while len(out) < 64 and 0 <= (place := _next_brace(text, place)) < len(text):
        try:
            value, place = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            place += 1
            continue
        _collect(value, out, 0)
    return out


def _next_brace(text: str, place: int) -> int:
    """Where a line that begins with `{` or `[` starts, at or after a place."""
    while place < len(text):
        if text[place] in "{[" and (place == 0 or text[place - 1] in "\n}] ,"):
            return place
        following = text.find("\n", place)
        if following < 0:
            return -1
        place = following + 1
    return -1


def _collect(value: Any, out: list[tuple[str, int | None, str]], depth: int) -> None:
    if depth > 4:
        return
    if isinstance(value, list):
        for part in value:
            _collect(part, out, depth + 1)
    elif isinstance(value, dict):
        if "output" in value and (
            "exit_code" in value or "session_id" in value or "wall_time_seconds" in value
        ):
            running = value.get("session_id")
            mark = "" if running is None or isinstance(running, bool) else str(running)
            out.append((text_of(value["output"]), number(value.get("exit_code")), mark))
            return
        for part in value.values():
            if isinstance(part, list | dict):
                _collect(part, out, depth + 1)


def _constant(script: str, name: str) -> str:
    found = re.search(rf"\b(?:const|let|var)\s+{re.escape(name)}\s*=\s*{_STRING}", script, re.DOTALL)
    return _unquoted(found[1]) if found else ""


def _unquoted(literal: str) -> str:
    return _ESCAPE.sub(_unescaped, literal[1:-1]) if "\\" in literal else literal[1:-1]


def _unescaped(found: re.Match[str]) -> str:
    mark = found[1]
    if mark[0] in "ux" and len(mark) > 1:
        point = int(mark[1:].strip("{}"), 16)
        return chr(point) if point <= 0x10FFFF else "\ufffd"
    if mark in ("\n", "\r\n"):
        return ""
    return _SIMPLE.get(mark, mark)


_TYPED = re.compile(r"<command>\s*(.*?)\s*</command>", re.DOTALL)
_RESULT = re.compile(r"<result>\s*(.*?)\s*(?:</result>|</user_shell_command>|\Z)", re.DOTALL)


def typed_at_the_prompt(text: str) -> tuple[str, str | None]:
    """The user's own `!` command as the model was told of it, and what it printed, if that is there."""
    typed, result = _TYPED.search(text), _RESULT.search(text)
    return typed[1] if typed else "", result[1] if result else None
