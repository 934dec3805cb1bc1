"""How near an embedder finds two texts: as wholes, and word by word where it can.

Plain numbers, whichever model made them. Not here: making them (`cm/llm`), what they weigh (`compared.py`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Nearness:
    """The cosine of two texts, and for each of them how well its words are met in the other."""

    whole: float
    met_a: float = 0.0  # mean over the words of a of the best cosine with a word of b
    met_b: float = 0.0
    new_a: float = 0.0  # the same over words that are not literally in the other
    new_b: float = 0.0
    own_a: float = 0.0  # share of words that are not literally in the other
    own_b: float = 0.0
    lost_a: int = 0  # words that nothing in the other comes near
    lost_b: int = 0
    alone_a: float = 1.0  # as `new`, the words by themselves: a shared sentence does not bring them nearer
    alone_b: float = 1.0
    worst_a: float = 1.0  # the one of them that is met least
    worst_b: float = 1.0
    rest: float = 1.0  # the cosine of what only a says with what only b says, the words by themselves

    def turned(self) -> Nearness:
        """The same, seen from the other text."""
        return Nearness(
            self.whole,
            self.met_b,
            self.met_a,
            self.new_b,
            self.new_a,
            self.own_b,
            self.own_a,
            self.lost_b,
            self.lost_a,
            self.alone_b,
            self.alone_a,
            self.worst_b,
            self.worst_a,
            self.rest,
        )
