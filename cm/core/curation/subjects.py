"""Which rules of a large book the texts of one batch could meet: those with nearly all of their words, and those of their subject.

One cheap pass over the book notes only the words that the batch asks about, so that a few questions to a large book cost
no index of it. A subject is what `core/language/related.py` says it is; a rule in another tongue is read as that does, one in
English by looking its words up. Of near duplicates none is missed. Not here: whether two rules are the same
(`core/language/similar.py`) or opposed (`core/language/relation.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import islice
from math import log
from typing import Final

from cm.core.language.meaning import content
from cm.core.language.phrases import phrase_tables
from cm.core.language.related import COMMON, LISTS, LOOKED_AT, WORTH, keys_of, keys_of_word
from cm.core.language.text import fingerprint
from cm.model.rule import Rule

PLAIN: Final = str.maketrans("“”„«»‘’–—…→", '"""""\'\'-- -')
EDGES: Final = "`\"'()[]{}*_.,;:!?<>~#-+=/\\@$%&|^"
WORD: Final = re.compile(r"[^\W_]+(?:[._/+#-]+[^\W_]+)*")
_FOREIGN: Final = """
der die das und nicht immer nie niemals kein keine mit für ein eine den im bei el los las nunca siempre con para una sin del
le les des jamais toujours avec pour une ne pas dans du não sempre com uma os as
"""
FOREIGN: Final = frozenset(_FOREIGN.split())
"""Small words of other tongues: a rule with two of them is read as a whole."""


class Subjects:
    """What a batch asks of a book; `put` keeps it true while the book changes."""

    def __init__(self, rules: Mapping[str, Rule], texts: Iterable[str] = ()) -> None:
        self._rules = rules
        self._to_come = tuple(texts)  # asked about later on: learned in the same pass
        self._asked: set[str] = set()
        self._posts: dict[str, list[int]] = {}
        self._ids: list[str] = []
        self._texts: list[str] = []
        self._at: dict[str, int] = {}

    def same(self, text: str) -> tuple[str, ...]:
        """Ids of rules that may say the same, whatever their state: they have all words of the text but one."""
        wanted = _words(text)
        self._learn(text)
        if not wanted:
            bare = fingerprint(text)
            return tuple(rule.id for rule in self._rules.values() if fingerprint(rule.text) == bare)
        rarest = sorted(wanted, key=lambda key: (len(self._posts.get(key, ())), key))[:2]
        found = dict.fromkeys(
            number for key in rarest for number in self._posts.get(key, ()) if self._holds(number)
        )
        if len(found) > LOOKED_AT:  # common words: a look at the words before the costly comparison
            needed = max(1, len(wanted) - 1)
            return tuple(
                self._ids[number] for number in found if len(wanted & _words(self._texts[number])) >= needed
            )
        return tuple(self._ids[number] for number in found)

    def of(self, text: str, most: int = 40) -> tuple[str, ...]:
        """Ids of rules in service that are worth holding against the text, the likeliest first."""
        self._learn(text)
        opened = sorted((len(found), key) for key in _subjects(text) if (found := self._posts.get(key)))
        rare = [entry for entry in opened if entry[0] <= COMMON] or opened[:2]
        points: dict[int, float] = {}
        for length, key in rare[:LISTS]:
            worth = WORTH[key[0]] * log(1 + (len(self._rules) + 60) / (length + 1))
            serving = (number for number in reversed(self._posts[key]) if self._serves(number))
            for number in islice(serving, LOOKED_AT):
                points[number] = points.get(number, 0.0) + worth
        best = sorted(points, key=lambda number: (-points[number], self._ids[number]))
        return tuple(self._ids[number] for number in best[:most])

    def put(self, rule: Rule) -> None:
        """Takes note of a rule as it is now; before the first question there is nothing to note."""
        if not self._asked:
            return
        known = self._at.get(rule.id)
        if known is None or self._texts[known] != rule.text:
            self._enter(rule)
            number = self._at[rule.id]
            for key in {*_words(rule.text), *_subjects(rule.text)} & self._asked:
                self._posts.setdefault(key, []).append(number)

    def _holds(self, number: int) -> bool:
        return self._at[self._ids[number]] == number

    def _serves(self, number: int) -> bool:
        return self._holds(number) and self._rules[self._ids[number]].state in (
            "active",
            "contested",
            "draft",
        )

    def _enter(self, rule: Rule) -> None:
        self._at[rule.id] = len(self._ids)
        self._ids.append(rule.id)
        self._texts.append(rule.text)

    def _learn(self, text: str) -> None:
        """Notes where the words that are asked about stand, those of the whole batch at the first question."""
        wanted = {*_words(text), *_subjects(text)}
        if wanted <= self._asked:
            return
        if not self._asked:
            for rule in self._rules.values():
                self._enter(rule)
        for coming in self._to_come:
            wanted.update(_words(coming), _subjects(coming))
        self._to_come = ()
        new = wanted - self._asked
        self._asked |= new
        posts, found = self._posts, _Reader(new)
        for number, kept in enumerate(self._texts):
            for key in found.keys(kept):
                posts.setdefault(key, []).append(number)


class _Reader:
    """Finds a few keys in many texts: each written word is looked up once, and most not even that."""

    def __init__(self, wanted: Iterable[str]) -> None:
        self._wanted = frozenset(wanted)
        self._starts = frozenset(start for key in self._wanted for start in _starts(key))
        self._known: dict[str, tuple[str, ...]] = {}

    def keys(self, text: str) -> Iterable[str]:
        """The wanted keys of a text."""
        low = text.casefold()
        if not low.isascii():
            low = low.translate(PLAIN)
        parts = low.split()
        if not low.isascii() or len(FOREIGN.intersection(parts)) > 1:
            return self._wanted.intersection((*_words(text), *_subjects(text)))
        known, found = self._known, set[str]()
        for part in parts:
            keys = known.get(part)
            if keys is None:
                keys = known[part] = self._keys_of(part)
            if keys:
                found.update(keys)
        return found

    def _keys_of(self, part: str) -> tuple[str, ...]:
        bare = part.strip(EDGES)
        if bare.isalnum() and bare[:3] not in self._starts:
            return ()
        keys = [f"d {word.casefold()}" for word in content(part)]
        for word in WORD.findall(part):
            keys.extend(keys_of_word(word))
        return tuple(key for key in keys if key in self._wanted)


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    """The words that duplicates share, as keys."""
    return frozenset(f"d {word.casefold()}" for word in content(text) if word[:1] != "<" and len(word) > 1)


@lru_cache(maxsize=4096)
def _subjects(text: str) -> frozenset[str]:
    """What a text is about, as keys: as it is read, and word by word as it stands."""
    as_it_stands = (key for word in WORD.findall(text.casefold()) for key in keys_of_word(word))
    return frozenset(key for key in (*keys_of(text), *as_it_stands) if key[0] != "n")


def _starts(key: str) -> Iterable[str]:
    """How words begin that a key may stand for."""
    kind, _, name = key.partition(" ")
    if kind in ("d", "w"):
        return (name.lstrip(EDGES)[:3], *(("usi",) if name == "use" else ()))
    return _beginnings().get(key, ())


@lru_cache(maxsize=1)
def _beginnings() -> dict[str, set[str]]:
    """The beginnings of the words of each line of the tables."""
    tables = phrase_tables()
    found: dict[str, set[str]] = {}
    for kind, table in (("i", tables.ideas), ("t", tables.rivals), ("s", tables.axes)):
        for first, phrases in table.items():
            for _, line, _ in phrases:
                found.setdefault(f"{kind} {line}", set()).add(first.lstrip(EDGES)[:3])
    return found
