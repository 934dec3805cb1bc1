"""The rules and refusals that have to do with a session: those that share telling words with it, the rarest words first; and the
facts of whom it names.

Not here: whether a rule may be shown at all; that is asked of the predicate before.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from cm.core.curation.witness import GENERIC
from cm.core.facts import entities_of, folded, is_fact
from cm.core.language.meaning import content
from cm.model.rule import Rule

T = TypeVar("T")


def related(items: Sequence[T], text_of: Callable[[T], str], about: str, most: int) -> tuple[T, ...]:
    """Up to `most` items, the most related first; what shares no telling word is left out."""
    here = _words(about)
    words = [_words(text_of(item)) for item in items]
    spread = Counter(word for each in words for word in each)
    scored = [
        (
            sum(math.log(1 + len(items) / spread[word]) for word in each & here) / math.sqrt(1 + len(each)),
            place,
        )
        for place, each in enumerate(words)
        if each & here
    ]
    scored.sort(key=lambda pair: (-pair[0], pair[1]))
    return tuple(items[place] for _, place in scored[:most])


def facts_named(facts: Iterable[Rule], about: str, most: int) -> tuple[Rule, ...]:
    """Up to `most` facts of somebody or something that a text names, those of most of the named first."""
    words = f" {' '.join(_WORD.findall(folded(about)))} "
    scored = []
    for place, rule in enumerate(facts):
        if not is_fact(rule):
            continue
        named = sum(
            f" {' '.join(_WORD.findall(folded(entity.name.rpartition('/')[2])))} " in words
            for entity in entities_of(rule.about)
            if entity.name and entity.kind != "project"
        )
        if named:
            scored.append((-named, place, rule))
    scored.sort(key=lambda each: each[:2])
    return tuple(rule for _, _, rule in scored[:most])


_WORD: Final = re.compile(r"\w+")


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in content(text)) - GENERIC
