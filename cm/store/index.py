"""The derived index: one SQLite file that the quick doors read. Deleted and rebuilt at will; nothing lives only here.

This module opens it, keeps its schema, and remembers what it was made from (`Input`) and where it was asked (`places`).
Rules in it: `index_rules.py`, in full `index_books.py`, what filters ask of them `index_facets.py`; armed traumas: `index_traumas.py`; events: `index_events.py`; diaries: `index_diaries.py`; what is asked of all three by words:
`index_search.py`; how words are found: `index_words.py`. Texts of events lie apart from what filters ask of them. What brings it up to date: `flows/refresh.py`.
Standard library only, and no more of it than needed: the quick doors pay for every import.
"""

from __future__ import annotations

import json
import os
import sqlite3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from cm.model.session import Event, SessionHead
    from cm.store.index_events import Hit

SCHEMA = 10  # of the tables; with the versions of what fills them it makes `user_version`
WAIT_MS = 100  # a reader never keeps an agent waiting longer
YOUNG_NS = (
    2_000_000_000  # a file changed this shortly before we looked may change again within its time stamp
)

_TABLES = """
create table meta (key text primary key, value text) without rowid;
create table inputs (path text primary key, kind text, mtime integer, size integer, inode integer, sha text, seen integer,
  offset integer) without rowid;
create table places (key text primary key, value text) without rowid;
create table rules (n integer primary key, source text, id text, sha text, state text, card text, rule text, terms text,
  blocked_by text, screened text, helpful real, harmful real, plus integer, minus integer, stage text, last text, ref real,
  until real, unique (source, id));
create table rule_facets (n integer primary key, kind text, project text, host text, at text);
create table rule_about (n integer, kind text, name text, alias text);
create index rule_about_n on rule_about (n);
create table rule_proof (n integer, by text, host text, session text, event text);
create index rule_proof_n on rule_proof (n);
create virtual table rules_fts using fts5 (terms, content='', tokenize="unicode61 remove_diacritics 0 tokenchars '#_-./:@+'");
create virtual table rules_vocab using fts5vocab (rules_fts, 'row');
create table found_in (term text primary key, n integer) without rowid;
create table readers (reader integer primary key, key text unique, until real);
create table served (reader integer, n integer, facets integer, primary key (reader, n)) without rowid;
create table ties (reader integer, a integer, b integer, over integer, primary key (reader, a, b, over)) without rowid;
create index ties_b on ties (reader, b);
create table weighed (place text, sha text, primary key (place, sha)) without rowid;
create table across (place text, mine_sha text, theirs_sha text, mine text, theirs text, lies text, say text,
  primary key (place, mine_sha, theirs_sha)) without rowid;
create table marks (n integer primary key, source text, id text, rule text, undoes text, verdict text, at text, session text,
  by text, weight real);
create index marks_rule on marks (rule);
create index marks_id on marks (id);
create index marks_undoes on marks (undoes) where undoes != '';
create table books (n integer primary key, place integer, block text, whole text);
create table sessions (n integer primary key, id text unique, host text, project text, parent text, own integer,
  started text, ended text, head text);
create index sessions_own on sessions (own) where own;
create table events (n integer primary key, id text unique, session integer, seq integer, at text, by text, kind text,
  agent text, exit integer, scrubbed integer);
create index events_session on events (session, seq);
create table texts (n integer primary key, text text);
create virtual table events_fts using fts5 (text, parts, content='', tokenize="{words}");
create virtual table rules_words using fts5 (text, parts, content='', tokenize="{words}");
create table diaries (n integer primary key, id text unique, session text, host text, project text, status text, at text,
  path text, seen text, text text);
create index diaries_session on diaries (session);
create virtual table diaries_words using fts5 (text, parts, content='', tokenize="{words}");
create table traumas (n integer primary key, source text, id text, sha text, card text, keys text, since text);
create index traumas_source on traumas (source);
create table trauma_leads (lead text, n integer, primary key (lead, n)) without rowid;
create table screened (id text primary key, verdict text) without rowid;
"""


class Broken(Exception):
    """The file is no index of this version: to be deleted and made anew."""


class Locked(Exception):
    """Another process is writing, and we do not wait for it."""


class ReadOnly(Exception):
    """The index cannot be written where it lies."""


