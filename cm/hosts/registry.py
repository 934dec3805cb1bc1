"""The table of hosts. Adding one is a file, a line here, and a folder of recorded shapes under `tests/hosts/`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from cm.errors import NotFound
from cm.hosts import claude_code, codex, copilot_cli, cursor, gemini_cli
from cm.model.host import Host

HOSTS: Final[Mapping[str, Host]] = MappingProxyType(
    {
        host.name: host
        for host in (claude_code.HOST, codex.HOST, gemini_cli.HOST, copilot_cli.HOST, cursor.HOST)
    }
)


def host_of(name: str) -> Host:
    """The host of that name; raises NotFound with the names there are."""
    host = HOSTS.get(name)
    if host is None:
        known = ", ".join(HOSTS)
        raise NotFound(f"there is no host called {name!r}", hint=f"use one of: {known}", host=name)
    return host


def recognise(first_records: Sequence[Any]) -> Host | None:
    """The host that wrote these records (as decoded), or None when no host knows them for its own."""
    for host in HOSTS.values():
        if host.sessions is not None and host.sessions.looks_like(first_records):
            return host
    return None
