"""Which rules rose or fell in stage since somebody last looked: reported, never decided, since a stage is computed anew each time.

Not here: the numbers (`core/serving/standing.py`), where the last report is kept (`store/stages.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from cm.core.serving.serve import STAGES
from cm.model.rule import Stage
from cm.model.standing import Shelved

SERVES: Final = ("active", "contested")


@dataclass(frozen=True, slots=True)
class Move:
    """A rule whose stage is another one than was last reported, and the counts that led to it."""

    rule: str
    text: str
    was: Stage
    now: Stage
    helpful: int
    harmful: int
    score: float

    @property
    def rises(self) -> bool:
        """Whether it proved itself further."""
        return STAGES.index(self.now) > STAGES.index(self.was)


def moves(shelved: Iterable[Shelved], before: Mapping[str, Stage]) -> tuple[Move, ...]:
    """The rules in service that rose, then those that fell; one that was never reported was a candidate."""
    found = []
    for item in shelved:
        standing, was = item.standing, before.get(item.rule.id, "candidate")
        if item.rule.state in SERVES and standing.stage != was:
            counts = (standing.n_plus, standing.n_minus, round(standing.score, 2))
            found.append(Move(item.rule.id, item.rule.text, was, standing.stage, *counts))
    return tuple(sorted(found, key=lambda move: not move.rises))


def stages(shelved: Iterable[Shelved]) -> dict[str, Stage]:
    """The stage of every rule in service that is more than a candidate."""
    return {
        item.rule.id: item.standing.stage
        for item in shelved
        if item.rule.state in SERVES and item.standing.stage != "candidate"
    }
