"""How far each transcript was read, what was counted in it, and what went wrong.

A small SQLite file in the home's `state/`. Losing it costs one more reading: the journal knows its events by their
ids. Also here: telling whether a file is unchanged, grown or rewritten. Not here: reading it (`store/transcripts.py`).
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Final, Literal, TypeAlias
from zlib import crc32

from cm.errors import BadState
from cm.model.stamp import moment, stamp
from cm.store.lines import make_dirs, unwritable

Change: TypeAlias = Literal["new", "unchanged", "grown", "rewritten", "waiting"]
"""waiting: it failed and its time to be tried again has not come."""

PART: Final = "::session="
"""Between the path and the session, in the name of what is known of one session in a file of many."""

_SCHEMA: Final = 1
_WHOLE: Final = 64 << 20  # up to this size all that was read is compared; beyond, the first and the last part
_PART: Final = 1 << 20
_FIRST_PAUSE: Final = timedelta(minutes=5)
_LONGEST_PAUSE: Final = timedelta(days=1)


def _none() -> Mapping[str, int]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Watermark:
    """What is known of one transcript file, or of one session in a database."""

    path: str  # with `PART` and the session's id behind it when it is one of many in a file
    host: str
    size: int = 0
    mtime_ns: int = 0
    inode: int = 0
    offset: int = 0  # in the (decompressed) file, after the last record that was taken
    line: int = 0
    prefix: int = (
        0  # checksum of what lies before the offset; of a session or tree: what tells that it changed
    )
    carry: str = ""  # JSON: from what state the host's reader goes on
    session: str = ""
    records: int = 0
    events: int = 0
    secrets: int = 0
    skipped: Mapping[str, int] = field(default_factory=_none)
    pending: str = ""  # why the end of the file was not taken yet
    failures: int = 0
    error: str = ""
    not_before: str = ""
    read_at: str = ""


def file_of(name: str) -> str:
    """The file that a watermark's path names."""
    return name.partition(PART)[0]


_COLUMNS: Final = tuple(item.name for item in fields(Watermark))


class Watermarks:
    """The table of all files; use it in a `with`."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db = db
        self._path = path

    @classmethod
    def open(cls, path: Path, *, write: bool = True) -> Watermarks:
        """Opens the table. Without `write` nothing is made; a missing or damaged one is empty.

        A damaged one is put aside and begun anew. Raises Unwritable.
        """
        if not write:
            return cls(_opened_to_read(path), path)
        make_dirs(path.parent)
        try:
            return cls(_opened(path), path)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and not path.exists():
                raise unwritable(path, OSError(None, str(error))) from error
        try:
            os.replace(path, path.with_name(path.name + ".damaged"))
            return cls(_opened(path), path)
        except OSError as error:
            raise unwritable(path, error) from error
        except sqlite3.DatabaseError as error:
            raise BadState(
                f"cannot open {path}: {error}", hint="remove that file; transcripts are read again"
            ) from error

    def __enter__(self) -> Watermarks:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def get(self, path: str) -> Watermark | None:
        """What is known of a file, or None."""
        row = self._db.execute("select * from files where path = ?", (path,)).fetchone()
        return _from_row(row) if row else None

    def seen(self) -> dict[str, tuple[int, int, int]]:
        """Size, time and inode of every file that was read without a failure, asked for at once."""
        rows = self._db.execute("select path, size, mtime_ns, inode from files where failures = 0")
        return {row[0]: row[1:] for row in rows}

    def all(self) -> Iterator[Watermark]:
        """Every file, in order of its path."""
        for row in self._db.execute("select * from files order by path"):
            yield _from_row(row)

    def put(self, *marks: Watermark) -> None:
        """Remembers files, all or none; when it returns, a killed process no longer forgets them. Raises Unwritable."""
        rows = [tuple(_to_column(getattr(mark, name)) for name in _COLUMNS) for mark in marks]
        if not rows:
            return
        places = ",".join("?" * len(_COLUMNS))
        try:
            self._db.execute("begin")
            self._db.executemany(f"insert or replace into files values ({places})", rows)
            self._db.execute("commit")
        except (sqlite3.Error, KeyboardInterrupt) as error:
            if self._db.in_transaction:
                self._db.execute("rollback")
            if isinstance(error, sqlite3.OperationalError):
                raise unwritable(self._path, OSError(None, str(error))) from error
            raise

    def drop(self, paths: Iterable[str]) -> None:
        """Forgets files, and overwrites what was written of them. Raises Unwritable."""
        rows = [(path,) for name in paths for path in dict.fromkeys((name, file_of(name)))]
        if not rows:
            return
        try:
            self._db.execute("pragma secure_delete = on")
            self._db.execute("begin")
            self._db.executemany("delete from files where path = ?", rows)
            self._db.execute("commit")
            self._db.execute("pragma wal_checkpoint(truncate)").fetchall()
        except (sqlite3.Error, KeyboardInterrupt) as error:
            if self._db.in_transaction:
                self._db.execute("rollback")
            if isinstance(error, sqlite3.OperationalError):
                raise unwritable(self._path, OSError(None, str(error))) from error
            raise

    def scour(self) -> None:
        """Writes the table anew, so that no free page of it holds what was overwritten or deleted. Raises Unwritable."""
        try:
            self._db.execute("pragma secure_delete = on")
            self._db.execute("vacuum")
            self._db.execute("pragma wal_checkpoint(truncate)").fetchall()
        except sqlite3.OperationalError as error:
            raise unwritable(self._path, OSError(None, str(error))) from error


def look(path: Path, known: Watermark | None, now: datetime) -> tuple[Change, os.stat_result]:
    """Tells what became of a file since it was read. Raises OSError."""
    seen = os.stat(path)
    if known is None:
        return "new", seen
    same = (known.size, known.mtime_ns, known.inode) == (seen.st_size, seen.st_mtime_ns, seen.st_ino)
    if known.failures:
        waits = same and known.not_before and moment(known.not_before) > now
        return ("waiting" if waits else "grown" if _goes_on(path, known, seen) else "rewritten"), seen
    if same:
        return "unchanged", seen
    if not _goes_on(path, known, seen):
        return "rewritten", seen
    return ("grown" if seen.st_size > known.offset else "unchanged"), seen


def _goes_on(path: Path, known: Watermark, seen: os.stat_result) -> bool:
    """Whether what was read of a file still stands at its beginning."""
    if not _plain(path):
        return False
    return seen.st_size >= known.offset and prefix_sum(path, known.offset) == known.prefix


def _plain(path: Path) -> bool:
    return not path.name.endswith(".zst")  # offsets in a compressed file are not places in the file


def prefix_sum(path: Path, offset: int, before: tuple[int, int] = (0, 0)) -> int:
    """A checksum of a file's first `offset` bytes; `before` = (offset, checksum) of an earlier, shorter part."""
    if not offset or not _plain(path):
        return 0
    with open(path, "rb") as file:
        if offset > _WHOLE:
            first = crc32(file.read(_PART))
            file.seek(offset - _PART)
            return crc32(file.read(_PART), first)
        start, total = before if before[0] <= offset else (0, 0)
        file.seek(start)
        left = offset - start
        while left > 0 and (piece := file.read(min(left, _PART))):
            total = crc32(piece, total)
            left -= len(piece)
    return total


