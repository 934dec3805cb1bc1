"""A session cut into the user's turns, and what the work of a turn proves: last results, claims, interruptions.

Not here: the verdict over all of it (`core/reading/outcome.py`), what a single text says (`core/reading/mood.py`, `core/reading/claims.py`,
`core/reading/results.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cm.core.reading.claims import Claim, read_claim
from cm.core.reading.commands import family
from cm.core.reading.mood import Said, read_mood
from cm.core.reading.results import Result, read_result, read_run
from cm.model.session import Event

_NEAR: Final = 3  # turns whose work is read
_STEPS: Final = 60  # steps of a turn that are read: what came before them is not how it ended


@dataclass(frozen=True, slots=True)
class Step:
    """An event, and how the command ended whose end it is."""

    event: Event
    result: Result


@dataclass(frozen=True, slots=True)
class Turn:
    """The user's message and what came after it until the next one."""

    message: Event | None
    said: Said  # of the last turn; of earlier ones nobody asks
    work: tuple[Step, ...]  # the last steps of it
    worked: bool  # whether anything came after the message


@dataclass(frozen=True, slots=True)
class Work:
    """What the events of one turn prove."""

    last: Result | None  # the last one that counts
    at: Event | None  # the event of `last`
    green_before: bool  # something passed earlier in the turn
    claim: Claim
    claimed: Event | None  # the last message of the agent
    after: bool  # the agent spoke after the last result
    stopped: bool  # the user interrupted, and nothing came after
    any: bool


def turns_of(events: Sequence[Event], commands: Mapping[str, str]) -> list[Turn]:
    """Cuts events at the user's messages; `commands` are the texts of commands by the id of their event.

    The first message and the last turns are read: only the last message for what it says, and only the last steps.
    """
    turns: list[tuple[Event | None, list[Event]]] = []
    for event in events:
        if event.by == "user" and event.kind == "message" and event.text.strip():
            turns.append((event, []))
            continue
        if not turns:
            turns.append((None, []))
        turns[-1][1].append(event)
    read: list[Turn] = []
    for number, (message, work) in enumerate(turns):
        near, last = number >= len(turns) - _NEAR, number == len(turns) - 1
        steps = [Step(event, _result(event, commands)) for event in work[-_STEPS:]] if near else []
        said = read_mood(message.text) if message and last else Said()
        read.append(Turn(message, said, tuple(steps), bool(work)))
    return read


def _result(event: Event, commands: Mapping[str, str]) -> Result:
    if event.kind != "output":
        return Result("none")
    if event.of not in commands:
        return read_result(event.text, event.exit)
    kind = family(commands[event.of])
    # how a look ends says nothing of the work
    result = Result("none") if kind == "look" else read_run(kind, event.text, event.exit)
    unclear = result.colour == "none" and kind in ("test", "build", "lint")
    return Result("none", verdict=True) if unclear else result


def work_of(steps: Sequence[Step]) -> Work:
    """Reads what a stretch of work proves: the last result that counts, and what the agent said last."""
    last: Result | None = None
    at: Event | None = None
    claimed: Event | None = None
    after = stopped = green_before = False
    for step in steps:
        event, result = step.event, step.result
        if event.kind == "interrupt":
            stopped = True
        elif event.by == "agent" and event.kind == "message" and event.text.strip():
            claimed, after, stopped = event, True, False
        elif result.colour != "none":
            green_before = green_before or (last is not None and last.colour == "green")
            # a status without words does not take back a summary with words
            if last is not None and last.verdict and not result.verdict and result.colour == "green":
                continue
            last, at, after, stopped = result, event, False, False
        elif result.verdict and last is not None and last.colour == "red":
            last, at = None, None  # run again, and nobody wrote down how it ended
    claim = read_claim(claimed.text) if claimed else Claim()
    return Work(last, at, green_before, claim, claimed, after, stopped, bool(steps))


def joined(turns: Sequence[Turn]) -> Work:
    """What the last two of these turns prove together."""
    return work_of([step for turn in turns[-2:] for step in turn.work])
