"""One run over many transcripts: what is read of each file is put by, in the order of the files.

The order of writing is what makes a kill harmless: journal first, index second, watermark last. Not here: which files
(`flows/changed.py`), reading them (`flows/readings.py`), the locks and the result (`flows/ingest.py`).
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from cm.core.identity import project_identity
from cm.core.secrets.scrub import scrub
from cm.errors import Busy
from cm.flows.changed import Step
from cm.flows.env import Env, project_at
from cm.flows.ingested import NOTHING, Counts, Failed, failed_of
from cm.flows.permission import Permit
from cm.flows.readings import FAULTS, Batch, Fault, Job, Reading, database_of, said
from cm.model.host import Host
from cm.model.session import Event, SessionHead
from cm.store.databases import Guest, Rows
from cm.store.index import Index, Locked
from cm.store.journal import Journal
from cm.store.lines import unwritable
from cm.store.watermarks import PART, Watermark, Watermarks, retry_at

GROUP: Final = (
    256  # files brought to the disk together: the file system then has one thing to do and not many
)
EVENTS: Final = 2_000  # and no more events than these: others may wait for the index

Told: TypeAlias = Callable[[int], None]
"""Called with the bytes of the file that were read so far."""

Read: TypeAlias = Callable[[Step, Job], Iterator[Batch]]
"""What gives the batches of a file, in order."""


class Run:
    """One run over many files, with what stays open during it."""

    def __init__(
        self,
        env: Env,
        marks: Watermarks,
        index: Index,
        counts: dict[str, Counts],
        failed: list[Failed],
        permit: Permit,
        named: str = "",
    ) -> None:
        self.env = env
        self.marks = marks
        self.now = env.now
        self.journal = Journal(env.home.journal)
        self.index = index
        self.counts = counts
        self.failed = failed
        self.permit = permit
        self.named = named  # the project of sessions that tell of no folder
        self.touched: dict[str, None] = {}
        self.created: dict[str, None] = {}
        self.projects: dict[tuple[str, str], str] = {}
        self.unsettled: list[Watermark] = []  # files whose events are written, but not yet surely on the disk
        self.unindexed: list[tuple[SessionHead, list[Event]]] = []
        self.pending: set[str] = set()  # ids of the events in `unindexed`

    def settle(self) -> None:
        """Brings what was written to the disk and to the index, then remembers how far the files were read.

        When it is cut short anywhere, calling it again does what is left.
        """
        self.journal.sync()
        self._index()
        # a transcript whose path holds what was erased is looked at anew each time
        self.marks.put(*(mark for mark in self.unsettled if self.permit.kept_out.names(mark.path)))
        self.unsettled.clear()

    def _index(self) -> None:
        if not self.unindexed:
            return
        try:
            with self.index.write():
                for head, events in self.unindexed:
                    self.index.add_events(head, events)
        except Locked as error:
            busy = "another process is writing the index"
            raise Busy(busy, hint="run it again; nothing is read twice") from error
        except sqlite3.OperationalError as error:  # the disk is full
            raise unwritable(self.env.home.index, OSError(None, str(error))) from error
        self.unindexed.clear()
        self.pending.clear()

    def count(self, host: str, counts: Counts) -> None:
        """Adds to what was counted for a host."""
        self.counts[host] = self.counts.get(host, NOTHING).plus(counts)

    def file(self, step: Step, read: Read, told: Told) -> None:
        """Takes what is new in one file; a failure is remembered and reported."""
        host = step.host.name
        if step.refused is not None:
            self._fail(step.begun, step.failures, said(step.refused))
            self.count(host, Counts(files=1))
            return
        self.count(host, Counts(files=1, read=1, rewritten=int(step.rewritten)))
        if step.database:
            self._many(step)
        else:
            self._take(step.begun, step.failures, lambda: read(step, job_of(step)), told)

    def _take(self, begun: Watermark, failures: int, read: Callable[[], Iterator[Batch]], told: Told) -> bool:
        """Puts the batches of one session or file by; False when it could not be read to its end."""
        mark = begun
        try:
            for batch in read():
                mark = self._put(mark, batch, begun.size)
                told(batch.offset)
        except Fault as fault:
            self._fail(mark, failures, str(fault))
            return False
        except FAULTS as error:
            self._fail(mark, failures, said(error))
            return False
        return True

    def _many(self, step: Step) -> None:
        """Reads those sessions of a database that changed; the database counts as seen when all of them were read."""
        host, path = step.host, step.path
        begun = replace(step.begun, prefix=step.stamp or 0)
        recipe = database_of(host, path)
        complete = recipe is not None
        try:
            with Guest(path) as guest:
                for session, stamp in guest.sessions(recipe) if recipe is not None else ():
                    name = f"{path}{PART}{session}"
                    known = self.marks.get(name)
                    if known is not None and known.prefix == stamp and known.size >= 0 and not known.failures:
                        continue
                    if recipe is not None:
                        rows = Rows(guest, recipe, session)
                        job = Job(host.name, str(path), stamp=stamp)
                        reading = partial(self._rows, host, job, rows)
                        before = known.failures if known is not None else 0
                        one = Watermark(name, host.name)
                        complete = self._take(one, before, reading, lambda _: None) and complete
        except FAULTS as error:
            self._fail(begun, step.failures, said(error))
            return
        if complete:
            self.unsettled.append(replace(begun, failures=0, error="", not_before="", read_at=self.env.stamp))

    def _rows(self, host: Host, job: Job, rows: Rows) -> Iterator[Batch]:
        return Reading(host, job, self.env.settings.journal, rows).batches()

    def _fail(self, mark: Watermark, before: int, error: str) -> None:
        failures = before + 1
        mark = replace(
            mark, failures=failures, error=scrub(error)[0], not_before=retry_at(failures, self.now)
        )
        self.settle()  # what was read of it comes before
        if self.permit.kept_out.names(mark.path):
            self.marks.put(mark)
        self.failed.append(failed_of(mark))

    def _put(self, mark: Watermark, batch: Batch, size: int) -> Watermark:
        """Puts a batch by; returns how far the file was read now."""
        skipped = Counter(batch.skipped)
        session = mark.session
        new = repeated = 0
        for head, events in batch.parts:
            some, again = self._write(head, events, skipped)
            if head.id not in self.permit.out:
                session = head.id
            new, repeated = new + some, repeated + again
        if self.permit.all_out(batch.parts):
            if batch.whole and PART not in mark.path:
                self.permit.leave(mark.path, size, mark.mtime_ns)
            return mark  # no watermark: nothing is to be known of it but that it was left out
        everything = Counter(mark.skipped) + skipped
        mark = replace(
            mark,
            offset=batch.offset,
            line=batch.line,
            prefix=batch.prefix,
            carry=self.permit.kept_out.carry(batch.carry),
            pending=batch.pending,
            session=session,
            records=mark.records + batch.records,
            events=mark.events + new + repeated,
            secrets=mark.secrets + batch.secrets,
            skipped=MappingProxyType(dict(sorted(everything.items()))),
            # until the end was reached the file does not count as seen, so that the next run goes on
            size=size if batch.whole else -1,
            failures=0,
            error="",
            not_before="",
            read_at=self.env.stamp,
        )
        self.unsettled.append(mark)
        if batch.pending:
            skipped[batch.pending] += 1
        self.count(
            mark.host,
            Counts(
                records=batch.records, events=new, repeated=repeated, secrets=batch.secrets,
                skipped=MappingProxyType(dict(skipped)),
            ),
        )  # fmt: skip
        if len(self.unsettled) >= GROUP or len(self.pending) >= EVENTS:
            self.settle()
        return mark

    def _write(self, head: SessionHead, events: list[Event], skipped: Counter[str]) -> tuple[int, int]:
        """Puts the events by; returns how many were new, and how many this very session had brought before."""
        journal = self.journal
        if "\0" in head.cwd:  # no file system has such a folder, and asking for it raises
            head = replace(head, cwd="")
        held = journal.head(head.id)
        if not events and held is None:
            return 0, 0
        if head.twin and held is None and journal.head(head.twin) is not None:
            skipped["held-natively"] += len(events)
            return 0, 0
        kept = held.project if held is not None else ""
        head = replace(head, project=kept or self.project(head.cwd, head.remote) or self.named, remote="")
        if self.permit.why_left_out(head, events):
            skipped["excluded"] += len(events)
            if held is not None:
                self.permit.held[head.id] = held
            return 0, 0
        events = self.permit.kept_out.events(self.permit.without_copies(events))
        head = self.permit.kept_out.head(head)
        own = journal.ids(head)
        pending = self.pending
        known = self.index.known([event.id for event in events])
        fresh: dict[str, Event] = {}
        repeated = 0
        for event in events:
            name = event.id
            there = name in known or name in pending
            if name in own:
                repeated += 1
                if not there:  # a killed run had come as far as the journal
                    fresh[name] = event
            elif there or name in fresh:  # a resumed session begins with a copy of the one before
                skipped["duplicate"] += 1
            else:
                fresh[name] = event
        if not fresh and not repeated and held is None:
            return 0, 0
        new = journal.append(head, fresh.values(), sync=False)
        self.unindexed.append((journal.head(head.id) or head, list(fresh.values())))
        pending.update(fresh)
        if new:
            self.touched[head.id] = None
            if held is None:
                self.created[head.id] = None
        return new, repeated

    def project(self, cwd: str, remote: str = "") -> str:
        """The identity of the project around a session's folder: as it is on this machine now, else as the host recorded it."""
        found = self.projects.get((cwd, remote))
        if found is None:
            found = self.projects[cwd, remote] = self._project(cwd, remote)
        return found

    def _project(self, cwd: str, remote: str) -> str:
        if not cwd or not os.path.isabs(cwd):
            return project_identity(remote, None, cwd) if cwd else ""
        repo = self.env.repo
        named = self.env.settings.project
        if named and repo is not None and Path(cwd).is_relative_to(repo.repo):
            return named
        return project_at(Path(cwd), remote)


def job_of(step: Step) -> Job:
    """What a reader has to know of a step."""
    begun = step.begun
    return Job(begun.host, str(step.path), begun.offset, begun.line, begun.prefix, begun.carry, step.stamp)
