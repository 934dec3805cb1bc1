"""A playbook: ordered rules and a schema number. No policy here; changes are made by `core/curation/apply.py` alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from cm.model.rule import Rule

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something in a playbook file that could not be read as a rule; the good rules beside it still serve."""

    line: int
    rule: str  # its id, or ""
    reason: str
    file: str = ""


@dataclass(frozen=True, slots=True)
class Playbook:
    """Rules in file order, looked up by id."""

    rules: Mapping[str, Rule] = field(default_factory=lambda: MappingProxyType({}))
    schema: int = SCHEMA
    flaws: tuple[Flaw, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)

    def get(self, rule_id: str) -> Rule | None:
        """The rule of that id, or None."""
        return self.rules.get(rule_id)


def playbook_of(*rules: Rule) -> Playbook:
    """Builds a playbook from rules, in order; a later rule of the same id takes the place of the earlier."""
    return Playbook(MappingProxyType({rule.id: rule for rule in rules}))
