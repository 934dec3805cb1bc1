"""Diaries in the index: their words, and where each lies. Which of them changed is told by the folders' time stamps.

A diary is a file that is replaced as a whole, so its folder's time stamp changes with it. Not here: what is in a diary
(`core/reading/digest.py`), when the index is brought up to date (`flows/refresh_diaries.py`).
"""

from __future__ import annotations

import os

from cm.store.index_words import parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cm.store.index import Index

SIGNATURE = "diaries"  # the key of what the folders were like
YOUNG_NS = 2_000_000_000


def folders(root: str) -> list[tuple[str, int]]:
    """The folders that hold diaries, with their time stamps."""
    found: list[tuple[str, int]] = []
    for year in _folders_in(root):
        found += [(month.path, month.stat().st_mtime_ns) for month in _folders_in(year.path)]
    return found


def signature(found: list[tuple[str, int]]) -> str:
    """What the folders are like, in one line; "" when there are no diaries."""
    return ";".join(f"{os.sep.join(path.split(os.sep)[-2:])}={mtime}" for path, mtime in found)


def settled(found: list[tuple[str, int]], clock: int) -> bool:
    """Whether no folder changed so shortly before that another change could hide within the same time stamp."""
    return all(clock - mtime > YOUNG_NS for _, mtime in found)


def _folders_in(path: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(path) as entries:
            return sorted((each for each in entries if each.is_dir()), key=lambda each: each.name)
    except OSError:
        return []


def files(found: list[tuple[str, int]]) -> Iterator[tuple[str, str]]:
    """Every diary with what tells whether it changed."""
    for path, _ in found:
        with os.scandir(path) as entries:
            for each in entries:
                if each.name.startswith("y-") and each.name.endswith(".json"):
                    seen = each.stat()
                    yield each.path, f"{seen.st_mtime_ns}-{seen.st_size}-{seen.st_ino}"


def held(index: Index) -> dict[str, str]:
    """What is in the index: the path of each diary, and what it was like."""
    return dict(index.db.execute("select path, seen from diaries").fetchall())


def put_diary(index: Index, values: Mapping[str, str]) -> None:
    """Puts a diary in the place of the session's earlier one; `values` are the columns."""
    drop_diary(index, id=values["id"])
    made = index.db.execute(
        "insert into diaries values (null, :id, :session, :host, :project, :status, :at, :path, :seen, :text)",
        dict(values),
    )
    text = values["text"]
    index.db.execute(
        "insert into diaries_words (rowid, text, parts) values (?, ?, ?)", (made.lastrowid, text, parts(text))
    )


def drop_diary(index: Index, *, id: str = "", path: str = "") -> None:
    """Takes a diary out of the index."""
    rows = index.db.execute("select n, text from diaries where id = ? or path = ?", (id, path)).fetchall()
    for n, text in rows:
        index.db.execute(
            "insert into diaries_words (diaries_words, rowid, text, parts) values ('delete', ?, ?, ?)",
            (n, text, parts(text)),
        )
        index.db.execute("delete from diaries where n = ?", (n,))
