"""Standing: what the ledger says of each rule at one moment. Pure functions of marks and clock; nothing is stored.

Not here: what follows from a bad standing (`core/curation/sweep.py`, `core/serving/serve.py`), how marks are kept (`store/ledger.py`).
The quick doors import this module: standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from math import isfinite
from types import MappingProxyType
from typing import Final, Protocol, TypeVar

from cm.model.ledger import Mark
from cm.model.playbook import Playbook
from cm.model.rule import Rule, Stage
from cm.model.settings import StandingPolicy
from cm.model.stamp import moment
from cm.model.standing import NO_MARKS, Standing

MOST: Final = 2.0  # no single mark weighs more, whatever a line of a ledger claims
NO_HEIRS: Final[Mapping[str, str]] = MappingProxyType({})


class Line(Protocol):
    """A line of an append-only log that a later line may take back."""

    @property
    def id(self) -> str: ...
    @property
    def at(self) -> str: ...
    @property
    def undoes(self) -> str: ...


L = TypeVar("L", bound=Line)


def lines_that_hold(lines: Iterable[L]) -> tuple[L, ...]:
    """Keeps one line per id and drops what was undone; an undone undo counts as never said.

    A line is undone by an undo of a later moment wherever it stands (logs of two machines are joined in any
    order), and by an undo that stands below it (clocks run backwards). Said anew after that, it holds again.
    """
    log = tuple(lines)
    undos: dict[str, list[int]] = {}
    for place, line in enumerate(log):
        if line.undoes:
            undos.setdefault(line.undoes, []).append(place)
    known: dict[int, bool] = {}

    def holds(place: int) -> bool:
        if place not in known:
            known[place] = False  # two lines that undo each other: neither holds
            line = log[place]
            known[place] = not any(
                (log[undo].at > line.at or undo > place) and holds(undo) for undo in undos.get(line.id, ())
            )
        return known[place]

    kept: dict[str, L] = {}
    for place, line in enumerate(log):
        if not line.undoes and (not undos or holds(place)):
            first = kept.get(line.id)
            kept[line.id] = line if first is None or line.at < first.at else first
    return tuple(kept.values())


def effective_marks(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """The marks that count: one per id, none that was undone, none without weight."""
    return tuple(mark for mark in lines_that_hold(marks) if isfinite(mark.weight) and mark.weight > 0)


def heirs(*books: Playbook) -> dict[str, str]:
    """Which rule the marks of a superseded one count for: the last of the line that replaced it.

    A line may lead from one book into another; of an id that several have, the first book's rule is meant. What was said of a
    rule does not count for its opposite: a rule that still contests the one in its place has no heir.
    """
    following: dict[str, str] = {}
    for book in books:
        for rule in book:
            following.setdefault(rule.id, heir_of(rule))
    return ends_of(following)


def heir_of(rule: Rule) -> str:
    """The rule that took this one's place and has its marks, "" for none."""
    passes = rule.state == "superseded" and rule.replaced_by not in rule.contests
    return rule.replaced_by if passes else ""


def ends_of(following: Mapping[str, str]) -> dict[str, str]:
    """Where each line of rules that replaced one another ends; `following` names the next one of every rule, "" of the last."""
    found: dict[str, str] = {}
    for start in following:
        heir, seen = start, {start}
        while (later := following[heir]) in following and later not in seen:
            heir = later
            seen.add(heir)
        if heir != start:
            found[start] = heir
    return found


def standings(
    marks: Iterable[Mark], policy: StandingPolicy, now: datetime, *, heirs: Mapping[str, str] = NO_HEIRS
) -> dict[str, Standing]:
    """Computes the standing of every rule that was marked; a rule that is absent stands at `NO_MARKS`."""
    by_rule: dict[str, list[Mark]] = {}
    for mark in effective_marks(marks):
        by_rule.setdefault(heirs.get(mark.rule, mark.rule), []).append(mark)
    return {rule: _standing(_once_each(given), policy, now) for rule, given in by_rule.items()}


def standing_of(found: Mapping[str, Standing], rule_id: str) -> Standing:
    """The standing of one rule among those computed."""
    return found.get(rule_id, NO_MARKS)


def _once_each(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """One mark per verdict and session, or per verdict and UTC day where no session is known: the heaviest, then the first."""
    kept: dict[tuple[str, str], Mark] = {}
    for mark in marks:
        key = (mark.verdict, f"session {mark.session}" if mark.session else f"day {mark.at[:10]}")
        if key not in kept or _before(mark) < _before(kept[key]):
            kept[key] = mark
    return tuple(kept.values())


def _before(mark: Mark) -> tuple[float, str, str]:
    return -mark.weight, mark.at, mark.id


def _age_in_days(at: str, now: datetime) -> float:
    """How old a mark is; one from the future, or of an unreadable moment, is of today."""
    try:
        return max(0.0, (now - moment(at)).total_seconds() / 86400)
    except (ValueError, OverflowError):
        return 0.0


def _standing(marks: Sequence[Mark], policy: StandingPolicy, now: datetime) -> Standing:
    decayed = {"helpful": 0.0, "harmful": 0.0}
    counted = {"helpful": 0, "harmful": 0}
    life = policy.half_life_days
    for mark in sorted(
        marks, key=lambda mark: (mark.at, mark.id)
    ):  # one order, so that sums are the same bits
        age = _age_in_days(mark.at, now)
        share = policy.imported_weight if mark.by == "import" else 1.0
        decayed[mark.verdict] += share * min(mark.weight, MOST) * (2.0 ** (-age / life) if life > 0 else 1.0)
        if share <= 0:  # what others say counts for nothing here
            continue
        if life <= 0 or age <= policy.window_half_lives * life:
            counted[mark.verdict] += 1
    plus, minus = counted["helpful"], counted["harmful"]
    return Standing(
        helpful=decayed["helpful"],
        harmful=decayed["harmful"],
        score=decayed["helpful"] - policy.harm_weight * decayed["harmful"],
        n_plus=plus,
        n_minus=minus,
        stage=stage(plus, minus, policy),
        last=max((mark.at for mark in marks), default=""),
    )


def stage(plus: int, minus: int, policy: StandingPolicy) -> Stage:
    """How far a rule has proved itself, from its undecayed counts."""
    share = minus / (plus + minus) if plus + minus else 0.0
    if plus >= policy.proven_marks and share < policy.proven_share:
        return "proven"
    if plus + minus >= policy.established_marks and share < policy.established_share:
        return "established"
    return "candidate"
