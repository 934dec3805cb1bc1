"""How well a rule fits a task: shared words, rare ones more, and shared topics, less.

Scores are comparable between playbooks of any size: one rare word in common is worth about 1. Pure numbers, no records:
a rule comes as its term weights (made once, when it is indexed), a task as a `Query`. What is then shown: `select.py`.
"""

from __future__ import annotations

import re
from math import log

from cm.core.language.terms import terms, topics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FLOOR = 0.6
SHARE = 0.35  # of the best
_BASE = {"word": 1.0, "whole": 1.15, "part": 0.7, "translated": 0.9, "generic": 0.3, "bigram": 0.45}
_PRIOR = 60  # rules of an imagined playbook behind a small one: with three rules no word is rare yet
_TOPIC = 0.7
_SUPPORT = 2.2
_LOOKUP = (
    r"^\W*(?:(?:quick )?question\W+)?(?:(?:what(?:'?s| is| are| does| do| did| was| were)|(?:in )?which|who(?:'s)?|when (?:was|is|did)"
    r"|where (?:is|was)|define|difference between|meaning of|explain the difference|translate|convert|(?:keyboard )?shortcut for"
    r"|how (?:do you|to) (?:say|pronounce|spell)|how (?:many|much|old|far|tall|long is)"
    r"|was (?:ist|sind|bedeutet|heißt|kostet)|wer|wann (?:war|ist)|wie (?:heißt|spricht|viel|viele|sagt)"
    r"|qué (?:es|significa|son)|que (?:es|significa)|cuál|cuánto|quién|cómo se (?:dice|pronuncia|escribe))\b)"
    r"|\b(?:definition|dictionary|etymology|synonyms?|rhymes?|haiku|poem|joke|recipe|trivia|horoscope)\b|\bone sentence each\b"
    r"|\bsummari[sz]e (?:this|the) (?:talk|article|abstract|video|paper|podcast|book|essay|lecture)\b"
    r"|^\W*(?:please )?(?:can you |could you )?(?:recommend|suggest (?:a|an|some|me|two|three|four|five|names)|solve|calculate|convert"
    r"|explain (?:how|why|what|to)\b|explain [\w-]+(?: [\w-]+)? (?:to|with|like)\b|give me (?:a|an|some|three|five)|list the|name (?:a|an|some|three|five)"
    r"|print hello|write (?:me )?(?:a|an|some) (?:song|story|tale|letter|toast|speech|limerick|birthday|greeting|verse)|compose|plan (?:meals|a trip|my)"
    r"|make an? itinerary|draft an? (?:speech|toast|greeting|letter)|escribe un(?:a)? (?:poema|cuento|canción|carta)|schreib\w* (?:mir )?ein\w* (?:gedicht|lied|brief|witz))\b"
    r"|怎么读|什么意思|的区别|是什么|とは何|とは[?？]|の違い|意味は|って何|何ですか"
)
# the pattern is dear to compile: it is tried only on a text that has one of these
_LOOKUP_HINTS = frozenset(
    """
    what which who when where in define difference meaning explain translate convert keyboard shortcut how was wer wann wie que
    cual cuanto quien como question definition dictionary etymology synonym synonyms rhyme rhymes haiku poem joke recipe trivia
    recommend suggest solve calculate give list name print write compose plan make draft escribe schreib schreibe
    horoscope sentence summarise summarize whats whos what's who's
    """.split()  # noqa: SIM905 - words are read as a text
)
_OURS = (
    r"\b(?:our|ours|we|us|my|here|repo|fails?|failing|failed|error|unser\w*|hier|wir|mein\w*|nuestr\w*|aquí)\b"
    r"|[\w-]+/[\w./-]+|`|\w_\w|\w\(\)|我们|うち"
)


class Query:
    """A task, read once: its words with their weights, and its topics with the words that speak for each."""

    __slots__ = ("lookup", "topics", "words")

    def __init__(self, words: dict[str, float], themes: dict[str, list[str]], lookup: bool) -> None:
        self.words = words
        self.topics = themes
        self.lookup = lookup

    def all_terms(self) -> list[str]:
        """Everything that a rule could be found by, most telling first."""
        return [*sorted(self.words, key=lambda word: -self.words[word]), *self.topics]

    def weight(self, term: str) -> float:
        """How much a term of the task counts on its own."""
        return self.words.get(term) or _TOPIC * min(_SUPPORT, 0.6 + 0.4 * len(self.topics[term]))


