"""One sitting of a reviewer: the questions as they are now, and each answer carried out at once, on the rules as they stand.

Not here: how questions are put (`cli/dialogue.py`), what is a question (`flows/review.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from cm.flows import reviewing
from cm.flows.env import Env
from cm.flows.likeness import Suggestion
from cm.flows.review import Card, deck, likely_pairs
from cm.flows.reviewing import By
from cm.flows.telling import Change
from cm.flows.undo import undo

Verb: TypeAlias = Literal["accept", "edit", "reject", "retire", "first", "second", "both", "merge"]


@dataclass(slots=True)
class Sitting:
    """The desk of the dialogue; which pairs may be one is found once, everything else is read anew after each answer."""

    env: Env
    by: By
    here: bool = False
    searching: Callable[[], None] = lambda: None  # called before something takes a while
    _likely: tuple[Suggestion, ...] = ()
    _cards: dict[str, Card] | None = field(default=None)

    def names(self) -> tuple[str, ...]:
        """The questions, by name, in their order."""
        return tuple(self._now())

    def more(self) -> tuple[str, ...]:
        """The questions that take a while to find: rules that may be one, or that contradict each other unmarked."""
        self.searching()
        known = set(self._now())
        self._likely, self._cards = likely_pairs(self.env), None
        return tuple(name for name in self._now() if name not in known)

    def card(self, name: str) -> Card | None:
        """A question as it is now; None when it has its answer."""
        return self._now().get(name)

    def answer(self, card: Card, verb: Verb, text: str) -> Change:
        """Carries an answer out, as one change. Raises RefusedByGate and what committing raises."""
        one, *others = (side.rule.id for side in card.sides)
        other = others[0] if others else ""
        self._cards = None
        match verb:
            case "accept":
                return reviewing.accept(
                    self.env, one, self.by, until=text if card.kind == "review-due" else ""
                )
            case "edit":
                return reviewing.edit(self.env, one, text, self.by)
            case "reject":
                return reviewing.reject(self.env, one, text)
            case "retire":
                return reviewing.retire(self.env, one, text, self.by)
            case "first":
                return reviewing.settle(self.env, one, other, one, self.by, text)
            case "second":
                return reviewing.settle(self.env, one, other, other, self.by, text)
            case "both":
                return reviewing.settle(self.env, one, other, "both", self.by, text)
            case "merge":
                return reviewing.merge(self.env, one, other, self.by, text=text)
            case _:
                assert_never(verb)

    def skip(self, card: Card) -> None:
        """Puts a question behind the others, also for the next sitting."""
        reviewing.put_off(self.env, [card.key])

    def undo(self, tx: str) -> None:
        """Takes an answer back; the reviewer who gave it asked for that."""
        self._cards = None
        undo(self.env, tx, yes=True)

    def _now(self) -> dict[str, Card]:
        if self._cards is None:
            self._cards = {
                card.key: card for card in deck(self.env, here=self.here, likely=self._likely).cards
            }
        return self._cards
