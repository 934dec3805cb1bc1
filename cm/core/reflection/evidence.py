"""Writes a session out as numbered evidence: one line per event, with its author, cut where it is long.

Numbers are those of one piece of work, and only events that may prove something have one: what the host says, summaries and
subagents have none. Not here: what goes into one part (`exchanges.py`), what is made of a number in an answer (`answer.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cm.core.reflection.exchanges import Exchange, Part
from cm.core.spending import tokens_about
from cm.model.session import Event

LEFT_OUT: Final = "[… {} characters left out …]"
READ_ALREADY: Final = "(read already, for context)"


@dataclass(frozen=True, slots=True)
class Widths:
    """How many characters of a text are written out, by who said it."""

    user: int
    agent: int
    tool: int
    steps: int  # events of the agent and its tools in one exchange


WIDE: Final = (
    Widths(4000, 1500, 800, 400),
    Widths(3000, 600, 300, 120),
    Widths(2000, 250, 120, 40),
    Widths(1200, 120, 80, 12),
)
"""From generous to narrow: the first one that fits is taken."""
_NARROWEST: Final = Widths(600, 60, 40, 4)


@dataclass(frozen=True, slots=True)
class Numbered:
    """A part of a session as it is sent, and what its numbers stand for."""

    text: str
    events: tuple[Event, ...]  # number 1 is the first
    beside: tuple[Event, ...] = ()  # what was told without a number, and proves nothing

    def of(self, number: int) -> Event | None:
        """The event of a number; None for a number that was not given."""
        return self.events[number - 1] if 0 < number <= len(self.events) else None


def size_of(exchange: Exchange, most: int) -> int:
    """About how many tokens an exchange takes when it is written out within `most`."""
    return tokens_about("\n".join(_lines(exchange, 100_000, _fitting(exchange, most))))


def number(part: Part, most: int) -> Numbered:
    """Writes a part out; no exchange takes more than about `most` tokens."""
    lines: list[str] = []
    events: list[Event] = []
    beside: list[Event] = []
    for exchange, seen in [*((each, True) for each in part.context), *((each, False) for each in part.fresh)]:
        if seen:
            lines.append(READ_ALREADY)
        lines += _lines(exchange, len(events) + 1, _fitting(exchange, most))
        kept = [event for event in _kept(exchange, _fitting(exchange, most)) if event is not None]
        events += filter(_proves, kept)
        beside += (event for event in kept if not _proves(event))
        if seen:
            lines.append("(from here on it is new)")
    return Numbered("\n".join(lines), tuple(events), tuple(beside))


def _fitting(exchange: Exchange, most: int) -> Widths:
    for widths in WIDE:
        if tokens_about("\n".join(_lines(exchange, 100_000, widths))) <= most:
            return widths
    return Widths(min(_NARROWEST.user, max(most, 40)), _NARROWEST.agent, _NARROWEST.tool, _NARROWEST.steps)


def _proves(event: Event) -> bool:
    return event.by != "host" and event.kind in ("message", "command", "output", "edit", "error")


def _told(event: Event) -> bool:
    return (
        not event.agent
        and event.kind != "summary"
        and (bool(event.text.strip()) or event.kind in ("output", "interrupt"))
    )


def _kept(exchange: Exchange, widths: Widths) -> list[Event | None]:
    """The events that are written out; None stands for steps in the middle that are left out."""
    told = [event for event in exchange.events if _told(event)]
    said = [event for event in told if event.by == "user"]
    steps = [event for event in told if event.by != "user"]
    if len(steps) <= widths.steps:
        return list(told)
    head = widths.steps // 3
    return [*said, *steps[:head], None, *steps[len(steps) - (widths.steps - head) :]]


def _lines(exchange: Exchange, first: int, widths: Widths) -> list[str]:
    out: list[str] = []
    number = first
    kept = _kept(exchange, widths)
    left = sum(map(_told, exchange.events)) - sum(event is not None for event in kept)
    for event in kept:
        if event is None:
            out.append(f"(… {left} steps left out …)")
        elif _proves(event):
            out.append(f"[{number}] {_said(event, widths)}")
            number += 1
        else:
            out.append(f"({_said(event, widths)})")
    return out


def _said(event: Event, widths: Widths) -> str:
    match event.kind:
        case "command":
            return f"{event.by} ran: {_clip(event.text, widths.agent)}"
        case "output":
            how = "" if event.exit is None else f" (exit {event.exit})"
            return f"{event.by} printed{how}: {_tail(event.text, widths.tool)}"
        case "edit":
            return f"{event.by} wrote the file: {_clip(event.text, widths.tool)}"
        case "error":
            return f"{event.by} failed: {_tail(event.text, widths.tool)}"
        case "interrupt":
            return "the user stopped the agent"
        case _:
            width = (
                widths.user if event.by == "user" else widths.agent if event.by == "agent" else widths.tool
            )
            return f"{event.by}: {_clip(event.text, width)}"


def _clip(text: str, most: int) -> str:
    """The beginning and the end of a text."""
    text = text.strip()
    if len(text) <= most:
        return text
    head, tail = most * 2 // 3, most // 3
    return f"{text[:head]} {LEFT_OUT.format(len(text) - head - tail)} {text[len(text) - tail :]}"


def _tail(text: str, most: int) -> str:
    """The end of what was printed: how it ended stands there."""
    text = text.strip()
    return text if len(text) <= most else f"{LEFT_OUT.format(len(text) - most)} {text[-most:]}"


def about(events: Sequence[Event]) -> str:
    """The words of a stretch of work by which related rules are looked for."""
    return " ".join(event.text[:1500] for event in events if event.by in ("user", "agent"))[:40_000]