def fingerprint(path: str, kind: str, known: Input | None, now_ns: int) -> Input:
    """What a file is now; its content is only read when size, time or inode differ from what is known."""
    try:
        seen = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return known if known is not None and known.size == -1 else Input(path, kind, 0, -1, 0, "", now_ns, 0)
    except OSError:
        return Input(path, kind, 0, -2, 0, "", now_ns, 0)
    if seen.st_mode & 0o170000 != 0o100000:  # no regular file: reading it may never end
        return Input(path, kind, 0, -2, 0, "", now_ns, 0)
    if known is not None and known.settled(seen.st_mtime_ns, seen.st_size, seen.st_ino):
        return known
    return Input(path, kind, seen.st_mtime_ns, seen.st_size, seen.st_ino, _sha(path), now_ns, 0)


def _sha(path: str) -> str:
    from hashlib import sha256

    found = sha256()
    try:
        with open(path, "rb") as file:
            while piece := file.read(1 << 20):
                found.update(piece)
    except OSError:
        return "?"
    return found.hexdigest()


class Input:
    """A file that the index was made from, as it was then."""

    __slots__ = ("inode", "kind", "mtime", "offset", "path", "seen", "sha", "size")

    def __init__(
        self, path: str, kind: str, mtime: int, size: int, inode: int, sha: str, seen: int, offset: int
    ) -> None:
        self.path = path
        self.kind = kind
        self.mtime = mtime
        self.size = size  # -1 = not there
        self.inode = inode
        self.sha = sha
        self.seen = seen
        self.offset = offset  # how far an append-only file was read

    def settled(self, mtime: int, size: int, inode: int) -> bool:
        """Whether a file with this stat is surely the one we read: same, and not so young that a change could hide."""
        same = (self.mtime, self.size, self.inode) == (mtime, size, inode)
        return same and self.seen - self.mtime > YOUNG_NS

    def same_content(self, other: Input) -> bool:
        """Whether both saw the same bytes."""
        return self.size == other.size and self.sha == other.sha