def retry_at(failures: int, now: datetime) -> str:
    """When a file that failed so many times is to be tried again."""
    return stamp(now + min(_FIRST_PAUSE * 2 ** min(failures - 1, 12), _LONGEST_PAUSE))


def _opened(path: Path) -> sqlite3.Connection:
    with ExitStack() as undo:
        db = undo.enter_context(closing(sqlite3.connect(path, timeout=10, isolation_level=None)))
        version = db.execute("pragma user_version").fetchone()[0]
        if version not in (0, _SCHEMA):
            raise BadState(
                f"{path} was written by a newer cm (schema {version})",
                hint="upgrade cm, or remove that file: transcripts are read again",
            )
        db.execute("pragma synchronous = normal")
        if version == _SCHEMA and db.execute("select 1 from sqlite_master where name = 'files'").fetchone():
            db.execute("select path, carry, read_at from files limit 1").fetchone()  # is it whole?
            undo.pop_all()
            return db
        db.execute("pragma journal_mode = wal")
        columns = ", ".join(f"{name}{' primary key' if name == 'path' else ''}" for name in _COLUMNS)
        db.execute(f"create table if not exists files ({columns}) without rowid")
        db.execute(f"pragma user_version = {_SCHEMA}")
        if os.name != "nt":
            os.chmod(path, 0o600)
        undo.pop_all()  # all is well: it stays open
    return db


def _opened_to_read(path: Path) -> sqlite3.Connection:
    if path.exists():
        name = str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        for mode in ("ro", "ro&immutable=1"):
            db = sqlite3.connect(f"file:{name}?mode={mode}", uri=True, timeout=1, isolation_level=None)
            try:
                db.execute("select path, carry, read_at from files limit 1").fetchone()
                return db
            except sqlite3.DatabaseError:
                db.close()
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.execute(f"create table files ({', '.join(_COLUMNS)})")
    return db


def _to_column(value: Any) -> Any:
    return json.dumps(dict(value), sort_keys=True) if isinstance(value, Mapping) else value


def _from_row(row: tuple[Any, ...]) -> Watermark:
    values = dict(zip(_COLUMNS, row, strict=True))
    try:
        values["skipped"] = MappingProxyType(json.loads(values["skipped"] or "{}"))
    except (ValueError, TypeError):
        values["skipped"] = _none()
    return Watermark(**values)
