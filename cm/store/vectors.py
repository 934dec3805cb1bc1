"""The cache of vectors: what an embedder made of a text, by model, revision and hash of the text. Deleted at will.

A book is embedded once; an edited rule alone is embedded again. The texts themselves are not in it. Not here: making vectors
(`cm/llm`), comparing them (`flows/likeness.py`).
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from array import array
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Final

from cm.store.lines import PRIVATE_FILE, make_dirs

SCHEMA: Final = 1
_TABLE: Final = """
create table if not exists vectors(
  model text not null, revision text not null, sha text not null, vector blob not null,
  primary key (model, revision, sha)) without rowid
"""
_MANY: Final = 500


def sha_of(text: str) -> str:
    """The name under which a text's vector is kept."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Vectors:
    """Vectors of one model and revision in `cache/vectors.db`."""

    def __init__(self, db: sqlite3.Connection, model: str, revision: str) -> None:
        self._db = db
        self._model = model
        self._revision = revision

    @classmethod
    def open(cls, path: Path, model: str, revision: str, *, write: bool = True) -> Vectors:
        """Opens the cache for a model, making it when there is none; one that is broken is made anew. Without `write` it is only read.

        Raises Unwritable, OSError, sqlite3.DatabaseError.
        """
        if not write:
            db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=10.0)
            return cls(db, model, revision)
        make_dirs(path.parent)
        try:
            return cls(_opened(path), model, revision)
        except sqlite3.OperationalError:  # in use, or on a full disk: not broken
            raise
        except sqlite3.DatabaseError:
            for name in (path.name, f"{path.name}-wal", f"{path.name}-shm", f"{path.name}-journal"):
                path.with_name(name).unlink(missing_ok=True)
            return cls(_opened(path), model, revision)

    def __enter__(self) -> Vectors:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._db.close()

    def get(self, keys: Iterable[str]) -> dict[str, Sequence[float]]:
        """The vectors that are there, by the hash of their text."""
        wanted = list(dict.fromkeys(keys))
        found: dict[str, Sequence[float]] = {}
        for at in range(0, len(wanted), _MANY):
            some = wanted[at : at + _MANY]
            rows = self._db.execute(
                f"select sha, vector from vectors where model = ? and revision = ? and sha in ({', '.join('?' * len(some))})",
                (self._model, self._revision, *some),
            )
            for sha, blob in rows:
                vector = array("f")
                vector.frombytes(blob)
                found[sha] = vector
        return found

    def put(self, vectors: Mapping[str, Sequence[float]]) -> None:
        """Keeps vectors by the hash of their text."""
        rows = [
            (self._model, self._revision, sha, array("f", vector).tobytes())
            for sha, vector in vectors.items()
        ]
        with self._db:
            self._db.executemany("insert or replace into vectors values (?, ?, ?, ?)", rows)


def _opened(path: Path) -> sqlite3.Connection:
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
    db = sqlite3.connect(path, timeout=10.0)
    try:
        db.execute("pragma secure_delete = on")
        with closing(db.execute("pragma user_version")) as found:
            version = int(found.fetchone()[0])
        if version not in (0, SCHEMA):
            db.execute("drop table if exists vectors")
        db.execute(_TABLE)
        if version != SCHEMA:  # to set what is set would write the file, and wait for whoever reads it
            db.execute(f"pragma user_version = {SCHEMA}")
        db.commit()
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db
