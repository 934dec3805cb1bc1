"""Files that belong to others and that `cm` writes a block into: opened safely, replaced whole, remembered in `exports.json`.

Symbolic links stay links (the file they lead to is replaced), permissions stay, nothing is written inside
`.git` or outside the project. What the block says and where it sits is `core/serving/export.py`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from cm.errors import BadState, Busy, NewerSchema, Unparsable, Unwritable, Usage
from cm.store.files import read_json, replace, replace_json

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class HostFile:
    """A foreign file as it was when it was opened."""

    name: str  # as asked for, relative to the project
    path: Path  # the real file, links followed
    data: bytes | None  # None: there is no such file
    seen: tuple[int, int, int] | None = None  # inode, size, mtime: to notice a change before replacing
    read_only: bool = False  # its owner took the permission to write away


@dataclass(frozen=True, slots=True)
class Export:
    """One line of `exports.json`: what cm wrote into which file."""

    path: str
    sha256: str  # of the block's body
    project: str
    at: str
    rules: tuple[str, ...] = ()
    created: bool = False  # the file did not exist before
    pad: int = 0  # bytes of empty line put before the block
    include_user: bool = False
    copy: bool = False  # no block, but a whole file that `cm export` wrote: it is somebody's to keep
    hosts: tuple[str, ...] = ()  # a page for these hosts (`flows/skills.py`), a whole file without rules
    folders: tuple[str, ...] = ()  # that were made for it, the outermost first
    pieces: tuple[tuple[str, str], ...] = ()
    """Of a file that `cm setup` registers something in: where each piece stands and its hash; such a file holds no rules."""


@dataclass(frozen=True, slots=True)
class Exports:
    """All that was ever exported, by real path."""

    files: Mapping[str, Export] = field(default_factory=dict)


def open_file(root: Path, name: str, *, anywhere: bool = False) -> HostFile:
    """Reads a foreign file; a path inside `.git` or (unless `anywhere`) outside the project is refused."""
    asked = Path(name).expanduser()
    path = Path(os.path.realpath(asked if asked.is_absolute() else root / asked))
    home = Path(os.path.realpath(root))
    for folder, parts in (
        (".git", path.parts),
        (".cm", path.parts[len(home.parts) if home in path.parents else 0 :]),
    ):
        if any(part.casefold() == folder for part in (*parts, *asked.parts)):
            raise Usage(
                f"{name} lies inside {folder}, where cm exports nothing", hint="name a file of the project"
            )
    if not anywhere and home != path and home not in path.parents:
        raise Usage(
            f"{name} leads to {path}, outside the project {home}",
            hint="run it in the project the file belongs to, or say --force if you mean it",
        )
    return look_at_file(path, name)


def look_at_file(path: Path, name: str = "") -> HostFile:
    """Reads a foreign file where it really lies, whatever folder that is in; links are followed."""
    name, path = name or str(path), Path(os.path.realpath(path))
    if path.is_dir():
        raise Usage(f"{path} is a folder", hint="name a file in it")
    try:
        with path.open("rb") as file:
            found = os.fstat(file.fileno())
            return HostFile(name, path, file.read(), _facts(found), not found.st_mode & 0o222)
    except FileNotFoundError:
        return HostFile(name, path, None)
    except NotADirectoryError as error:
        raise Unwritable(
            f"{path}: a folder on the way to it is a file", hint="move that file away"
        ) from error
    except PermissionError as error:
        raise Unwritable(f"{path} may not be read", hint="check its permissions") from error


def replace_file(file: HostFile, data: bytes, *, mode: int | None = None) -> None:
    """Puts new bytes in place of the file in one step, with its permissions (or those of `mode`)."""
    _still_the_same(file)
    replace(file.path, data, mode=mode, private=False)


def remove_file(file: HostFile) -> None:
    """Deletes a file that cm made and that holds nothing else."""
    _still_the_same(file)
    file.path.unlink(missing_ok=True)


def read_exports(path: Path) -> Exports:
    """Reads `exports.json`; no file means nothing was exported."""
    value = read_json(path)
    if value is None:
        return Exports()
    try:
        if int(value["schema"]) > SCHEMA:
            raise NewerSchema(
                f"{path} was written by a newer cm (schema {value['schema']})", hint="upgrade cm"
            )
        return Exports({str(item["path"]): _export_of(item) for item in value["files"]})
    except (ValueError, KeyError, TypeError) as error:
        raise Unparsable(
            f"{path}: not a list of exports",
            hint="move it away; `cm project` fills it again",
        ) from error


def write_exports(path: Path, exports: Exports) -> None:
    """Writes all exports in the order of their paths, so that equal content is equal bytes."""
    files = [asdict(exports.files[name]) for name in sorted(exports.files)]
    replace_json(path, {"schema": SCHEMA, "files": files})


def with_export(exports: Exports, item: Export | None, path: str) -> Exports:
    """The exports with this file's entry set, or without it when `item` is None."""
    files = {key: value for key, value in exports.files.items() if key != path}
    if item is not None:
        files[path] = item
    return Exports(files)


def _export_of(item: Mapping[str, Any]) -> Export:
    known = {key: item[key] for key in Export.__dataclass_fields__ if key in item}
    lists = {key: tuple(known.get(key, ())) for key in ("rules", "hosts", "folders")}
    pieces = tuple((str(at), str(digest)) for at, digest in known.get("pieces", ()))
    return Export(**{**known, **lists, "pieces": pieces})


def _facts(stat: os.stat_result) -> tuple[int, int, int]:
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


def _still_the_same(file: HostFile) -> None:
    try:
        now = _facts(file.path.stat())
    except FileNotFoundError:
        now = None
    except NotADirectoryError as error:
        raise BadState(
            f"{file.path}: a folder on the way to it is a file", hint="move that file away"
        ) from error
    if now != file.seen:
        raise Busy(f"{file.path} changed while cm was at work", hint="run it again; nothing was written")
