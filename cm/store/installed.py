"""What is registered in whose settings (`state/guard/installed.json`): each file, what was put into it, and its bytes from before.

Whether a file is still as it was left is seen from a hash. Planning and doing: `store/registering.py`.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from cm.errors import NewerSchema, Unparsable
from cm.store.files import read_json, replace_json
from cm.store.jsonc_splice import Trace

SCHEMA: Final = 1


@dataclass(frozen=True, slots=True)
class Piece:
    """An entry that was put in, and what was made around it."""

    at: tuple[str, ...]
    trace: Trace = field(default_factory=Trace)
    member: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """One file that something of ours stands in."""

    host: str
    where: str  # "user" or "project"
    path: str  # as it is called; the file may be a link
    before: bytes | None  # what it held without us; None: there was no file
    left: str  # sha256 of what we left
    at: str
    project: str = ""  # the folder of the project
    pieces: tuple[Piece, ...] = ()  # in the order they were put in; () for a file that is ours as a whole
    folders: tuple[str, ...] = ()  # that were made for it, the outermost first


@dataclass(frozen=True, slots=True)
class Records:
    """Everything that is registered, by host and path."""

    items: Mapping[tuple[str, str], Record] = field(default_factory=dict)

    def of(self, host: str, path: str) -> Record | None:
        """The record of a host's file."""
        return self.items.get((host, path))

    def having(self, record: Record) -> Records:
        """The same with this one set."""
        return Records({**self.items, (record.host, record.path): record})

    def lacking(self, host: str, path: str) -> Records:
        """The same without that one."""
        return Records({key: item for key, item in self.items.items() if key != (host, path)})


def without_bytes(records: Records, hold: Callable[[bytes], bool]) -> Records:
    """The same without the bytes from before that hold something which is not to be kept: of those files only our entry is known then."""
    return Records(
        {
            key: replace(item, before=b"", left="") if item.before and hold(item.before) else item
            for key, item in records.items.items()
        }
    )


def read_records(path: Path) -> Records:
    """Reads `installed.json`; no file means nothing is registered."""
    value = read_json(path)
    if value is None:
        return Records()
    try:
        if int(value["schema"]) > SCHEMA:
            raise NewerSchema(
                f"{path} was written by a newer cm (schema {value['schema']})", hint="upgrade cm"
            )
        items = [_record_of(each) for each in value["files"]]
    except (ValueError, KeyError, TypeError) as error:
        raise Unparsable(
            f"{path}: not a list of what was registered",
            hint="move it away; `cm guard install` finds its own entries again",
        ) from error
    return Records({(item.host, item.path): item for item in items})


def write_records(path: Path, records: Records) -> None:
    """Writes them in the order of host and path, so that equal content is equal bytes."""
    files = [_plain(records.items[key]) for key in sorted(records.items)]
    replace_json(path, {"schema": SCHEMA, "files": files})


def _plain(item: Record) -> dict[str, Any]:
    return {
        "host": item.host, "where": item.where, "path": item.path, "real": os.path.realpath(item.path), "project": item.project, "left": item.left, "at": item.at,
        "before": None if item.before is None else b64encode(item.before).decode("ascii"), "folders": list(item.folders),
        "pieces": [{"at": list(each.at), "made": each.trace.made, "tail": each.trace.tail, "member": each.member} for each in item.pieces],
    }  # fmt: skip


def _record_of(value: Mapping[str, Any]) -> Record:
    before = value["before"]
    return Record(
        host=str(value["host"]), where=str(value["where"]), path=str(value["path"]), left=str(value["left"]), at=str(value["at"]),
        project=str(value.get("project", "")), before=None if before is None else b64decode(before, validate=True),
        pieces=tuple(
            Piece(tuple(map(str, each["at"])), Trace(int(each["made"]), bool(each["tail"])), bool(each.get("member", False))) for each in value["pieces"]
        ),
        folders=tuple(map(str, value.get("folders", ()))),
    )  # fmt: skip
