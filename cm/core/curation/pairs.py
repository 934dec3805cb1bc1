"""Which of the pairs that look like one rule, or like opposites, are worth a person's time: the surest, few, each rule once.

A book of rules that differ has many pairs that look a little alike; a person who is shown all of them looks at none.
Not here: finding such pairs (`flows/likeness.py`), what is made of them (`core/curation/tidy.py`, `flows/review.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log10
from typing import Final, Protocol, TypeVar

from cm.core.curation.case import IN_SERVICE, LIVE
from cm.core.curation.contest import authority
from cm.core.language.reach import overlap
from cm.core.language.relation import Relation
from cm.core.serving.serve import STAGES
from cm.model.rule import Rule
from cm.model.standing import NO_MARKS, Standing

LOW: Final = 0.45  # how near two rules have to be in a small book
HIGH: Final = 0.75  # and in a large one
MOST: Final = 10


class Pair(Protocol):
    """Two rules and how they relate."""

    @property
    def a(self) -> str: ...
    @property
    def b(self) -> str: ...
    @property
    def relation(self) -> Relation: ...
    @property
    def near(self) -> float: ...


P = TypeVar("P", bound=Pair)


def least_near(rules: int) -> float:
    """How near two of so many rules have to be before a person is asked whether they are one.

    The more rules there are, the more pairs of them look alike by chance: tenfold the pairs, a tenth nearer.
    """
    return min(HIGH, max(LOW, LOW + 0.1 * log10(max(1, rules) ** 2 / 800)))


def alike(pairs: Iterable[P], rules: Mapping[str, Rule], *, every: bool = False) -> tuple[P, ...]:
    """The pairs that may be one rule, the surest first; each rule in one of them and no more than a few, unless `every`."""
    least = least_near(len(rules))
    found = (
        pair
        for pair in pairs
        if pair.relation.kind in ("same", "likely-same")
        and (every or pair.near >= least)
        and not _told_apart(rules[pair.a], rules[pair.b])
    )
    return _few(found, every)


def opposed(pairs: Iterable[P], rules: Mapping[str, Rule], *, every: bool = False) -> tuple[P, ...]:
    """The pairs in service that contradict each other and that nobody marked so, the surest first."""
    found = (
        pair
        for pair in pairs
        if pair.relation.kind == "contradiction"
        and all(rules[name].state in LIVE for name in (pair.a, pair.b))
        and not _told_apart(rules[pair.a], rules[pair.b])
    )
    return _few(found, every)


def better(one: Rule, other: Rule, standings: Mapping[str, Standing]) -> tuple[Rule, Rule]:
    """The two, the better-standing first: pinned, then by whose word it is, by stage, by marks, by support, the older first."""

    def rank(rule: Rule) -> tuple[object, ...]:
        standing = standings.get(rule.id, NO_MARKS)
        return (
            not rule.pinned, rule.state not in LIVE, -authority(rule), -STAGES.index(standing.stage), -standing.score,
            -standing.n_plus, -len(rule.evidence), rule.origin.at or "~", rule.id,
        )  # fmt: skip

    first, second = sorted((one, other), key=rank)
    return first, second


def stays(one: Rule, other: Rule, standings: Mapping[str, Standing]) -> tuple[Rule, Rule] | None:
    """The two, the one first that can stand for both: of different scopes the wider; None when neither holds wherever the other does."""
    match overlap(one.scope, other.scope):
        case "same":
            return better(one, other, standings)
        case "wider":
            first, second = one, other
        case "narrower":
            first, second = other, one
        case _:
            return None
    return None if first.state not in LIVE and second.state in LIVE else (first, second)


def _told_apart(a: Rule, b: Rule) -> bool:
    """Whether somebody meant the two to stand beside each other: a person said so, or one hand wrote both into one starter."""
    if any(rule.state not in IN_SERVICE for rule in (a, b)):
        return True
    if any(y.id in (*x.settled, *x.contests, *x.overrules, *x.replaces) for x, y in ((a, b), (b, a))):
        return True
    return a.origin.by == b.origin.by == "starter" and a.origin.name == b.origin.name != ""


def _few(pairs: Iterable[P], every: bool) -> tuple[P, ...]:
    ranked = sorted(pairs, key=lambda pair: (-pair.near - 0.2 * pair.relation.score, pair.a, pair.b))
    if every:
        return tuple(ranked)
    taken: set[str] = set()
    kept: list[P] = []
    for pair in ranked:
        if len(kept) == MOST:
            break
        if taken.isdisjoint((pair.a, pair.b)):
            taken.update((pair.a, pair.b))
            kept.append(pair)
    return tuple(kept)
