"""Reads what hosts wrote since last time into the journal: find, watermark, records, fold, scrub, clip, keep, index.

Idempotent: an event is known by its id, wherever its copy is found, so killing this at any instant and running it again
loses nothing and doubles nothing. No model is called. Not here: which files there are and what was counted so far
(`flows/ingested.py`), what a host's record means (`cm.hosts`), what is learned from a session (`flows/reflect.py`).
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from cm.errors import Busy
from cm.flows.env import Env
from cm.flows.ingested import Ingested, found_files, marks_path, named_files, newest_files, sum_of
from cm.flows.transcribe import Run
from cm.store.files import lock
from cm.store.index import Broken, Index, Locked, ReadOnly
from cm.store.lines import unwritable
from cm.store.watermarks import Watermarks

_LOCK_SECONDS: Final = 2.0
_INDEX_WAIT_MS: Final = 10_000

Progress: TypeAlias = Callable[[int, int, str], None]
"""Called before each file with how many are done, how many there are, and its path."""


def ingest(
    env: Env,
    *,
    hosts: Sequence[str] = (),
    paths: Sequence[Path] = (),
    max_files: int | None = None,
    progress: Progress | None = None,
) -> Ingested:
    """Takes everything new from the hosts' transcripts (or from the files and folders of `paths`) into the journal.

    With `max_files` the newest are chosen. Raises NotFound for an unknown host or path, Busy, Unwritable.
    """
    found, unrecognised = named_files(env, paths, hosts) if paths else (found_files(env, hosts), ())
    chosen, left = newest_files(found, max_files)
    with (
        lock(env.home.ingest_lock, _LOCK_SECONDS, who="cm ingest"),
        Watermarks.open(marks_path(env)) as marks,
        _index(env) as index,
    ):
        run = Run(env, marks, index, asked=bool(paths))
        collecting = gc.isenabled()
        gc.disable()  # the work is all in short-lived trees without cycles
        try:
            for done, (host, path) in enumerate(chosen):
                if progress:
                    progress(done, len(chosen), str(path))
                run.file(host, path)
                if done % 64 == 63:
                    gc.collect()
            run.settle()
        finally:
            if collecting:
                gc.enable()
    counts = MappingProxyType(dict(sorted(run.counts.items())))
    touched, created = tuple(run.touched), tuple(run.created)
    return Ingested(counts, sum_of(counts.values()), tuple(run.failed), unrecognised, touched, created, left)


def _index(env: Env) -> Index:
    """The index, open for writing, with all of the journal in it: it tells which events are known from other sessions."""
    path = env.home.index
    try:
        try:
            index = Index.open(path, write=True, wait_ms=_INDEX_WAIT_MS)
        except Broken:
            Index.delete(path)
            index = Index.open(path, write=True, wait_ms=_INDEX_WAIT_MS)
    except Locked as error:
        raise Busy("another process is writing the index", hint="run it again in a moment") from error
    except ReadOnly as error:
        raise unwritable(Path(path), OSError(13, str(error))) from error
    if _behind(env, index):
        from cm.flows.refresh import reindex_events

        reindex_events(env, index)
    return index


def _behind(env: Env, index: Index) -> bool:
    """Whether the journal holds sessions that the index does not: it was deleted, or made anew."""
    files = sum(1 for _ in env.home.journal.rglob("*.jsonl")) if env.home.journal.is_dir() else 0
    have = index.db.execute("select count(*) from sessions").fetchone()[0]
    return files > max(int(have), int(index.meta("journal", "0")))
