"""One admitted delta against one book: exactly one decision, with a reason for machines and a sentence for people.

Nothing is changed here (`core/curation/apply.py`), and nothing is let in (`core/curation/admit.py`). Each kind of delta has its module or its
function; whatever it answers then meets the rules that say the opposite (`core/curation/contest.py`).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from cm.core.curation.avoidance import warned
from cm.core.curation.case import IN_SERVICE, ORIGINS, Case, superseded
from cm.core.curation.contest import squared
from cm.core.curation.fold import elsewhere, gone, left_to, reinforced, revived, said_better, woken
from cm.core.curation.gate import Admitted
from cm.core.curation.judge import judge
from cm.core.curation.nearby import Near, Nearby, Relate
from cm.core.curation.restore import restore
from cm.core.curation.reword import merge, reword
from cm.core.curation.roads import MACHINES
from cm.core.curation.settle import settle
from cm.core.curation.split import split
from cm.core.curation.succession import heir_at_last, is_over, is_said_again
from cm.core.curation.take import take
from cm.core.curation.unmerged import doubt, follow_line, line_of, promote
from cm.core.curation.witness import united
from cm.core.language.similar import Finder
from cm.core.serving.audience import as_private_as
from cm.core.serving.validity import is_due
from cm.model.decision import Decision, Reason, Verdict
from cm.model.delta import (
    Add,
    Approve,
    Doubt,
    Follow,
    Judge,
    Merge,
    Pin,
    Promote,
    Replace,
    Restore,
    Retire,
    Settle,
    Source,
    Split,
    Take,
)
from cm.model.playbook import Playbook
from cm.model.rule import Origin, Retirement, Rule, State
from cm.model.settings import CurationPolicy
from cm.model.stamp import moment, stamp


def decide(
    book: Playbook,
    admitted: Admitted,
    policy: CurationPolicy,
    now: datetime,
    source: Source | None = None,
    *,
    by: str = "",
    finder: Finder | None = None,
    relate: Relate | None = None,
    neighbours: Near | None = None,
    nearby: Nearby | None = None,
) -> Decision:
    """Answers one admitted delta; `finder` and `neighbours` know the texts of the book's rules, and are made here when not given."""
    around = nearby or Nearby(book.rules, finder=finder, neighbours=neighbours, relation=relate)
    who = source or admitted.source
    case = Case(book, admitted, policy, stamp(now), who, by or who, around)
    return squared(case, _answer(case))


def _answer(case: Case) -> Decision:
    delta = case.admitted.delta
    match delta:
        case Add():
            return _add(case, delta)
        case Replace():
            return reword(case, delta)
        case Merge():
            return merge(case, delta)
        case Retire():
            return _retire(case, delta)
        case Approve():
            return _approve(case, delta)
        case Pin():
            return _pin(case, delta)
        case Split():
            return split(case, delta)
        case Settle():
            return settle(case, delta)
        case Judge():
            return judge(case, delta)
        case Take():
            return take(case, delta)
        case Restore():
            return restore(case, delta)
        case Promote():
            return promote(case, delta)
        case Follow():
            return follow_line(case, delta)
        case Doubt():
            return doubt(case, delta)
        case _:
            assert_never(delta)


def _add(case: Case, delta: Add) -> Decision:
    new = Rule(
        id="",
        text=delta.text,
        kind=delta.kind,
        category=delta.category.strip() or "general",
        scope=delta.scope,
        state=case.admitted.state,
        why=delta.why,
        evidence=delta.evidence,
        origin=delta.origin or Origin(ORIGINS[case.source], case.at),
        tags=tuple(dict.fromkeys(delta.tags)),
        approved=case.at if case.source == "review" else "",
        valid=delta.valid,
        review_after=delta.review_after,
        visibility=delta.visibility,
        about=delta.about,
        unmerged=line_of(delta),
    )
    twins = case.twins(new)
    twin = twins[0] if twins else None
    if twin is not None and is_over(twin[0], case.at):
        twin = next(
            (each for each in twins if not _is_again(case, new, each[0])), None
        )  # else it is so again, and was not meanwhile
        if twin is not None and twin[0].state not in IN_SERVICE:
            return _of_then(case, twin[0], new)
    same: Reason = "exact-duplicate" if twin is not None and twin[1].level == "exact" else "near-duplicate"
    if twin is not None and twin[0].state in IN_SERVICE:
        return reinforced(case, twin[0], new, same)
    if twin is None and (known := case.of_same_words(new)) is not None:
        return said_better(case, known, new) or reinforced(case, known, new, "near-duplicate")
    other = elsewhere(case, new)
    beside = case.nearby.beside
    if other is not None and beside is not None and beside.home:
        return left_to(case, new, other, twin[0] if twin else None, delta.id)
    if twin is None:
        return _added(case, case.named(new, delta.id), other)
    if case.person:
        return revived(case, twin[0], new)
    if case.source in MACHINES and (again := woken(case, twin[0], new, same)):
        return again
    say = f"{twin[0].id} says the same and is {gone(twin[0])}; a person may bring it back"
    return case.refuse("not-active", say, twin[0].id)


