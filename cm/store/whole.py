"""A rule in full as the index keeps it, so that who lists many need not read YAML: everything but fields this version does not know.

Plain JSON, made and read by this version alone. Not here: how a rule looks in a playbook (`schema.py`), where it is kept (`index_books.py`).
"""

from __future__ import annotations

import json
from typing import Any, Final

from cm.model.rule import Evidence, Origin, Retirement, Rule, Scope, Unmerged, Valid, Was

_TEXTS: Final = (
    "id", "text", "kind", "category", "state", "why", "pinned", "approved", "about", "replaced_by", "stale",
    "review_after", "visibility",
)  # fmt: skip
_SEVERAL: Final = ("tags", "anchors", "replaces", "contests", "overrules", "settled")


def whole_json(rule: Rule) -> str:
    """All of a rule that `rule_of_whole` gives back; its unknown fields are not in it."""
    data: dict[str, Any] = {name: value for name in _TEXTS if (value := getattr(rule, name))}
    data |= {name: value for name in _SEVERAL if (value := getattr(rule, name))}
    data["origin"] = [rule.origin.by, rule.origin.at, rule.origin.name]
    if facets := rule.scope.facets():
        data["scope"] = dict(facets)
    if rule.evidence:
        data["evidence"] = [
            [each.by, each.quote, each.session, each.event, each.span, each.at, each.note]
            for each in rule.evidence
        ]
    if rule.valid is not None:
        data["valid"] = [rule.valid.since, rule.valid.until]
    if rule.unmerged is not None:
        data["unmerged"] = [rule.unmerged.branch, rule.unmerged.commit]
    if rule.retired is not None:
        data["retired"] = [rule.retired.at, rule.retired.by, rule.retired.reason]
    if rule.was:
        data["was"] = [[each.text, each.why, each.until, each.reason] for each in rule.was]
    return json.dumps(data, separators=(",", ":"))


def rule_of_whole(text: str) -> Rule:
    """The rule that was kept."""
    data = json.loads(text)
    for name in _SEVERAL:
        if name in data:
            data[name] = tuple(data[name])
    data["origin"] = Origin(*data["origin"])
    if "scope" in data:
        data["scope"] = Scope(**data["scope"])
    if "evidence" in data:
        data["evidence"] = tuple(map(_evidence, data["evidence"]))
    if "valid" in data:
        data["valid"] = Valid(*data["valid"])
    if "unmerged" in data:
        data["unmerged"] = Unmerged(*data["unmerged"])
    if "retired" in data:
        data["retired"] = Retirement(*data["retired"])
    if "was" in data:
        data["was"] = tuple(Was(*each) for each in data["was"])
    return Rule(**data)


def _evidence(each: list[Any]) -> Evidence:
    by, quote, session, event, span, at, note = each
    return Evidence(by, quote, session, event, None if span is None else (span[0], span[1]), at, note)
