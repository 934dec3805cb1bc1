"""Runs a program for as long as somebody holds the other end of a pipe; then it and all that it started is ended.

A file of its own that knows nothing of `cm`: started by `command_writer.py` with the number of the pipe, the folder that was made for
the program, and a command line. Whoever made the folder may have been killed, so it goes here too.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading


def main() -> int:
    """The exit code of the program."""
    end = int(sys.argv[1])
    threading.Thread(target=_watch, args=(end, sys.argv[2]), daemon=True).start()
    try:
        code = subprocess.call(sys.argv[3:])
    except OSError as error:
        print(f"cannot be run: {error.strerror}", file=sys.stderr)
        return 126
    return code if code >= 0 else 128 - code


def _watch(end: int, folder: str) -> None:
    os.read(end, 1)  # nobody ever writes: it returns when the last one who could is gone
    shutil.rmtree(folder, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
