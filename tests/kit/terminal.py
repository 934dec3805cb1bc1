"""Runs `cm` at a terminal of its own: keys are typed when a prompt stands there, everything that was printed is kept."""

import os
import pty
import re
import select
import sys
import time
from dataclasses import dataclass

PATIENCE = 5.0  # seconds after which a ^C that led to nothing is typed again
_STYLES = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Seen:
    code: int
    text: str  # line ends as they are in text, colours taken out
    raw: str


def at_terminal(*args, keys=(), cwd=None, env=None, columns=80, prompt="> ", timeout=60):
    """Types each of `keys` at the next prompt (`"^C"` and `"^D"` are those keys) and waits for the end."""
    world = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(env or {}), "COLUMNS": str(columns)}
    world["PYTHONPATH"] = os.pathsep.join([os.getcwd(), world.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    pid, terminal = pty.fork()
    if pid == 0:
        try:
            os.chdir(cwd or os.getcwd())
            os.execve(sys.executable, [sys.executable, "-m", "cm", *args], world)
        finally:
            os._exit(127)
    try:
        return _talk(pid, terminal, list(keys), prompt, timeout)
    finally:
        os.close(terminal)


def _talk(pid, terminal, keys, prompt, timeout):
    seen, asked, ends = b"", 0, time.monotonic() + timeout
    typed, again = b"", 0.0
    while True:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if ready:
            try:
                data = os.read(terminal, 65536)
            except OSError:  # the other end is closed
                data = b""
            if not data:
                break
            seen += data
        elif time.monotonic() > ends:
            os.kill(pid, 9)
            os.waitpid(pid, 0)
            raise AssertionError(f"no end after {timeout} s:\n{seen.decode(errors='replace')}")
        text = seen.decode(errors="replace")
        if keys and not ready and text[asked:].rstrip("\r\n").endswith(prompt):
            asked = len(text)
            key = keys.pop(0)
            typed = {"^C": b"\x03", "^D": b"\x04"}.get(key, key.encode() + b"\n")
            os.write(terminal, typed)
            again = time.monotonic() + PATIENCE
        elif typed == b"\x03" and text[asked:].strip() in ("", "^C") and time.monotonic() > again:
            # Python sees a signal that comes right before read(2) only after it: a person would type ^C again
            os.write(terminal, typed)
            again = time.monotonic() + PATIENCE
    _, status = os.waitpid(pid, 0)
    raw = seen.decode(errors="replace").replace("\r\n", "\n")
    return Seen(os.waitstatus_to_exitcode(status), _STYLES.sub("", raw), raw)
