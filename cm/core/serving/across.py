"""What a rule of the user and one of the trusted repository say against each other, and what follows where both would be told.

Neither layer writes into the other, so it stands in neither playbook: it is found when one of them changed
(`core/curation/across.py`). The repository's rule is about this project. A wider rule of the user gives way to it here, a
narrower one holds in its place where it holds, and where both mean the same situations they are told as a marked pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Lies: TypeAlias = Literal["wider", "narrower", "same", "crossing"]


@dataclass(frozen=True, slots=True)
class Across:
    """Two rules of the two layers that contradict each other here."""

    mine: str  # the id of the user's
    theirs: str
    lies: Lies  # how the situations of the user's rule lie to those of the repository's
    say: str = ""  # one clause for people


def ties_across(
    found: Iterable[Across], mine: Mapping[str, int], theirs: Mapping[str, int]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """By the caller's numbers: the pairs of a narrower rule and the wider one, then those that are told as a pair, the user's first."""
    over: list[tuple[int, int]] = []
    against: list[tuple[int, int]] = []
    for each in found:
        at, there = mine.get(each.mine), theirs.get(each.theirs)
        if at is None or there is None:
            continue
        match each.lies:
            case "wider":
                over.append((there, at))
            case "narrower":
                over.append((at, there))
            case "same" | "crossing":
                against.append((at, there))
    return over, against
