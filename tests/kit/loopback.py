"""A `cm serve` of the test's own, and the way to it: sockets to this machine are open again, to nowhere else."""

import _socket
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def open_loopback(monkeypatch):
    """Lets a test connect to this machine."""

    def guarded(self, address):
        if isinstance(address, tuple) and address[0] in ("127.0.0.1", "::1"):
            return _socket.socket.connect(self, address)
        raise AssertionError(f"a test tried to reach {address!r}")

    monkeypatch.setattr(socket.socket, "connect", guarded)


@contextmanager
def serving(*words, cwd, env=None):
    """Runs `cm serve` at a free port; gives the process and what it says of itself."""
    world = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    pipe = subprocess.PIPE
    running = subprocess.Popen(
        [sys.executable, "-m", "cm", "serve", "--port", "0", "--json", *words], stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe,
        cwd=cwd, env=world,
    )  # fmt: skip
    try:
        said = json.loads(running.stdout.readline() or b"{}")
        if not said.get("ok"):
            raise AssertionError((said, running.stderr.read()))
        yield running, said["data"]
    finally:
        if running.poll() is None:
            running.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
        try:
            running.wait(10)
        except subprocess.TimeoutExpired:
            running.kill()
            raise
