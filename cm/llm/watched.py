"""Runs a program for as long as somebody holds the other end of a pipe; then it and all that it started is ended.

A file of its own that knows nothing of `cm`: started by `command_writer.py` with the number of the pipe and a command line.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading


def main() -> int:
    """The exit code of the program."""
    end = int(sys.argv[1])
    threading.Thread(target=_watch, args=(end,), daemon=True).start()
    try:
        code = subprocess.call(sys.argv[2:])
    except OSError as error:
        print(f"cannot be run: {error.strerror}", file=sys.stderr)
        return 126
    return code if code >= 0 else 128 - code


def _watch(end: int) -> None:
    os.read(end, 1)  # nobody ever writes: it returns when the last one who could is gone
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
