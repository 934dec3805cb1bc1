"""MCP over stdin and stdout, as hosts start it: one client, until it closes its side or ^C.

The wire is moved away from file descriptors 0 and 1, so that nothing a flow prints gets into it and nothing reads from it. A
thread that the process does not wait for reads, so that ^C ends it at once.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any, Final, cast

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp.server.stdio import stdio_server

from cm.flows.callers import as_child
from cm.mcp.caller import Caller
from cm.mcp.server import Context, build, client_of

LONGEST: Final = 8 << 20  # bytes of one message
_CHUNK: Final = 1 << 16
_PATIENCE: Final = 5.0  # seconds for the last answers to be read


def serve(environ: Mapping[str, str], cwd: str) -> None:
    """Serves until stdin is closed. Raises KeyboardInterrupt at ^C."""
    wire_in, wire_out = os.dup(0), os.dup(1)
    for fd, mode in ((0, os.O_RDONLY), (1, os.O_WRONLY)):
        away = os.open(os.devnull, mode)
        os.dup2(2 if fd else away, fd)
        os.close(away)
    answers = Answers(wire_out)
    try:
        anyio.run(_serve, environ, cwd, wire_in, answers)
    finally:
        answers.close()


async def _serve(environ: Mapping[str, str], cwd: str, wire_in: int, answers: Answers) -> None:
    def caller_of(ctx: Context) -> Caller:
        return Caller(as_child(environ, client_of(ctx)), cwd)

    server = build(caller_of)
    lines = Lines(wire_in)
    # what the SDK asks of a file is little: lines to iterate, and words to write
    streams: Any = stdio_server(stdin=cast(Any, lines), stdout=cast(Any, answers))
    async with streams as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


class Lines:
    """The messages that come in, one a line; one that is too long is answered as no message."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._send, self._receive = anyio.create_memory_object_stream[str](64)

    async def __aiter__(self) -> AsyncIterator[str]:
        token = anyio.lowlevel.current_token()
        threading.Thread(target=self._read, args=(token,), name="stdin", daemon=True).start()
        async with self._receive:
            async for line in self._receive:
                yield line

    def _read(self, token: Any) -> None:
        with suppress(RuntimeError, anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
            for line in read_lines(self._fd):
                anyio.from_thread.run(self._send.send, line, token=token)
        with suppress(RuntimeError, anyio.ClosedResourceError):
            anyio.from_thread.run_sync(self._send.close, token=token)


def read_lines(fd: int, longest: int = LONGEST) -> Any:
    """The lines of a file descriptor, as text; blank ones are left out, one that is too long is "" once."""
    rest = b""
    dropping = False
    while True:
        try:
            chunk = os.read(fd, _CHUNK)
        except OSError:
            chunk = b""
        if not chunk:
            break
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            if dropping:
                dropping = False
            elif line.strip():
                yield line.decode("utf-8", "replace")
        if len(rest) > longest:
            rest, dropping = b"", True
            yield ""
    if rest.strip() and not dropping:
        yield rest.decode("utf-8", "replace")


class Answers:
    """The answers that go out, written by a thread, so that a client that does not read holds up nothing but itself."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._queue: queue.Queue[bytes | None] = queue.Queue()
        self._gone = False
        self._thread = threading.Thread(target=self._write, name="stdout", daemon=True)
        self._thread.start()

    async def write(self, text: str) -> None:
        """Takes an answer."""
        if self._gone:
            raise anyio.ClosedResourceError
        self._queue.put(text.encode("utf-8", "backslashreplace"))

    async def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """Waits a little until all is read."""
        self._queue.put(None)
        self._thread.join(_PATIENCE)

    def _write(self) -> None:
        while (data := self._queue.get()) is not None:
            try:
                while data:
                    data = data[os.write(self._fd, data) :]
            except OSError:  # the client has gone
                self._gone = True
                return
