"""Rules that came from another machine meet those that stand here: what says the opposite is marked on both.

There each of them was decided on its own; nobody decided between them, so a person will. Pure; who calls it is `flows/sync.py`.
Not here: a delta that meets a book (`core/curation/contest.py`), what both sides changed in one rule (`core/curation/merge3.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from cm.core.curation.case import LIVE
from cm.core.curation.contest import contradicts
from cm.core.curation.nearby import Nearby
from cm.core.language.reach import overlap
from cm.model.playbook import Playbook
from cm.model.rule import Rule


def meet(
    book: Playbook, came: Iterable[str], nearby: Nearby | None = None
) -> tuple[Playbook, tuple[tuple[str, str], ...]]:
    """The book with opposites marked, and the pairs that became contested; the same whichever of the two came."""
    rules = dict(book.rules)
    new = sorted(name for name in came if name in rules and rules[name].state in LIVE)
    asked = nearby or Nearby(book.rules, texts=tuple(rules[name].text for name in new))
    pairs: dict[tuple[str, str], None] = {}
    for name in new:
        for other_id in sorted(asked.opposed(rules[name].text)):
            one, other = rules[name], rules.get(other_id)
            if other is None or other.id == name or other.state not in LIVE or _is_marked(one, other):
                continue
            extent = overlap(one.scope, other.scope)
            if extent == "apart" or not contradicts(asked.relate(one, other)):
                continue
            if extent in ("narrower", "wider"):
                narrow, wide = (one, other) if extent == "narrower" else (other, one)
                rules[narrow.id] = replace(narrow, overrules=(*narrow.overrules, wide.id))
            else:
                rules[name], rules[other_id] = _contested(one, other), _contested(other, one)
                first, second = sorted((name, other_id))
                pairs[first, second] = None
    return replace(book, rules=MappingProxyType(rules)), tuple(pairs)


def _is_marked(one: Rule, other: Rule) -> bool:
    """Whether it is known of the two that they contradict, or that a person let both stand."""
    return any(
        b.id in (*a.settled, *a.contests, *a.overrules, *a.replaces) for a, b in ((one, other), (other, one))
    )


def _contested(rule: Rule, by: Rule) -> Rule:
    return replace(rule, state="contested", contests=tuple(sorted({*rule.contests, by.id})))