def _is_again(case: Case, new: Rule, over: Rule) -> bool:
    typed = case.at if case.person else ""
    return is_over(over, case.at) and is_said_again(new, over, heir_at_last(over, case.book), typed=typed)


def _of_then(case: Case, over: Rule, new: Rule) -> Decision:
    """What is told once more of a time that is past adds its source, and brings nothing back."""
    grown = replace(over, evidence=united(over.evidence, new.evidence))
    say = f"{over.id} says the same of an earlier time"
    if grown == over:
        return case.say("unchanged", "exact-duplicate", f"{say}, and nothing is new", (over.id,))
    return case.say("reinforced", "exact-duplicate", f"{say} and gains evidence", (over.id,), (grown,))


def _added(case: Case, rule: Rule, other: Rule | None) -> Decision:
    say = "a new rule"
    if rule.state == "draft":
        say = f"kept as a draft: {case.admitted.say or 'it waits for a person'}"
    if other is not None:
        say += f"; {other.id} at home says the same"
    return case.say("added", "new", say, after=(rule,))


def _retire(case: Case, delta: Retire) -> Decision:
    rule = case.book.rules[delta.rule]
    if rule.state in ("retired", "superseded"):
        return case.say("unchanged", "not-active", f"{rule.id} is {rule.state} already", (rule.id,))
    if rule.pinned and not case.person:
        return case.refuse("pinned", f"{rule.id} is pinned: {rule.pinned}", rule.id)
    if delta.heir:
        say = f"{delta.heir} says it from now on" + (f": {delta.reason}" if delta.reason else "")
        return case.say(
            "retired",
            "duplicate-elsewhere",
            f"{rule.id} leaves service, {say}",
            after=(superseded(rule, delta.heir),),
        )
    retired = Retirement(case.at, case.by, delta.reason)
    left = replace(rule, state="retired", retired=retired, pinned="", contests=())
    if delta.avoid:
        state: State = "active" if case.person else "draft"
        anti = warned(rule, delta.avoid, case.book, case.at, delta.reason, state)
        anti = as_private_as(anti, (rule,), case.nearby.layer)
        say = f"{rule.id} is turned into what to avoid: {anti.text}"
        return case.say("inverted", "asked", say, after=(anti, replace(left, replaced_by=anti.id)))
    say = f"{rule.id} is retired" + (f": {delta.reason}" if delta.reason else "")
    return case.say("retired", "asked", say, after=(left,))


def _approve(case: Case, delta: Approve) -> Decision:
    rule = case.book.rules[delta.rule]
    if rule.state in ("retired", "superseded"):
        return case.refuse("not-active", f"{rule.id} is {rule.state}", rule.id)
    again = delta.until or ("" if is_due(rule, moment(case.at)) else rule.review_after)
    fresh = replace(rule, stale="", unmerged=None if rule.stale else rule.unmerged, review_after=again)
    after = (
        case.live(fresh, approved=case.at) if rule.state != "active" else (replace(fresh, approved=case.at),)
    )
    if after is None or after == (rule,):
        return case.say(
            "unchanged", "pinned" if after is None else "asked", f"{rule.id} stays as it is", (rule.id,)
        )
    later = f", to be looked at again from {delta.until}" if delta.until else ""
    return case.say("approved", "asked", f"{rule.id} is approved{later}", (rule.id,), after)


def _pin(case: Case, delta: Pin) -> Decision:
    rule = case.book.rules[delta.rule]
    if rule.state in ("retired", "superseded"):
        return case.refuse("not-active", f"{rule.id} is {rule.state}", rule.id)
    reason = delta.reason.strip()
    if reason == rule.pinned:
        say = f"{rule.id} is pinned so already" if reason else f"{rule.id} is not pinned"
        return case.say("unchanged", "asked", say, (rule.id,))
    verdict: Verdict = "pinned" if reason else "unpinned"
    return case.say(verdict, "asked", f"{rule.id} is {verdict}", after=(replace(rule, pinned=reason),))
