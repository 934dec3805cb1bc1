"""What the quick doors read of meaning: the vectors of rules by their number in the index, and a table of single words.

No model is asked here and no numpy: a vector is bytes from -127 to 127 with its scale in front, and the signs of its numbers are one
integer, so that ten thousand rules are looked through by counting bits. Derived: `flows/meaning.py` writes it, anybody may
delete it. Not here: vectors in full, by model and text (`vectors.py`), what closeness is worth (`core/serving/fuse.py`).
"""

from __future__ import annotations

import os
import sqlite3
from array import array
from itertools import repeat
from operator import mul
from struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

SCHEMA = 1
NAME = "near.db"
_FAR = 0.44
SHARD = 2000  # rules whose signs lie in one row
_LIFTED = bytes(value ^ 128 for value in range(256))  # -128 is 0 and 127 is 255
_TABLES = """
create table meta (key text primary key, value text) without rowid;
create table words (word text primary key, vector blob) without rowid;
create table rules (n integer primary key, sha text, vector blob);
create table signs (shard integer primary key, numbers blob, signs blob);
"""


class Near:
    """The open file."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    @classmethod
    def open(cls, path: str) -> Near | None:
        """Opens it to read; None when there is none, or none that can be read now."""
        if not os.path.exists(path):
            return None
        where = "file:" + path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        try:
            db = sqlite3.connect(where + "?mode=ro", uri=True, timeout=0, isolation_level=None)
            if db.execute("pragma user_version").fetchone()[0] == SCHEMA:
                return cls(db)
            db.close()
        except sqlite3.Error:
            pass
        return None

    @classmethod
    def open_to_write(cls, path: str) -> Near:
        """Opens it to write, made anew when it is missing, damaged or of another version. Raises sqlite3.Error, OSError."""
        for _ in range(2):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            db = sqlite3.connect(path, timeout=10.0, isolation_level=None)
            try:
                db.execute("pragma secure_delete = on")
                version = db.execute("pragma user_version").fetchone()[0]
                if version == 0:
                    db.executescript(f"begin; {_TABLES} pragma user_version = {SCHEMA}; commit;")
                    version = SCHEMA
                if version == SCHEMA:
                    return cls(db)
            except sqlite3.OperationalError:
                db.close()
                raise
            except sqlite3.DatabaseError:
                pass
            db.close()
            for name in (path, f"{path}-journal", f"{path}-wal", f"{path}-shm"):
                if os.path.exists(name):
                    os.unlink(name)
        raise sqlite3.DatabaseError(f"{path} cannot be made anew")

    def __enter__(self) -> Near:
        return self

    def __exit__(self, *_: object) -> None:
        self.db.close()

    def meta(self, key: str) -> str:
        """A remembered value, "" when there is none."""
        row = self.db.execute("select value from meta where key = ?", (key,)).fetchone()
        return str(row[0]) if row else ""

    def words(self, wanted: Iterable[str]) -> dict[str, list[float]]:
        """The vectors of the words that the table knows."""
        some = list(wanted)
        rows = self.db.execute(
            f"select word, vector from words where word in ({','.join('?' * len(some))})", some
        )
        return {word: unpacked(blob) for word, blob in rows}

    def known_words(self) -> set[str]:
        """Every word of the table."""
        return {word for (word,) in self.db.execute("select word from words")}

    def shas(self) -> dict[int, str]:
        """Which state of each rule was read, by its number."""
        return dict(self.db.execute("select n, sha from rules"))

    def likely(self, vector: Sequence[float], most: int, out_of_time: Callable[[], bool]) -> list[int] | None:
        """The numbers of the rules whose signs are most like a vector's; None when the time was too short."""
        asked = signs_of(vector)
        size = (len(vector) + 7) // 8
        far = _FAR * len(vector) + 8  # what stands at right angles differs in half of its signs
        read: Callable[[bytes, str], int] = int.from_bytes  # type: ignore[assignment]  # its third word has a default
        little = repeat("little")
        found: list[tuple[int, int]] = []
        for numbers, blob in self.db.execute("select numbers, signs from signs order by shard"):
            if out_of_time():
                return None
            each = Struct(f"{size}s" * (len(blob) // size)).unpack(blob)
            found += [
                (differ, n)
                for n, signs in zip(array("I", numbers), map(read, each, little), strict=True)
                if (differ := (signs ^ asked).bit_count()) < far
            ]
        found.sort()
        return [n for _, n in found[:most]]

    def cosines(self, vector: Sequence[float], numbers: Sequence[int]) -> dict[int, tuple[str, float]]:
        """For rules by number: which state of each was read, and its cosine with a vector."""
        numbers_of_mine, scale = _quantised(vector)
        mine = list(numbers_of_mine)
        lifted = 128 * sum(mine)  # a byte without a sign is read quicker: each of theirs counts 128 more
        found: dict[int, tuple[str, float]] = {}
        for at in range(0, len(numbers), 500):
            some = numbers[at : at + 500]
            rows = self.db.execute(
                f"select n, sha, vector from rules where n in ({','.join('?' * len(some))})", some
            )
            for n, sha, blob in rows:
                theirs = array("f", blob[:4])[0]
                product = sum(map(mul, mine, blob[4:].translate(_LIFTED))) - lifted
                found[n] = (sha, scale * theirs * product)
        return found

    def put_words(self, vectors: Mapping[str, Sequence[float]]) -> None:
        """Adds words."""
        rows = [(word, packed(vector)) for word, vector in vectors.items()]
        self.db.execute("begin")
        self.db.executemany("insert or replace into words values (?, ?)", rows)
        self.db.execute("commit")

    def put_rules(
        self, rules: Mapping[int, tuple[str, Sequence[float]]], gone: Iterable[int], meta: Mapping[str, str]
    ) -> None:
        """Adds rules, takes others out, and makes the signs fit; all or nothing."""
        db = self.db
        db.execute("begin immediate")
        db.executemany("delete from rules where n = ?", [(n,) for n in gone])
        db.executemany(
            "insert or replace into rules values (?, ?, ?)",
            [(n, sha, packed(vector)) for n, (sha, vector) in rules.items()],
        )
        db.execute("delete from signs")
        numbers, signs, shard = array("I"), bytearray(), 0
        for n, blob in db.execute("select n, vector from rules order by n").fetchall():
            vector = array("b", blob[4:])
            numbers.append(n)
            signs += signs_of(vector).to_bytes((len(vector) + 7) // 8, "little")
            if len(numbers) == SHARD:
                db.execute("insert into signs values (?, ?, ?)", (shard, numbers.tobytes(), bytes(signs)))
                numbers, signs, shard = array("I"), bytearray(), shard + 1
        if numbers:
            db.execute("insert into signs values (?, ?, ?)", (shard, numbers.tobytes(), bytes(signs)))
        db.executemany("insert or replace into meta values (?, ?)", list(meta.items()))
        db.execute("commit")

    def clear(self) -> None:
        """Forgets everything: another model reads from now on."""
        self.db.executescript(
            "begin; delete from meta; delete from words; delete from rules; delete from signs; commit;"
        )


def packed(vector: Sequence[float]) -> bytes:
    """A vector in a byte for each number, with its scale in front."""
    numbers, scale = _quantised(vector)
    return array("f", [scale]).tobytes() + numbers.tobytes()


def unpacked(blob: bytes) -> list[float]:
    """The vector again, about."""
    scale = array("f", blob[:4])[0]
    return [value * scale for value in array("b", blob[4:])]


def signs_of(vector: Sequence[float]) -> int:
    """One bit for each number of a vector: whether it is above nothing."""
    return int("".join("1" if value > 0 else "0" for value in reversed(vector)), 2)


def _quantised(vector: Sequence[float]) -> tuple[array[int], float]:
    most = max(map(abs, vector), default=0.0) or 1.0
    return array("b", [round(value * 127 / most) for value in vector]), most / 127
