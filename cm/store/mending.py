"""Small repairs that lose nothing: the end of a log that a killed process left torn."""

from __future__ import annotations

import os
from pathlib import Path

from cm.store.lines import writing


def close_torn_tail(path: Path) -> bool:
    """Ends the last line of a log when it has no end; what is on it stays. Returns whether it had to."""
    with writing(path):
        fd = os.open(path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        try:
            size = os.lseek(fd, 0, os.SEEK_END)
            if size == 0:
                return False
            os.lseek(fd, size - 1, os.SEEK_SET)
            if os.read(fd, 1) == b"\n":
                return False
            os.write(fd, b"\n")
            os.fsync(fd)
            return True
        finally:
            os.close(fd)
