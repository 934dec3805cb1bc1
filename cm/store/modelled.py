"""How far a model has read each session, and what was prepared for an agent to answer: ids and numbers, no words.

Losing it costs asking once more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cm.errors import BadState
from cm.store.files import read_json, replace_json
from cm.store.home import Home

PREPARED_MOST = 50


@dataclass(frozen=True, slots=True)
class Far:
    """How much of a session was read: the events, and the size of its journal then."""

    events: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class Prepared:
    """A question that was handed out: what its numbers stand for."""

    id: str
    session: str
    project: str
    part: int
    parts: int
    upto: int
    size: int  # of the session's journal then
    events: tuple[str, ...]
    at: str


def read_modelled(home: Home) -> dict[str, Far]:
    """How far each session was read; a damaged record is as good as none."""
    sessions = _document(home).get("sessions")
    found: dict[str, Far] = {}
    for name, far in (sessions if isinstance(sessions, dict) else {}).items():
        if (
            isinstance(far, list)
            and len(far) == 2
            and all(isinstance(each, int) and each >= 0 for each in far)
        ):
            found[str(name)] = Far(*far)
    return found


def write_modelled(home: Home, sessions: Mapping[str, Far]) -> None:
    """Remembers how far sessions were read, beside what is known of others."""
    known = read_modelled(home) | dict(sessions)
    _write(home, known, read_prepared(home))


def forget_modelled(home: Home, sessions: frozenset[str]) -> None:
    """Forgets sessions that are taken out."""
    known, prepared = read_modelled(home), read_prepared(home)
    left = {name: far for name, far in known.items() if name not in sessions}
    waiting = {name: each for name, each in prepared.items() if each.session not in sessions}
    if len(left) < len(known) or len(waiting) < len(prepared):
        _write(home, left, waiting)


def read_prepared(home: Home) -> dict[str, Prepared]:
    """What was handed out and not answered yet, the oldest first."""
    prepared = _document(home).get("prepared")
    found: dict[str, Prepared] = {}
    for each in prepared if isinstance(prepared, list) else ():
        try:
            one = Prepared(**{**each, "events": tuple(map(str, each["events"]))})
        except (TypeError, KeyError):
            continue
        found[one.id] = one
    return found


def write_prepared(home: Home, questions: Mapping[str, Prepared]) -> None:
    """Remembers what is handed out; the oldest of many go."""
    kept = sorted(questions.values(), key=lambda each: each.at)[-PREPARED_MOST:]
    _write(home, read_modelled(home), {each.id: each for each in kept})


def _document(home: Home) -> dict[str, Any]:
    try:
        value = read_json(home.state / "modelled.json", {})
    except BadState:
        return {}
    return value if isinstance(value, dict) else {}


def _write(home: Home, sessions: Mapping[str, Far], prepared: Mapping[str, Prepared]) -> None:
    from dataclasses import asdict

    document = {
        "schema": 1,
        "sessions": {name: [far.events, far.size] for name, far in sessions.items()},
        "prepared": [{**asdict(each), "events": list(each.events)} for each in prepared.values()],
    }
    replace_json(home.state / "modelled.json", document)
