"""One rule becomes several: the first keeps its id, its marks and its evidence, the others take what speaks for them.

Not here: who may do that and with which words (`core/curation/verbs.py`).
"""

from __future__ import annotations

from dataclasses import replace

from cm.core.curation.case import IN_SERVICE, ORIGINS, Case, once
from cm.core.curation.witness import EARLIER, carried_over, united
from cm.model.decision import Decision
from cm.model.delta import Split
from cm.model.rule import Origin, Rule, Was


def split(case: Case, delta: Split) -> Decision:
    """Makes the new rules; a sentence that a rule says already becomes part of that one."""
    rule = case.book.rules[delta.rule]
    if rule.state not in IN_SERVICE:
        return case.refuse("not-active", f"{rule.id} is {rule.state}", rule.id)
    before = Was(rule.text, rule.why, case.at, delta.reason or "split")
    first = replace(
        rule, text=delta.texts[0], evidence=carried_over(delta.texts[0], rule.evidence), approved=case.at, stale="",
        was=rule.was if rule.text == delta.texts[0] else once(rule.was, (before,)),
    )  # fmt: skip
    twin = case.twin(first, but=(rule.id,))
    if twin and twin[0].state in IN_SERVICE:
        return case.refuse("would-duplicate", f"{twin[0].id} says that already", rule.id, twin[0].id)
    after: dict[str, Rule] = {rule.id: first}
    for text in delta.texts[1:]:
        after.update((part.id, part) for part in _part(case, rule, text, after, before))
    if len(after) < 2:
        return case.refuse("would-duplicate", "the sentences say the same", rule.id)
    ids = tuple(after)
    say = f"{rule.id} is split: {', '.join(ids[1:])} took over a part of it"
    changed = tuple(one for one in after.values() if one != case.book.get(one.id))
    if not changed:
        return case.say("unchanged", "asked", f"{rule.id} is split like that already", ids)
    return case.say("split", "asked", say, ids, changed)


def _part(case: Case, rule: Rule, text: str, after: dict[str, Rule], before: Was) -> tuple[Rule, ...]:
    """A rule of its own for one sentence, or the one that says it already."""
    evidence = tuple(item for item in carried_over(text, rule.evidence) if item.note != EARLIER)
    new = replace(
        rule, id="", text=text, evidence=evidence, origin=Origin(ORIGINS[case.source], case.at), approved=case.at, pinned="",
        state="draft" if rule.state == "draft" else "active", contests=(), overrules=(), settled=(), replaces=(), was=(before,),
        stale="",
    )  # fmt: skip
    twin = case.twin(new, but=(rule.id,))
    if twin is None:
        return (case.named(new, but=after),)
    known = after.get(twin[0].id, twin[0])
    grown = replace(known, evidence=united(known.evidence, evidence))
    if known.state == "draft" and new.state != "draft":
        return case.live(grown, approved=case.at) or (grown,)
    if known.state in IN_SERVICE:
        return (grown,)
    back = Was(known.text, known.why, case.at, f"was {known.state}, brought back by a split")
    return (
        replace(
            grown, state=new.state, retired=None, replaced_by="", contests=(), stale="", approved=case.at,
            was=once(grown.was, (back,)),
        ),
    )  # fmt: skip
