"""Taking back what was decided: what each rule was before, whether it is still what was made of it, and whether that loosens.

Pure: the decisions of one layer and its book come in, steps go out. Carrying them out: `flows/undo.py`, by `Restore` deltas.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from cm.model.decision import Decision
from cm.model.ledger import Mark
from cm.model.playbook import Playbook
from cm.model.rule import Rule, State

SERVED: Final[Mapping[State, int]] = MappingProxyType(
    {"draft": 0, "superseded": 0, "retired": 0, "contested": 1, "active": 2}
)
"""How far a rule is shown to agents by its state: not at all, beside its opposite alone, or by itself."""


@dataclass(frozen=True, slots=True)
class Step:
    """One rule on the way back: as it is now, and as it was before."""

    decision: Decision  # the last of those taken back that made it what it is
    now: Rule
    to: Rule | None  # None: it was not there


@dataclass(frozen=True, slots=True)
class Later:
    """A rule that is not any more what the decision made of it."""

    rule: str
    made_by: Decision
    changed_by: Decision | None  # the change that stands on it; None: a hand edit that no decision knows yet


@dataclass(frozen=True, slots=True)
class Way:
    """The way back from some decisions of a layer."""

    steps: tuple[Step, ...] = ()
    later: tuple[Later, ...] = ()
    undone: tuple[str, ...] = ()  # rules for which it was taken back already


def way_back(
    decisions: Sequence[Decision], wanted: Collection[str], book: Playbook, *, checkpoint: Playbook | None = None, since: int = 0
) -> Way:  # fmt: skip
    """How the rules that these decisions changed become what they were before the first of them that is in force."""
    histories = _histories(decisions)
    rules = dict.fromkeys(rule.id for each in decisions if each.id in wanted for rule in each.after)
    steps: list[Step] = []
    later: list[Later] = []
    undone: list[str] = []
    for rule_id in rules:
        history = histories[rule_id]
        places = [place for place in _standing(decisions, history) if decisions[place].id in wanted]
        if not places:
            undone.append(rule_id)
            continue
        now = book.get(rule_id)
        if now is None or now != history[places[-1]]:
            changed = max(history) if max(history) > places[-1] else -1
            later.append(Later(rule_id, decisions[places[-1]], decisions[changed] if changed >= 0 else None))
        else:
            to = _before(history, places[0], rule_id, checkpoint, since)
            steps.append(Step(decisions[places[-1]], now, to))
    return Way(tuple(steps), tuple(later), tuple(undone))


def in_force(decisions: Sequence[Decision], rule_id: str) -> tuple[int, ...]:
    """The places of the decisions about a rule that were not taken back, those that take back among them."""
    return _standing(decisions, _histories(decisions).get(rule_id, {}))


def _histories(decisions: Sequence[Decision]) -> dict[str, dict[int, Rule]]:
    """What each rule was made, by the place of the decision that made it so, oldest first."""
    found: dict[str, dict[int, Rule]] = {}
    for place, each in enumerate(decisions):
        for rule in each.after:
            found.setdefault(rule.id, {})[place] = rule
    return found


def _standing(decisions: Sequence[Decision], history: Mapping[int, Rule]) -> tuple[int, ...]:
    pile: tuple[int, ...] = ()  # taking back lifts off what lies on top
    piles: dict[str, tuple[int, ...]] = {}  # by what took something back: the pile before it
    backs: dict[str, int] = {}
    lifted: set[str] = set()
    for place, state in history.items():
        each = decisions[place]
        if each.undoes in piles:  # an undo is undone: what lay there lies there again
            lifted.add(each.undoes)
            lifted.discard(decisions[backs[each.undoes]].undoes)
            piles[each.id], pile = pile, piles[each.undoes]
            backs[each.id] = place
            continue
        height = next((n for n, one in enumerate(pile) if decisions[one].id == each.undoes), None)
        if not each.undoes or height is None:
            pile = (*pile, place)
            continue
        tx = decisions[pile[height]].tx
        while height and tx and decisions[pile[height - 1]].tx == tx and history[pile[height - 1]] != state:
            height -= 1  # a whole change was taken back, and that was one decision of it
        piles[each.id], pile = pile, pile[:height]
        backs[each.id] = place
    return tuple(sorted((*pile, *(place for name, place in backs.items() if name not in lifted))))


def _before(
    history: Mapping[int, Rule], place: int, rule_id: str, checkpoint: Playbook | None, since: int
) -> Rule | None:
    """What a rule was before the decision at a place; None when it was not there."""
    held = checkpoint is not None and since <= place
    earlier = [each for each in history if (since if held else 0) <= each < place]
    if earlier:
        return history[earlier[-1]]
    return checkpoint.get(rule_id) if checkpoint is not None and held else None


def loosens(step: Step) -> bool:
    """Whether the way back brings into service, or strips of protection, what is held back or protected now."""
    if step.to is None:
        return bool(step.now.pinned)
    served = SERVED[step.to.state] > SERVED[step.now.state]
    return (
        served or bool(step.now.stale and not step.to.stale) or bool(step.now.pinned and not step.to.pinned)
    )


def marks_to_weigh(marks: Iterable[Mark], decisions: Iterable[Decision]) -> tuple[Mark, ...]:
    """The marks that may still condemn: those on which the sweep acted do not again, once a person took that back."""
    until = pardoned(decisions)
    return tuple(mark for mark in marks if mark.rule not in until or mark.at > until[mark.rule])


def pardoned(decisions: Iterable[Decision]) -> dict[str, str]:
    """When a person last took back what the sweep made of a rule, by the rule's id."""
    swept: set[str] = set()
    pardons: dict[str, tuple[tuple[str, ...], str]] = {}
    for each in decisions:
        if each.source == "sweep" and each.after:
            swept.add(each.id)
        elif each.undoes in swept:
            pardons[each.id] = (tuple(rule.id for rule in each.after), each.at)
        elif each.undoes in pardons:
            del pardons[each.undoes]
    until: dict[str, str] = {}
    for rules, at in pardons.values():
        for rule in rules:
            until[rule] = max(at, until.get(rule, ""))
    return until
