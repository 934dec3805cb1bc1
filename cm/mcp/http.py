"""MCP over HTTP (streamable), on the terms of `flows/serving.py`: who is let in says `gate.py`, what is answered `server.py`.

Bounded in every direction: connections, sessions, the size of a request and the time for its head, its body, the call and the
answer. Without the token a caller is an agent of no name, whatever it calls itself.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable, Mapping
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from cm.errors import Exit, Outside
from cm.flows.callers import as_stranger
from cm.flows.serving import Terms
from cm.flows.warm import Ahead
from cm.mcp.caller import Caller
from cm.mcp.desk import leave
from cm.mcp.gate import ACCESS, BODY, PATH, Access, Gate
from cm.mcp.server import Context, build, client_of

CONNECTIONS: Final = 64
SESSIONS: Final = 64
IDLE_SECONDS: Final = 1800.0
HEAD_SECONDS: Final = 10.0  # for the first bytes of a request until its head is whole
_HEAD_BYTES: Final = 32 << 10
_BACKLOG: Final = 128


class Patient(H11Protocol):
    """A connection that is closed when the head of a request does not come in time."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """The clock runs from here."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """And from the first byte of every further request."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """No clock runs on."""
        self._stop()
        super().connection_lost(exc)

    def _watch(self) -> None:
        at_work = self.cycle is not None and not self.cycle.response_complete
        if at_work:
            self._stop()
        elif self._late is None:
            self._late = self.loop.call_later(HEAD_SECONDS, self._close)

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _close(self) -> None:
        self._late = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()


def listen(terms: Terms) -> socket.socket:
    """Opens the port. Raises Outside when it is taken, or the address is not this machine's."""
    family = socket.AF_INET6 if ":" in terms.address else socket.AF_INET
    port = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # with it answers go out at once
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            port.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            port.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        port.bind((terms.address, terms.port))
        port.listen(_BACKLOG)
    except OSError as error:
        port.close()
        taken = error.errno == errno.EADDRINUSE
        raise Outside(
            f"cannot listen at {terms.address}, port {terms.port}: {error.strerror or error}",
            hint="another program has it; --port 0 takes one that is free"
            if taken
            else "name an address of this machine",
            address=terms.address,
            port=terms.port,
        ) from error
    port.setblocking(False)
    return port


def app_of(environ: Mapping[str, str], cwd: str, terms: Terms, mind: Ahead | None = None) -> Any:
    """The ASGI application; with `mind` a task is read by the loaded model."""

    def caller_of(ctx: Context) -> Caller:
        access = ctx.request.scope.get(ACCESS) if ctx.request is not None else None
        known = isinstance(access, Access) and access.known
        believed = known and not terms.far
        theirs = as_stranger(environ, client_of(ctx) if believed else "")
        return Caller(theirs, cwd, writes=known or terms.open_writes, far=terms.far, mind=mind)

    from mcp.server.transport_security import TransportSecuritySettings

    inner = build(caller_of).streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=BODY,
        session_idle_timeout=IDLE_SECONDS,
        max_sessions=SESSIONS,
        # the gate has looked at Host and Origin, and more narrowly
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    return Gate(inner, terms)


def serve(
    environ: Mapping[str, str], cwd: str, terms: Terms, port: socket.socket, ready: Callable[[], None]
) -> None:
    """Serves until it is stopped. Raises KeyboardInterrupt at ^C."""
    mind = Ahead(environ, cwd)
    mind.begin()
    config = uvicorn.Config(
        app_of(environ, cwd, terms, mind), http=Patient, ws="none", lifespan="on", log_level="error", access_log=False,
        server_header=False, date_header=False, proxy_headers=False, limit_concurrency=CONNECTIONS,
        h11_max_incomplete_event_size=_HEAD_BYTES, timeout_keep_alive=5, timeout_graceful_shutdown=2,
    )  # fmt: skip
    ready()
    try:
        uvicorn.Server(config).run(sockets=[port])
    finally:
        leave(Exit.INTERRUPTED)
