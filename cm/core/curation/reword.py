"""New words for rules that stand: replacing and merging. Earlier wordings, their reasons and all evidence are kept.

A rule keeps its id through new words; a fact that is corrected is superseded (`core/curation/succession.py`).
Words that may not go live by themselves wait as a draft beside the live rule. Not here: the other answers (`core/curation/decide.py`).
"""

from __future__ import annotations

from dataclasses import replace

from cm.core.curation.case import IN_SERVICE, LIVE, ORIGINS, Case, once, superseded
from cm.core.curation.succession import begun, edge_of, follow, heir_at_last, supersedes, told_of
from cm.core.curation.witness import carried_over, united
from cm.core.language.text import fingerprint
from cm.core.serving.audience import as_private_as
from cm.core.serving.validity import is_due
from cm.model.decision import Decision
from cm.model.delta import Merge, Replace
from cm.model.rule import Evidence, Kind, Origin, Rule, Valid, Was
from cm.model.stamp import moment


def reword(case: Case, delta: Replace) -> Decision:
    rule = case.book.rules[delta.rule]
    if rule.state not in IN_SERVICE:
        heir = heir_at_last(rule, case.book) if rule.state == "superseded" else None
        then = f": {heir.id} took its place, correct that" if heir is not None else ""
        return case.refuse("not-active", f"{rule.id} is {rule.state}{then}", rule.id)
    if rule.pinned and not case.person:
        return case.refuse("pinned", f"{rule.id} is pinned: {rule.pinned}", rule.id)
    kind, why = delta.kind or rule.kind, delta.why or rule.why
    fresh = united(rule.evidence, delta.evidence) != rule.evidence
    if (
        fingerprint(delta.text) == fingerprint(rule.text)
        and delta.text == rule.text
        and (kind, why) == (rule.kind, rule.why)
    ):
        if not fresh:
            return case.say("unchanged", "same-text", f"{rule.id} says that already", (rule.id,))
        grown = replace(rule, evidence=united(rule.evidence, delta.evidence), stale="")
        return case.say(
            "reinforced",
            "same-text",
            f"{rule.id} says that already and gains evidence",
            (rule.id,),
            (grown,),
        )
    new = as_private_as(replace(rule, text=delta.text, kind=kind, why=why), (rule,), case.nearby.layer)
    twin = case.twin(new, but=(rule.id,))
    if twin and twin[0].state in IN_SERVICE:
        return case.refuse("would-duplicate", f"{twin[0].id} says that already", rule.id, twin[0].id)
    said_else = fingerprint(delta.text) != fingerprint(rule.text)
    if said_else and not delta.wording and rule.state in LIVE and supersedes(rule, kind):
        return _succeed(case, rule, new, delta)
    if case.admitted.state == "draft" and rule.state in LIVE:
        return _waiting(case, new, (rule.id,), delta.evidence)
    changed = replace(
        new,
        evidence=united(carried_over(delta.text, rule.evidence), delta.evidence),
        was=once(rule.was, (Was(rule.text, rule.why, case.at, delta.reason),)),
        approved=case.at if case.person else _still_approved(rule, delta.text, kind),
        stale="" if case.person or fresh else rule.stale,
        review_after="" if case.person and is_due(rule, moment(case.at)) else rule.review_after,
    )
    after: tuple[Rule, ...] | None = (changed,)
    if rule.state != "active" and case.admitted.state == "active" and (case.person or rule.state == "draft"):
        after = case.live(changed)
    if after is None:
        return case.refuse("pinned", f"{rule.id} would replace a rule that is pinned", rule.id)
    return case.say("replaced", "asked", f"{rule.id} has new words, the old ones are kept", (rule.id,), after)


def _succeed(case: Case, rule: Rule, new: Rule, delta: Replace) -> Decision:
    """Of a fact other words are another fact: it begins now or when it says, and the old one ends there."""
    until = rule.valid.until if rule.valid else ""
    fresh = replace(
        new, valid=Valid(edge_of(rule, delta.since, case.at), until), why=delta.why,
        review_after=new.review_after if new.review_after > case.at else "",
    )  # fmt: skip
    fresh = begun(fresh, case.at)
    if case.admitted.state == "draft":
        return _waiting(case, fresh, (rule.id,), delta.evidence)
    fresh = case.named(_of_now(case, fresh, delta.evidence))
    fresh = replace(fresh, approved=case.at if case.person else "")
    after = follow(rule, fresh, at=case.at, by=case.by, reason=delta.reason)
    return case.say("replaced", "asked", told_of(after[1]), (fresh.id, rule.id), after)


