"""How alike two rules are: the same, nearly the same, close, or not. Two rules that differ in a protected word never are.

Candidates come from an inverted index over rare words, so that thousands of rules cost no more than dozens.
Not here: what follows (`core/curation/decide.py` folds, `core/serving/blocklist.py` refuses). Importing this module is cheap;
rapidfuzz is reached for only by `likeness`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, Protocol, TypeAlias

from cm.core.facts import are_about_one, is_fact
from cm.core.language.meaning import RELATIONS, code_words, content, is_technical, protected
from cm.core.language.text import fingerprint, normalise
from cm.model.rule import Rule

Level: TypeAlias = Literal["exact", "near", "close", "none"]
"""exact: the same normal form. near: the same words but for inflection, order, politeness or a slip of the pen.
close: one of them says a little more. Only exact and near are duplicates."""

VOWELS: Final = frozenset("aeiouy")
MOST_PARTS: Final = 6  # of a text whose parts may stand in another order
_BETWEEN: Final = re.compile(
    r"[,;:.!?，、；：。！？]+\s*|\s[-–—]\s|\s(?:and|or|und|oder|y|et|ou)\s", re.IGNORECASE
)
_ORDERED: Final = re.compile(
    r"\b(?:then|next|finally|lastly|afterwards?|later|followed|following|subsequently|order(?:ed|ing)?|sequence|second|dann|danach|"
    r"anschließend|luego|después|puis|ensuite|respectively|sort(?:ed|ing|s)?|rank\w*|priorit\w+|preceden\w+|hierarch\w+|prefer\w*|"
    r"steps?|stages?|phases?|pipelines?|layers?|sortier\w*|reihenfolge\w*|rangfolge|vorrang|priorität\w*|schritte?|orden\w*|prioridad\w*|pasos?|"
    r"etapas?|ordre|tri(?:e[rz]?)?|priorités?|étapes?)\b|[(\[{]|->|→|先|再|然后|まず|次に|顺序|优先|排序|步骤|阶段|順|優先|手順|並べ",
    re.IGNORECASE,
)
"""What makes the order of a text's parts mean something."""
EXTRA_SHARE: Final = 0.25  # a close copy has at most this share of words more


@dataclass(frozen=True, slots=True)
class Similarity:
    """The verdict on two texts and how much their words overlap (0 to 1)."""

    level: Level
    score: float = 0.0

    @property
    def duplicate(self) -> bool:
        """Whether one of the two can go without anything being lost."""
        return self.level in ("exact", "near")


NONE: Final = Similarity("none")


def compare(a: str, b: str) -> Similarity:
    """Says how alike two texts are, whatever their scopes."""
    if protected(a) != protected(b):
        return NONE
    if fingerprint(a) == fingerprint(b):
        return Similarity("exact", 1.0) if _names_agree(a, b) else NONE
    names = _names(a) | _names(b)
    words_a, words_b = content(a, names), content(b, names)
    if not words_a or not words_b or not _names_agree(a, b):
        return NONE
    only_a, only_b = _differences(words_a, words_b)
    shared = len(words_a) - sum(only_a.values())
    score = 2 * shared / (len(words_a) + len(words_b))
    if not only_a and not only_b:
        same = words_a == words_b or (not _order_matters(words_a) and _parts_moved(a, b, names))
        return Similarity("near", score) if same else NONE
    if _is_slip(only_a, only_b) and (len(words_a) == len(words_b)):
        return Similarity("near", 1 - 0.1 / len(words_a))
    if _says_little_more(words_a, words_b, only_a, only_b):
        return Similarity("close", score)
    return Similarity("none", score)


def same_instruction(a: Rule, b: Rule, *, threshold: float = 0.85) -> Similarity:
    """Compares two rules: other scope, a ban against a plain sentence, facts of somebody else, and they are not alike."""
    if a.scope != b.scope or (
        (a.kind == "anti-pattern") != (b.kind == "anti-pattern") and not _both_ban(a, b)
    ):
        return NONE
    if is_fact(a) and is_fact(b) and not are_about_one(a, b):
        return NONE
    found = compare(a.text, b.text)
    return found if found.level != "near" or found.score >= threshold else Similarity("close", found.score)


def likeness(a: str, b: str) -> float:
    """How much two texts look alike (0 to 1), for suggestions only: it knows nothing of meaning."""
    from rapidfuzz import fuzz

    return float(fuzz.token_set_ratio(" ".join(content(a)), " ".join(content(b)))) / 100


class Finder(Protocol):
    """Which rules could be duplicates of a text; it may name too many and never too few."""

    def of(self, text: str) -> tuple[str, ...]:
        """Ids that may be duplicates of the text."""
        ...

    def put(self, rule_id: str, text: str) -> None:
        """Adds a text under an id, in the place of what stood there."""
        ...


class Scan:
    """A finder without an index: looks through all texts for the words of one. For a few questions to a large book."""

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._texts = {
            rule.id: rule.text.casefold() if rule.text.isascii() else normalise(rule.text) for rule in rules
        }

    def put(self, rule_id: str, text: str) -> None:
        """Adds a text under an id, in the place of what stood there."""
        self._texts[rule_id] = text.casefold() if text.isascii() else normalise(text)

    def of(self, text: str) -> tuple[str, ...]:
        """Ids of texts that have most of the words, wherever in a word they stand."""
        words = [word for word in _index_words(text) if not word.startswith("<")]
        roots = [
            normalise(word)[: max(2, len(word) - 1)] if word.isalpha() else normalise(word) for word in words
        ]
        needed = len(roots) - _extra_allowed(len(_index_words(text)))
        return tuple(
            name for name, low in self._texts.items() if sum(root in low for root in roots) >= needed
        )


