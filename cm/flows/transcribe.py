"""One run over many transcripts: each file is read on from its watermark, cleaned, and put by.

The order is what makes a kill harmless: journal first, index second, watermark last. Not here: which files, the locks and
the result (`flows/ingest.py`).
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from cm.core.clip import clip
from cm.core.identity import normal_path
from cm.core.scrub import VERSION, find_secret, scrub
from cm.errors import Busy
from cm.flows.env import Env, project_at
from cm.flows.ingested import NOTHING, Counts, Failed, failed_of
from cm.model.host import Database, Fold, Host
from cm.model.session import Event, SessionHead, Skipped
from cm.store.databases import DATABASES, Guest, Rows, log_stamp
from cm.store.index import Index, Locked
from cm.store.journal import Journal
from cm.store.lines import unwritable
from cm.store.transcripts import Reader, is_tree, reader
from cm.store.trees import stamp_of
from cm.store.watermarks import PART, Change, Watermark, Watermarks, look, prefix_sum, retry_at

BATCH: Final = 500  # events between two savings
GROUP: Final = 32  # files brought to the disk together: the file system then has one thing to do and not many
_UNFINISHED: Final = "unfinished-last-line"
_FAULTS: Final = (
    OSError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)
"""What a file can bring upon its reader: the system refuses, or a record is such that a fold stumbles over it. The file is
reported and tried again later; the others are read."""


class Run:
    """One run over many files, with what stays open during it."""

    def __init__(self, env: Env, marks: Watermarks, index: Index, *, asked: bool) -> None:
        self.env = env
        self.marks = marks
        self.asked = asked  # the files were named: one that failed is not made to wait
        self.now = env.now
        self.journal = Journal(env.home.journal)
        self.index = index
        self.counts: dict[str, Counts] = {}
        self.failed: list[Failed] = []
        self.touched: dict[str, None] = {}
        self.created: dict[str, None] = {}
        self.projects: dict[str, str] = {}
        self.unsettled: list[Watermark] = []  # files whose events are written, but not yet surely on the disk

    def settle(self) -> None:
        """Brings what was written to the disk, then remembers how far the files were read."""
        waiting, self.unsettled = self.unsettled, []
        self.journal.sync()
        self.marks.put(*waiting)

    def count(self, host: Host, counts: Counts) -> None:
        """Adds to what was counted for a host."""
        self.counts[host.name] = self.counts.get(host.name, NOTHING).plus(counts)

    def file(self, host: Host, path: Path) -> None:
        """Reads what is new in one file; a failure is remembered and reported."""
        known = self.marks.get(str(path))
        try:
            change, seen = look(path, known, self.now)
            stamp = _stamp(host, path)
        except OSError as error:
            self._fail(known or Watermark(str(path), host.name), error)
            self.count(host, Counts(files=1))
            return
        if change == "waiting" and self.asked:
            change = "grown"
        if stamp is not None:
            change = _whole(change, known, stamp)
        if known is not None and change in ("unchanged", "waiting"):
            if change == "waiting":
                self.failed.append(failed_of(known))
            elif known.mtime_ns != seen.st_mtime_ns or known.inode != seen.st_ino:
                self.marks.put(replace(known, mtime_ns=seen.st_mtime_ns, inode=seen.st_ino))
            self.count(host, Counts(files=1, unchanged=1))
            return
        begun = known if known is not None and change == "grown" else Watermark(str(path), host.name)
        begun = replace(begun, size=seen.st_size, mtime_ns=seen.st_mtime_ns, inode=seen.st_ino, pending="")
        counts = Counts(files=1, read=1, rewritten=int(change == "rewritten" and stamp is None))
        failures = known.failures if known is not None else 0
        if stamp is not None and _database(host, path) is not None:
            self._many(host, path, replace(begun, prefix=stamp), counts, failures)
            return
        try:
            transcript = reader(host, path, offset=begun.offset, line=begun.line)
        except _FAULTS as error:
            self._fail(replace(begun, failures=failures), error)
            self.count(host, counts)
            return
        self._read(host, path, begun, counts, transcript, failures, stamp)

    def _read(
        self,
        host: Host,
        path: Path,
        begun: Watermark,
        counts: Counts,
        transcript: Reader,
        failures: int,
        stamp: int | None,
    ) -> bool:
        """Reads one transcript; False when it could not be read to its end."""
        reading = None
        try:
            reading = Reading(self, host, path, begun, counts, transcript, stamp)
            reading.read()
        except _FAULTS as error:
            last = reading.mark if reading is not None else begun
            self._fail(replace(last, failures=failures), error)
            return False
        finally:
            self.count(host, reading.counts if reading is not None else counts)
        return True

    def _many(self, host: Host, path: Path, begun: Watermark, counts: Counts, failures: int) -> None:
        """Reads those sessions of a database that changed; the database counts as seen when all of them were read."""
        recipe = _database(host, path)
        complete = recipe is not None
        self.count(host, counts)
        try:
            with Guest(path) as guest:
                for session, stamp in guest.sessions(recipe) if recipe is not None else ():
                    name = f"{path}{PART}{session}"
                    known = self.marks.get(name)
                    if known is not None and known.prefix == stamp and known.size >= 0 and not known.failures:
                        continue
                    one = Watermark(name, host.name)
                    rows = Rows(guest, recipe, session) if recipe is not None else None
                    if rows is not None:
                        before = known.failures if known is not None else 0
                        complete = self._read(host, path, one, NOTHING, rows, before, stamp) and complete
        except _FAULTS as error:
            self._fail(replace(begun, failures=failures), error)
            return
        if complete:
            self.unsettled.append(replace(begun, failures=0, error="", not_before="", read_at=self.env.stamp))

    def _fail(self, mark: Watermark, error: BaseException) -> None:
        what = error.strerror if isinstance(error, OSError) else None
        said = f"{type(error).__name__}: {what or error}"[:300]
        failures = mark.failures + 1
        mark = replace(mark, failures=failures, error=scrub(said)[0], not_before=retry_at(failures, self.now))
        self.marks.put(mark)
        self.failed.append(failed_of(mark))

    def project(self, cwd: str) -> str:
        """The identity of the project around a session's folder, as it is on this machine now."""
        found = self.projects.get(cwd)
        if found is None:
            found = self.projects[cwd] = self._project(cwd)
        return found

    def _project(self, cwd: str) -> str:
        if not cwd or not os.path.isabs(cwd):
            return normal_path(cwd) if cwd else ""
        repo = self.env.repo
        named = self.env.settings.project
        if named and repo is not None and Path(cwd).is_relative_to(repo.repo):
            return named
        return project_at(Path(cwd))


