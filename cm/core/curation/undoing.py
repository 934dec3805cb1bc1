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

    @property
    def undone(self) -> bool:
        """Whether what changed it was taking just this back."""
        return self.changed_by is not None and self.changed_by.undoes == self.made_by.id


@dataclass(frozen=True, slots=True)
class Way:
    """The way back from some decisions of a layer."""

    steps: tuple[Step, ...] = ()
    later: tuple[Later, ...] = ()


def way_back(
    decisions: Sequence[Decision], wanted: Collection[str], book: Playbook, *, checkpoint: Playbook | None = None, since: int = 0
) -> Way:  # fmt: skip
    """How the rules that these decisions changed become what they were before the first of them."""
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for place, each in enumerate(decisions):
        if each.id in wanted:
            for rule in each.after:
                first.setdefault(rule.id, place)
                last[rule.id] = place
    steps: list[Step] = []
    later: list[Later] = []
    for rule_id, place in last.items():
        made = decisions[place]
        meant = next(rule for rule in made.after if rule.id == rule_id)
        now = book.get(rule_id)
        if now is None or now != meant:
            changed = [
                each for each in decisions[place + 1 :] if any(one.id == rule_id for one in each.after)
            ]
            later.append(Later(rule_id, made, changed[-1] if changed else None))
        else:
            steps.append(Step(made, now, before(decisions, first[rule_id], rule_id, checkpoint, since)))
    return Way(tuple(steps), tuple(later))


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
