"""Which rules are worth holding against a text: those that share rare words, tools of one job, sides of one axis, or values.

An inverted index whose lists are capped, so that a question costs nearly the same in a small book and a large one: a word of
many rules says little and is passed over. It may miss a rule that shares nothing rare. For contradictions and suggestions; exact
and near duplicates stay with `similar.Candidates`. Not here: the verdict (`relation.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import log
from typing import Final

from cm.core.language.claims import LIGHT
from cm.core.language.phrases import phrase_tables
from cm.core.language.roots import root
from cm.core.language.small_words import STOP
from cm.core.language.tokens import NUMBERS
from cm.core.language.tongues import in_english

LOOKED_AT: Final = 64  # rules of one list that a question looks at, the newest first
COMMON: Final = 400  # a list longer than this is looked at only when nothing rarer is left
LISTS: Final = 24  # lists that a question opens
WORTH: Final = {"t": 1.4, "s": 0.5, "n": 0.5, "w": 1.0, "i": 1.0}
"""What a shared key says: a job of tools, an axis, a number's unit, a word, an idea."""

_WORD: Final = re.compile(r"[^\W_]+(?:[._/+#-]+[^\W_]+)*")
_PART: Final = re.compile(r"[^\W_]+")


class Neighbours:
    """An inverted index from what a rule speaks of to the rules that do."""

    def __init__(self, rules: Iterable[tuple[str, str]] = ()) -> None:
        self._keys: dict[str, tuple[str, ...]] = {}
        self._lists: dict[str, dict[str, None]] = {}
        for rule_id, text in rules:
            self.put(rule_id, text)

    def __len__(self) -> int:
        return len(self._keys)

    def put(self, rule_id: str, text: str) -> None:
        """Adds a text under an id, in the place of what stood there."""
        if rule_id in self._keys:
            self.drop(rule_id)
        self._keys[rule_id] = keys = keys_of(text)
        for key in keys:
            found = self._lists.get(key)
            if found is None:
                self._lists[key] = {rule_id: None}
            else:
                found[rule_id] = None

    def drop(self, rule_id: str) -> None:
        """Forgets an id."""
        for key in self._keys.pop(rule_id, ()):
            known = self._lists[key]
            del known[rule_id]
            if not known:
                del self._lists[key]

    def of(self, text: str, most: int = 40) -> tuple[str, ...]:
        """Ids of rules worth a closer look, the likeliest first; a rule asked about by its own text may be among them."""
        opened = sorted((len(found), key) for key in keys_of(text) if (found := self._lists.get(key)))
        rare = [entry for entry in opened if entry[0] <= COMMON] or opened[:2]
        points: dict[str, float] = {}
        for length, key in rare[:LISTS]:
            worth = WORTH[key[0]] * log(1 + (len(self._keys) + 60) / (length + 1))
            for place, rule_id in enumerate(reversed(self._lists[key])):
                if place >= LOOKED_AT:
                    break
                points[rule_id] = points.get(rule_id, 0.0) + worth
        best = sorted(points, key=lambda rule_id: (-points[rule_id], rule_id))
        return tuple(best[:most])


_known: dict[str, tuple[str, ...]] = {}  # keys of words met before


def keys_of(text: str) -> tuple[str, ...]:
    """What a text is found by: its words, their ideas, the jobs of its tools, the axes of its ways, the units of its numbers."""
    found: dict[str, None] = {}
    number = False
    for word in _WORD.findall(in_english(text[:2000])):
        low = word.casefold()
        keys = _known.get(low)
        if keys is None:
            if len(_known) > 50_000:
                _known.clear()
            keys = _known[low] = keys_of_word(low)
        for key in keys:
            found[key] = None
        if number and keys and low.isalpha():
            found[f"n {root(low)}"] = None
        number = low[0].isdigit() or low in NUMBERS
    return tuple(found)


def keys_of_word(word: str) -> tuple[str, ...]:
    """What one English word in lower case is found by."""
    tables = phrase_tables()
    found: dict[str, None] = {}
    for part in dict.fromkeys((word, *_PART.findall(word))):
        stem = root(part) if part.isalpha() else part
        if part not in STOP and not (len(part) < 2 and not part.isdigit()):
            ideas = [line for phrase, line, _ in tables.ideas.get(stem, ()) if len(phrase) == 1]
            if stem not in LIGHT:
                found[f"i {ideas[0]}" if ideas else f"w {stem}"] = None
            for phrase, line, _ in tables.rivals.get(stem, ()):
                if len(phrase) == 1 or stem not in LIGHT:
                    found[f"t {line}"] = None
        for phrase, line, _ in tables.axes.get(stem, ()):
            if len(phrase) == 1:
                found[f"s {line}"] = None
    return tuple(found)