class Reading:
    """One file being read: what was taken since the last saving, and where that saving stands."""

    def __init__(
        self,
        run: Run,
        host: Host,
        path: Path,
        begun: Watermark,
        counts: Counts,
        transcript: Reader,
        stamp: int | None,
    ) -> None:
        self.run = run
        self.path = path
        self.mark = begun  # as last saved
        self.counts = counts
        self.fold = _fold(host, path, begun.carry)
        self.transcript = transcript
        self.stamp = stamp  # of a session that is read whole each time: what tells that it changed
        self.settings = run.env.settings.journal
        self.events: list[Event] = []
        self.ended: list[SessionHead] = []  # of sessions that ended within the file
        self.skipped: Counter[str] = Counter()
        self.records = 0
        self.secrets = 0

    def read(self) -> None:
        """Takes every record to the end of the file."""
        transcript, feed, keep = self.transcript, self.fold.feed, self._keep
        events, skipped = self.events, self.skipped
        offset, line = transcript.offset, transcript.line
        for record in transcript.records():
            if transcript.offset != offset:  # all records of the place before were taken
                if len(events) >= BATCH:
                    self._save(offset, line)
                offset, line = transcript.offset, transcript.line
            if isinstance(record, Skipped):
                if record.reason == _UNFINISHED:
                    self.mark = replace(self.mark, pending=_UNFINISHED)
                else:
                    skipped[record.reason] += 1
                continue
            self.records += 1
            for item in feed(record):
                if isinstance(item, Skipped):
                    skipped[item.reason] += 1
                elif isinstance(item, Event):
                    keep(item)
                else:
                    self.ended.append(item)
        self._save(transcript.offset, transcript.line, whole=True)

    def _keep(self, event: Event) -> None:
        """Cleans an event and puts it by; what goes to the journal has passed here."""
        text, secrets = clip(event.text, event.kind, self.settings, scrub)
        self.secrets += secrets
        self.events.append(
            Event(
                event.id, event.session, event.seq, event.at, event.by, event.kind, text,
                event.of, event.exit, event.tool, event.agent, VERSION,
            )
        )  # fmt: skip

    def _save(self, offset: int, line: int, *, whole: bool = False) -> None:
        """Journal first, index second, watermark last: a kill between them is made good by reading again."""
        run, mark = self.run, self.mark
        session = mark.session
        new = repeated = 0
        heads: list[SessionHead] = []
        for item in self.fold.finish():
            if isinstance(item, SessionHead):
                heads.append(item)
            elif isinstance(item, Skipped):
                self.skipped[item.reason] += 1
            else:
                self._keep(item)
        heads = list({head.id: head for head in (*self.ended, *heads)}.values())  # the last word on each
        for head in heads:
            session = head.id
            mine = (
                self.events
                if len(heads) == 1
                else [event for event in self.events if event.session == head.id]
            )
            some, again = self._write(head, mine)
            new, repeated = new + some, repeated + again
        skipped = Counter(mark.skipped) + self.skipped
        before = (mark.offset, mark.prefix)
        self.mark = replace(
            mark,
            offset=offset,
            line=line,
            prefix=prefix_sum(self.path, offset, before) if self.stamp is None else self.stamp,
            carry=_carried(self.fold),
            session=session,
            records=mark.records + self.records,
            events=mark.events + new + repeated,
            secrets=mark.secrets + self.secrets,
            skipped=MappingProxyType(dict(sorted(skipped.items()))),
            # until the end was reached the file does not count as seen, so that the next run goes on
            size=mark.size if whole else -1,
            failures=0,
            error="",
            not_before="",
            read_at=run.env.stamp,
        )
        run.unsettled.append(self.mark)
        if not whole or len(run.unsettled) >= GROUP:
            run.settle()
        self.mark = replace(self.mark, size=mark.size)
        self.counts = self.counts.plus(
            Counts(
                records=self.records, events=new, repeated=repeated, secrets=self.secrets,
                skipped=MappingProxyType(dict(self.skipped)),
            )
        )  # fmt: skip
        if whole and self.mark.pending:
            self.counts = self.counts.plus(Counts(skipped=MappingProxyType({self.mark.pending: 1})))
        self.events.clear()
        self.ended.clear()
        self.skipped.clear()
        self.records = self.secrets = 0

    def _write(self, head: SessionHead, events: list[Event]) -> tuple[int, int]:
        """Puts the events by; returns how many were new, and how many this very session had brought before."""
        run = self.run
        held = run.journal.head(head.id)
        if not events and held is None:
            return 0, 0
        if head.twin and held is None and run.journal.head(head.twin) is not None:
            self.skipped["held-natively"] += len(events)
            return 0, 0
        head = replace(
            head,
            title=scrub(head.title)[0],
            branch=scrub(head.branch)[0],
            project=held.project if held is not None and held.project else run.project(head.cwd),
        )
        own = run.journal.ids(head)
        known = run.index.known([event.id for event in events])
        fresh: dict[str, Event] = {}
        repeated = 0
        for event in events:
            if event.id in own:
                repeated += 1
                if event.id not in known:  # a killed run had come as far as the journal
                    fresh[event.id] = event
            elif (
                event.id in known or event.id in fresh
            ):  # a resumed session begins with a copy of the one before
                self.skipped["duplicate"] += 1
            else:
                fresh[event.id] = event
        if not fresh and not repeated and held is None:
            return 0, 0
        new = run.journal.append(head, fresh.values(), sync=False)
        try:
            run.index.add_events(run.journal.head(head.id) or head, fresh.values())
        except Locked as error:
            said = "another process is writing the index"
            raise Busy(said, hint="run it again; nothing is read twice") from error
        except sqlite3.OperationalError as error:  # the disk is full
            raise unwritable(run.env.home.index, OSError(None, str(error))) from error
        if new:
            run.touched[head.id] = None
            if held is None:
                run.created[head.id] = None
        return new, repeated


