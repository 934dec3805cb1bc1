"""Reads what hosts wrote since last time into the journal: find, watermark, records, fold, scrub, clip, keep, index.

Idempotent: an event is known by its id, wherever its copy is found, so killing this at any instant and running it again
loses nothing and doubles nothing. No model is called. Not here: which files there are and what was counted so far
(`flows/ingested.py`), which of them changed (`flows/changed.py`), reading them (`flows/readings.py`, with many processes
`flows/crew.py`), putting what was read by (`flows/transcribe.py`).
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol

from cm.errors import Busy, Interrupted
from cm.flows.changed import Sighting, Step, newest, plan, sightings
from cm.flows.env import Env
from cm.flows.ingested import (
    Counts,
    Failed,
    Ingested,
    failed_of,
    marks_path,
    named_files,
    seen_files,
    sum_of,
)
from cm.flows.journal import prune_by_settings
from cm.flows.permission import Permit, note_use, take_out_held
from cm.flows.readings import Batch, Job, Reading
from cm.flows.transcribe import Read, Run, job_of
from cm.llm.own_call import refuse_own_call
from cm.store.files import lock
from cm.store.index import Broken, Index, Locked, ReadOnly
from cm.store.journal_places import stamp_of
from cm.store.lines import unwritable
from cm.store.watermarks import Watermarks

_LOCK_SECONDS: Final = 2.0
_INDEX_WAIT_MS: Final = 10_000
_JOURNAL: Final = "journal-folders"  # the index remembers how they were
_TIDY: Final = 256  # files between two collections of garbage
_ALONE_BYTES: Final = 6_000_000  # less to read does not pay for more processes


class Progress(Protocol):
    """Told how far the work is."""

    def __call__(self, done: int, total: int, name: str, read: int = 0, size: int = 0) -> None:
        """Files done and in all, the one at work; and bytes done and in all."""
        ...


@contextmanager
def _no_garbage() -> Iterator[None]:
    """Collects no garbage by itself for a while, and none of what is there now: the work is in short-lived trees."""
    collecting = gc.isenabled()
    gc.disable()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        if collecting:
            gc.enable()


@_no_garbage()
def ingest(
    env: Env,
    *,
    hosts: Sequence[str] = (),
    paths: Sequence[Path] = (),
    max_files: int | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
    door: str = "ingest",
    project: str = "",
) -> Ingested:
    """Takes everything new from the hosts' transcripts (or from the files and folders of `paths`) into the journal.

    With `max_files` the newest are chosen. `workers`: processes that read; None = as many as pay, 1 = only this one; the
    result is the same. `door` names who asks, for the record. `project`: whose those of `paths` are that tell of no folder.
    What may be read is asked of the user's word on privacy.

    Raises OwnCall below a model call of ours, NotAllowed for a host that is closed, NeedsAHuman when nobody answers, NotFound for an unknown host or path, Busy,
    Unwritable, and Interrupted on ^C, with what was read kept.
    """
    refuse_own_call(env.environ, f"cm {door}")
    permit = Permit.open(env)
    named, unrecognised = named_files(env, paths, hosts) if paths else (None, ())
    found: Sequence[Sighting] = sightings(named) if named is not None else seen_files(env, hosts)
    found = permit.opened(found, hosts)
    permit.sweep()
    chosen, left = newest(permit.not_out(found), max_files)
    counts: dict[str, Counts] = {}
    failed: list[Failed] = []
    touched: Iterable[str] = ()
    created: Iterable[str] = ()
    with (
        lock(env.home.ingest_lock, _LOCK_SECONDS, who="cm ingest"),
        Watermarks.open(marks_path(env)) as marks,
    ):
        todo = plan(chosen, marks, env.now, asked=bool(paths))
        for name, number in todo.unchanged.items():
            counts[name] = Counts(files=number, unchanged=number)
        failed += map(failed_of, todo.waiting)
        marks.put(*todo.touched)
        if todo.steps:
            # the readers come first: a process that is forked later would have our files open
            with _readers(env, todo.steps, workers) as batches, _index(env) as index:
                run = Run(env, marks, index, counts, failed, permit, project if paths else "")
                _read_all(run, todo.steps, batches, progress)
                _remember(env, index)
                touched, created = run.touched, run.created
            take_out_held(env, permit)
    by_host = MappingProxyType(dict(sorted(counts.items())))
    read = tuple(name for name in touched if name not in permit.out)
    note_use(env, door, read)
    if read:
        prune_by_settings(env)
    return Ingested(
        by_host, sum_of(by_host.values()), tuple(failed), unrecognised, read,
        tuple(name for name in created if name not in permit.out), left, permit.told(),
    )  # fmt: skip


def _read_all(run: Run, steps: Sequence[Step], batches: Read, progress: Progress | None) -> None:
    """Takes one file after the other; ^C keeps what was taken until then."""
    way = _Way(steps, progress)
    try:
        for step in steps:
            way.begin(step)
            run.file(step, batches, way.came_to)
            way.done += 1
            if way.done % _TIDY == 0:
                gc.collect()
        run.settle()
    except KeyboardInterrupt:
        run.settle()
        events = sum(counts.events for counts in run.counts.values())
        raise Interrupted(
            f"interrupted after {way.done:,} of {len(steps):,} files; {events:,} new events are kept",
            hint="run it again to go on from here",
        ) from None


class _Way:
    """How far the work is, told to whoever wants to know."""

    def __init__(self, steps: Sequence[Step], progress: Progress | None) -> None:
        self.done = 0
        self._files = len(steps)
        self._size = sum(step.size for step in steps)
        self._read = 0  # bytes of the files before this one
        self._step: Step | None = None
        self._progress = progress

    def begin(self, step: Step) -> None:
        """A file's turn has come."""
        if self._step is not None:
            self._read += self._step.size
        self._step = step
        self.came_to(step.begun.offset)

    def came_to(self, offset: int) -> None:
        """The file at work was read to this place."""
        step = self._step
        if self._progress is not None and step is not None:
            here = min(
                max(0, offset - step.begun.offset), step.size
            )  # a packed file holds more than its size
            self._progress(self.done, self._files, str(step.path), self._read + here, self._size)


