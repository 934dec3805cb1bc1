"""How near the rules of the index are in meaning to a task, on the quick way: without a model, within a limit of time.

The words of the task are looked up in a table that a model made before, the rules' vectors were made by the same model
(`flows/meaning.py`). What cannot be done in time is said, and the words decide alone. A quick door imports this, where there is a table.
"""

from __future__ import annotations

import os
import sqlite3

from cm.core.serving import fuse
from cm.store.near import NAME, Near

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cm.store.index import Index

LIMIT = 0.020  # seconds for looking through the signs of all rules
BESIDE = 50  # rules that are looked at closely though no word of theirs was found
LATE = "semantic: there are too many rules to look through in time; only words were compared"
BUSY = "semantic: the table of meanings is being written; only words were compared"
OLD = "semantic: {} not read by the model yet; `cm models index` does it"


class Nearness:
    """What is known of the rules' meaning: cosines by number, and what could not be done."""

    __slots__ = ("cosines", "degraded")

    def __init__(self, cosines: dict[int, float], degraded: str = "") -> None:
        self.cosines = cosines
        self.degraded = degraded


class Meaning:
    """Asks the table about one task, once, and keeps what could not be done."""

    __slots__ = ("clock", "degraded", "index", "read", "scale", "task")

    def __init__(
        self,
        index: Index,
        task: str,
        clock: Callable[[], float],
        read: Callable[[], Sequence[float]] | None = None,
    ) -> None:
        """`read` gives the vector of the task where a model is loaded; without it the words are added up."""
        self.index = index
        self.read = read
        self.scale = fuse.TABLE if read is None else fuse.MODEL
        self.task = task
        self.clock = clock
        self.degraded: tuple[str, ...] = ()

    def __call__(self, known: Sequence[int]) -> Nearness | None:
        found = nearness(self.index, self.task, known, self.clock, self.read)
        if found is not None and found.degraded:
            self.degraded = (found.degraded,)
        return found


def table_path(index: Index) -> str:
    """Where the table lies: beside the index."""
    return os.path.join(os.path.dirname(index.path), NAME)


def nearness(
    index: Index,
    task: str,
    known: Sequence[int],
    clock: Callable[[], float],
    read: Callable[[], Sequence[float]] | None = None,
) -> Nearness | None:
    """The cosines of the rules that words found, and of those that are nearest without; None when there is no table."""
    table = Near.open(table_path(index)) if os.path.dirname(index.path) else None
    if table is None:
        return None
    start = clock()
    try:
        with table:
            vector = list(read()) if read is not None else _added_up(table, task)
            start = clock() if read is not None else start
            if not vector:
                return Nearness({})
            likely = table.likely(vector, BESIDE, lambda: clock() - start > LIMIT)
            numbers = list(dict.fromkeys((*known, *(likely or ()))))
            found = table.cosines(vector, numbers)
    except sqlite3.Error:
        return Nearness({}, BUSY)
    held = _held(index, list(found))
    cosines = {n: cosine for n, (sha, cosine) in found.items() if held.get(n) == sha}
    missing = sum(n not in cosines for n in known)
    late = LATE if likely is None else ""
    unread = (
        OLD.format("1 rule that was found is" if missing == 1 else f"{missing} rules that were found are")
        if missing
        else ""
    )
    return Nearness(cosines, late or unread)


def _added_up(table: Near, task: str) -> list[float]:
    words = fuse.words_of(_plain(task))
    return fuse.together(words, table.words(words)) if words else []


def _plain(task: str) -> str:
    """The task in English words, roughly, since the table knows no others."""
    if task.isascii():
        return task
    from cm.core.language.tongues import in_english

    return in_english(task)


def _held(index: Index, numbers: list[int]) -> dict[int, str]:
    found: dict[int, str] = {}
    for at in range(0, len(numbers), 500):
        some = numbers[at : at + 500]
        found.update(
            index.db.execute(f"select n, sha from rules where n in ({','.join('?' * len(some))})", some)
        )
    return found
