"""A line of progress on a terminal, nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable

from cm.cli import say

WIDTH = 24


def progress(what: str) -> Callable[[int, int, str], None] | None:
    """A reporter for (done, all, name), or None when nobody is looking."""
    if not sys.stderr.isatty():
        return None

    def report(done: int, total: int, name: str) -> None:
        filled = WIDTH * done // total if total else WIDTH
        tail = say.cut(name.rsplit("/", 1)[-1], 30)
        sys.stderr.write(f"\r\x1b[K{what} [{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{total} {tail}")
        sys.stderr.flush()

    return report


def clear() -> None:
    """Takes the line away."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
