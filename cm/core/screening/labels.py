"""What stands beside a rule's sentence - reason, labels, scope - and what may not stand even there.

The gate asks on the way in (`core/curation/admit.py`), the predicate on the way out (`core/serving/serve.py`), since hand edits and merges
pass no gate. Not here: the checks themselves (`core/screening/screen.py`). Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cm.model.rule import Rule

if TYPE_CHECKING:
    from cm.model.decision import Reason

HARMFUL: Final[frozenset[Reason]] = frozenset(
    ("secret", "personal", "injection", "control-characters", "own-output")
)
"""What may stand nowhere in a rule, be it the text, the reason or a tag."""


def texts_beside(rule: Rule) -> Iterator[str]:
    """Every text that a reader may be shown beside the rule's own sentence; quotes are checked where they are shown."""
    yield from (rule.id, rule.why, rule.about, *rule.tags, *(value for _, value in rule.scope.facets()))
    if rule.category != "general":
        yield rule.category
    yield from (rule.stale, rule.retired.reason if rule.retired else "")  # `cm why` tells them


def harm_beside(rule: Rule, screen: Callable[[str], str | None]) -> str:
    """The first reason for which something beside the sentence may not be shown, "" when all of it may."""
    for text in texts_beside(rule):
        reason = screen(text) if text else None
        if reason in HARMFUL:
            return reason or ""
    return ""


def with_fit_quotes(
    rule: Rule, screen: Callable[[str], str | None], withdrawn: Callable[[str], str] = lambda _: ""
) -> Rule:
    """The rule without those quotes that may not be shown: one written by hand passed no gate, another's words were withdrawn."""
    kept = tuple(
        item for item in rule.evidence if screen(item.quote) not in HARMFUL and not withdrawn(item.quote)
    )
    return rule if kept == rule.evidence else replace(rule, evidence=kept)
