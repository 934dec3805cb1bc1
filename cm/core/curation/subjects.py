"""Which rules of a large book the texts of one batch could meet: those with nearly all of their words, and those of their subject.

One cheap pass over the book notes only the words that the batch asks about, so that a few questions to a large book cost
no index of it. A subject is what `core/language/related.py` says it is; a rule in another tongue is read as that does, one in
English by looking its words up. Of near duplicates none is missed. Not here: whether two rules are the same
(`core/language/similar.py`) or opposed (`core/language/relation.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from math import log
from typing import Final
from unicodedata import normalize

from cm.core.language.meaning import content, is_technical, stem
from cm.core.language.phrases import phrase_tables
from cm.core.language.related import COMMON, LISTS, LOOKED_AT, WORTH, keys_of, keys_of_word
from cm.core.language.roots import root
from cm.core.language.text import fingerprint
from cm.model.rule import Rule

PLAIN: Final = str.maketrans("“”„«»‘’–—…→", '"""""\'\'-- -')
SAMPLE: Final = 400
SHARE: Final = 0.02
"""A word that so many of the rules in a sample have is common, in a book where that is more than a question looks at."""
WORD: Final = re.compile(r"[^\W_]+(?:[._/+#-]+[^\W_]+)*")
_FOREIGN: Final = """
der die das und nicht immer nie niemals kein keine mit für ein eine den im bei el los las nunca siempre con para una sin del
le les des jamais toujours avec pour une ne pas dans du não sempre com uma
"""
PART: Final = re.compile(r"[^\W_]+")
FOREIGN: Final = frozenset(_FOREIGN.split())
"""Small words of other tongues: a rule with two of them is read as a whole."""


class Subjects:
    """What a batch asks of a book; `put` keeps it true while the book changes."""

    def __init__(self, rules: Mapping[str, Rule], texts: Iterable[str] = ()) -> None:
        self._rules = rules
        self._to_come = tuple(texts)  # asked about later on: learned in the same pass
        self._asked: set[str] = set()
        self._posts: dict[str, dict[int, None]] = {}  # key -> rules that have it, the newest last
        self._ids: list[str] = []
        self._texts: list[str] = []
        self._at: dict[str, int] = {}
        self._common: frozenset[str] = frozenset()
        self._is_read = False

    def same(self, text: str) -> tuple[str, ...]:
        """Ids of rules that may say the same, whatever their state: they have all words of the text but one."""
        self._learn(text)
        wanted = self._telling(_words(text))
        if not wanted:
            bare = fingerprint(text)
            return tuple(rule.id for rule in self._rules.values() if fingerprint(rule.text) == bare)
        lists = sorted((self._posts.get(key, {}) for key in wanted), key=len)
        needed = max(1, len(wanted) - 1)  # one may be a slip of the pen
        exact = sorted(
            (self._posts.get(key, {}) for key in wanted if is_technical(key[2:])), key=len
        )  # no slip in these
        first = exact[:1] or lists[:2]
        found = dict.fromkeys(
            number for posts in first for number in posts if all(number in one for one in exact)
        )
        able = (number for number in found if sum(number in posts for posts in lists) >= needed)
        roots = _roots(text)
        same = [number for number in able if self._holds(number) and _most_in(roots, self._texts[number])]
        if not text.isascii():  # signs that no word holds: the same text is found whatever it is made of
            low = _plainly(text)
            same += [at for at, kept in enumerate(self._texts) if _plainly(kept) == low and self._holds(at)]
        return tuple(self._ids[number] for number in dict.fromkeys(same))

    def of(self, text: str, most: int = 40) -> tuple[str, ...]:
        """Ids of rules in service that are worth holding against the text, the likeliest first."""
        self._learn(text)
        opened = sorted(
            (len(found), key) for key in self._telling(_subjects(text)) if (found := self._posts.get(key))
        )
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
        if not self._is_read:
            return
        known = self._at.get(rule.id)
        if known is None or self._texts[known] != rule.text:
            self._enter(rule)
            number = self._at[rule.id]
            for key in {*_words(rule.text), *_subjects(rule.text)} & self._asked:
                self._posts.setdefault(key, {})[number] = None

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

    def _telling(self, keys: frozenset[str]) -> frozenset[str]:
        """Without those that very many rules have, unless what is left could all be a slip of the pen."""
        telling = keys - self._common
        enough = len(telling) > 1 or any(key[0] != "d" or not key[2:].isalpha() for key in telling)
        return telling if enough else keys

    def _asked_of(self, text: str) -> frozenset[str]:
        return self._telling(_words(text)) | self._telling(_subjects(text))

    def _learn(self, text: str) -> None:
        """Notes where the words that are asked about stand, those of the whole batch at the first question."""
        if not self._is_read:
            self._is_read = True
            self._ids, self._texts = list(self._rules), [rule.text for rule in self._rules.values()]
            self._at = {name: number for number, name in enumerate(self._ids)}
            self._common = _common(self._texts)
        wanted = self._asked_of(text)
        if wanted <= self._asked:
            return
        for coming in self._to_come:
            wanted |= self._asked_of(coming)
        self._to_come = ()
        new = wanted - self._asked
        self._asked |= new
        posts = self._posts
        for number, keys in _Reader(new).read(self._texts):
            for key in keys:
                if key in posts:
                    posts[key][number] = None
                else:
                    posts[key] = {number: None}


