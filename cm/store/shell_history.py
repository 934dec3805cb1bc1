"""The lines that were typed into `cm shell`: one a line, in `state/shell_history`, for the owner's eyes only; erase reaches them.

Which lines are kept is decided in `flows/shell.py`.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from cm.errors import CmError
from cm.store.files import replace
from cm.store.home import Home
from cm.store.lines import PRIVATE_FILE

NAME = "shell_history"
MOST = 1_000  # lines that are read back
_SLACK = 500  # lines over that before the file is cut


def read_lines(home: Home) -> list[str]:
    """The newest lines, oldest first; a file that cannot be read is an empty one."""
    path = home.state / NAME
    try:
        with open(_opened(path, os.O_RDONLY), encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:
        return []
    if len(lines) > MOST + _SLACK:
        with suppress(CmError):  # it is only longer than it need be
            replace(path, ("\n".join(lines[-MOST:]) + "\n").encode("utf-8"))
    return lines[-MOST:]


def append_line(home: Home, line: str) -> None:
    """Keeps one line; a place that cannot be written keeps none."""
    with suppress(OSError):
        os.makedirs(home.state, mode=0o700, exist_ok=True)
        fd = _opened(home.state / NAME, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            if hasattr(os, "fchmod"):
                os.fchmod(fd, PRIVATE_FILE)
            os.write(fd, (line + "\n").encode("utf-8", "backslashreplace"))
        finally:
            os.close(fd)


def _opened(path: Path, flags: int) -> int:
    """Opens a file of its own and nothing else: no link to another, no pipe that nobody reads. Raises OSError."""
    for name in ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK"):
        flags |= getattr(os, name, 0)
    fd = os.open(path, flags, PRIVATE_FILE)
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise OSError(errno.EINVAL, "it is no regular file", str(path))
    return fd
