"""Progress of a long call: told to the client that asked for it by a token, a few times a second at most, as numbers that only grow.

The work runs in a thread and notes how far it is; a task beside it tells. Numbers alone: names of sessions and projects may be of
another agent's. Work that counts nothing is told of as still going on. The same over stdio and HTTP; who asked for none is told none.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final, Protocol

import anyio

PAUSE: Final = 0.5  # seconds between two notifications
QUIET: Final = 5.0  # seconds without any step after which it is told that the work goes on
_GOES_ON: Final = 0.001  # what that adds: a number that does not grow is against the protocol


class Session(Protocol):
    """What is used of the SDK's session."""

    async def report_progress(
        self, progress: float, total: float | None = None, message: str | None = None
    ) -> None:
        """Sends one notification, or nothing when the client sent no token."""
        ...


class Steps:
    """How far a piece of work is, over all of its stages: called by the work, read by the task beside it."""

    def __init__(self) -> None:
        self._before = 0  # steps of the stages that are over
        self._stage = (0, 0)

    def __call__(self, done: int, total: int, name: str = "", read: int = 0, size: int = 0) -> None:
        """Notes that so many steps of a stage are done; a smaller number, or another total, begins the next stage."""
        last, of = self._stage
        if done < last or total != of:
            self._before += last
        self._stage = (done, total)

    def far(self) -> tuple[float, float | None]:
        """Steps that are done, and all that are known of."""
        done, total = self._stage
        return float(self._before + done), float(self._before + total) if total else None


@asynccontextmanager
async def told(session: Session, steps: Steps) -> AsyncIterator[None]:
    """Tells while the work goes on, and once more how far it came."""
    last = [0.0]
    async with anyio.create_task_group() as beside:
        beside.start_soon(_tell, session, steps, last)
        try:
            yield
        finally:
            beside.cancel_scope.cancel()
    await _send(session, *steps.far(), last)


async def _tell(session: Session, steps: Steps, last: list[float]) -> None:
    begun = heard = time.monotonic()
    while True:
        await anyio.sleep(PAUSE)
        now = time.monotonic()
        done, total = steps.far()
        if done > last[0]:
            heard = now
            await _send(session, done, total, last)
        elif now - heard >= QUIET:
            heard = now
            await _send(session, last[0] + _GOES_ON, total, last, f"still at work after {now - begun:.0f} s")


async def _send(session: Session, done: float, total: float | None, last: list[float], say: str = "") -> None:
    if done <= last[0]:
        return
    last[0] = done
    message = say or (f"{done:,.0f} of {total:,.0f}" if total else f"{done:,.0f}")
    with suppress(Exception):  # the client has gone: its answer will find nobody either
        await session.report_progress(done, total, message)