def _of_now(case: Case, rule: Rule, evidence: tuple[Evidence, ...]) -> Rule:
    """A rule of its own that takes over what another one is about, and nothing that was said of that one."""
    return replace(
        rule, id="", state="active", evidence=evidence, origin=Origin(ORIGINS[case.source], case.at), replaces=(), replaced_by="",
        was=(), pinned="", approved="", contests=(), overrules=(), settled=(), stale="", retired=None,
    )  # fmt: skip


def _still_approved(rule: Rule, text: str, kind: Kind) -> str:
    """When a person approved a rule: that was said of its words, and not of others that a machine gives it."""
    return rule.approved if (text, kind) == (rule.text, rule.kind) else ""


def _waiting(case: Case, new: Rule, replaces: tuple[str, ...], evidence: tuple[Evidence, ...]) -> Decision:
    """New words that may not go live by themselves wait as a draft which takes the place of the old when it does."""
    draft = case.named(replace(_of_now(case, new, evidence), state="draft", replaces=replaces))
    say = f"kept as a draft that takes the place of {', '.join(replaces)} once a person or a second session supports it"
    return case.say("added", "new", say, (draft.id, *replaces), (draft,))


def merge(case: Case, delta: Merge) -> Decision:
    ids = tuple(dict.fromkeys(delta.rules))
    parents = tuple(case.book.rules[name] for name in ids)
    if len(parents) < 2:
        return case.refuse("unknown-rule", "a merge takes two rules or more", *ids)
    first = parents[0]
    for rule in parents:
        if rule.state not in IN_SERVICE:
            return case.refuse("not-active", f"{rule.id} is {rule.state}", rule.id)
        if rule.pinned and not case.person:
            return case.refuse("pinned", f"{rule.id} is pinned: {rule.pinned}", rule.id)
        if rule.scope != first.scope:
            return case.refuse("bad-scope", f"{rule.id} and {first.id} hold in different scopes", *ids)
    opposed = any(rule.id in other.contests for rule in parents for other in parents)
    if opposed and not case.person:
        return case.refuse("contradicts", "they contest each other: a person decides which one holds", *ids)
    new = as_private_as(
        replace(first, text=delta.text, why=delta.why or first.why), parents, case.nearby.layer
    )
    twin = case.twin(new, but=ids)
    if twin and twin[0].state in IN_SERVICE:
        return case.refuse("would-duplicate", f"{twin[0].id} says that already", *ids, twin[0].id)
    if case.admitted.state == "draft" and any(rule.state in LIVE for rule in parents):
        return _waiting(case, new, ids, delta.evidence)
    was = first.was
    if (new.text, new.why) != (first.text, first.why):
        was = once(was, (Was(first.text, first.why, case.at, delta.reason or "merged"),))
    for rule in parents[1:]:
        became = Was(rule.text, rule.why, case.at, delta.reason or f"merged from {rule.id}")
        was = once(was, (*rule.was, became))
    evidence = carried_over(delta.text, (item for rule in parents for item in rule.evidence))
    serves = case.admitted.state == "active" or any(rule.state in LIVE for rule in parents)
    one = replace(
        new,
        evidence=united(evidence, delta.evidence),
        tags=tuple(dict.fromkeys(tag for rule in parents for tag in rule.tags)),
        anchors=tuple(dict.fromkeys(anchor for rule in parents for anchor in rule.anchors)),
        replaces=tuple(dict.fromkeys((*first.replaces, *ids[1:]))),
        contests=tuple(dict.fromkeys(name for rule in parents for name in rule.contests if name not in ids)),
        overrules=tuple(
            dict.fromkeys(name for rule in parents for name in rule.overrules if name not in ids)
        ),
        settled=tuple(dict.fromkeys(name for rule in parents for name in rule.settled if name not in ids)),
        was=was,
        state="active" if serves else first.state,
        approved=case.at if case.person and serves else _still_approved(first, delta.text, first.kind),
        stale="" if case.person else next((rule.stale for rule in parents if rule.stale), ""),
        pinned=next((rule.pinned for rule in parents if rule.pinned), ""),
        unmerged=first.unmerged if all(rule.unmerged == first.unmerged for rule in parents) else None,
    )
    others = tuple(superseded(rule, first.id) for rule in parents[1:])
    return case.say("merged", "asked", f"{', '.join(ids[1:])} became part of {first.id}", ids, (one, *others))
