"""One transcript turned into batches of clean events: records, fold, scrub, clip. Writes nothing, so that it can run anywhere.

A batch holds what was said since the batch before, and from where to go on after it. Not here: putting it by
(`flows/transcribe.py`), doing this in several processes at once (`flows/crew.py`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from cm.core.language.clip import clip
from cm.core.secrets.scrub import VERSION, find_secret, scrub
from cm.model.host import Database, Fold, Host, Record
from cm.model.session import Event, SessionHead, Skipped
from cm.model.settings import JournalSettings
from cm.store.databases import DATABASES
from cm.store.transcripts import PASSED_OVER, Reader, reader
from cm.store.watermarks import prefix_sum

BATCH: Final = 500  # events between two savings
_UNFINISHED: Final = "unfinished-last-line"
FAULTS: Final = (
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


class Fault(Exception):
    """A file could not be read to its end; the text says why."""


@dataclass(frozen=True, slots=True)
class Job:
    """A file to be read on from a place."""

    host: str
    path: str
    offset: int = 0
    line: int = 0
    prefix: int = 0  # checksum of what lies before the offset
    carry: str = ""
    stamp: int | None = None  # of what is read whole each time: what tells that it changed

    def after(self, batch: Batch) -> Job:
        """What is left of it after a batch."""
        return replace(self, offset=batch.offset, line=batch.line, prefix=batch.prefix, carry=batch.carry)


@dataclass(frozen=True, slots=True)
class Batch:
    """What was read since the batch before, and from where to go on."""

    offset: int
    line: int
    prefix: int
    carry: str
    whole: bool  # the end was reached
    pending: str  # why the end of the file was not taken yet
    parts: list[tuple[SessionHead, list[Event]]]  # one, but for files of many sessions
    records: int
    secrets: int
    skipped: Mapping[str, int]


class Reading:
    """One file being read; `batches` is all there is to ask of it."""

    def __init__(
        self, host: Host, job: Job, settings: JournalSettings, transcript: Reader | None = None
    ) -> None:
        self._path = Path(job.path)
        self._fold = _fold(host, self._path, job.carry)
        self._transcript = transcript or reader(host, self._path, offset=job.offset, line=job.line)
        self._settings = settings
        self._stamp = job.stamp
        self._before = (job.offset, job.prefix)
        self._pending = ""
        self._events: list[Event] = []
        self._ended: list[SessionHead] = []  # of sessions that ended within the file
        self._skipped: Counter[str] = Counter()
        self._records = self._secrets = 0

    def batches(self) -> Iterator[Batch]:
        """Reads to the end; the last batch is `whole`. Raises what the system or a stumbling fold raises."""
        transcript, take = self._transcript, self._take
        offset, line = transcript.offset, transcript.line
        for record in transcript.records():
            if transcript.offset != offset:  # all records of the place before were taken
                if len(self._events) >= BATCH:
                    yield self._batch(offset, line)
                offset, line = transcript.offset, transcript.line
            if not isinstance(record, Skipped):
                take(record)
            elif record.reason == _UNFINISHED:
                self._pending = _UNFINISHED
            else:
                self._skipped[record.reason] += 1
                self._records += record.detail == PASSED_OVER
        yield self._batch(transcript.offset, transcript.line, whole=True)

    def _take(self, record: Record) -> None:
        self._records += 1
        for item in self._fold.feed(record):
            if isinstance(item, Skipped):
                self._skipped[item.reason] += 1
            elif isinstance(item, Event):
                self._keep(item)
            else:
                self._ended.append(item)

    def _keep(self, event: Event) -> None:
        """Cleans an event; what goes to the journal has passed here."""
        text, secrets = clip(event.text, event.kind, self._settings, scrub)
        self._secrets += secrets
        self._events.append(
            Event(
                event.id, event.session, event.seq, event.at, event.by, event.kind, text,
                event.of, event.exit, event.tool, event.agent, VERSION,
            )
        )  # fmt: skip

    def _batch(self, offset: int, line: int, *, whole: bool = False) -> Batch:
        """What was taken since the batch before; another one begins."""
        heads = self._ended
        for item in self._fold.finish():
            if isinstance(item, SessionHead):
                heads.append(item)
            elif isinstance(item, Skipped):
                self._skipped[item.reason] += 1
            else:
                self._keep(item)
        last = [_clean_head(head) for head in {head.id: head for head in heads}.values()]
        prefix = prefix_sum(self._path, offset, self._before) if self._stamp is None else self._stamp
        self._before = (offset, prefix)
        batch = Batch(
            offset, line, prefix, _carried(self._fold), whole, self._pending if whole else "",
            _parts(last, self._events), self._records, self._secrets, self._skipped,
        )  # fmt: skip
        self._events, self._ended, self._skipped = [], [], Counter()
        self._records = self._secrets = 0
        return batch


def said(error: BaseException) -> str:
    """What went wrong with a file, in short."""
    what = error.strerror if isinstance(error, OSError) else None
    return f"{type(error).__name__}: {what or error}"[:300]


def database_of(host: Host, path: Path) -> Database | None:
    """The recipe by which a file is read as a database, or None when it is none."""
    recipe = host.sessions.database if host.sessions is not None else None
    return recipe if recipe is not None and path.suffix.lower() in DATABASES else None


def _fold(host: Host, path: Path, carry: str) -> Fold:
    recipe = host.sessions
    if recipe is None:
        raise ValueError(f"{host.name} leaves no transcripts")
    source = recipe.describe(path.as_posix(), path.parent.as_posix())
    database = database_of(host, path)
    fold = database.fold if database is not None and database.fold is not None else recipe.fold
    return fold(source, json.loads(carry) if carry else None)


def _parts(heads: list[SessionHead], events: list[Event]) -> list[tuple[SessionHead, list[Event]]]:
    if len(heads) == 1:
        return [(heads[0], events)]
    return [(head, [event for event in events if event.session == head.id]) for head in heads]


def _clean_head(head: SessionHead) -> SessionHead:
    title, branch = scrub(head.title)[0], scrub(head.branch)[0]
    return head if (title, branch) == (head.title, head.branch) else replace(head, title=title, branch=branch)


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
