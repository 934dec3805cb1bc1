"""Opposites between the user's rules and a repository's, as the index remembers them: by what the rules said when they were compared.

Not here: comparing them (`core/curation/across.py`), when that is done (`flows/across.py`). Standard library only.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from cm.store.index import Index


def weighed_in(index: Index, place: str) -> set[str]:
    """What was compared in a repository."""
    return {sha for (sha,) in index.db.execute("select sha from weighed where place = ?", (place,))}


def across_in(index: Index, place: str) -> list[tuple[Any, ...]]:
    """The opposites found there: what both said, their ids, how their situations lie, and in which way they contradict."""
    found = index.db.execute(
        "select mine_sha, theirs_sha, mine, theirs, lies, say from across where place = ? order by mine_sha, theirs_sha",
        (place,),
    )
    return found.fetchall()


def put_across(index: Index, place: str, shas: Iterable[str], ties: Iterable[tuple[Any, ...]]) -> None:
    """Remembers what was compared and what came of it, in the place of what was known before."""
    now, before = set(shas), weighed_in(index, place)
    index.db.executemany(
        "delete from weighed where place = ? and sha = ?", [(place, sha) for sha in before - now]
    )
    index.db.executemany("insert into weighed values (?, ?)", [(place, sha) for sha in now - before])
    index.db.execute("delete from across where place = ?", (place,))
    index.db.executemany("insert into across values (?, ?, ?, ?, ?, ?, ?)", [(place, *tie) for tie in ties])