class Index:
    """An open index. Use `open`; close it, or use it in a `with`."""

    def __init__(self, db: sqlite3.Connection, path: str, writable: bool) -> None:
        self.db = db
        self.path = path
        self.writable = writable

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, write: bool = False, wait_ms: int = WAIT_MS) -> Index:
        """Opens the index, for writing makes it if it is missing.

        Raises Broken (missing, damaged, other version), Locked, ReadOnly.
        """
        name = os.fspath(path)
        try:
            return cls._open_to_write(name, wait_ms) if write else cls._open_to_read(name, wait_ms)
        except sqlite3.OperationalError as error:
            raise _why(error) from error
        except sqlite3.DatabaseError as error:
            raise Broken(str(error)) from error

    @classmethod
    def _open_to_read(cls, name: str, wait_ms: int) -> Index:
        if not os.path.exists(name):
            raise Broken("missing")
        where = "file:" + name.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        db = sqlite3.connect(where + "?mode=ro", uri=True, timeout=wait_ms / 1000, isolation_level=None)
        try:
            version = db.execute("pragma user_version").fetchone()[0]
        except sqlite3.OperationalError as error:
            db.close()
            if "locked" in str(error):
                raise
            # a write-ahead log cannot be opened in a read-only folder unless we promise that nobody writes
            db = sqlite3.connect(where + "?mode=ro&immutable=1", uri=True, isolation_level=None)
            version = db.execute("pragma user_version").fetchone()[0]
        if version != version_number():
            db.close()
            raise Broken(f"version {version}")
        return cls(db, name, False)

    @classmethod
    def _open_to_write(cls, name: str, wait_ms: int) -> Index:
        folder = os.path.dirname(name)
        try:
            if folder:
                os.makedirs(folder, mode=0o700, exist_ok=True)
            if os.path.exists(name) and not (os.access(name, os.W_OK) and os.access(folder or ".", os.W_OK)):
                raise ReadOnly(name)
        except OSError as error:
            raise ReadOnly(str(error)) from error
        db = sqlite3.connect(name, timeout=wait_ms / 1000, isolation_level=None)
        ready = False
        try:
            version = db.execute("pragma user_version").fetchone()[0]
            if version == 0 and not db.execute("select 1 from sqlite_master limit 1").fetchone():
                db.execute("pragma journal_mode = wal")
                _private(name)
                _make(db)
            elif version != version_number():
                raise Broken(f"version {version}")
            db.execute("pragma synchronous = off")  # derived: after a power cut it is made again
            ready = True
        finally:
            if not ready:
                db.close()
        return cls(db, name, True)

    @classmethod
    def in_memory(cls) -> Index:
        """An index that lives as long as the process, for a home that cannot be written."""
        db = sqlite3.connect(":memory:", isolation_level=None)
        _make(db)
        return cls(db, ":memory:", True)

    @staticmethod
    def delete(path: str | os.PathLike[str]) -> None:
        """Removes an index with its side files. Raises ReadOnly."""
        name = os.fspath(path)
        try:
            for each in (name, name + "-wal", name + "-shm", name + "-journal"):
                if os.path.lexists(each):
                    os.unlink(each)
        except OSError as error:
            raise ReadOnly(str(error)) from error

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; a second time does nothing."""
        self.db.close()

    def write(self) -> _Writing:
        """A transaction: all of its body, or nothing. Raises Locked."""
        return _Writing(self.db, self.writable)

    def meta(self, key: str, default: str = "") -> str:
        """A small remembered value."""
        row = self.db.execute("select value from meta where key = ?", (key,)).fetchone()
        return row[0] if row else default

    def set_meta(self, key: str, value: str) -> None:
        """Remembers a small value."""
        self.db.execute("insert or replace into meta values (?, ?)", (key, value))

    def inputs(self) -> dict[str, Input]:
        """What the index was made from, by path."""
        return {row[0]: Input(*row) for row in self.db.execute("select * from inputs")}

    def put_input(self, seen: Input) -> None:
        """Remembers what a file was when it was read."""
        self.db.execute(
            "insert or replace into inputs values (?, ?, ?, ?, ?, ?, ?, ?)",
            (seen.path, seen.kind, seen.mtime, seen.size, seen.inode, seen.sha, seen.seen, seen.offset),
        )

    def place(self, key: str) -> Any:
        """What was found out about a working folder, or None."""
        row = self.db.execute("select value from places where key = ?", (key,)).fetchone()
        return json.loads(row[0]) if row else None

    def put_place(self, key: str, value: Mapping[str, Any]) -> None:
        """Remembers what was found out about a working folder."""
        self.db.execute("insert or replace into places values (?, ?)", (key, json.dumps(value)))

    # events: the work is in index_events.py

    def add_events(self, head: SessionHead, events: Iterable[Event]) -> int:
        """Adds a session's events; those already known are left as they are. Returns how many were new."""
        from cm.store.index_events import add_events

        return add_events(self, head, events)

    def known(self, ids: Sequence[str]) -> set[str]:
        """Which of these event ids the index holds."""
        from cm.store.index_events import known

        return known(self, ids)

    def search_events(self, query: str, **filters: Any) -> list[Hit]:
        """The best events for words; filters as in `index_events.search_events`."""
        from cm.store.index_events import search_events

        return search_events(self, query, **filters)

    def forget_session(self, session_id: str) -> int:
        """Takes a session's events out of the index; returns how many there were."""
        from cm.store.index_events import forget_session

        return forget_session(self, session_id)


class _Writing:
    __slots__ = ("_begin", "_db", "_outer")

    def __init__(self, db: sqlite3.Connection, writable: bool) -> None:
        self._db = db
        self._outer = False
        self._begin = (
            "begin immediate" if writable else "begin"
        )  # tables of this process alone can always be written

    def __enter__(self) -> None:
        self._outer = not self._db.in_transaction
        if self._outer:
            try:
                self._db.execute(self._begin)
            except sqlite3.OperationalError as error:
                raise _why(error) from error

    def __exit__(self, kind: object, *_: object) -> None:
        if self._outer and self._db.in_transaction:  # a full disk has rolled back already
            self._db.execute("commit" if kind is None else "rollback")


def version_number() -> int:
    """One number for the tables and for what fills them: any change of either makes older indexes void."""
    from cm.core.language.terms import VERSION

    return SCHEMA * 1000 + VERSION


def _private(name: str) -> None:
    try:
        os.chmod(name, 0o600)
    except OSError:
        return  # a file system without modes


def _make(db: sqlite3.Connection) -> None:
    from cm.store.index_words import TOKENIZER

    db.execute("begin immediate")
    if not db.execute("select 1 from sqlite_master limit 1").fetchone():
        for statement in _TABLES.split(";\n"):
            if statement.strip():
                db.execute(statement.replace("{words}", TOKENIZER))
        db.execute(f"pragma user_version = {version_number()}")
    db.execute("commit")


def _why(error: sqlite3.OperationalError) -> Exception:
    said = str(error)
    if "locked" in said or "busy" in said:
        return Locked(said)
    if "readonly" in said or "unable to open" in said or "disk" in said:
        return ReadOnly(said)
    return Broken(said)
