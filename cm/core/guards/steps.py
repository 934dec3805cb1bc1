"""How a rule goes up by policy: which sessions are new evidence, and whether the next step is taken without a person.

Pure. Which sessions went against a rule: `flows/audit.py`; whose word counts, and doing it: `flows/raising.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from cm.core.guards.lines import loosens
from cm.model.settings import Step
from cm.model.trauma import Trauma

STEPS: Final[tuple[Step, ...]] = ("reminder", "ask", "deny")
ENOUGH: Final = 3  # sessions in which a rule was told and gone against, for each step anew


@dataclass(frozen=True, slots=True)
class Against:
    """A session that was told of a rule and went against it; a subagent's is that of its parent."""

    session: str
    began: str  # a stored moment, "" where nobody knows it


def new_since(runs: Iterable[Against], last: str, used: Collection[str], now: str) -> tuple[Against, ...]:
    """Those that began after the last step, each session once, and that no step was taken on before.

    A session that says that it began later than now says nothing: with such a clock it would be new after every step.
    """
    found: dict[str, Against] = {}
    for each in runs:
        if each.began and last < each.began <= now and each.session not in used:
            found.setdefault(each.session, each)
    return tuple(found.values())


def step_by_policy(step: Step, word: Step, new: int, *, lowered: bool) -> Step | None:
    """The next step of a rule by the user's word (`guard.promote_to`); None when it stays where it is.

    One step at a time, never above the word, on enough that is new, and never again once a person took it down.
    """
    place = STEPS.index(step)
    if lowered or new < ENOUGH or place >= STEPS.index(word):
        return None
    return STEPS[place + 1]


def was_lowered(lines: Iterable[Trauma]) -> bool:
    """Whether a line of a trauma ever took something away of the one before; such a line counts by a person's yes alone."""
    ordered = sorted(lines, key=lambda each: each.at)
    return any(loosens(new, old) for old, new in pairwise(ordered))
