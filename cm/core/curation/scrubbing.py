"""A rule without the words of sessions that should not have counted: what is left of its proof, and whether that carries it.

Pure. Which sessions, and carrying it out: `flows/scrub.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from cm.core.curation.witness import EARLIER, sessions_behind
from cm.core.language.grammar import gives_orders
from cm.model.decision import Decision
from cm.model.ledger import Mark, Outcome
from cm.model.rule import Evidence, Retirement, Rule

MACHINES: Final = frozenset(("heuristic", "model", "agent", "file"))
SCRUBBED: Final = "scrubbed"
"""The word that lines and decisions of a scrub carry."""
IN_SERVICE: Final = ("active", "contested", "draft")


def without(
    rule: Rule, gone: Callable[[Evidence], bool], *, at: str, by: str, reason: str, sessions: int = 0
) -> Rule | None:
    """The rule as it is without that evidence; None when it has none of it.

    What a machine found and no person approved needs its proof: an active one without becomes a draft that waits for review,
    a draft without retires. `sessions`: so many had to support it before it went live, and still have to. What a person
    wrote, approved or pinned stays.
    """
    kept = tuple(item for item in rule.evidence if not gone(item))
    if kept == rule.evidence:
        return None
    bare = replace(rule, evidence=kept)
    if rule.state not in IN_SERVICE or not needs_proof(rule):
        return bare
    if carries(rule, kept) and (
        rule.state == "draft" or len(sessions_behind(kept, order=is_order(rule))) >= sessions
    ):
        return bare
    if rule.state == "draft":
        return replace(bare, state="retired", retired=Retirement(at, by, reason))
    return replace(bare, state="draft", contests=())


def needs_proof(rule: Rule) -> bool:
    """Whether a rule stands on its quotes alone."""
    return rule.origin.by in MACHINES and not rule.approved and not rule.pinned


def carries(rule: Rule, evidence: tuple[Evidence, ...]) -> bool:
    """Whether that evidence would found the rule: an order needs the user's own words, a fact somebody's, of what it says now."""
    telling = [item for item in evidence if item.note != EARLIER]
    return any(item.by in ("user", "human") or not is_order(rule) for item in telling)


def is_order(rule: Rule) -> bool:
    """Whether a rule tells somebody what to do, and does not only say what is so."""
    return rule.kind != "fact" or gives_orders(rule.text)


def scrubbed_sessions(
    decisions: Iterable[Decision], marks: Iterable[Mark], outcomes: Iterable[Outcome]
) -> frozenset[str]:
    """The sessions that were scrubbed and not let in again: what they say is not learned a second time."""
    told: list[tuple[Mark | Outcome, str]] = [(each, each.reason) for each in marks]
    told += [(each, each.notes) for each in outcomes]
    over = {each.undoes for each, _ in told if each.undoes}
    found = {each.session for each, why in told if each.undoes and why == SCRUBBED and each.id not in over}
    log = tuple(decisions)
    undone = {each.undoes for each in log if each.undoes and each.changes}
    before: dict[str, Rule] = {}
    for each in log:
        off = each.verdict == "undone" and not each.undoes and f"changes: {SCRUBBED}" in each.say
        for rule in each.after:
            if off and each.id not in undone and rule.id in before:
                found |= {item.session for item in before[rule.id].evidence if item not in rule.evidence}
            before[rule.id] = rule
    return frozenset(found - {""})


def live_by_support(decisions: Iterable[Decision]) -> frozenset[str]:
    """The rules that waited as drafts until enough sessions supported them."""
    found: set[str] = set()
    state: dict[str, str] = {}
    for each in decisions:
        for rule in each.after:
            if rule.state == "active" and state.get(rule.id) in ("draft", "retired"):
                (found.add if each.reason == "supported-again" else found.discard)(rule.id)
            state[rule.id] = rule.state
    return frozenset(found)