@contextmanager
def _readers(env: Env, steps: Sequence[Step], workers: int | None) -> Iterator[Read]:
    """What gives the batches of a file: this process, or several others that read ahead."""
    settings = env.settings.journal

    def alone(step: Step, job: Job) -> Iterator[Batch]:
        return Reading(step.host, job, settings).batches()

    files = [step for step in steps if not step.database and step.refused is None]
    if (
        workers == 1
        or len(files) < 1
        or (workers is None and sum(step.size for step in files) < _ALONE_BYTES)
    ):
        yield alone
        return
    from cm.flows import crew

    wanted = workers or crew.worth(sum(step.size for step in files))
    if wanted < 2:
        yield alone
        return
    numbers = {str(step.path): number for number, step in enumerate(files)}
    with crew.Crew([job_of(step) for step in files], wanted, settings) as others:

        def together(step: Step, job: Job) -> Iterator[Batch]:
            try:
                for batch in others.batches(numbers[str(step.path)]):
                    job = job.after(batch)
                    yield batch
            except crew.Lost:  # go on from where it came
                yield from alone(step, job)

        yield together


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
    from cm.flows.refresh_events import events_missing, reindex_events

    # the folders of the journal tell whether a session came or went since we looked
    if stamp_of(env.home.journal) != index.meta(_JOURNAL) and events_missing(env, index):
        reindex_events(env, index)
    return index


def _remember(env: Env, index: Index) -> None:
    """Notes what the next run need not find out again."""
    with index.write():
        index.set_meta(_JOURNAL, stamp_of(env.home.journal))
