"""A rule without the words of sessions that should not have counted: what is left of its proof, and whether that carries it.

Pure. Which sessions, and carrying it out: `flows/scrub.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cm.core.language.grammar import gives_orders
from cm.model.rule import Evidence, Retirement, Rule

MACHINES: Final = frozenset(("heuristic", "model", "agent"))
IN_SERVICE: Final = ("active", "contested", "draft")


def without(rule: Rule, gone: Callable[[Evidence], bool], *, at: str, by: str, reason: str) -> Rule | None:
    """The rule as it is without that evidence; None when it has none of it.

    What a machine found and no person approved needs its proof: an active one without becomes a draft that waits for review,
    a draft without retires. What a person wrote, approved or pinned stays.
    """
    kept = tuple(item for item in rule.evidence if not gone(item))
    if kept == rule.evidence:
        return None
    bare = replace(rule, evidence=kept)
    if rule.state not in IN_SERVICE or not needs_proof(rule) or carries(rule, kept):
        return bare
    if rule.state == "draft":
        return replace(bare, state="retired", retired=Retirement(at, by, reason))
    return replace(bare, state="draft", contests=())


def needs_proof(rule: Rule) -> bool:
    """Whether a rule stands on its quotes alone."""
    return rule.origin.by in MACHINES and not rule.approved and not rule.pinned


def carries(rule: Rule, evidence: tuple[Evidence, ...]) -> bool:
    """Whether that evidence would found the rule: an order needs the user's own words, a fact somebody's."""
    order = rule.kind != "fact" or gives_orders(rule.text)
    return any(item.by in ("user", "human") or not order for item in evidence)
