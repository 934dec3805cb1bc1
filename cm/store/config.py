"""Reads the TOML layers and writes single values into the user's config.toml, leaving every other byte.

What layers mean is `core/layers.py`. `tomllib` is imported only when there is a file.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from cm.core.layers import Layer, LayerName, Value
from cm.errors import BadState, NewerSchema, Unparsable
from cm.store.lines import read_bytes

SCHEMA: Final = 1
_TABLE: Final = re.compile(r"^\s*\[\s*([A-Za-z0-9_.\- \"']+?)\s*\]\s*(?:#.*)?$")
_KEY: Final = re.compile(r"^\s*([A-Za-z0-9_\-]+(?:\s*\.\s*[A-Za-z0-9_\-]+)*)\s*=\s*")


def read_layer(path: Path, name: LayerName) -> Layer | None:
    """Reads one config file as a layer, None when there is none.

    Raises Unparsable with file and line for broken TOML, NewerSchema for a file of a newer version.
    """
    text = _read(path)
    if text is None:
        return None
    values = _parse(path, text)
    schema = values.get("schema", SCHEMA)
    if isinstance(schema, int) and schema > SCHEMA:
        raise NewerSchema(
            f"{path}: schema {schema} is newer than this version knows ({SCHEMA})",
            hint="upgrade cm: `pipx upgrade cm-playbook`",
            path=str(path),
        )
    where = {key: f"{path}:{line}" for key, line in _lines(text).items()}
    return Layer(name, values, str(path), where)


def with_value(text: str, key: str, value: Value) -> str:
    """Returns the file's text with one setting changed or added; comments, order and other lines stay."""
    section, _, name = key.rpartition(".")
    lines = text.splitlines(keepends=True)
    written = f"{name} = {_toml(value)}"
    at = _lines(text).get(key)
    if at is not None:
        line = lines[at - 1]
        ending = line[len(line.rstrip("\r\n")) :]
        head = _KEY.match(line)
        start = head.group(0) if head else f"{name} = "
        lines[at - 1] = f"{start}{_toml(value)}{_comment(line, start)}{ending}"
        changed = "".join(lines)
    elif not section:
        # a key without a table must stand before the first table
        first = next((i for i, line in enumerate(lines) if _TABLE.match(line)), len(lines))
        changed = _insert(lines, first, written)
    else:
        opened = [i for i, line in enumerate(lines) if (m := _TABLE.match(line)) and m.group(1) == section]
        if opened:
            changed = _insert(lines, _end_of_table(lines, opened[0]), written)
        else:
            blank = "\n" if lines and lines[-1].strip() else ""
            changed = _insert(lines, len(lines), f"{blank}[{section}]\n{written}")
    return changed


def without_value(text: str, key: str) -> str:
    """Returns the file's text without one setting's line."""
    at = _lines(text).get(key)
    lines = text.splitlines(keepends=True)
    return "".join(lines[: at - 1] + lines[at:]) if at is not None else text


def set_value(path: Path, key: str, value: Value | None) -> None:
    """Writes one setting (None removes it), atomically; call it with the home's lock held.

    Raises BadState when the file is written in a way that a single line cannot change.
    """
    from cm.store.files import replace

    text = _read(path) or ""
    before = _parse(path, text)
    changed = with_value(text, key, value) if value is not None else without_value(text, key)
    expected = json.loads(json.dumps(before, default=str))
    spot = expected
    *tables, name = key.split(".")
    for table in tables:
        spot = spot.setdefault(table, {}) if isinstance(spot, dict) else {}
    spot = spot if isinstance(spot, dict) else {}
    if value is None:
        spot.pop(name, None)
    else:
        spot[name] = list(value) if isinstance(value, tuple) else value
    try:
        after = json.loads(json.dumps(_parse(path, changed), default=str))
    except Unparsable:
        after = None
    if after is None or _pruned(after) != _pruned(expected):
        raise BadState(
            f"{path}: {key} is written in a way that cannot be changed by one line",
            hint=f"edit it by hand: {name} = {_toml(value) if value is not None else '(remove it)'}",
            path=str(path),
        )
    replace(path, changed.encode("utf-8"))


def _read(path: Path) -> str | None:
    try:
        return read_bytes(path).decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise Unparsable(
            f"{path}:{line}: not UTF-8", hint="save the file as UTF-8", path=str(path), line=line
        ) from error
    except OSError as error:
        raise BadState(
            f"cannot read {path}: {error.strerror}", hint="check the permissions of that file", path=str(path)
        ) from error


def _parse(path: Path, text: str) -> dict[str, Any]:
    if not text:
        return {}
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found.group(1)) if found else text.count("\n") + 1
        raise Unparsable(
            f"{path}:{line}: not valid TOML: {error}",
            hint=f"mend line {line}; `cm config --explain` shows what every setting may be",
            path=str(path),
            line=line,
        ) from error


def _lines(text: str) -> dict[str, int]:
    """The line of every key, as far as a look at the lines can tell."""
    table = ""
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if opened := _TABLE.match(line):
            table = opened.group(1).replace(" ", "").replace('"', "").replace("'", "")
        elif key := _KEY.match(line):
            name = key.group(1).replace(" ", "")
            found.setdefault(f"{table}.{name}" if table else name, number)
    return found


def _comment(line: str, start: str) -> str:
    """The comment at the end of a `key = value` line, with the space before it."""
    rest = line[len(start) :].rstrip("\r\n")
    quote = ""
    for i, char in enumerate(rest):
        if quote:
            if char == quote and not (quote == '"' and rest[i - 1] == "\\"):
                quote = ""
        elif char in "\"'":
            quote = char
        elif char == "#":
            before = rest[:i]
            return before[len(before.rstrip()) :] + rest[i:]
    return ""


def _end_of_table(lines: list[str], opened: int) -> int:
    """Where the next key of a table goes: after its last line that says something."""
    end = opened + 1
    for i in range(opened + 1, len(lines)):
        if _TABLE.match(lines[i]) or lines[i].lstrip().startswith("[["):
            break
        if lines[i].strip() and not lines[i].lstrip().startswith("#"):
            end = i + 1
    return end


def _insert(lines: list[str], at: int, written: str) -> str:
    before = "".join(lines[:at])
    if before and not before.endswith("\n"):
        before += "\n"
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    return before + written + end + "".join(lines[at:])


def _toml(value: Value) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case tuple():
            return "[" + ", ".join(_toml(item) for item in value) + "]"


def _pruned(value: Any) -> Any:
    """Without empty tables: an opened table that says nothing is nothing."""
    if not isinstance(value, dict):
        return value
    return {key: each for key, item in value.items() if (each := _pruned(item)) != {}}
