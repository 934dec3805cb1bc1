"""What became of the events of each session that was reflected on: ids and codes, one line a session, in `state/dispositions.jsonl`.

Later lines of a session take the place of earlier ones; a line of what was made of single events (`more`) adds to them. Losing it
costs one more reflection. What the codes mean: `core/reading/disposed.py`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from cm.store.files import replace as replace_file
from cm.store.home import Home
from cm.store.lines import append_bytes, json_line

COMPACT: Final = (
    256 * 1024
)  # bytes from which lines that count no more are looked for; they go when they are most of it


@dataclass(frozen=True, slots=True)
class Disposed:
    """One session's line."""

    session: str
    at: str = ""  # when it was reflected on
    criteria: int = 0  # the version of what it was judged by
    events: Mapping[str, str] = field(default_factory=dict)  # id -> code
    more: bool = False  # of single events only: what is known of the others stands


def dispositions_path(home: Home) -> Path:
    """Where they are kept."""
    return home.state / "dispositions.jsonl"


def append_dispositions(home: Home, lines: Iterable[Disposed], *, known: bool = False) -> None:
    """Adds lines in one write; with `known`, of sessions that have lines, a long file is cleared of those. Raises Unwritable."""
    data = b"".join(json_line(_data(each)) for each in lines if each.events or not each.more)
    path = dispositions_path(home)
    append_bytes(path, data)
    if known and (size := path.stat().st_size) > COMPACT:
        kept = _without(home, frozenset())
        if len(kept) * 2 < size:
            replace_file(path, kept)


def read_dispositions(home: Home, session: str) -> Disposed | None:
    """What is known of a session's events; None when it was never reflected on."""
    found = _merged(_lines(home, session))
    return found.get(session)


def criteria_of(home: Home) -> dict[str, int]:
    """By which version of the criteria each session was judged last."""
    return {each.session: each.criteria for each in _lines(home) if not each.more}


def forget_dispositions(home: Home, sessions: Collection[str]) -> bool:
    """Takes sessions out; whether there were any."""
    if not sessions or not any(each.session in sessions for each in _lines(home)):
        return False
    replace_file(dispositions_path(home), _without(home, frozenset(sessions)))
    return True


def _without(home: Home, sessions: Collection[str]) -> bytes:
    """One line a session, without those of some."""
    kept = (each for each in _merged(_lines(home)).values() if each.session not in sessions)
    return b"".join(json_line(_data(each)) for each in kept)


def _merged(lines: Iterable[Disposed]) -> dict[str, Disposed]:
    found: dict[str, Disposed] = {}
    for each in lines:
        earlier = found.pop(each.session, None)
        if each.more and earlier is not None:
            events = {**earlier.events, **each.events}
            each = Disposed(each.session, earlier.at, earlier.criteria, events, earlier.more)
        found[each.session] = each
    return found


def _lines(home: Home, session: str = "") -> Iterator[Disposed]:
    """The lines in order, of one session or all; those that cannot be read are passed over."""
    try:
        data = dispositions_path(home).read_bytes()
    except OSError:
        return
    wanted = json.dumps(session, ensure_ascii=False).encode() if session else b""
    for line in data.splitlines():
        if wanted in line:
            each = _read(line)
            if each is not None and session in ("", each.session):
                yield each


def _read(line: bytes) -> Disposed | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or not isinstance(value.get("s"), str):
        return None
    events, criteria = value.get("e"), value.get("c")
    return Disposed(
        value["s"],
        str(value.get("at", "")),
        criteria if isinstance(criteria, int) else 0,
        {str(name): str(code) for name, code in events.items()} if isinstance(events, dict) else {},
        bool(value.get("more")),
    )


def _data(each: Disposed) -> dict[str, Any]:
    if each.more:
        return {"s": each.session, "more": 1, "e": dict(each.events)}
    return {"s": each.session, "at": each.at, "c": each.criteria, "e": dict(each.events)}
