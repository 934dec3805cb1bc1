"""Reads the journal into the index again, where the index does not hold all of it.

When is decided in `refresh.py`, and by `cm search`; how events get in is `store/index_events.py`.
"""

from __future__ import annotations

from pathlib import Path

from cm.flows.env import Env
from cm.store.index import Index


def events_missing(env: Env, index: Index) -> bool:
    """Whether the journal holds sessions that the index does not: it was made anew, or ingest could not write it."""
    files = sum(1 for _ in env.home.journal.rglob("*.jsonl")) if env.home.journal.is_dir() else 0
    have = index.db.execute("select count(*) from sessions").fetchone()[0]
    return files > max(int(have), int(index.meta("journal", "0")))


def size_of(folder: Path) -> int:
    """How much is kept there, in bytes."""
    return sum(path.stat().st_size for path in folder.rglob("*.jsonl"))


def reindex_events(env: Env, index: Index) -> int:
    """Reads the whole journal into the index again; returns how many events were new."""
    from cm.store.journal import Journal

    journal = Journal(env.home.journal)
    new = files = 0
    for head in journal.sessions():
        files += 1
        known_head, events = journal.read(head.id)
        new += index.add_events(known_head, events)
    files = max(files, sum(1 for _ in env.home.journal.rglob("*.jsonl")))
    with index.write():
        index.set_meta("journal", str(files))
    return new
