"""Who is let in over HTTP: looked at before a byte of the protocol is read.

A web page must not reach the playbook through a browser: `Host` has to be ours (a page that has its own name point here is sent
away) and `Origin`, where there is one, too. The token is compared in constant time. A body has a size and a time, an answer a
time. Which terms hold: `flows/serving.py`.
"""

from __future__ import annotations

import hmac
import ipaddress
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import anyio

from cm.flows.serving import Terms, as_now

PATH: Final = "/mcp"
BODY: Final = 2 << 20  # bytes of one request
BODY_SECONDS: Final = 10.0
SEND_SECONDS: Final = 30.0  # for one piece of an answer to be read
ACCESS: Final = "cm.access"  # where the scope says who came

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Access:
    """One who was let in."""

    known: bool  # with the token


@dataclass(frozen=True, slots=True)
class Refusal:
    """One who was not, and why."""

    status: int
    say: str


def judge(terms: Terms, path: str, headers: Iterable[tuple[bytes, bytes]]) -> Access | Refusal:
    """Whether a request is let in, by its path and its headers alone."""
    said: dict[str, list[str]] = {}
    for name, value in headers:
        said.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    hosts, origins, shown = (said.get(name, []) for name in ("host", "origin", "authorization"))
    if len(hosts) != 1 or not is_ours(terms, hosts[0]):
        return Refusal(
            421, "this is not the host that was meant: `Host` is not one of ours (cm serve --name NAME)"
        )
    if len(origins) > 1 or (origins and not _is_own_page(terms, hosts[0], origins[0])):
        return Refusal(403, "a web page of another origin is not let in (cm serve --origin ORIGIN)")
    if path != PATH:
        return Refusal(404, f"there is only {PATH}")
    if not shown:
        return Refusal(401, "the token is missing: Authorization: Bearer …") if terms.far else Access(False)
    kind, _, token = shown[0].partition(" ")
    right = len(shown) == 1 and kind.lower() == "bearer" and is_token(terms, token.strip())
    return Access(True) if right else Refusal(401, "the token is not the right one")


def is_token(terms: Terms, shown: str) -> bool:
    """Whether it is the token; as slow for a wrong one as for the right one."""
    return hmac.compare_digest(shown.encode(), terms.token.encode()) and bool(terms.token)


def is_ours(terms: Terms, host: str) -> bool:
    """Whether a `Host` header names this server: an address of this machine, or a name it was given, with its port."""
    name, port = _split(host)
    if port != terms.port and not (port is None and terms.port == 80):
        return name in terms.names and port is None  # behind a proxy that has the name
    if name in terms.names or name == terms.address:
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" and not terms.far
    # to have a page's own name point here takes a name; a bare address is what somebody typed
    return True if terms.far else address.is_loopback


def _split(host: str) -> tuple[str, int | None]:
    """Name and port of a `Host` header; a port that is none is -1."""
    text = host.strip().lower()
    if text.startswith("["):
        name, _, rest = text[1:].partition("]")
        port = rest[1:] if rest.startswith(":") else rest and "?"
    else:
        name, _, port = text.partition(":")
    if not port:
        return name, None
    return name, int(port) if port.isascii() and port.isdigit() and len(port) <= 5 else -1


def _is_own_page(terms: Terms, host: str, origin: str) -> bool:
    said = origin.strip().lower()
    return said in terms.origins or said == f"http://{host.strip().lower()}"


class Gate:
    """The gate before the protocol's server."""

    def __init__(self, app: App, terms: Terms) -> None:
        self._app = app
        self._terms = terms

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Lets in, or sends away."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        found = judge(as_now(self._terms), scope["path"], scope["headers"])
        if isinstance(found, Refusal):
            await _refuse(send, found)
            return
        body = await _body(receive)
        if isinstance(body, Refusal):
            await _refuse(send, body)
            return
        scope[ACCESS] = found
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def again() -> Message:
            return waiting.pop() if waiting else await receive()

        async def in_time(message: Message) -> None:
            with anyio.fail_after(SEND_SECONDS):
                await send(message)

        await self._app(scope, again, in_time)


async def _body(receive: Receive) -> bytes | Refusal:
    """The whole body, when it is not too large and comes in time."""
    body = bytearray()
    with anyio.move_on_after(BODY_SECONDS):
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return Refusal(400, "the request broke off")
            body += message.get("body", b"")
            if len(body) > BODY:
                return Refusal(413, f"a request has {BODY:,} bytes at most")
            if not message.get("more_body", False):
                return bytes(body)
    return Refusal(408, f"the request did not come within {BODY_SECONDS:.0f} seconds")


async def _refuse(send: Send, refusal: Refusal) -> None:
    told = {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": refusal.say}}
    body = json.dumps(told, ensure_ascii=False).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    if refusal.status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
