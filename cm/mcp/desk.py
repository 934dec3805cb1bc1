"""Where calls wait their turn: flows block, so each runs in a thread of its own; few at once, few waiting, and not for ever."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

import anyio
import anyio.from_thread
import anyio.to_thread

from cm.errors import Busy

AT_ONCE: Final = 4
WAITING: Final = 64
T = TypeVar("T")


class Desk:
    """The desk of one server."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._free = anyio.Semaphore(at_once)
        self._most = waiting
        self._waiting = 0

    async def do(self, work: Callable[[], T], seconds: float) -> T:
        """Does the work. Raises Busy when too many wait, or when it takes longer; then it goes on and its place stays taken."""
        if self._waiting >= self._most:
            raise Busy("too many calls wait already", hint="call again in a moment")
        with anyio.move_on_after(seconds):
            self._waiting += 1
            try:
                await self._free.acquire()
            finally:
                self._waiting -= 1
            return await anyio.to_thread.run_sync(self._worked, work, abandon_on_cancel=True)
        raise Busy(
            f"no answer within {seconds:.0f} seconds; what was begun goes on",
            hint="call again later; `cm doctor` says what is slow",
        )

    def _worked(self, work: Callable[[], T]) -> T:
        try:
            return work()
        finally:
            with suppress(RuntimeError):  # the loop has ended
                anyio.from_thread.run_sync(self._free.release)
