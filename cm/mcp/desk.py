"""Where calls wait their turn: flows block, so each runs in a thread of its own; few at once, few waiting, and not for ever."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

import anyio
import anyio.from_thread
import anyio.to_thread

from cm.errors import Busy

AT_ONCE: Final = 4
WAITING: Final = 64
LAST_SECONDS: Final = 3.0
T = TypeVar("T")


class Desk:
    """The desk of one server."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._free = anyio.Semaphore(at_once)
        self._most = waiting
        self._waiting = 0

    async def do(self, work: Callable[[], T], seconds: float) -> T:
        """Does the work. Raises Busy when too many wait, or when it takes longer; then it goes on and its place stays taken."""
        with anyio.move_on_after(seconds):
            await self._turn()
            begun = threading.Event()
            try:
                return await anyio.to_thread.run_sync(self._worked, work, begun, abandon_on_cancel=True)
            finally:
                if not begun.is_set():  # called off before it began: nobody else gives its place back
                    self._free.release()
        raise Busy(
            f"no answer within {seconds:.0f} seconds; what was begun goes on",
            hint="call again later; `cm doctor` says what is slow",
        )

    async def _turn(self) -> None:
        with suppress(anyio.WouldBlock):
            self._free.acquire_nowait()
            return
        if self._waiting >= self._most:
            raise Busy("too many calls wait already", hint="call again in a moment")
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1

    def _worked(self, work: Callable[[], T], begun: threading.Event) -> T:
        begun.set()
        try:
            return work()
        finally:
            with suppress(RuntimeError):  # the loop has ended
                anyio.from_thread.run_sync(self._free.release)


def leave(code: int) -> None:
    """Ends the process when calls are still at work a little later: the store is made to be left at any moment, a user is not made to wait."""
    until = time.monotonic() + LAST_SECONDS
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join(max(0.0, until - time.monotonic()))
            if thread.is_alive():
                with suppress(OSError, ValueError):
                    sys.stderr.flush()
                os._exit(code)
