"""Puts one table into a TOML text and takes it out again; every other byte stays: comments, order, line breaks.

The table comes last, after an empty line. Each result is read again and compared before it is given back. For JSON see
`store/jsonc_splice.py`, for YAML `store/yaml_splice.py`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

from cm.errors import Unparsable, Unwritable
from cm.store.jsonc_splice import Trace

_HEADER: Final = re.compile(r"^[ \t]*\[", re.MULTILINE)
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+\Z")
_PLACE: Final = re.compile(r"\(at line (\d+), column (\d+)\)")


def read(text: str, name: str = "") -> dict[str, Any]:
    """Reads a document. Raises Unparsable with line and column."""
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = _PLACE.search(str(error))
        where = f"{name}:{found[1]}:{found[2]}" if found else name or "the text"
        raise Unparsable(
            f"{where}: {_PLACE.sub('', str(error)).strip()}, so nothing was written",
            hint="mend that place, then run it again",
            path=name,
            line=int(found[1]) if found else 1,
        ) from error


def value_at(found: Any, at: Sequence[str]) -> Any:
    """The value at a path; None when there is none."""
    for step in at:
        if not isinstance(found, Mapping) or step not in found:
            return None
        found = found[step]
    return found


def put(text: str, at: Sequence[str], entry: Mapping[str, Any], name: str = "") -> tuple[str, Trace]:
    """Adds the table `at`, which is not there yet. Raises Unparsable, Unwritable."""
    before = read(text, name)
    for depth in range(1, len(at)):
        if value_at(before, at[:depth]) is None:
            break
        if not isinstance(value_at(before, at[:depth]), Mapping):
            raise _unsuited(at, name, f"`{'.'.join(at[:depth])}` is there and is no table")
    newline = "\r\n" if "\r\n" in text else "\n"
    tail = bool(text) and not text.endswith("\n")
    body = text + (newline if tail else "")
    gap = bool(body.strip()) and not body.endswith(newline * 2)
    new = body + (newline if gap else "") + table(at, entry).replace("\n", newline)
    wanted = deepcopy(before)
    around = wanted
    for step in at[:-1]:
        around = around.setdefault(step, {})
    around[at[-1]] = dict(entry)
    if not _reads_as(new, wanted):
        raise _unsuited(at, name, f"no table can be added to `{at[0]}` as it is written there")
    return new, Trace(int(gap), tail)


def take(text: str, at: Sequence[str], trace: Trace | None = None, name: str = "") -> str:
    """Removes the table `at` with what stands below it; by its trace the empty line as well that was put before it."""
    before = read(text, name)
    if value_at(before, at) is None:
        return text
    wanted = _without(before, at, prune=False)
    pruned = _without(before, at, prune=True)
    starts = [found.start() for found in _HEADER.finditer(text)]
    ours = [start for start in starts if _opens(text, start, at)]
    new = text
    for start in reversed(ours):  # a table of ours may be written in several parts
        stop = next((each for each in starts if each > start), len(text))
        rest = new[:start] + new[_last_of_ours(text, start, stop) :]
        new = _closed(rest, start, trace or Trace()) if start == ours[0] else rest
    if _reads_as(new, wanted) or _reads_as(new, pruned):
        return new
    for (
        start
    ) in ours:  # what looks like the beginning of a table may stand inside a text of several lines, or a list
        for stop in [*(each for each in starts if each > start), len(text)]:
            rest = text[:start] + text[_last_of_ours(text, start, stop) :]
            for new in (_closed(rest, start, trace or Trace()), rest):
                if _reads_as(new, wanted) or _reads_as(new, pruned):
                    return new
    raise _unsuited(at, name, "it is not written as a table of its own")


def table(at: Sequence[str], entry: Mapping[str, Any]) -> str:
    """A table with its values, one a line."""
    lines = [
        f"[{'.'.join(map(_key, at))}]",
        *(f"{_key(key)} = {_value(each)}" for key, each in entry.items()),
    ]
    return "\n".join(lines) + "\n"


def _opens(text: str, start: int, at: Sequence[str]) -> bool:
    """Whether a table that is ours, or one below it, begins here."""
    line = text[start:].split("\n", 1)[0].rstrip("\r")
    try:
        found: Any = tomllib.loads(line)
    except (tomllib.TOMLDecodeError, RecursionError):
        return False
    return value_at(found, at) is not None


def _last_of_ours(text: str, start: int, stop: int) -> int:
    """Behind the last line of the table; comments and empty lines after it are somebody's."""
    lines = text[start:stop].splitlines(keepends=True)
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return start + sum(map(len, lines))


def _closed(text: str, at: int, trace: Trace) -> str:
    """The text without what was put in front of our table, which stood there."""
    head, rest = text[:at], text[at:]
    newline = "\r\n" if "\r\n" in text else "\n"
    if trace.made and head.endswith(newline * 2):
        head = head[: -len(newline)]
    if trace.tail and not rest and head.endswith(newline):
        head = head[: -len(newline)]
    return head + rest


def _without(found: Mapping[str, Any], at: Sequence[str], *, prune: bool) -> dict[str, Any]:
    value: dict[str, Any] = deepcopy(dict(found))
    arounds = [value]
    for step in at[:-1]:
        arounds.append(arounds[-1][step])
    del arounds[-1][at[-1]]
    for depth in range(len(at) - 1, 0, -1) if prune else ():
        if not arounds[depth]:
            del arounds[depth - 1][at[depth - 1]]
    return value


def _reads_as(text: str, wanted: Mapping[str, Any]) -> bool:
    try:
        found = tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError):
        return False
    return found == wanted or repr(found) == repr(wanted)  # nan is like nothing but its own text


def _key(key: str) -> str:
    return key if _BARE.match(key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(str(key))} = {_value(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value)


def _unsuited(at: Sequence[str], name: str, why: str) -> Unwritable:
    return Unwritable(
        f"{name or 'the text'}: {why}, so nothing was written",
        hint=f"write `[{'.'.join(at)}]` as a table of its own (or put it there by hand: --dry-run shows it)",
        path=name,
    )