def read_task(task: str) -> Query:
    """Reads a task; of a very long one (a pasted log) the head and the tail."""
    if len(task) > 4000:
        task = task[:2500] + "\n" + task[-1500:]
    words: dict[str, float] = {}
    themes: dict[str, list[str]] = {}
    for term in terms(task):
        weight = _BASE[term.kind]
        if weight > words.get(term.text, 0.0):
            words[term.text] = weight
        if term.kind != "generic":
            for topic in topics(term.text):
                if term.text not in themes.setdefault(topic, []):
                    themes[topic].append(term.text)
    return Query(words, themes, _is_lookup(task))


def _is_lookup(task: str) -> bool:
    """Whether a task is a question of general knowledge, which no rule of ours answers."""
    if len(task) >= 240:
        return False
    if task.isascii() and not any(
        word.strip("?!.,:;\"'()") in _LOOKUP_HINTS for word in task.lower().split()
    ):
        return False
    return bool(re.search(_LOOKUP, task, re.IGNORECASE)) and not re.search(_OURS, task, re.IGNORECASE)


def rule_terms(fields: Iterable[tuple[str, float]]) -> dict[str, float]:
    """The term weights of a rule, from its fields (text, weight of the field)."""
    found: dict[str, float] = {}
    themes: dict[str, set[str]] = {}
    for text, weight in fields:
        for term in terms(text):
            value = weight * (0.7 if term.kind in ("part", "translated", "bigram") else 1.0)
            found[term.text] = min(2.0, found.get(term.text, 0.0) + value)
            if term.kind != "generic":
                for topic in topics(term.text):
                    themes.setdefault(topic, set()).add(term.text)
    for topic, words in themes.items():
        found[topic] = min(2.0, 0.55 + 0.45 * len(words))
    return {term: round(value, 2) for term, value in found.items()}


def rarity(found_in: int, rules: int) -> float:
    """0 for a word of every rule, about 1 for a word of one rule."""
    size = rules + _PRIOR
    return log(1 + (size - found_in + 0.5) / (found_in + 0.5)) / log(1 + (size - 0.5) / 1.5)


def score(query: Query, rule: Mapping[str, float], found_in: Mapping[str, int], rules: int) -> float:
    """How well a rule fits a task."""
    gains, hits, topics_met = _gains(query, rule, found_in, rules)
    if query.lookup and hits < 0.7 * sum(query.words.values()):
        return 0.0
    return sum(gains.values()) * _breadth(hits, topics_met)


def gains(
    query: Query, rule: Mapping[str, float], found_in: Mapping[str, int], rules: int
) -> tuple[dict[str, float], float]:
    """What each term that both have in common gives, a topic under its name; and the factor for how many there are.

    The sum times the factor is the `score`, but for a question of general knowledge.
    """
    found, hits, topics_met = _gains(query, rule, found_in, rules)
    return found, _breadth(hits, topics_met)


def _breadth(hits: float, topics_met: int) -> float:
    return 0.75 + 0.25 * min(topics_met + hits, 4.0) / 2.0


def _gains(
    query: Query, rule: Mapping[str, float], found_in: Mapping[str, int], rules: int
) -> tuple[dict[str, float], float, int]:
    found: dict[str, float] = {}
    hits = 0.0
    for word, weight in query.words.items():
        here = rule.get(word)
        if here:
            found[word] = weight * rarity(found_in.get(word, 1), rules) * (1.9 * here / (here + 0.9))
            hits += weight
    best: dict[str, tuple[float, str]] = {}
    for topic, words in query.topics.items():
        here = rule.get(topic)
        if here:
            fresh = [word for word in words if word not in found]
            support = min(_SUPPORT, 0.6 + 0.4 * len(words)) * min(1.5, here)
            gain = _TOPIC * rarity(found_in.get(topic, 1), rules) * support * (1.0 if fresh else 0.35)
            key = (fresh or words)[0]
            best[key] = max(best.get(key, (0.0, "")), (gain, topic))
    for gain, topic in best.values():
        found[topic] = max(found.get(topic, 0.0), 0.0) + gain
    return found, hits, len(best)


def standing_factor(points: float, stage: str) -> float:
    """What a rule's record is worth, between 0.6 and 1.4: enough to order equals, never to beat relevance."""
    base = {"proven": 1.2, "established": 1.1}.get(stage, 1.0)
    return max(0.6, min(1.4, base + 0.2 * points / (abs(points) + 5.0)))
