"""Reads sessions out of a host's SQLite file, as a guest: read-only, in short reads, never in its owner's way.

The SQL comes from the host's recipe; what is called here is only its meaning: which sessions there are, and a session's
rows as records. A database whose log cannot be read is copied with it to a temporary folder and read there. Not here:
what a row means (`cm.hosts`), which sessions are new (`flows/transcribe.py`).
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Final
from zlib import crc32

from cm.model.host import Database, Query, Record
from cm.model.session import Skipped

MAGIC: Final = b"SQLite format 3\0"
DATABASES: Final = frozenset((".db", ".sqlite", ".sqlite3", ".vscdb"))
MAX_VALUE: Final = 64 * 1024 * 1024
_BESIDE: Final = ("-wal", "-shm", "-journal")
_WAIT: Final = 2.0
_COPIED: Final = 512 * 1024 * 1024  # a larger one that nobody has open is read in its place


def is_database(path: Path) -> bool:
    """Whether a file is a SQLite database, by its first bytes. Raises OSError."""
    with open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def log_stamp(path: Path) -> int:
    """A number that changes when something is written to the database's log; 0 without one."""
    total = 0
    for suffix in ("-wal", "-journal"):
        try:
            seen = os.stat(f"{path}{suffix}")
        except OSError:
            continue
        if seen.st_size:
            total = crc32(f"{suffix} {seen.st_size} {seen.st_mtime_ns}".encode(), total)
    return total


