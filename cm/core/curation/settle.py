"""A person decides between two rules that look opposed or alike: one of them holds, or both do and nobody asks again.

Not here: finding such pairs (`core/curation/contest.py` at decision time, `flows/likeness.py` for review).
"""

from __future__ import annotations

from dataclasses import replace

from cm.core.curation.case import IN_SERVICE, Case, once, superseded
from cm.core.curation.contest import contradicts, overcome
from cm.core.curation.witness import carried_over, united
from cm.model.decision import Decision
from cm.model.delta import Settle
from cm.model.rule import Rule, Was


def settle(case: Case, delta: Settle) -> Decision:
    """One of two takes the place of the other, or both are marked as settled."""
    elsewhere = next((name for name in delta.rules if name not in case.book.rules), "")
    if elsewhere:
        first, second = delta.rules
        return _across(case, second if first == elsewhere else first, elsewhere)
    one, other = (case.book.rules[name] for name in delta.rules)
    for rule in (one, other):
        if rule.state not in IN_SERVICE:
            return case.refuse("not-active", f"{rule.id} is {rule.state}", rule.id)
    if delta.keep == "both":
        return _both(case, one, other)
    kept, left = (one, other) if delta.keep == one.id else (other, one)
    if left.pinned:
        return case.refuse("pinned", f"{left.id} is pinned: {left.pinned}; unpin it first", left.id)
    return _one(case, kept, left, delta.reason)


def _both(case: Case, one: Rule, other: Rule) -> Decision:
    after = (_beside(one, other.id), _beside(other, one.id))
    say = f"{one.id} and {other.id} both hold, as a person said"
    if after == (one, other):
        return case.say("unchanged", "asked", say, (one.id, other.id))
    return case.say("settled", "asked", say, (one.id, other.id), after)


def _across(case: Case, here: str, elsewhere: str) -> Decision:
    """A rule here and one of the other layer both hold: said here, since nobody writes into the other one."""
    rule = case.book.rules[here]
    if rule.state not in IN_SERVICE:
        return case.refuse("not-active", f"{here} is {rule.state}", here)
    after = _beside(rule, elsewhere)
    say = f"{here} and {elsewhere} of the other playbook both hold, as a person said"
    if after == rule:
        return case.say("unchanged", "asked", say, (here, elsewhere))
    return case.say("settled", "asked", say, (here, elsewhere), (after,))


def _beside(rule: Rule, name: str) -> Rule:
    return replace(
        rule,
        settled=rule.settled if name in rule.settled else (*rule.settled, name),
        contests=tuple(other for other in rule.contests if other != name),
        overrules=tuple(other for other in rule.overrules if other != name),
    )


def _one(case: Case, kept: Rule, left: Rule, reason: str) -> Decision:
    fresh = replace(kept, approved=case.at, stale="")
    more: tuple[Rule, ...] = ()
    if kept.state == "draft":
        fresh, *rest = case.live(
            replace(fresh, replaces=tuple(name for name in kept.replaces if name != left.id))
        ) or (fresh,)
        more = tuple(rest)
    relation = case.nearby.relate(kept, left)
    opposed = left.id in kept.contests or kept.id in left.contests or contradicts(relation)
    if opposed:
        fresh, gone = overcome(fresh, left, case.at, reason or relation.say or "a person decided", case.by)
    else:
        was = (*left.was, Was(left.text, left.why, case.at, reason or f"{kept.id} says it"))
        fresh = replace(
            fresh, evidence=united(fresh.evidence, carried_over(kept.text, left.evidence)), was=once(fresh.was, was),
            tags=tuple(dict.fromkeys(fresh.tags + left.tags)), replaces=(*fresh.replaces, left.id),
        )  # fmt: skip
        gone = superseded(left, kept.id)
    say = f"{kept.id} holds and takes the place of {left.id}"
    return case.say("settled", "asked", say, (kept.id, left.id), (fresh, gone, *more))
