"""Looks over the journal's files line by line and tells every fault. Changes nothing.

Reading what is whole is `store/journal.py`, which passes over what is told here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from cm.core.secrets.scrub import VERSION, find_secret
from cm.model.session import Author, EventKind
from cm.store.journal import Journal, file_name

Fault: TypeAlias = Literal[
    "torn-tail", "not-json", "unknown-line", "bad-event", "bad-head", "no-head", "wrong-session", "duplicate-id", "two-files",
    "secret", "unreadable",
]  # fmt: skip
"""torn-tail: the last line was cut off. no-head: events before the session is named. wrong-session: a head that does not fit the
file or the head before it. two-files: one session in two places. secret: a text cleaned by older rules holds one."""

_BYS: Final = frozenset(get_args(Author))
_KINDS: Final = frozenset(get_args(EventKind))
_TEXTS: Final = ("id", "at", "by", "kind", "text", "of", "tool", "agent")


@dataclass(frozen=True, slots=True)
class Found:
    """One fault and its place."""

    path: str
    line: int  # 0 = the whole file
    fault: Fault
    detail: str = ""


@dataclass(slots=True)
class Looked:
    """What was looked over in one file."""

    path: str
    bytes: int = 0
    events: int = 0
    older: int = 0  # events cleaned by older scrubbing rules than ours


def look_over(journal: Journal) -> Iterator[Found | Looked]:
    """Every fault of every file, and after each file what it holds."""
    seen: dict[str, str] = {}
    for path in journal.files():
        first = seen.setdefault(path.name, str(path))
        if first != str(path):
            yield Found(str(path), 0, "two-files", first)
        yield from _file(path)


def _file(path: Path) -> Iterator[Found | Looked]:
    looked = Looked(str(path))
    head = ""
    ids: dict[str, int] = {}
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                looked.bytes += len(line)
                if not line.strip():
                    continue
                if not line.endswith(b"\n"):
                    yield Found(str(path), number, "torn-tail")
                    continue
                try:
                    data = json.loads(line)
                except (ValueError, RecursionError):
                    yield Found(str(path), number, "not-json")
                    continue
                kind = data.get("t") if isinstance(data, dict) else None
                if kind == "s":
                    fault, head = _head(path, data, head)
                elif kind == "e":
                    fault = _event(data, head, ids, number, looked)
                else:
                    fault = ("unknown-line", "")
                if fault is not None:
                    yield Found(str(path), number, *fault)
    except OSError as error:
        yield Found(str(path), 0, "unreadable", error.strerror or str(error))
    yield looked


def _head(path: Path, data: dict[str, Any], before: str) -> tuple[tuple[Fault, str] | None, str]:
    session, host, native = (data.get(name) for name in ("id", "host", "native"))
    if not (isinstance(session, str) and isinstance(host, str) and isinstance(native, str) and session):
        return ("bad-head", ""), before
    if session != f"{host}/{native}" or path.name != file_name(host, native):
        return ("wrong-session", session), before or session
    return (("wrong-session", session), before) if before and before != session else (None, session)


def _event(
    data: dict[str, Any], head: str, ids: dict[str, int], number: int, looked: Looked
) -> tuple[Fault, str] | None:
    name = data.get("id")
    if not isinstance(name, str) or not name or not _is_event(data):
        return "bad-event", str(name or "")
    looked.events += 1
    if not head:
        return "no-head", name
    if name in ids:
        return "duplicate-id", f"{name}, first in line {ids[name]}"
    ids[name] = number
    if data.get("scrubbed", 0) < VERSION:
        looked.older += 1
        if secret := find_secret(data["text"]):
            return "secret", f"{name}: {secret}"
    return None


def _is_event(data: dict[str, Any]) -> bool:
    texts = all(isinstance(data.get(name, ""), str) for name in _TEXTS)
    numbers = all(isinstance(data.get(name, 0), int) for name in ("seq", "scrubbed"))
    known = data.get("by") in _BYS and data.get("kind") in _KINDS and isinstance(data.get("text"), str)
    return texts and numbers and known
