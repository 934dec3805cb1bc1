"""The fold: what one decision makes of a book. Nothing else makes a changed playbook, and nothing here decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from cm.model.decision import Decision
from cm.model.playbook import Playbook


def apply(book: Playbook, decision: Decision) -> Playbook:
    """Returns the book after the decision: changed rules in their places, new ones at the end."""
    if not decision.after:
        return book
    return replace(book, rules=MappingProxyType({**book.rules, **{rule.id: rule for rule in decision.after}}))


def replay(book: Playbook, decisions: Iterable[Decision]) -> Playbook:
    """Folds `apply` over decisions; from the book of a checkpoint it gives the book of today."""
    rules = dict(book.rules)
    for decision in decisions:
        rules.update((rule.id, rule) for rule in decision.after)
    return replace(book, rules=MappingProxyType(rules))
