"""Taking a decision back: a rule becomes again what it was before it.

Refused when the rule is by now something else than that decision made of it: what stands on it has to be taken back first.
Not here: which rules a change touched, and in which order they are restored (`flows/undo.py`).
"""

from __future__ import annotations

from dataclasses import replace

from cm.core.curation.case import Case
from cm.model.decision import Decision
from cm.model.delta import Restore
from cm.model.rule import Retirement


def restore(case: Case, delta: Restore) -> Decision:
    """The rule as it was, exactly; one that was not there retires."""
    rule = case.book.rules[delta.rule]
    if not delta.undoes and not case.person:
        return case.refuse("not-a-person", "an agent takes back what an agent decided, no more", rule.id)
    if delta.undoes and (refusal := _changed_since(case, delta)):
        return refusal
    to = delta.to
    if to is None:
        left = Retirement(case.at, case.by, delta.reason or "undone")
        to = replace(rule, state="retired", retired=left, pinned="", contests=())
    if not delta.undoes:  # no decision is taken back: a person takes something off the rule, such as proof
        return case.say("undone", "asked", f"{rule.id} changes: {delta.reason}", (rule.id,), (to,))
    if to == rule:
        return case.say("unchanged", "undone", f"{rule.id} is as it was", (rule.id,))
    what = "retires: it was not there before" if delta.to is None else "is again as it was"
    say = f"{delta.undoes} is taken back: {rule.id} {what}"
    return replace(case.say("undone", "undone", say, (rule.id,), (to,)), undoes=delta.undoes)


def _changed_since(case: Case, delta: Restore) -> Decision | None:
    rule = case.book.rules[delta.rule]
    past = case.nearby.past(delta.undoes)
    made = next((one for one in past.after if one.id == rule.id), None) if past is not None else None
    if made is None:
        return case.refuse("changed-since", f"{delta.undoes} is not known to have changed {rule.id}", rule.id)
    if made != rule:
        return case.refuse("changed-since", f"{rule.id} was changed again since {delta.undoes}", rule.id)
    return None
