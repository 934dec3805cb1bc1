"""How hard a session was: what stayed broken, what was tried again and again, how long somebody was at it.

Not here: whether it ended well (`core/reading/outcome.py`), what that weighs (`core/curation/credit.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from cm.core.reading.commands import family, normal_command
from cm.core.reading.results import read_run
from cm.core.reading.runs import TELLING
from cm.model.session import Event
from cm.model.stamp import moment

PAUSE_SECONDS: Final = 1800  # a longer silence is no work
RETRIES: Final = 3  # failures in a row of one command


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a session cost."""

    errors: int = 0  # commands that failed, and neither they nor their like passed after that
    retries: bool = False  # one command failed three times in a row
    seconds: int = 0  # time at work: without the pauses


def trouble(events: Sequence[Event]) -> Trouble:
    """Reads what stayed broken, whether something was tried again and again, and the time at work."""
    commands = {event.id: event.text for event in events if event.kind == "command"}
    red: dict[str, str] = {}  # what is broken now, and its family
    row: Counter[str] = Counter()
    most = 0
    for event in events:
        if event.kind != "output" or event.of not in commands:
            continue
        kind = family(commands[event.of])
        if kind == "look":
            continue
        colour = read_run(kind, event.text, event.exit).colour
        if colour == "none":
            continue
        name = normal_command(commands[event.of])
        if colour == "red":
            red[name] = kind
            row[name] += 1
            most = max(most, row[name])
        else:
            row[name] = 0
            red.pop(name, None)
            if kind in TELLING:  # the tests pass now: what failed of them was another way to run them
                red = {each: of for each, of in red.items() if of != kind}
    return Trouble(len(red), most >= RETRIES, _at_work(events))


def _at_work(events: Sequence[Event]) -> int:
    times = []
    for event in events:
        if event.at:
            try:
                times.append(moment(event.at).timestamp())
            except (ValueError, OverflowError):
                continue
    times.sort()
    gaps = (later - earlier for earlier, later in pairwise(times))
    return int(sum(gap for gap in gaps if gap <= PAUSE_SECONDS))
