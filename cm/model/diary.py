"""The diary of one session: what was asked, done, decided, hard and learned, each entry pointing at its events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Status: TypeAlias = Literal["success", "failure", "mixed", "unknown"]
Mood: TypeAlias = Literal["positive", "negative", "neutral"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a diary and the events it rests on."""

    text: str
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command, how often it passed and failed, and where."""

    text: str
    passed: int
    failed: int
    unknown: int
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that spoke for or against success."""

    name: str
    weight: float
    event: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a session ended, the user's mood at the end, and the signals behind both."""

    status: Status
    mood: Mood
    signals: tuple[Signal, ...] = ()


@dataclass(frozen=True, slots=True)
class Diary:
    """One session's diary; the id depends on the session alone."""

    id: str  # "y-" + hash of the session id
    session: str
    project: str
    branch: str
    started: str
    ended: str
    status: Status
    mood: Mood
    signals: tuple[Signal, ...]
    request: tuple[Entry, ...]
    accomplishments: tuple[Entry, ...]
    decisions: tuple[Entry, ...]
    challenges: tuple[Entry, ...]
    preferences: tuple[Entry, ...]
    learnings: tuple[Entry, ...]
    files: tuple[Entry, ...]
    commands: tuple[CommandEntry, ...]
    events: int  # how many events it was made from
    schema: int = 1
    model: str = ""  # who wrote its words; "" = nobody, they were found by `core/reading/digest.py`
    imported: str = ""  # the kind of store it was taken over from; "" = made from the journal
