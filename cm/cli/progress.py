"""A line of progress on a terminal, nothing in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final

from cm.cli import say

WIDTH: Final = 24
_NAME: Final = 30  # characters of what is being read, where there is room for them
_SHORTEST: Final = 8  # a shorter piece of a name tells nothing
_PAUSE: Final = 0.1  # seconds between two lines: a terminal is slower than we are


class Bar:
    """Tells how far a piece of work is: in files, and where they are known in bytes."""

    def __init__(self, what: str, write: Callable[[str], object], clock: Callable[[], float]) -> None:
        self._what = what
        self._write = write
        self._clock = clock
        self._begun = self._told = clock()

    def __call__(self, done: int, total: int, name: str, read: int = 0, size: int = 0) -> None:
        now = self._clock()
        if now - self._told < _PAUSE and (done or read):
            return
        self._told = now
        share = read / size if size else done / total if total else 1.0
        filled = min(WIDTH, int(WIDTH * share))
        bar = f"{self._what} [{'#' * filled}{'.' * (WIDTH - filled)}] {done:,}/{total:,}"
        if size:
            bar += f" {_bytes(read)} of {_bytes(size)}"
            if (passed := now - self._begun) >= 1 and read:
                bar += f" {_bytes(int(read / passed))}/s"
        self._write(f"\r\x1b[K{_one_row(bar, name.rsplit('/', 1)[-1])}")


def _one_row(bar: str, name: str) -> str:
    """The line with as much of the name as fits: a line that wraps could not be written over and would stay."""
    room = say.width() - 1 - say.cells(bar) - 1
    if room >= _SHORTEST:
        return f"{bar} {say.cut(name, min(room, _NAME))}"
    return say.cut(bar, say.width() - 1)


def progress(what: str) -> Bar | None:
    """A reporter, or None when nobody is looking."""
    if not sys.stderr.isatty():
        return None

    def write(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()

    return Bar(what, write, time.monotonic)


def clear() -> None:
    """Takes the line away."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _bytes(number: int) -> str:
    """An amount as people say it."""
    amount = float(number)
    for unit in ("B", "kB", "MB", "GB"):
        if amount < 1000 or unit == "GB":
            break
        amount /= 1000
    return f"{amount:.0f} {unit}" if unit in ("B", "kB") else f"{amount:.1f} {unit}"
