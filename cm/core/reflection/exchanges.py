"""Cuts a session into exchanges (what the user says, and all that follows until they speak again) and long ones into parts.

A part ends between two exchanges, where the topic changes if it can, and the next one begins with the last exchange of the part
before, told as read already. Not here: how an exchange is written out (`evidence.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from typing import Final

from cm.core.language.meaning import content
from cm.model.session import Event
from cm.model.stamp import moment

_LATE: Final = 0.5  # of a part's budget: borders are looked for behind it
_PAUSE: Final = timedelta(minutes=30)
_WORDS: Final = 120  # words of an exchange that tell its topic


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message of the user and what came of it; the first one of a session may have no message."""

    events: tuple[Event, ...]
    first: int  # the place of its first event among all of the session

    @property
    def end(self) -> int:
        """The place behind its last event."""
        return self.first + len(self.events)


@dataclass(frozen=True, slots=True)
class Part:
    """What is sent at once: exchanges that were read before, for context, and new ones."""

    context: tuple[Exchange, ...]
    fresh: tuple[Exchange, ...]

    @property
    def upto(self) -> int:
        """How many events of the session are read with it."""
        return self.fresh[-1].end


def exchanges_of(events: Sequence[Event]) -> tuple[Exchange, ...]:
    """Cuts before every message of the user in the main thread; each event is in exactly one exchange."""
    cuts = [
        place
        for place, event in enumerate(events)
        if event.by == "user" and event.kind == "message" and not event.agent and event.text.strip()
    ]
    borders = sorted({0, *cuts, len(events)})
    return tuple(Exchange(tuple(events[start:end]), start) for start, end in pairwise(borders))


def parts_of(
    exchanges: Sequence[Exchange], size: Callable[[Exchange], int], budget: int, *, known: int = 0
) -> tuple[Part, ...]:
    """Packs exchanges into parts of at most `budget`; those that end within the first `known` events are context at most.

    `size` never gives more than half of the budget, so that an exchange and its context always fit.
    """
    fresh = [each for each in exchanges if each.end > known]
    before = [each for each in exchanges if each.end <= known]
    context = tuple(before[-1:])
    parts: list[Part] = []
    while fresh:
        room = budget - sum(map(size, context))
        count = _count(fresh, size, room)
        parts.append(Part(context, tuple(fresh[:count])))
        context = (fresh[count - 1],)
        fresh = fresh[count:]
    return tuple(parts)


def _count(fresh: Sequence[Exchange], size: Callable[[Exchange], int], room: int) -> int:
    """How many exchanges go into one part: as many as fit, or fewer where the topic changes before."""
    used = 0
    most = 0
    late: list[int] = []
    for number, exchange in enumerate(fresh, 1):
        used += size(exchange)
        if used > room and most:
            break
        most = number
        if used >= room * _LATE:
            late.append(number)
    if most == len(fresh):
        return most
    return min(late or [most], key=lambda cut: (_tie(fresh[cut - 1], fresh[cut]), -cut))


def _tie(one: Exchange, other: Exchange) -> float:
    """How much two exchanges that follow each other have to do with each other; a long pause parts them."""
    ours, theirs = _topic(one), _topic(other)
    shared = len(ours & theirs) / (len(ours | theirs) or 1)
    return shared - (0.5 if _paused(one, other) else 0.0)


def _topic(exchange: Exchange) -> frozenset[str]:
    said = " ".join(event.text[:600] for event in exchange.events if event.by in ("user", "agent"))
    return frozenset(content(said[:4000])[:_WORDS])


def _paused(one: Exchange, other: Exchange) -> bool:
    last = next((event.at for event in reversed(one.events) if event.at), "")
    first = next((event.at for event in other.events if event.at), "")
    try:
        return bool(last and first) and moment(first) - moment(last) > _PAUSE
    except ValueError:
        return False