def _fold(host: Host, path: Path, carry: str) -> Fold:
    recipe = host.sessions
    if recipe is None:
        raise ValueError(f"{host.name} leaves no transcripts")
    source = recipe.describe(path.as_posix(), path.parent.as_posix())
    database = _database(host, path)
    fold = database.fold if database is not None and database.fold is not None else recipe.fold
    return fold(source, json.loads(carry) if carry else None)


def _database(host: Host, path: Path) -> Database | None:
    """The recipe by which a file is read as a database, or None when it is none."""
    recipe = host.sessions.database if host.sessions is not None else None
    return recipe if recipe is not None and path.suffix.lower() in DATABASES else None


def _stamp(host: Host, path: Path) -> int | None:
    """What tells, besides size and time, that a database or a tree changed; None for a file that says so itself."""
    if _database(host, path) is not None:
        return log_stamp(path)
    tree = host.sessions.tree if host.sessions is not None else None
    return stamp_of(path, tree) if tree is not None and is_tree(host, path) else None


def _whole(change: Change, known: Watermark | None, stamp: int) -> Change:
    """What became of something that is read from its beginning each time."""
    if known is None or change == "waiting":
        return change
    return "unchanged" if change == "unchanged" and known.prefix == stamp else "rewritten"


def _carried(fold: Fold) -> str:
    """The fold's state as text; words it remembers are scrubbed like any others."""
    state = fold.carry()
    text = json.dumps(state, ensure_ascii=True, separators=(",", ":"))
    return json.dumps(_clean(state), ensure_ascii=True, separators=(",", ":")) if find_secret(text) else text


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return scrub(value)[0]
    if isinstance(value, list | tuple):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in value.items()}
    return value
