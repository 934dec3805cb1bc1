"""Armed traumas in the index: what each is known by, and what is told of it; found again by what a task is about to do.

Not here: which are armed and what may be told (`flows/refresh_traumas.py`), how well one fits (`core/serving/warn.py`). A quick door
imports this.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from cm.store.index import Index

COUNT = "traumas"  # the meta value that says how many there are at all
MOST = 150  # candidates that are looked at
READ_AT_MOST = 20_000  # postings


def known(index: Index, source: str) -> dict[str, int]:
    """The traumas of one source: the hash of what each was made from, with its number."""
    return dict(index.db.execute("select sha, n from traumas where source = ?", (source,)).fetchall())


def put(
    index: Index,
    source: str,
    name: str,
    sha: str,
    card: str,
    keys: Sequence[Sequence[str]],
    leads: Iterable[str],
    since: str,
) -> None:
    """Adds one; `since` is the moment from which it is armed again, "" when it is now."""
    made = index.db.execute(
        "insert into traumas values (null, ?, ?, ?, ?, ?, ?)",
        (source, name, sha, card, json.dumps(keys, ensure_ascii=False, separators=(",", ":")), since),
    )
    index.db.executemany(
        "insert or ignore into trauma_leads values (?, ?)", [(lead, made.lastrowid) for lead in leads]
    )


def drop(index: Index, numbers: Iterable[int]) -> None:
    """Takes some out."""
    gone = [(n,) for n in numbers]
    if gone:
        index.db.executemany("delete from traumas where n = ?", gone)
        index.db.execute("delete from trauma_leads where n not in (select n from traumas)")


def count(index: Index) -> None:
    """Counts them, so that a door that needs none of them does not look further."""
    index.set_meta(COUNT, str(index.db.execute("select count(*) from traumas").fetchone()[0]))


def has_missed(index: Index, states: Mapping[str, str]) -> bool:
    """Whether a source missed a change while somebody was elsewhere: its trust, or what was admitted; remembers the states."""
    missed = any(index.meta(f"warned:{name}") != state for name, state in states.items())
    for name, state in states.items():
        index.set_meta(f"warned:{name}", state)
    return missed


def words_that_lead(index: Index, acts: Mapping[str, str]) -> set[str]:
    """Every word that brings a task to some trauma, `acts` naming the act that a word stands for."""
    leads = {lead for (lead,) in index.db.execute("select distinct lead from trauma_leads")}
    found = {lead[2:] for lead in leads if lead.startswith("w:")}
    return found | {word for word, act in acts.items() if f"a:{act}" in leads}


def led_to(
    index: Index, leads: Sequence[str], sources: Sequence[str], now: str
) -> list[tuple[str, str, Any]]:
    """The traumas that these leads bring a task to, those with most of them first: id, card as JSON, keys."""
    if not leads:
        return []
    some = list(leads)[:200]
    found = index.db.execute(
        f"select n, count(*) from (select n from trauma_leads where lead in ({_marks(some)}) limit {READ_AT_MOST})"
        " group by n order by 2 desc, 1",
        some,
    ).fetchmany(MOST)
    numbers = [n for n, _ in found]
    rows = index.db.execute(
        f"select id, card, keys from traumas where n in ({_marks(numbers)}) and source in ({_marks(sources)})"
        " and since <= ?",
        [*numbers, *sources, now],
    )
    return [(name, card, json.loads(keys)) for name, card, keys in rows.fetchall()]


def _marks(values: Sequence[Any]) -> str:
    return ",".join("?" * len(values))
