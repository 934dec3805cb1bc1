"""On which terms MCP is served over HTTP: where, to whom without a token, to whom with one. Not here: serving (`cm/mcp/http.py`).

Loopback is the default, and a token is needed for what changes anything. Beyond loopback nothing starts without one, and a
person has to say yes: what listens on a network is reached by others.
"""

from __future__ import annotations

import ipaddress
import string
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from cm.errors import BadState, Usage
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.store.serve_token import read_token, write_token

PORT: Final = 8426
VARIABLE: Final = "CM_SERVE_TOKEN"
SHORTEST: Final = 16  # characters of a token
_SIGNS: Final = frozenset(string.ascii_letters + string.digits + "-._~+/=")


@dataclass(frozen=True, slots=True)
class Terms:
    """Where it listens, and what it asks of whoever comes."""

    address: str  # an IP address
    port: int  # 0 = any that is free
    token: str  # "" = there is none
    far: bool  # others than programs of this machine reach it
    open_writes: bool  # programs of this machine may change things without the token
    names: tuple[str, ...] = ()  # further names under which it is called
    origins: tuple[str, ...] = ()  # web pages that may call it
    token_file: str = ""  # where the token lies; "" when it was said another way


@dataclass(frozen=True, slots=True)
class Made:
    """A token that was made, and where it lies; the token itself is not printed."""

    file: str
    before: bool  # another one held until now


def terms_of(
    env: Env,
    address: str = "",
    port: int = PORT,
    *,
    names: Sequence[str] = (),
    origins: Sequence[str] = (),
    yes: bool = False,
) -> Terms:
    """The terms that hold here. Raises Usage, BadState without a token where one is needed, NeedsAHuman beyond loopback."""
    if not 0 <= port <= 65535:
        raise Usage(f"--port is from 0 to 65535, not {port}", hint="0 takes any that is free")
    ip = _ip(address)
    mapped = getattr(ip, "ipv4_mapped", None)
    far = not (mapped or ip).is_loopback
    token = _token(env)
    if far and not token:
        raise BadState(
            f"{ip} is reached by others than this machine, and there is no token to tell them apart",
            hint=f"cm serve --new-token makes one; or set {VARIABLE}; or leave --address out: then only this machine is served",
            address=str(ip),
        )
    if far:
        require_human(env, f"serve the playbook to others than this machine, at {ip}", yes)
    return Terms(
        str(ip), port, token, far, env.settings.serve.open_writes and not far,
        tuple(name.strip().lower() for name in names), tuple(_origin(each) for each in origins),
        "" if env.environ.get(VARIABLE, "").strip() else str(token_file(env)),
    )  # fmt: skip


def as_now(terms: Terms) -> Terms:
    """The terms with the token that holds now: one that was made since, and none where it may have become known."""
    if not terms.token_file:
        return terms
    try:
        token = read_token(Path(terms.token_file))
    except BadState:
        token = ""
    return replace(terms, token=token if len(token) >= SHORTEST and set(token) <= _SIGNS else "")


def new_token(env: Env) -> Made:
    """Makes a token, in the place of the one before."""
    import secrets

    before = env.home.serve_token.exists()
    write_token(env.home, secrets.token_urlsafe(32))
    return Made(str(env.home.serve_token), before)


def token_file(env: Env) -> Path:
    """Where the token lies, or would."""
    return env.home.serve_token


def _token(env: Env) -> str:
    said = env.environ.get(VARIABLE, "").strip()
    token = said or read_token(token_file(env))
    where = VARIABLE if said else str(env.home.serve_token)
    if token and len(token) < SHORTEST:
        raise BadState(
            f"the token in {where} has fewer than {SHORTEST} characters: it could be guessed",
            hint="cm serve --new-token makes a good one",
        )
    if not set(token) <= _SIGNS:
        raise BadState(
            f"the token in {where} has characters that no client can send", hint="letters, digits and -._~+/="
        )
    return token


def _ip(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    asked = text.strip().strip("[]").lower()
    try:
        return ipaddress.ip_address("127.0.0.1" if asked in ("", "localhost") else asked)
    except ValueError:
        raise Usage(
            f"--address takes an IP address, not {text!r}",
            hint="127.0.0.1 or ::1 for this machine alone; a name goes into --name",
        ) from None


def _origin(text: str) -> str:
    origin = text.strip().rstrip("/").lower()
    scheme, _, rest = origin.partition("://")
    if scheme not in ("http", "https") or not rest or "/" in rest or "*" in rest:
        raise Usage(
            f"--origin takes a web page's origin, not {text!r}",
            hint="as the browser sends it: https://tool.example",
        )
    return origin
