"""Files that belong to others and that `cm` writes a block into: opened safely, replaced whole, remembered in `exports.json`.

Symbolic links stay links (the file they lead to is replaced), permissions and owner stay, nothing is written inside
`.git` or outside the project. What the block says and where it sits is `core/export.py`.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from cm.errors import BadState, Busy, NewerSchema, Unparsable, Unwritable, Usage

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class HostFile:
    """A foreign file as it was when it was opened."""

    name: str  # as asked for, relative to the project
    path: Path  # the real file, links followed
    data: bytes | None  # None: there is no such file
    seen: tuple[int, int, int] | None = None  # inode, size, mtime: to notice a change before replacing


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


@dataclass(frozen=True, slots=True)
class Exports:
    """All that was ever exported, by real path."""

    files: Mapping[str, Export] = field(default_factory=dict)


def open_file(root: Path, name: str, *, anywhere: bool = False) -> HostFile:
    """Reads a foreign file; a path inside `.git` or (unless `anywhere`) outside the project is refused."""
    asked = Path(name).expanduser()
    path = Path(os.path.realpath(asked if asked.is_absolute() else root / asked))
    if any(part.casefold() == ".git" for part in (*path.parts, *asked.parts)):
        raise Usage(f"{name} lies inside .git, where cm writes nothing", hint="name a file of the project")
    home = Path(os.path.realpath(root))
    if not anywhere and home != path and home not in path.parents:
        raise Usage(
            f"{name} leads to {path}, outside the project {home}",
            hint="run it in the project the file belongs to, or say --force if you mean it",
        )
    if path.is_dir():
        raise Usage(f"{path} is a folder", hint="name a file in it")
    try:
        with path.open("rb") as file:
            return HostFile(name, path, file.read(), _facts(os.fstat(file.fileno())))
    except FileNotFoundError:
        return HostFile(name, path, None)
    except NotADirectoryError as error:
        raise Unwritable(
            f"{path}: a folder on the way to it is a file", hint="move that file away"
        ) from error
    except PermissionError as error:
        raise Unwritable(f"{path} may not be read", hint="check its permissions") from error


def replace_file(file: HostFile, data: bytes) -> None:
    """Puts new bytes in place of the file in one step, with its permissions and owner."""
    _still_the_same(file)
    file.path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{file.path.name}.", suffix=".cm", dir=file.path.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        _take_over(file, temporary)
        os.replace(temporary, file.path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    _sync_folder(file.path.parent)


def remove_file(file: HostFile) -> None:
    """Deletes a file that cm made and that holds nothing else."""
    _still_the_same(file)
    file.path.unlink(missing_ok=True)


def read_exports(path: Path) -> Exports:
    """Reads `exports.json`; no file means nothing was exported."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return Exports()
    try:
        value = json.loads(text)
        if int(value["schema"]) > SCHEMA:
            raise NewerSchema(
                f"{path} was written by a newer cm (schema {value['schema']})", hint="upgrade cm"
            )
        return Exports({str(item["path"]): _export_of(item) for item in value["files"]})
    except (ValueError, KeyError, TypeError) as error:
        line = getattr(error, "lineno", 1)
        raise Unparsable(
            f"{path}, line {line}: not a list of exports",
            hint="delete it; `cm project` fills it again (hand edits of exported blocks are then noticed by their marker alone)",
        ) from error


def exports_bytes(exports: Exports) -> bytes:
    """Writes all exports in the order of their paths, so that equal content is equal bytes."""
    files = [asdict(exports.files[path]) for path in sorted(exports.files)]
    return (json.dumps({"schema": SCHEMA, "files": files}, indent=1, ensure_ascii=False) + "\n").encode()


def with_export(exports: Exports, item: Export | None, path: str) -> Exports:
    """The exports with this file's entry set, or without it when `item` is None."""
    files = {key: value for key, value in exports.files.items() if key != path}
    if item is not None:
        files[path] = item
    return Exports(files)


def _export_of(item: Mapping[str, Any]) -> Export:
    known = {key: item[key] for key in Export.__dataclass_fields__ if key in item}
    return Export(**{**known, "rules": tuple(known.get("rules", ()))})


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


def _take_over(file: HostFile, temporary: str) -> None:
    """Gives the new file the old one's mode and owner; a file that is new gets what the umask says."""
    if file.seen is None:
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        return
    stat = file.path.stat()
    os.chmod(temporary, stat.st_mode & 0o7777)
    if hasattr(os, "chown") and (stat.st_uid, stat.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(PermissionError):
            os.chown(temporary, stat.st_uid, stat.st_gid)


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
