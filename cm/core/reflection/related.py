"""The rules and refusals that have to do with a session: those that share telling words with it, the rarest words first.

Not here: whether a rule may be shown at all; that is asked of the predicate before.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from cm.core.curation.witness import GENERIC
from cm.core.language.meaning import content

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


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in content(text)) - GENERIC
