"""Several processes that read transcripts ahead, while the one that called them puts what they read by, in order.

Each takes the next file and sends its batches back; what comes early waits here, up to a limit. The order is the caller's,
so the result is the same as without a crew. ^C is for the caller alone: the others end when it goes. Not here: reading
(`flows/readings.py`), writing (`flows/transcribe.py`).
"""

from __future__ import annotations

import gc
import marshal
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields
from multiprocessing.connection import Connection, wait
from operator import attrgetter
from types import TracebackType
from typing import Any, Final, Literal, TypeAlias

from cm.errors import CmError
from cm.flows.readings import FAULTS, Batch, Fault, Job, Reading, said
from cm.hosts.registry import host_of
from cm.model.session import Event, SessionHead
from cm.model.settings import JournalSettings

MOST: Final = 8  # processes
HELD: Final = (
    24_000_000  # bytes that wait here for their turn; beyond, only the file whose turn it is goes on
)
_FORK_BYTES: Final = 6_000_000
_SPAWN_BYTES: Final = 30_000_000  # each has to load the program first
_SMALL: Final = 4_000  # a job of this size finds room in a pipe whose reader is busy
_TIDY: Final = 64  # files between two collections of garbage

How: TypeAlias = Literal["fork", "spawn"]
"""How a process comes to be."""

_of_event: Final = attrgetter(*(item.name for item in fields(Event)))
_of_head: Final = attrgetter(*(item.name for item in fields(SessionHead)))
_of_job: Final = attrgetter(*(item.name for item in fields(Job)))


class Lost(CmError):
    """A process of the crew went away; the caller reads on by itself."""

    code = "crew-lost"


def cores() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except (AttributeError, OSError):
        return os.cpu_count() or 1


def how() -> How:
    """A fork is quick, but only safe where one thread runs; elsewhere a new interpreter."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def worth(size: int) -> int:
    """How many processes pay for so many bytes; below 2 none does."""
    enough = size >= (_FORK_BYTES if how() == "fork" else _SPAWN_BYTES)
    return min(cores(), MOST) if enough else 0


class Crew:
    """Reads jobs ahead; use it in a `with`, and ask for the batches of each job in the order of the jobs."""

    def __init__(self, jobs: Sequence[Job], workers: int, settings: JournalSettings) -> None:
        self._jobs = jobs
        self._next = 0
        self._held: dict[int, deque[tuple[str, bytes]]] = {}
        self._bytes = 0
        self._crew: list[_Worker] = []
        self._workers = min(workers, len(jobs), MOST)
        self._settings = (settings.text_chars, settings.output_chars)

    def __enter__(self) -> Crew:
        context: Any = multiprocessing.get_context(how())
        with _undisturbed():
            for _ in range(self._workers):
                ours, theirs = context.Pipe()
                # a forked process has the ends of all before it, and would keep them open after we are gone
                inherited = [*(each.pipe for each in self._crew), ours] if how() == "fork" else []
                process = context.Process(
                    target=_work, args=(theirs, inherited, self._settings), name="cm-reader", daemon=True
                )
                try:
                    process.start()
                except OSError:  # no more processes allowed: fewer will do, or none
                    ours.close()
                    theirs.close()
                    break
                theirs.close()
                self._crew.append(_Worker(process, ours))
        for worker in self._crew:
            self._employ(worker)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._crew:
            if kind is not None:
                worker.process.terminate()
            worker.pipe.close()  # who waits for a job ends
        for worker in self._crew:
            worker.process.join(1)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self._crew = []

    def batches(self, number: int) -> Iterator[Batch]:
        """The batches of a job. Raises Fault when the file could not be read, Lost when its reader is gone."""
        while True:
            waiting = self._held.get(number)
            if not waiting:
                self._receive(number)
                continue
            kind, data = waiting.popleft()
            self._bytes -= len(data)
            if kind == "batch":
                yield _unpacked(data)
                continue
            del self._held[number]
            if kind == "fault":
                raise Fault(data.decode("utf-8", "replace"))
            return

    def _receive(self, number: int) -> None:
        """Waits until something comes from a reader."""
        at_work = [worker for worker in self._crew if worker.jobs]
        if self._bytes > HELD:
            at_work = [worker for worker in at_work if number in worker.jobs]
        if not any(number in worker.jobs for worker in at_work):
            raise Lost(f"no process reads {self._jobs[number].path}")
        ready = wait([worker.pipe for worker in at_work])
        for worker in at_work:
            if worker.pipe in ready:
                self._hear(worker)

    def _hear(self, worker: _Worker) -> None:
        try:
            message = worker.pipe.recv_bytes()
        except (EOFError, OSError):
            worker.jobs.clear()
            return
        kind, data = _KINDS[message[0]], message[1:]
        self._held.setdefault(worker.jobs[0], deque()).append((kind, data))
        self._bytes += len(data)
        if kind != "batch":
            worker.jobs.popleft()
        self._employ(worker)

    def _employ(self, worker: _Worker) -> None:
        """Gives a reader its next job, and one more in advance when that is sure not to keep us waiting."""
        while self._next < len(self._jobs) and len(worker.jobs) < 2:
            job = self._jobs[self._next]
            data = marshal.dumps(_of_job(job))
            if worker.jobs and len(data) > _SMALL:
                return
            try:
                worker.pipe.send_bytes(data)
            except OSError:
                return
            worker.jobs.append(self._next)
            self._next += 1


class _Worker:
    """A process of the crew, seen from the caller."""

    __slots__ = ("jobs", "pipe", "process")

    def __init__(self, process: Any, pipe: Connection) -> None:
        self.process = process
        self.pipe = pipe
        self.jobs: deque[int] = deque()  # given and not done, the first is being read


_KINDS: Final = ("batch", "done", "fault")


class _Gone(Exception):
    """The caller is not there any more."""


def _work(pipe: Connection, inherited: Sequence[Connection], settings: tuple[int, int]) -> None:
    """What a process of the crew does until there is no more to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in inherited:
        other.close()
    gc.disable()
    limits = JournalSettings(text_chars=settings[0], output_chars=settings[1])
    done = 0

    def send(kind: int, data: bytes) -> None:
        try:
            pipe.send_bytes(bytes((kind,)) + data)
        except OSError as error:
            raise _Gone from error

    with suppress(_Gone, EOFError, OSError):
        while True:
            job = Job(*marshal.loads(pipe.recv_bytes()))
            try:
                for batch in Reading(host_of(job.host), job, limits).batches():
                    send(0, _packed(batch))
                send(1, b"")
            except FAULTS as error:
                send(2, said(error).encode("utf-8", "replace"))
            done += 1
            if done % _TIDY == 0:
                gc.collect()


def _packed(batch: Batch) -> bytes:
    parts = [(_of_head(head), list(map(_of_event, events))) for head, events in batch.parts]
    plain = (
        batch.offset, batch.line, batch.prefix, batch.carry, batch.whole, batch.pending, parts, batch.records, batch.secrets,
        dict(batch.skipped),
    )  # fmt: skip
    return marshal.dumps(plain)


def _unpacked(data: bytes) -> Batch:
    offset, line, prefix, carry, whole, pending, parts, records, secrets, skipped = marshal.loads(data)
    both = [(SessionHead(*head), [Event(*event) for event in events]) for head, events in parts]
    return Batch(offset, line, prefix, carry, whole, pending, both, records, secrets, skipped)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Keeps ^C back for a moment; what is started in it never sees one."""
    mask: Callable[..., Any] | None = getattr(signal, "pthread_sigmask", None)
    if mask is None:
        yield
        return
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)