def _common(texts: list[str]) -> frozenset[str]:
    """Keys that more rules have than a question looks at, as a sample of the book tells."""
    if len(texts) < 4 * COMMON:
        return frozenset()
    sample = texts[:: len(texts) // SAMPLE]
    counted = Counter(part for text in sample for part in {*PART.findall(text.casefold())})
    least = max(SHARE, 2 * COMMON / len(texts)) * len(sample)
    often = [part for part, times in counted.items() if times > least]
    words = (f"d {word.casefold()}" for part in often for word in content(part))
    return frozenset((*words, *(key for part in often for key in keys_of_word(part))))


class _Reader:
    """Finds a few keys in many texts: each written word is looked up once, and most not even that."""

    def __init__(self, wanted: Iterable[str]) -> None:
        self._wanted = frozenset(wanted)
        names = {name for key in self._wanted for name in _names(key)}
        self._names = frozenset(names)
        self._exact = frozenset(name for key in self._wanted if key[0] == "d" for name in _names(key))
        tools = frozenset(name for key in self._wanted if key[0] == "t" for name in _names(key))
        self._probes = self._exact | tools
        self._starts = frozenset(_start(name) for name in names)
        self._seen: set[str] = set()
        self._pieces: dict[str, tuple[str, ...]] = {}  # what parts of words stand for
        self._telling: dict[str, tuple[str, ...]] = {}  # of the words seen those that carry a wanted key
        self._tells: set[str] = set(FOREIGN)

    def read(self, texts: Iterable[str]) -> Iterator[tuple[int, Iterable[str]]]:
        """The places of texts that have wanted keys, with the keys."""
        seen, tells, telling = self._seen, self._tells, self._telling
        for number, text in enumerate(texts):
            low = text.casefold()
            if not low.isascii():
                low = low.translate(PLAIN)
                if not low.isascii():
                    yield number, self._whole(text)
                    continue
            parts = low.split()
            if not seen.issuperset(parts):
                self._look_up(parts)
            here = tells.intersection(parts)
            if not here:
                continue
            if len(here) > 1 and len(FOREIGN.intersection(here)) > 1:
                yield number, self._whole(text)
            else:
                yield number, {key for part in here for key in telling.get(part, ())}

    def _look_up(self, parts: list[str]) -> None:
        for part in parts:
            if part not in self._seen:
                self._seen.add(part)
                if keys := self._keys_of(part):
                    self._telling[part] = keys
                    self._tells.add(part)

    def _whole(self, text: str) -> Iterable[str]:
        """The keys of a text in another tongue, which is costly to read: only where a word that is asked about stands in it."""
        low = f"{text.casefold()} {normalize('NFKC', text.casefold())}"
        if not any(probe in low for probe in self._probes):
            return ()
        return self._wanted.intersection((*_words(text), *_subjects(text)))

    def _keys_of(self, part: str) -> tuple[str, ...]:
        found: set[str] = set()
        exact = False
        for bare in PART.findall(part):
            keys = self._pieces.get(bare)
            if keys is None:
                keys = self._pieces[bare] = self._keys_of_piece(bare)
            if keys:
                found.update(keys)
                exact = exact or bare in self._exact or stem(bare) in self._exact
        if not found:
            return ()
        if exact:
            found.update(f"d {word.casefold()}" for word in content(part))
        if len(found) > 1 or not part.isalnum():
            found.update(f"w {word}" for word in WORD.findall(part))
        return tuple(found & self._wanted)

    def _keys_of_piece(self, bare: str) -> tuple[str, ...]:
        """What a piece of a word may stand for; nothing for the most."""
        if bare[:4] not in self._starts and bare[:3] not in self._starts:
            return ()
        if not (bare in self._names or root(bare) in self._names or stem(bare) in self._names):
            return ()
        return (
            *keys_of_word(bare),
            f"d {bare}",
            "",
        )  # it may matter as a whole word even if alone it is none


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    """The words that duplicates share, as keys."""
    return frozenset(f"d {word.casefold()}" for word in content(text) if word[:1] != "<" and len(word) > 1)


@lru_cache(maxsize=4096)
def _subjects(text: str) -> frozenset[str]:
    """What a text is about, as keys: as it is read, and word by word as it stands."""
    as_it_stands = (key for word in WORD.findall(text.casefold()) for key in keys_of_word(word))
    return frozenset(key for key in (*keys_of(text), *as_it_stands) if key[0] != "n")


def _plainly(text: str) -> str:
    return text.casefold() if text.isascii() else normalize("NFKC", text.casefold())


def _roots(text: str) -> tuple[str, ...]:
    """How the words of a text begin in any text that says the same."""
    words = (name[2:] for name in _words(text))
    return tuple(
        word[: max(2, len(word) - 1)] if word.isalpha() or word.endswith("i") else word for word in words
    )


def _most_in(roots: tuple[str, ...], text: str) -> bool:
    """Whether all of them but one stand in a text, wherever in a word: cheaper than comparing the two."""
    low = text.casefold()
    return sum(one in low for one in roots) >= len(roots) - 1 or not low.isascii()


def _names(key: str) -> Iterable[str]:
    """What words are reduced to that a key may stand for."""
    kind, _, name = key.partition(" ")
    if kind in ("d", "w"):
        return (max(PART.findall(name), key=len, default=name),)
    return _lines().get(key, ())


def _start(name: str) -> str:
    """How a word begins that is reduced to a name: three letters where that is all that its forms share."""
    return name[:3] if len(name) < 4 or name.endswith("i") else name[:4]


@lru_cache(maxsize=1)
def _lines() -> dict[str, set[str]]:
    """The first words of each line of the tables."""
    tables = phrase_tables()
    found: dict[str, set[str]] = {}
    for kind, table in (("i", tables.ideas), ("t", tables.rivals), ("s", tables.axes)):
        for first, phrases in table.items():
            for _, line, _ in phrases:
                found.setdefault(f"{kind} {line}", set()).add(
                    max(PART.findall(first), key=len, default=first)
                )
    return found
