"""Taking back what was decided: what each rule was before, whether it is still what was made of it, and whether that loosens.

Pure: the decisions of one layer and its book come in, steps go out. Carrying them out: `flows/undo.py`, by `Restore` deltas.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from cm.model.decision import Decision
from cm.model.ledger import Mark
from cm.model.playbook import Playbook
from cm.model.rule import Rule


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
    rules = dict.fromkeys(rule.id for each in decisions if each.id in wanted for rule in each.after)
    steps: list[Step] = []
    later: list[Later] = []
    undone: list[str] = []
    for rule_id in rules:
        places = [place for place in in_force(decisions, rule_id) if decisions[place].id in wanted]
        if not places:
            undone.append(rule_id)
            continue
        made, now = decisions[places[-1]], book.get(rule_id)
        if now is None or now != _made(made, rule_id):
            changed = [each for each in decisions[places[-1] + 1 :] if _made(each, rule_id) is not None]
            later.append(Later(rule_id, made, changed[-1] if changed else None))
        else:
            steps.append(Step(made, now, before(decisions, places[0], rule_id, checkpoint, since)))
    return Way(tuple(steps), tuple(later), tuple(undone))


def in_force(decisions: Sequence[Decision], rule_id: str) -> tuple[int, ...]:
    """The places of the decisions about a rule that were not taken back, those that take back among them."""
    standing: tuple[int, ...] = ()  # a pile: taking back lifts off what lies on top
    piles: dict[str, tuple[int, ...]] = {}  # by what took something back: the pile before it
    backs: dict[str, int] = {}
    lifted: set[str] = set()
    for place, each in enumerate(decisions):
        state = _made(each, rule_id)
        if state is None:
            continue
        if each.undoes in piles:
            lifted.add(each.undoes)
            lifted.discard(decisions[backs[each.undoes]].undoes)
            piles[each.id], standing = standing, piles[each.undoes]
            backs[each.id] = place
            continue
        height = next((n for n, one in enumerate(standing) if decisions[one].id == each.undoes), None)
        if not each.undoes or height is None:
            standing = (*standing, place)
            continue
        tx = decisions[standing[height]].tx
        while (
            height
            and tx
            and decisions[standing[height - 1]].tx == tx
            and _made(decisions[standing[height - 1]], rule_id) != state
        ):
            height -= 1  # a whole change was taken back, and that was one decision of it
        piles[each.id], standing = standing, standing[:height]
        backs[each.id] = place
    return tuple(sorted((*standing, *(place for name, place in backs.items() if name not in lifted))))


def _made(decision: Decision, rule_id: str) -> Rule | None:
    return next((rule for rule in decision.after if rule.id == rule_id), None)


def before(
    decisions: Sequence[Decision], place: int, rule_id: str, checkpoint: Playbook | None, since: int
) -> Rule | None:
    """What a rule was before the decision at a place; None when it was not there."""
    held = checkpoint is not None and since <= place
    for each in reversed(decisions[since if held else 0 : place]):
        for rule in each.after:
            if rule.id == rule_id:
                return rule
    return checkpoint.get(rule_id) if checkpoint is not None and held else None


def loosens(step: Step) -> bool:
    """Whether the way back brings into service, or strips of protection, what is held back or protected now."""
    if step.to is None:
        return bool(step.now.pinned)
    served = step.to.state == "active" and step.now.state != "active"
    return (
        served or bool(step.now.stale and not step.to.stale) or bool(step.now.pinned and not step.to.pinned)
    )


def marks_to_weigh(marks: Iterable[Mark], decisions: Iterable[Decision]) -> tuple[Mark, ...]:
    """The marks that may still condemn: those on which the sweep acted do not again, once a person took that back."""
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
    return tuple(mark for mark in marks if mark.rule not in until or mark.at > until[mark.rule])
