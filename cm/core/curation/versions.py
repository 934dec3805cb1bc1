"""What each decision changed about a rule: the versions of its life, each as the fields that became different.

Not here: reading decisions (`flows/heard.py`), how a change looks (`cli/log.py`). What decisions mean is `apply.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Final

from cm.model.decision import Decision
from cm.model.rule import Rule, Unmerged, Valid

COUNTED: Final = ("evidence", "was")  # of these only the number is told; the words stand in the rule
UNTOLD: Final = ("id", "origin", "extra")


@dataclass(frozen=True, slots=True)
class Changed:
    """One field of a rule before and after, as text; "" = it was not set."""

    field: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class Version:
    """A rule after one decision."""

    at: str
    decision: str
    verdict: str
    reason: str
    say: str
    by: str
    changed: tuple[Changed, ...]


def versions(decisions: Iterable[Decision], rule_id: str) -> tuple[Version, ...]:
    """The versions of one rule, oldest first; a decision that left it as it was makes none."""
    found: list[Version] = []
    before: Rule | None = None
    for each in decisions:
        after = next((rule for rule in each.after if rule.id == rule_id), None)
        if after is None:
            continue
        changed = differences(before, after)
        if changed:
            found.append(Version(each.at, each.id, each.verdict, each.reason, each.say, each.by, changed))
        before = after
    return tuple(found)


def differences(before: Rule | None, after: Rule) -> tuple[Changed, ...]:
    """The fields that differ; of a new rule those that are set."""
    empty = Rule(id=after.id, text="", state="draft") if before is None else before
    out = []
    for each in fields(Rule):
        if each.name in UNTOLD:
            continue
        was, now = (_told(each.name, rule) for rule in (empty, after))
        if was != now:
            out.append(Changed(each.name, "" if before is None else was, now))
    return tuple(out)


def _told(name: str, rule: Rule) -> str:
    value = getattr(rule, name)
    if name == "contests" and rule.state == "superseded":
        return ""  # there it names the one that took its place, which `replaced_by` tells
    if name in COUNTED:
        return str(len(value)) if value else ""
    if name == "scope":
        return ", ".join(f"{facet} {text}" for facet, text in rule.scope.facets())
    if name == "retired":
        return rule.retired.reason or rule.retired.at if rule.retired else ""
    if isinstance(value, Valid):
        return f"{value.since or '…'} to {value.until or '…'}"
    if isinstance(value, Unmerged):
        return " at ".join(part for part in (value.branch, value.commit[:12]) if part)
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value or "")
