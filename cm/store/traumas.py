"""`traumas.jsonl`: the registry of one layer, read line by line and only ever appended to; and what is known of its lines.

A line is named by the hash of its bytes: that is what admission is about, not its id (docs/adr/0024). Which lines are admitted:
`flows/arming.py`. How the engine reads the same files: `guards/runtime.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from cm.model.trauma import Trauma, trauma_of
from cm.store.files import replace, replace_json
from cm.store.home import Home
from cm.store.lines import append_bytes, json_line, read_bytes, unreadable

IMPORTED: Final = "imported"  # the status of a line that came from another store and waits to be translated


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a registry: where it stands, the hash of its bytes, and the trauma or what is wrong with it."""

    place: str
    digest: str
    id: str = ""
    at: str = ""
    trauma: Trauma | None = None
    fault: str = ""
    imported: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Registered:
    """What one registry holds, in the order of the file."""

    path: Path
    lines: tuple[Line, ...] = ()
    fault: str = ""  # why the file could not be read


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A line that is not armed, and why."""

    place: str
    id: str
    digest: str
    reason: str
    shown_by: str = ""  # the input that showed it


def digest_of(line: bytes) -> str:
    """The name of a line: a hash of its bytes without the white space around them."""
    return blake2b(line.strip(), digest_size=20).hexdigest()


def line_of(trauma: Trauma) -> bytes:
    """A trauma as the line that is appended."""
    return json_line(trauma.row())


def read_registry(path: Path) -> Registered:
    """Reads every line; a missing file is empty, one that cannot be read says so."""
    try:
        data = read_bytes(path)
    except FileNotFoundError:
        return Registered(path)
    except OSError as error:
        return Registered(path, fault=unreadable(path, error).message)
    found = []
    for number, raw in enumerate(data.split(b"\n"), 1):
        if raw.strip():
            found.append(_line(f"{path}:{number}", raw))
    return Registered(path, tuple(found))


def append_trauma(path: Path, trauma: Trauma, *, private: bool = True) -> str:
    """Appends one trauma as a whole line and returns its digest; call it with the home's lock held."""
    line = line_of(trauma)
    append_bytes(path, line, private=private)
    return digest_of(line)


def read_admitted(home: Home) -> frozenset[str]:
    """The digests of the lines that passed admission."""
    try:
        text = read_bytes(home.guard / "admitted").decode("ascii", "replace")
    except FileNotFoundError:
        return frozenset()
    except OSError as error:
        raise unreadable(home.guard / "admitted", error) from error
    return frozenset(text.split())


def admitted_text(digests: Iterable[str]) -> bytes:
    """All of them in order, so that the same set is the same bytes."""
    return "".join(f"{each}\n" for each in sorted(set(digests))).encode()


def write_admitted(home: Home, digests: Iterable[str]) -> None:
    """Writes them all: from now on the guards act on these lines."""
    replace(home.guard / "admitted", admitted_text(digests))


def write_quarantine(home: Home, lines: Iterable[Quarantined]) -> None:
    """Writes what did not pass."""
    rows = [{name: getattr(each, name) for name in Quarantined.__dataclass_fields__} for each in lines]
    replace_json(home.guard / "quarantine.json", {"schema": 1, "lines": rows})


def _line(place: str, raw: bytes) -> Line:
    digest = digest_of(raw)
    try:
        row = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        return Line(place, digest, fault="it is not a line of JSON")
    if not isinstance(row, dict):
        return Line(place, digest, fault="it is not an object")
    name, at = (row[key] if isinstance(row.get(key), str) else "" for key in ("id", "at"))
    if row.get("status") == IMPORTED:
        return Line(place, digest, name, at, imported=row)
    try:
        return Line(place, digest, name, at, trauma_of(row))
    except (TypeError, ValueError) as error:
        return Line(place, digest, name, at, fault=str(error))
