"""MCP over stdin and stdout, as hosts start it: one client, until it closes its side or ^C.

The wire is moved away from file descriptors 0 and 1, so that nothing a flow prints gets into it and nothing reads from it. A
thread that the process does not wait for reads, so that ^C ends it at once.
"""

from __future__ import annotations

import json
import os
import queue
import re
import signal
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from types import FrameType
from typing import Any, Final, cast

import anyio
import anyio.from_thread
import anyio.lowlevel
import mcp_types as types
from mcp.server.stdio import stdio_server

from cm.errors import INTERRUPTED, Exit
from cm.flows.callers import as_child
from cm.mcp.caller import Caller
from cm.mcp.desk import LAST_SECONDS, leave
from cm.mcp.server import Context, build, client_of

LONGEST: Final = 8 << 20  # bytes of one message
_CHUNK: Final = 1 << 16
_PATIENCE: Final = 10.0  # seconds for the last answers to be given, and to be read
_HURRY: Final = 1.0  # the same after ^C
_HALF_A_SIGN: Final = re.compile("[\ud800-\udfff]")


def serve(environ: Mapping[str, str], cwd: str) -> None:
    """Serves until stdin is closed. Raises KeyboardInterrupt at ^C."""
    wire_in, wire_out = os.dup(0), os.dup(1)
    owed = Owed()
    for fd, mode in ((0, os.O_RDONLY), (1, os.O_WRONLY)):
        away = os.open(os.devnull, mode)
        os.dup2(2 if fd else away, fd)
        os.close(away)
    answers = Answers(wire_out, owed)
    try:
        anyio.run(_serve, environ, cwd, Lines(wire_in, owed, answers), answers)
    except KeyboardInterrupt:
        answers.close(_HURRY)
        leave(Exit.INTERRUPTED)
        raise
    answers.close()
    leave(Exit.OK)


def _hear_control_c() -> None:
    """Sees to it that ^C ends the process even when something in it will not be called off: a user is not made to wait."""
    heard = signal.getsignal(signal.SIGINT)
    if not callable(heard):  # ^C is not for this process: it was started deaf
        return

    def end(number: int, frame: FrameType | None) -> None:
        late = threading.Timer(LAST_SECONDS, _give_up)
        late.daemon = True
        late.start()
        heard(number, frame)

    signal.signal(signal.SIGINT, end)


def _give_up() -> None:
    with suppress(OSError):
        os.write(2, f"\n{INTERRUPTED}\n".encode())
    os._exit(Exit.INTERRUPTED)


async def _serve(environ: Mapping[str, str], cwd: str, lines: Lines, answers: Answers) -> None:
    _hear_control_c()

    def caller_of(ctx: Context) -> Caller:
        return Caller(as_child(environ, client_of(ctx)), cwd)

    server = build(caller_of, ahead=True)
    # what the SDK asks of a file is little: lines to iterate, and words to write
    streams: Any = stdio_server(stdin=cast(Any, lines), stdout=cast(Any, answers))
    async with streams as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


class Owed:
    """The requests that came in and were not answered yet: a client may close its side and still wait for them."""

    def __init__(self) -> None:
        self._ids: set[str] = set()

    def came(self, line: str) -> None:
        """Notes what came in."""
        match _read(line):
            case {"method": "notifications/cancelled", "params": {"requestId": name}}:
                self._ids.discard(repr(name))
            case {"method": str(), "id": name} if name is not None:
                self._ids.add(repr(name))
            case _:
                pass

    def went(self, line: str) -> None:
        """Notes what went out."""
        match _read(line):
            case {"method": _}:
                pass
            case {"id": name}:
                self._ids.discard(repr(name))
            case _:
                pass

    async def settled(self) -> None:
        """Waits until all are answered, though not for ever."""
        with anyio.move_on_after(_PATIENCE):
            while self._ids:
                await anyio.sleep(0.01)


def _read(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def as_message(line: str) -> str | None:
    """The line as the SDK takes it, None for one that is no message; a program that cuts text may send half a sign, which stands for none."""
    try:
        types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        value = _read(line)
        told = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else ""
        whole = _HALF_A_SIGN.sub("\ufffd", told)
        return as_message(whole) if whole != told else None
    return line


def no_message(line: str) -> str:
    """What is answered to a line that is no message: under its id, so that nobody waits for an answer that does not come."""
    value = _read(line)
    name = value.get("id") if isinstance(value, dict) and "method" in value else None
    known = isinstance(name, str | int) and not isinstance(name, bool)
    error = (types.INVALID_REQUEST, "no request or notification of JSON-RPC 2.0") if isinstance(value, dict | list) else (
        types.PARSE_ERROR, f"no JSON that can be read: one message a line, {LONGEST >> 20} MiB at most"
    )  # fmt: skip
    told = {
        "jsonrpc": "2.0",
        "id": name if known else None,
        "error": dict(zip(("code", "message"), error, strict=True)),
    }
    return json.dumps(told) + "\n"


class Lines:
    """The messages that come in, one a line; what is no message is answered as such, and goes no further."""

    def __init__(self, fd: int, owed: Owed, answers: Answers | None = None) -> None:
        self._fd = fd
        self._owed = owed
        self._answers = answers
        self._send, self._receive = anyio.create_memory_object_stream[str](64)

    async def __aiter__(self) -> AsyncIterator[str]:
        token = anyio.lowlevel.current_token()
        threading.Thread(target=self._read, args=(token,), name="stdin", daemon=True).start()
        async with self._receive:
            async for line in self._receive:
                message = as_message(line)
                if message is not None:
                    self._owed.came(message)
                    yield message
                elif self._answers is not None:
                    with suppress(anyio.ClosedResourceError):
                        await self._answers.write(no_message(line))
        await self._owed.settled()

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
            if not dropping:
                yield ""
            rest, dropping = b"", True
    if rest.strip() and not dropping:
        yield rest.decode("utf-8", "replace")


class Answers:
    """The answers that go out, written by a thread, so that a client that does not read holds up nothing but itself."""

    def __init__(self, fd: int, owed: Owed) -> None:
        self._fd = fd
        self._owed = owed
        self._queue: queue.Queue[bytes | None] = queue.Queue()
        self._gone = False
        self._thread = threading.Thread(target=self._write, name="stdout", daemon=True)
        self._thread.start()

    async def write(self, text: str) -> None:
        """Takes an answer."""
        if self._gone:
            raise anyio.ClosedResourceError
        self._owed.went(text)
        self._queue.put(text.encode("utf-8", "backslashreplace"))

    async def flush(self) -> None:
        """Nothing is held back."""

    def close(self, patience: float = _PATIENCE) -> None:
        """Waits a little until all is read."""
        self._queue.put(None)
        self._thread.join(patience)

    def _write(self) -> None:
        while (data := self._queue.get()) is not None:
            try:
                while data:
                    data = data[os.write(self._fd, data) :]
            except OSError:  # the client has gone
                self._gone = True
                return
