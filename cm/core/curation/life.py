"""A rule's biography for `cm why`: how it came, what was decided about it, who marked it, whether it is seen now.

Not here: reading any of it from disk (`flows/why.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cm.core.serving.serve import Served, Withheld
from cm.core.serving.standing import effective_marks
from cm.model.decision import Decision
from cm.model.ledger import Mark, Shown
from cm.model.rule import Rule
from cm.model.standing import NO_MARKS, Standing


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened to a rule."""

    at: str
    what: str  # a decision's verdict, "marked helpful", "marked harmful", "shown"
    say: str
    ref: str = ""  # id of the decision, mark or delivery


@dataclass(frozen=True, slots=True)
class Life:
    """Everything known of one rule, oldest first."""

    rule_id: str
    rule: Rule | None
    moments: tuple[Moment, ...]
    decisions: tuple[Decision, ...]
    marks: tuple[Mark, ...]
    times_shown: int
    last_shown: str
    standing: Standing
    seen: bool  # whether the reader that was asked for would see it now
    why_not: str = ""  # the predicate's reason code
    why_not_say: str = ""


def life(
    rule_id: str,
    decisions: Iterable[Decision],
    marks: Iterable[Mark],
    shown: Iterable[Shown],
    answer: Served | Withheld | None,
) -> Life:
    """Tells the life of one rule from the ledgers and what the predicate answers now (None: no such rule is kept)."""
    about = tuple(
        one for one in decisions if rule_id in one.rules or any(rule.id == rule_id for rule in one.after)
    )
    given = tuple(mark for mark in effective_marks(marks) if mark.rule == rule_id)
    deliveries = tuple(one for one in shown if rule_id in one.rules)
    moments = [Moment(one.at, one.verdict, one.say, one.id) for one in about]
    moments += [Moment(mark.at, f"marked {mark.verdict}", _mark_said(mark), mark.id) for mark in given]
    moments += [Moment(one.at, "shown", _delivery_said(one), one.id) for one in deliveries]
    moments.sort(key=lambda moment: moment.at)  # stable: what happened in one second keeps its order
    withheld = answer if isinstance(answer, Withheld) else None
    return Life(
        rule_id=rule_id,
        rule=answer.rule if answer else _last_known(rule_id, about),
        moments=tuple(moments),
        decisions=about,
        marks=given,
        times_shown=len(deliveries),
        last_shown=max((one.at for one in deliveries), default=""),
        standing=answer.standing if answer else NO_MARKS,
        seen=isinstance(answer, Served),
        why_not=withheld.reason if withheld else ("" if answer else "unknown-rule"),
        why_not_say=withheld.say if withheld else ("" if answer else "no such rule is in the playbook"),
    )


def _last_known(rule_id: str, decisions: tuple[Decision, ...]) -> Rule | None:
    for decision in reversed(decisions):
        for rule in decision.after:
            if rule.id == rule_id:
                return rule
    return None


def _mark_said(mark: Mark) -> str:
    words = " · ".join(part for part in (mark.reason, mark.note) if part)
    known = mark.session and not mark.session.startswith("import/")  # one that came without a session
    where = f" in {mark.session}" if known else ""
    return f"by {mark.by}{where}" + (f": {words}" if words else "")


def _delivery_said(one: Shown) -> str:
    return f"by {one.door}" + (f" for: {one.task}" if one.task else "")