class Candidates:
    """Which rules could be duplicates of a text: an inverted index over their words, rarest first."""

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._words: dict[str, frozenset[str]] = {}
        self._posts: dict[str, dict[str, None]] = {}
        self._exact: dict[str, dict[str, None]] = {}
        self._prints: dict[str, str] = {}
        for rule in rules:
            self.put(rule.id, rule.text)

    def put(self, rule_id: str, text: str) -> None:
        """Adds a text under an id, in the place of what stood there."""
        self.drop(rule_id)
        print_ = fingerprint(text)
        self._words[rule_id] = words = _index_words(text)
        self._prints[rule_id] = print_
        self._exact.setdefault(print_, {})[rule_id] = None
        for word in words:
            self._posts.setdefault(word, {})[rule_id] = None

    def drop(self, rule_id: str) -> None:
        """Forgets an id."""
        if rule_id in self._words:
            self._exact[self._prints.pop(rule_id)].pop(rule_id)
            for word in self._words.pop(rule_id):
                self._posts[word].pop(rule_id)

    def of(self, text: str) -> tuple[str, ...]:
        """Ids that may be duplicates of the text, exact ones first; never misses one that `compare` would find."""
        words = _index_words(text)
        found = dict(self._exact.get(fingerprint(text), {}))
        allowed = _extra_allowed(len(words))
        # an alike text lacks few words and no technical term: it has one of the rarest, and most of all
        terms = [word for word in words if is_technical(word)]
        rarest = sorted(terms or words, key=lambda word: (len(self._posts.get(word, ())), word))
        for word in rarest[: 1 if terms else 1 + allowed]:
            for rule_id in self._posts.get(word, ()):
                if len(words & self._words[rule_id]) >= len(words) - allowed:
                    found[rule_id] = None
        return tuple(found)


def _index_words(text: str) -> frozenset[str]:
    return frozenset(content(text)) or frozenset({fingerprint(text)})


@lru_cache(maxsize=4096)
def _names(text: str) -> frozenset[str]:
    return frozenset(name.casefold() for name in code_words(text))


def _names_agree(a: str, b: str) -> bool:
    """Names in code marks differ when only their case differs: `User` is not `user`."""
    first, second = code_words(a), code_words(b)
    if not first or not second:
        return True
    low = {name.casefold(): name for name in first}
    return all(low.get(name.casefold(), name) == name or name in first for name in second)


def _differences(a: tuple[str, ...], b: tuple[str, ...]) -> tuple[Counter[str], Counter[str]]:
    first, second = Counter(a), Counter(b)
    return first - second, second - first


def _order_matters(words: tuple[str, ...]) -> bool:
    return any(word in RELATIONS or word.startswith("<") for word in words)


def _parts_moved(a: str, b: str, names: frozenset[str]) -> bool:
    """Whether two texts have the same parts between commas, each whole, in another order that nothing in them depends on."""
    if _ORDERED.search(a) or _ORDERED.search(b):
        return False
    return _made_of(_parts(a, names), content(b, names)) or _made_of(_parts(b, names), content(a, names))


def _parts(text: str, names: frozenset[str]) -> list[tuple[str, ...]]:
    return [words for part in _BETWEEN.split(text) if (words := content(part, names))]


def _made_of(parts: list[tuple[str, ...]], words: tuple[str, ...]) -> bool:
    """Whether the words are these parts, one after another in any order."""
    if not parts:
        return not words
    return any(
        words[: len(part)] == part and _made_of([*parts[:at], *parts[at + 1 :]], words[len(part) :])
        for at, part in enumerate(parts)
        if len(parts) <= MOST_PARTS
    )


def _both_ban(a: Rule, b: Rule) -> bool:
    """An anti-pattern and a plain rule say the same only when both spell out the ban."""
    return all(any(mark.startswith(("not ", "avoid ")) for mark in protected(rule.text)) for rule in (a, b))


def _is_slip(only_a: Counter[str], only_b: Counter[str]) -> bool:
    """Whether the one word that differs is the same word with a slip of the pen."""
    if sum(only_a.values()) != 1 or sum(only_b.values()) != 1:
        return False
    one, other = next(iter(only_a)), next(iter(only_b))
    if min(len(one), len(other)) < 6 or one[0] != other[0] or is_technical(one) or is_technical(other):
        return False
    if not (one.isalpha() and other.isalpha()):
        return False
    if len(one) == len(other):
        wrong = [at for at in range(len(one)) if one[at] != other[at]]
        if len(wrong) == 2 and wrong[1] == wrong[0] + 1:
            return one[wrong[0]] == other[wrong[1]] and one[wrong[1]] == other[wrong[0]]
        return len(wrong) == 1 and wrong[0] > 2 and {one[wrong[0]], other[wrong[0]]} <= VOWELS
    short, long = sorted((one, other), key=len)
    return len(long) == len(short) + 1 and any(
        long[at] == long[at - 1] and long[:at] + long[at + 1 :] == short for at in range(1, len(long))
    )


def _extra_allowed(words: int) -> int:
    return max(1, round(words * EXTRA_SHARE))


def _says_little_more(
    a: tuple[str, ...], b: tuple[str, ...], only_a: Counter[str], only_b: Counter[str]
) -> bool:
    """Whether one text has all words of the other, in their order, and few more."""
    if (only_a and only_b) or min(len(a), len(b)) < 3:
        return False
    extra, long, short = (only_a, a, b) if only_a else (only_b, b, a)
    if sum(extra.values()) > _extra_allowed(len(short)) or any(
        word.startswith("<") or is_technical(word) for word in extra
    ):
        return False
    rest = iter(long)
    return all(word in rest for word in short) or not _order_matters(long)
