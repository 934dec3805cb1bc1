"""The lines that were typed into `cm shell`: one a line, in `state/shell_history`, for the owner's eyes only; erase reaches them.

Which lines are kept is decided in `flows/shell.py`.
"""

from __future__ import annotations

import os
from contextlib import suppress

from cm.errors import CmError
from cm.store.files import replace
from cm.store.home import Home

NAME = "shell_history"
MOST = 1_000  # lines that are read back
_SLACK = 500  # lines over that before the file is cut


def read_lines(home: Home) -> list[str]:
    """The newest lines, oldest first; a file that cannot be read is an empty one."""
    path = home.state / NAME
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
    if len(lines) > MOST + _SLACK:
        with suppress(CmError):  # it is only longer than it need be
            replace(path, ("\n".join(lines[-MOST:]) + "\n").encode("utf-8"))
    return lines[-MOST:]


def append_line(home: Home, line: str) -> None:
    """Keeps one line; a place that cannot be written keeps none."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
    with suppress(OSError):
        os.makedirs(home.state, mode=0o700, exist_ok=True)
        fd = os.open(home.state / NAME, flags, 0o600)
        try:
            os.write(fd, (line + "\n").encode("utf-8", "backslashreplace"))
        finally:
            os.close(fd)
