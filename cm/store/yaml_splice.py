"""Puts one entry into a mapping near the top of a YAML text and takes it out again; every other byte stays.

The mapping is one of the document's own keys and written in lines (or not there at all). Each result is read again and compared
before it is given back. For JSON see `store/jsonc_splice.py`, for TOML `store/toml_splice.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

from cm.errors import CmError, Unparsable, Unwritable
from cm.store import yaml
from cm.store.jsonc_splice import Trace
from cm.store.toml_splice import value_at as value_at

_EMPTY: Final = re.compile(r"\{[ \t]*\}")


def read(text: str, name: str = "") -> dict[str, Any]:
    """Reads a document whose top is a mapping, or nothing. Raises Unparsable."""
    found = yaml.parse(text, Path(name or "the text"))
    if found is None:
        return {}
    if not isinstance(found, Mapping):
        raise Unparsable(
            f"{name or 'the text'}:1: the document is no mapping, so nothing was written",
            hint="mend that place, then run it again",
            path=name,
            line=1,
        )
    return dict(found)


def put(text: str, at: Sequence[str], entry: Mapping[str, Any], name: str = "") -> tuple[str, Trace]:
    """Adds the entry `at` (a key of the document and one below it), which is not there yet. Raises Unparsable, Unwritable."""
    top, key = at
    before = read(text, name)
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    tail = bool(lines) and not lines[-1].endswith("\n")
    if tail:
        lines[-1] += newline
    held = before.get(top)
    number = _line_of(lines, top)
    made = 0
    if number is None:
        made = 2 if top not in before else 0
        lines += [f"{top}:{newline}", *_entry(key, entry, "  ", newline)]
    else:
        if not held:  # nothing, or {} on the key's own line
            lines[number] = _EMPTY.sub("", lines[number], count=1).rstrip("\r\n ") + newline
            made = 1
        start, end, indent = _children(lines, number)
        del start
        lines[end:end] = _entry(key, entry, indent or "  ", newline)
    new = "".join(lines)
    wanted = deepcopy(before)
    wanted[top] = {**(wanted.get(top) or {}), key: dict(entry)} if isinstance(held, Mapping | None) else held
    if not _reads_as(new, wanted, name):
        raise _unsuited(at, name)
    return new, Trace(made, tail)


def take(text: str, at: Sequence[str], trace: Trace | None = None, name: str = "") -> str:
    """Removes the entry `at`, and with it the mapping around when it was made for it and holds nothing else."""
    top, key = at
    trace = trace or Trace()
    before = read(text, name)
    held = before.get(top)
    if not isinstance(held, Mapping) or key not in held:
        return text
    lines = text.splitlines(keepends=True)
    number = _line_of(lines, top)
    if number is None:
        raise _unsuited(at, name)
    start, end, indent = _children(lines, number)
    place = next(
        (each for each in range(start, end) if re.match(rf"{indent}{re.escape(key)}[ \t]*:", lines[each])),
        None,
    )
    if place is None:
        raise _unsuited(at, name)
    stop = place + 1
    while stop < end and (not lines[stop].strip() or _indent(lines[stop]) > len(indent)):
        stop += 1
    while stop > place + 1 and not lines[stop - 1].strip():
        stop -= 1
    wanted = deepcopy(before)
    del wanted[top][key]
    newline = "\r\n" if "\r\n" in text else "\n"
    last = stop == len(lines)
    del lines[place:stop]
    if not wanted[top]:
        if trace.made == 2 and not "".join(lines[number + 1 : place]).strip():
            del lines[number]
            del wanted[top]
        else:
            head = lines[number].rstrip("\r\n")
            mark = head.find(" #")
            head, said = (head[:mark].rstrip(), head[mark:]) if mark >= 0 else (head, "")
            lines[number] = f"{head} {{}}{said}{newline}"
    new = "".join(lines)
    if trace.tail and last and new.endswith(newline):
        new = new[: -len(newline)]
    if not _reads_as(new, wanted, name):
        raise _unsuited(at, name)
    return new


def _entry(key: str, entry: Mapping[str, Any], indent: str, newline: str) -> list[str]:
    inner = [
        f"{indent}  {each}: {json.dumps(value, ensure_ascii=False)}{newline}" for each, value in entry.items()
    ]
    return [f"{indent}{key}:{newline}", *inner]


def _line_of(lines: Sequence[str], top: str) -> int | None:
    found = [
        number
        for number, line in enumerate(lines)
        if re.match(rf"(?:\ufeff)?{re.escape(top)}[ \t]*:(?:[ \t\r\n]|$)", line)
    ]
    return found[0] if len(found) == 1 else None


def _children(lines: Sequence[str], number: int) -> tuple[int, int, str]:
    """The lines below a key of the document, from the first to behind the last that is indented, and how deep they stand."""
    indent, end = "", number + 1
    for at in range(number + 1, len(lines)):
        line = lines[at]
        if not line.strip():
            continue
        if not line[0].isspace():
            if line.startswith("#"):
                continue
            break
        if not line.lstrip().startswith("#"):
            indent = indent or line[: _indent(line)]
        end = at + 1
    return number + 1, end, indent


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _reads_as(text: str, wanted: Mapping[str, Any], name: str) -> bool:
    try:
        return read(text, name) == wanted
    except CmError:
        return False


def _unsuited(at: Sequence[str], name: str) -> Unwritable:
    return Unwritable(
        f"{name or 'the text'}: `{at[0]}` cannot be changed without touching what is not ours, so nothing was written",
        hint=f"write `{at[0]}:` with one entry a line below it (or put it there by hand: --dry-run shows it)",
        path=name,
    )