class Guest:
    """A database opened to be read; use it in a `with`. Raises OSError for whatever SQLite refuses."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        with ExitStack() as undone:
            undone.callback(self._forget)
            self._db = self._opened()
            undone.pop_all()

    def __enter__(self) -> Guest:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()
        self._forget()

    def tables(self) -> dict[str, frozenset[str]]:
        """The columns of every table."""
        names = [name for (name,) in self._all("select name from sqlite_master where type = 'table'")]
        return {
            name: frozenset(row[0] for row in self._all("select name from pragma_table_info(?)", (name,)))
            for name in names
            if isinstance(name, str)
        }

    def sessions(self, recipe: Database) -> list[tuple[str, int]]:
        """Every session with a number that changes whenever it does."""
        rows = self._first(recipe.sessions, {})
        return [
            (str(row[0]), crc32(repr(tuple(row)).encode("utf-8", "surrogatepass")) or 1)
            for row in rows
            if row[0] is not None
        ]

    def rows(self, query: Query, session: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The names of the columns and all rows of one session."""
        try:
            cursor = self._db.execute(query.sql, {"session": session})
            names = [column[0] for column in cursor.description or ()]
            return names, cursor.fetchall()  # at once: no read stays open
        except sqlite3.Error as error:
            raise _refused(self.path, error) from error

    def understands(self, queries: tuple[Query, ...]) -> bool:
        """Whether this version of the database has what the queries ask for."""
        try:
            for query in queries:
                self._db.execute(f"explain {query.sql}", {"session": ""}).fetchall()
        except sqlite3.OperationalError as error:
            if "no such" in str(error):
                return False
            raise _refused(self.path, error) from error
        except sqlite3.Error as error:
            raise _refused(self.path, error) from error
        return True

    def _first(self, wordings: tuple[str, ...], values: dict[str, Any]) -> list[tuple[Any, ...]]:
        for place, sql in enumerate(wordings):
            try:
                return self._db.execute(sql, values).fetchall()
            except sqlite3.OperationalError as error:
                if place + 1 < len(wordings) and "no such" in str(error):
                    continue
                raise _refused(self.path, error) from error
            except sqlite3.Error as error:
                raise _refused(self.path, error) from error
        return []

    def _all(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise _refused(self.path, error) from error

    def _opened(self) -> sqlite3.Connection:
        if not self._leaves_traces():
            try:
                return _connected(self.path, "mode=ro")
            except sqlite3.DatabaseError as error:
                busy = getattr(error, "sqlite_errorcode", 0) & 0xFF in (
                    sqlite3.SQLITE_BUSY,
                    sqlite3.SQLITE_LOCKED,
                )
                if busy or not isinstance(error, sqlite3.OperationalError):
                    raise _refused(self.path, error) from error
        try:
            live = any(os.path.exists(f"{self.path}{suffix}") for suffix in _BESIDE)
            if live or os.stat(self.path).st_size <= _COPIED:
                return _connected(self._copied(), "mode=rw")
            return _connected(self.path, "mode=ro&immutable=1")
        except sqlite3.Error as error:
            raise _refused(self.path, error) from error

    def _leaves_traces(self) -> bool:
        """Whether even a reader would make files beside the database: it has a log, and nobody has it open."""
        with open(self.path, "rb") as file:
            head = file.read(20)
        return head[18:20] == b"\x02\x02" and not os.path.exists(f"{self.path}-shm")

    def _copied(self) -> Path:
        """A copy with its log, in a folder of ours, where SQLite may put the log in order."""
        self._copy = tempfile.TemporaryDirectory(prefix="cm-db-", ignore_cleanup_errors=True)
        copy = Path(self._copy.name) / "copy.db"
        for suffix in (
            "-journal",
            "-wal",
            "",
        ):  # the log first: what is moved from it in between is in the file then
            if os.path.exists(f"{self.path}{suffix}"):
                shutil.copyfile(f"{self.path}{suffix}", f"{copy}{suffix}")
                os.chmod(f"{copy}{suffix}", 0o600)
        return copy

    def _forget(self) -> None:
        if self._copy is not None:
            self._copy.cleanup()
            self._copy = None


class Rows:
    """The rows of one session being read; `offset` counts them."""

    def __init__(self, guest: Guest, recipe: Database, session: str) -> None:
        self.path = guest.path
        self.offset = 0
        self.line = 0
        self._guest = guest
        self._recipe = recipe
        self._session = session

    def records(self) -> Iterator[Record | Skipped]:
        """Yields every row as an object of its columns. Raises OSError when the database refuses."""
        for queries in self._recipe.rows:
            if self._guest.understands(queries):
                for query in queries:
                    yield from self._of(query)
                return
        yield Skipped("unknown-schema")

    def _of(self, query: Query) -> Iterator[Record | Skipped]:
        names, rows = self._guest.rows(query, self._session)
        for row in rows:
            self.offset += 1
            self.line += 1
            value: dict[str, Any] = {"table": query.table}
            too_long = False
            for name, cell in zip(names, row, strict=True):
                if isinstance(cell, bytes | str) and len(cell) > MAX_VALUE:
                    too_long = True
                value[name] = _decoded(cell) if name in query.json else _text(cell)
            if too_long:
                yield Skipped("line-too-long", self.line)
            else:
                yield Record(value, self.line)


def _connected(path: Path, how: str) -> sqlite3.Connection:
    name = (
        os.path.abspath(path).replace("\\", "/").replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    )
    db = sqlite3.connect(
        f"file:{name if name.startswith('/') else '/' + name}?{how}",
        uri=True,
        timeout=_WAIT,
        isolation_level=None,
    )
    with ExitStack() as undone:
        undone.callback(db.close)
        db.text_factory = _utf8
        db.execute("select count(*) from sqlite_master").fetchone()
        undone.pop_all()
    return db


def _utf8(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _text(cell: Any) -> Any:
    return cell.decode("utf-8", "replace") if isinstance(cell, bytes) else cell


def _decoded(cell: Any) -> Any:
    """A cell of JSON text as its value; what is no JSON stays the text that it is."""
    text = _text(cell)
    if not isinstance(text, str):
        return text
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return text


def _refused(path: Path, error: sqlite3.Error) -> OSError:
    return OSError(None, f"the database cannot be read now: {error}", str(path))
