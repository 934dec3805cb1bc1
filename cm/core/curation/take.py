"""A whole rule from elsewhere, with its history: it is added, becomes part of one that is here, or ours stays.

What is in service there waits here as a draft unless a person said otherwise; what is retired there comes as history.
Not here: whether anything in it is harmful or was withdrawn (`core/curation/verbs.py: taken`).
"""

from __future__ import annotations

from dataclasses import replace

from cm.core.curation.case import IN_SERVICE, LIVE, Case, once
from cm.core.curation.fold import elsewhere, gone, left_to, reinforced, revived
from cm.core.curation.witness import carried_over, united
from cm.core.language.text import fingerprint
from cm.model.decision import Decision
from cm.model.delta import Take
from cm.model.rule import Origin, Rule, State, Was


def take(case: Case, delta: Take) -> Decision:
    """One decision for one rule; ids that it names follow the rules that got another one here."""
    theirs = _linked(case, delta)
    new = replace(theirs, state=_state(case, theirs, delta))
    twin, same = case.twin(new), case.book.get(theirs.id)
    left = (
        same is not None and same.state not in IN_SERVICE and twin is not None and twin[0].state in IN_SERVICE
    )
    if same is not None and not left and _says(new, same.text) and same.scope == new.scope:
        found: Rule | None = same
    else:
        found = twin[0] if twin else None
    if new.state not in IN_SERVICE:
        return _history(case, new, found)
    if found is not None and found.state in IN_SERVICE:
        return _folded(case, found, new)
    if same is not None and same.state in IN_SERVICE:
        if any(_says(new, was.text) for was in same.was):
            return case.say("unchanged", "exact-duplicate", f"{same.id} has newer words here", (same.id,))
        if same.scope == new.scope and any(_says(same, was.text) for was in new.was):
            return _newer(case, same, new)
    if found is not None:
        if case.person:
            return _moved(case, theirs.id, revived(case, found, new))
        return case.refuse(
            "not-active",
            f"{found.id} says the same and is {gone(found)}; a person may bring it back",
            found.id,
        )
    other, beside = elsewhere(case, new), case.nearby.beside
    if other is not None and beside is not None and beside.home:
        return _moved(case, theirs.id, left_to(case, new, other, None, theirs.id))
    return _added(case, new)


def _state(case: Case, rule: Rule, delta: Take) -> State:
    if rule.state in ("retired", "superseded", "draft"):
        return rule.state
    if case.admitted.state == "draft":
        return "draft"
    return rule.state if delta.live else "active"


def _linked(case: Case, delta: Take) -> Rule:
    """The rule with the ids that others have here; what nobody here has seen claims no person's hand."""
    rule, moved = delta.rule, case.nearby.moved

    def here(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(moved.get(name, name) for name in ids))

    linked = replace(
        rule, replaces=here(rule.replaces), contests=here(rule.contests), overrules=here(rule.overrules),
        settled=here(rule.settled), replaced_by=moved.get(rule.replaced_by, rule.replaced_by),
    )  # fmt: skip
    if not delta.live and rule.state in IN_SERVICE and rule.origin.by in ("human", "script", "file"):
        linked = replace(linked, origin=Origin("import", rule.origin.at or case.at, rule.origin.name))
    return linked


def _added(case: Case, new: Rule) -> Decision:
    rule = case.named(new, new.id)
    said = {
        "draft": case.admitted.say or "it waits for a person",
        "retired": "as history",
        "superseded": "as history",
    }
    say = "a new rule" if rule.state in LIVE else f"kept: {said[rule.state]}"
    if rule.id != new.id:
        say += f"; {new.id} is another rule here, so it is {rule.id}"
    return _moved(case, new.id, case.say("added", "new", say, after=(rule,)))


def _folded(case: Case, rule: Rule, new: Rule) -> Decision:
    """What a twin brings goes to ours: evidence, tags, earlier wordings."""
    said = reinforced(case, rule, new, "exact-duplicate" if _says(new, rule.text) else "near-duplicate")
    case.nearby.moved[new.id] = rule.id
    first = next((one for one in said.after if one.id == rule.id), rule)
    told = (
        replace(first, was=once(first.was, new.was))
        if new.state != "draft" or rule.state == "draft"
        else first
    )
    if told == first or (rule.pinned and not case.person):
        return said
    after = (told, *(one for one in said.after if one.id != rule.id))
    if said.verdict == "unchanged":
        say = f"{rule.id} says the same and gains its earlier wordings"
        return case.say("reinforced", said.reason, say, (rule.id,), after)
    return replace(said, after=after)


def _newer(case: Case, same: Rule, new: Rule) -> Decision:
    """There the rule got new words since: they take the place of ours, or wait as a draft that will."""
    if new.state == "draft":
        waits = case.named(
            replace(new, replaces=(same.id,), contests=(), overrules=(), settled=(), was=once((), new.was))
        )
        say = f"kept as a draft that takes the place of {same.id} once a person supports it"
        return case.say("added", "new", say, (waits.id, same.id), (waits,))
    if same.pinned and not case.person:
        return case.refuse("pinned", f"{same.id} is pinned: {same.pinned}", same.id)
    ours = Was(same.text, same.why, case.at, "newer words came from elsewhere")
    changed = replace(
        same, text=new.text, kind=new.kind, why=new.why or same.why, approved=new.approved, stale="",
        was=once(same.was, (*new.was, ours)),
        evidence=united(carried_over(new.text, same.evidence), new.evidence), tags=tuple(dict.fromkeys(same.tags + new.tags)),
    )  # fmt: skip
    say = f"{same.id} has newer words, the old ones are kept"
    return case.say("replaced", "newer-words", say, (same.id,), (changed,))


def _history(case: Case, new: Rule, found: Rule | None) -> Decision:
    """What went out of service there is kept as history; a rule that says it here stays as it is, with the evidence."""
    if found is None or (found.id != new.id and new.replaced_by == found.id):
        return _added(case, new)  # of one that ours took the place of, the id stays known
    case.nearby.moved[new.id] = found.id
    grown = found if found.pinned else replace(found, evidence=united(found.evidence, new.evidence))
    ended = f"there it is {new.state}, here {found.id} is {found.state} and stays so"
    if grown == found:
        return case.say("unchanged", "exact-duplicate", ended, (found.id,))
    return case.say("reinforced", "exact-duplicate", f"{ended}, with its evidence", (found.id,), (grown,))


def _moved(case: Case, name: str, decision: Decision) -> Decision:
    """Remembers under which id a rule is known here."""
    if decision.after and decision.after[0].id != name:
        case.nearby.moved[name] = decision.after[0].id
    return decision


def _says(rule: Rule, text: str) -> bool:
    return fingerprint(rule.text) == fingerprint(text)
