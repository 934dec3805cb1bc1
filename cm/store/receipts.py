"""Erasures on disk: the record of one at work, in ids alone, and the receipt of one that is done.

Neither holds a word of what was erased. Not here: what is done (`flows/erasing.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from cm.errors import BadState
from cm.store.files import read_json, replace_json
from cm.store.home import Home
from cm.store.leftovers import Place
from cm.store.lines import writing

Target: TypeAlias = Literal["rule", "session", "text"]


@dataclass(frozen=True, slots=True)
class Unreached:
    """A place where it still is, or may be, and what the user can do."""

    where: str
    why: str
    todo: str


@dataclass(frozen=True, slots=True)
class Erasure:
    """One erasure: whom it is about, and what was done so far."""

    id: str
    at: str
    by: str
    target: Target
    name: str = ""  # the rule or session; "" for a text, which is not repeated
    words: int = 0
    argued: bool = False  # the words stood on a command line
    reason: str = ""
    rules: tuple[str, ...] = ()  # that go with it
    sessions: Mapping[str, str] = field(default_factory=dict)  # name -> what stands in its place
    heard: tuple[str, ...] = ()  # sessions that the rule was learned from
    files: tuple[str, ...] = ()  # of the inbox, that hold nothing but these sessions
    elsewhere: tuple[str, ...] = ()  # files that were handed over from elsewhere, with these sessions in them
    reworded: tuple[str, ...] = ()  # rules that lost words
    resting: tuple[str, ...] = ()  # rules that stay though they rest on it too
    places: tuple[Place, ...] = ()
    unreached: tuple[Unreached, ...] = ()
    history: int = 0  # commits written anew
    completed_later: bool = False  # it was cut short, and a later start completed it
    done: bool = False
    stone: Mapping[str, object] = field(default_factory=dict)  # the tombstone as data, until it is done


def begin(home: Home, erasure: Erasure) -> None:
    """Writes down what is about to be erased, or how far it came. Raises Unwritable."""
    replace_json(home.erasing / f"{erasure.id}.json", {"schema": 1, **asdict(erasure)})


def pending(home: Home) -> tuple[Erasure, ...]:
    """Erasures that were cut short, oldest first."""
    return tuple(sorted(_all(home.erasing), key=lambda each: (each.at, each.id)))


def finish(home: Home, erasure: Erasure) -> Path:
    """Keeps the receipt, then removes the record of the work. Raises Unwritable."""
    path = home.receipts / f"{erasure.id}.json"
    # a session's name goes with it, and so does whose place the other name took
    kept = asdict(erasure) | {
        "sessions": sorted(erasure.sessions.values()),
        "files": [],
        "elsewhere": [],
        "stone": {},
        "name": erasure.sessions.get(erasure.name, erasure.name),
    }
    replace_json(path, {"schema": 1, **kept})
    work = home.erasing / f"{erasure.id}.json"
    with writing(work), suppress(FileNotFoundError):
        work.unlink()
    return path


def receipts(home: Home) -> tuple[Erasure, ...]:
    """Every receipt, oldest first; one that cannot be read is left out."""
    return tuple(sorted(_all(home.receipts), key=lambda each: (each.at, each.id)))


def _all(folder: Path) -> list[Erasure]:
    found = []
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        with suppress(BadState, KeyError, TypeError, ValueError, AttributeError):
            found.append(_read(read_json(path, {})))
    return found


def _read(data: Mapping[str, Any]) -> Erasure:
    sessions = data.get("sessions") or {}
    named = sessions if isinstance(sessions, dict) else {str(each): str(each) for each in sessions}
    return Erasure(
        id=str(data["id"]), at=str(data["at"]), by=str(data["by"]), target=data["target"], name=str(data.get("name", "")),
        words=int(data.get("words", 0)), argued=bool(data.get("argued")), reason=str(data.get("reason", "")), rules=tuple(map(str, data.get("rules", ()))),
        sessions=named, files=tuple(map(str, data.get("files", ()))), elsewhere=tuple(map(str, data.get("elsewhere", ()))), heard=tuple(map(str, data.get("heard", ()))), reworded=tuple(data.get("reworded", ())), resting=tuple(data.get("resting", ())),
        places=tuple(Place(**each) for each in data.get("places", ())),
        unreached=tuple(Unreached(**each) for each in data.get("unreached", ())),
        history=int(data.get("history", 0)), completed_later=bool(data.get("completed_later")), done=bool(data.get("done")), stone=dict(data.get("stone") or {}),
    )  # fmt: skip
