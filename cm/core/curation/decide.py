"""One admitted delta against one book: exactly one decision, with a reason for machines and a sentence for people.

Nothing is changed here (`core/curation/apply.py`), and nothing is let in (`core/curation/admit.py`). New words for old rules: `core/curation/reword.py`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from cm.core.curation.admit import Admitted
from cm.core.curation.avoidance import warned
from cm.core.curation.case import IN_SERVICE, ORIGINS, Case
from cm.core.curation.reword import merge, reword
from cm.core.curation.witness import sessions_behind, united
from cm.core.language.grammar import gives_orders
from cm.core.language.similar import Finder, Scan
from cm.model.decision import Decision, Reason, Verdict
from cm.model.delta import (
    Add,
    Approve,
    Judge,
    Merge,
    Pin,
    Replace,
    Restore,
    Retire,
    Settle,
    Source,
    Split,
    Take,
)
from cm.model.playbook import Playbook
from cm.model.rule import Origin, Retirement, Rule, Was
from cm.model.settings import CurationPolicy
from cm.model.stamp import stamp


def decide(
    book: Playbook,
    admitted: Admitted,
    policy: CurationPolicy,
    now: datetime,
    source: Source | None = None,
    *,
    by: str = "",
    finder: Finder | None = None,
) -> Decision:
    """Answers one admitted delta; `finder` knows the texts of the book's rules, and is made here when none is given."""
    index = finder if finder is not None else Scan(book)
    who = source or admitted.source
    at_hand = Case(book, admitted, policy, stamp(now), who, by or who, index)
    match admitted.delta:
        case Add() as delta:
            return _add(at_hand, delta)
        case Replace() as delta:
            return reword(at_hand, delta)
        case Merge() as delta:
            return merge(at_hand, delta)
        case Retire() as delta:
            return _retire(at_hand, delta)
        case Approve() as delta:
            return _approve(at_hand, delta)
        case Pin() as delta:
            return _pin(at_hand, delta)
        case Split() | Settle() | Judge() | Take() | Restore():
            return at_hand.refuse("not-a-person", "nobody may do that yet")
        case _:
            assert_never(admitted.delta)


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
        about=delta.about,
    )
    twin = case.twin(new)
    if twin is None:
        return _added(case, case.named(new, delta.id))
    rule, found = twin
    if rule.state in IN_SERVICE:
        return _reinforced(case, rule, new, "exact-duplicate" if found.level == "exact" else "near-duplicate")
    if case.person:
        return _revived(case, rule, new)
    went = (
        f"retired: {rule.retired.reason}"
        if rule.retired
        else f"superseded by {rule.replaced_by or 'another rule'}"
    )
    return case.refuse(
        "not-active", f"{rule.id} says the same and is {went}; a person may bring it back", rule.id
    )


def _added(case: Case, rule: Rule) -> Decision:
    if rule.state == "draft":
        return case.say(
            "added",
            "new",
            f"kept as a draft: {case.admitted.say or 'it waits for a person'}",
            after=(rule,),
        )
    return case.say("added", "new", "a new rule", after=(rule,))


def _reinforced(case: Case, rule: Rule, new: Rule, reason: Reason) -> Decision:
    """A duplicate goes, what it brought stays: evidence, tags, a reason where there was none."""
    known = set(rule.evidence)
    evidence = united(rule.evidence, new.evidence)
    fresh = tuple(item for item in evidence if item not in known)
    grown = replace(
        rule, evidence=evidence, tags=tuple(dict.fromkeys(rule.tags + new.tags)), why=rule.why or new.why,
        about=rule.about or new.about,
    )  # fmt: skip
    unheard = (
        new.state == "draft" and rule.state == "active"
    )  # what may not go live does not go live beside it
    if unheard or (rule.pinned and not case.person):
        grown = replace(rule, evidence=evidence)  # support is recorded, content is not touched
    live = _supported(case, grown, new)
    if live:
        after = case.live(grown)
        if after is None:
            return case.say(
                "unchanged",
                "pinned",
                f"{rule.id} waits: a rule that it would replace is pinned",
                (rule.id,),
            )
        return case.say(
            "reinforced",
            "supported-again",
            f"{rule.id} says the same, and now goes live",
            (rule.id,),
            after,
        )
    if grown == rule:
        return case.say("unchanged", reason, f"{rule.id} says the same, and nothing is new", (rule.id,))
    more = f" and gains {len(fresh)} piece{'s' if len(fresh) > 1 else ''} of evidence" if fresh else ""
    return case.say("reinforced", reason, f"{rule.id} says the same{more}", (rule.id,), (grown,))


def _supported(case: Case, grown: Rule, new: Rule) -> bool:
    """Whether a draft goes live: its new source may do that by itself, or enough sessions support it."""
    if grown.state != "draft":
        return False
    behind = sessions_behind(grown.evidence, order=grown.kind != "fact" or gives_orders(grown.text))
    return new.state == "active" or (
        bool(new.evidence) and len(behind) >= case.policy.admission.support_sessions
    )


def _revived(case: Case, rule: Rule, new: Rule) -> Decision:
    ended = rule.retired.reason if rule.retired else f"superseded by {rule.replaced_by}"
    back = replace(
        rule, state=new.state, retired=None, replaced_by="", approved=case.at,
        evidence=united(rule.evidence, new.evidence), tags=tuple(dict.fromkeys(rule.tags + new.tags)),
        was=(*rule.was, Was(rule.text, rule.why, case.at, f"was {rule.state} ({ended}), brought back")),
    )  # fmt: skip
    return case.say(
        "added", "asked", f"{rule.id} said the same and was {rule.state}; it is back", (rule.id,), (back,)
    )


def _retire(case: Case, delta: Retire) -> Decision:
    rule = case.book.rules[delta.rule]
    if rule.state in ("retired", "superseded"):
        return case.say("unchanged", "not-active", f"{rule.id} is {rule.state} already", (rule.id,))
    if rule.pinned and not case.person:
        return case.refuse("pinned", f"{rule.id} is pinned: {rule.pinned}", rule.id)
    gone = replace(rule, state="retired", retired=Retirement(case.at, case.by, delta.reason), pinned="")
    if delta.avoid:
        anti = warned(
            rule, delta.avoid, case.book, case.at, delta.reason, "active" if case.person else "draft"
        )
        gone = replace(gone, replaced_by=anti.id)
        return case.say(
            "inverted", "asked", f"{rule.id} is turned into what to avoid: {anti.text}", after=(anti, gone)
        )
    return case.say(
        "retired",
        "asked",
        f"{rule.id} is retired" + (f": {delta.reason}" if delta.reason else ""),
        after=(gone,),
    )


def _approve(case: Case, delta: Approve) -> Decision:
    rule = case.book.rules[delta.rule]
    if rule.state in ("retired", "superseded"):
        return case.refuse("not-active", f"{rule.id} is {rule.state}", rule.id)
    after = (
        case.live(rule, approved=case.at) if rule.state != "active" else (replace(rule, approved=case.at),)
    )
    if after is None or after == (rule,):
        return case.say(
            "unchanged", "pinned" if after is None else "asked", f"{rule.id} stays as it is", (rule.id,)
        )
    return case.say("approved", "asked", f"{rule.id} is approved", (rule.id,), after)


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
