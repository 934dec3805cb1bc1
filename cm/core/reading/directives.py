"""Finds in one user message what should hold in later sessions, and words it as rules with the verbatim quote.

The decision is a linear score per sentence (`core/reading/weights.py`) over signs (`core/reading/signs.py`); every directive lists the
signs that spoke for it. Not here: whole sessions (`core/reading/propose.py`), clean-up of the wording, kind
and scope (`core/reading/phrasing.py`), what the user typed at all (`core/reading/prose.py`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from cm.core.reading.cues import find_cues, languages_of
from cm.core.reading.kinds import kind_of
from cm.core.reading.phrasing import reason_of, scope_of, worded
from cm.core.reading.prose import Sentence, sentences
from cm.core.reading.shapes import shapes_in
from cm.core.reading.signs import is_task, signs_of
from cm.core.reading.weights import ANCHOR, BIAS, EXPLICIT, SUPPORT, TOGETHER, WEIGHTS
from cm.core.reading.words.learned import LEARNED, words_of
from cm.model.rule import Kind

ScopeHint: TypeAlias = Literal["user", "project"]
MAX_CHARS: Final = 480  # stays under the gate's limit for a rule
MAX_PER_MESSAGE: Final = 12
LIKE: Final = 0.7  # sentences that score about alike found a rule alike, when they only do it together


@dataclass(frozen=True, slots=True)
class Directive:
    """One rule found in a message: its wording, where it was said, and the signs that spoke for it."""

    text: str
    kind: Kind
    scope_hint: ScopeHint
    span: tuple[int, int]  # of the verbatim quote in the message
    standing_words: bool
    why: str
    signals: tuple[str, ...]
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Weighed:
    """A sentence with its signs and its score."""

    sentence: Sentence
    signs: frozenset[str]  # what its words say
    shapes: frozenset[str]  # how it is built, and where it stands
    score: float


def weigh(text: str, before: str = "") -> tuple[Weighed, ...]:
    """Scores every sentence the user typed, so that a decision can be explained; `before` is what the agent said last."""
    typed = sentences(text)
    if not typed:
        return ()
    signs = signs_of(text, typed)
    shapes = shapes_in(text, typed, signs, before)
    return tuple(
        Weighed(sentence, own, shape, _score(sentence, own | shape))
        for sentence, own, shape in zip(typed, signs, shapes, strict=True)
    )


def _score(sentence: Sentence, signs: frozenset[str]) -> float:
    said = sum(LEARNED.get(word, 0.0) for word in words_of(sentence.plain))
    return BIAS + sum(WEIGHTS.get(name, 0.0) for name in signs) + said


def find_directives(text: str, *, before: str = "") -> tuple[Directive, ...]:
    """Returns the rules that a user's message states for later sessions; none for what is only for now."""
    return directives_in(text, weigh(text, before), before)


def directives_in(text: str, weighed: Sequence[Weighed], before: str = "") -> tuple[Directive, ...]:
    """The same of a message whose sentences are weighed already."""
    groups = _grouped(weighed, _together(weighed))
    return tuple(_directive(text, group, before) for group in groups[:MAX_PER_MESSAGE])


def said_in(text: str, *, before: str = "") -> Sequence[Weighed]:
    """The sentences of a message that its first rule is worded from; of its best sentence when it states none."""
    weighed = weigh(text, before)
    groups = _grouped(weighed, _together(weighed))
    if groups:
        return _said(groups[0])
    return [max(weighed, key=lambda item: item.score)] if weighed else []


def _said(group: Sequence[Weighed]) -> Sequence[Weighed]:
    return [item for item in group if not _is_complaint(item)] or group


_FILLER_WORDS: Final = (
    "forget what i said about the that it scratch never mind rule ignore a of on and my to you wrote "
    "told thing stuff no ok actually please wait hm earlier before with for is are we was wrong let "
    "s disregard take back drop this don t remember save keep"
)
_FILLER: Final = frozenset(_FILLER_WORDS.split())
_SHORT_RETRACTION: Final = 20  # words


def takes_back(text: str) -> frozenset[str] | None:
    """The words a message names when it takes an earlier instruction back (none = the last one); None if it does not."""
    typed = sentences(text)
    if not typed:
        return None
    cues = find_cues([item.plain for item in typed], languages_of(" ".join(item.plain for item in typed)))
    for index, (item, cue) in enumerate(zip(typed, cues, strict=True)):
        if "retract" in cue and (index == 0 or len(typed) <= 3) and item.plain.count(" ") < _SHORT_RETRACTION:
            words = frozenset(re.findall(r"[^\W_]+", item.plain)) - _FILLER
            return words if "about" in item.plain or "rule" in item.plain else frozenset()
    return None


def _together(weighed: Sequence[Weighed]) -> float:
    """The score at which a sentence is an anchor: lower when the best ones are strong only together."""
    scores = [item.score for item in weighed]
    if not scores or math.log(sum(math.exp(min(score, 30.0)) for score in scores)) < TOGETHER:
        return math.inf
    return min(max(scores) - LIKE, ANCHOR)


def _grouped(weighed: Sequence[Weighed], anchor: float) -> list[list[Weighed]]:
    """Joins each anchor with the neighbours that belong to it."""
    groups: list[list[Weighed]] = []
    current: list[Weighed] = []
    for item in weighed:
        fits = item.score >= SUPPORT and not is_task(item.signs) and not item.signs & {"question", "sarcasm"}
        if item.score >= anchor or (current and _follows(current[-1], item, anchor)):
            fits = True
        if current and (not fits or _too_long([*current, item]) or _new_topic(current, item, anchor)):
            groups.append(current)
            current = []
        if fits:
            current.append(item)
    groups.append(current)
    return [group for group in groups if any(item.score >= anchor and not _heads(item) for item in group)]


def _follows(last: Weighed, item: Weighed, anchor: float) -> bool:
    """Whether a short order with no target of its own goes on with what was just said: "build with -p server"."""
    return (
        last.score >= anchor + 1
        and item.sentence.paragraph == last.sentence.paragraph
        and item.signs.isdisjoint(
            {"definite", "^request", "question", "asked", "soon", "sarcasm", "chat", "allow"}
        )
        and item.sentence.plain.count(" ") <= SHORT_ORDER
        and not _TURNS.match(item.sentence.plain)
    )


SHORT_ORDER: Final = 8
_TURNS: Final = re.compile(
    r"(?:now|next|ok|okay|then|and now|also|so|please|anyway|for this|here|today)\b|(?:\w+ ){1,2}(?:tests?|an?|this|it all)\b"
)


def _too_long(group: Sequence[Weighed]) -> bool:
    return group[-1].sentence.end - group[0].sentence.start > MAX_CHARS


def _new_topic(group: Sequence[Weighed], item: Weighed, anchor: float) -> bool:
    """A bullet of its own weight starts a rule of its own."""
    return item.sentence.bullet and item.score >= anchor and (group[-1].sentence.bullet or _heads(group[-1]))


def _heads(item: Weighed) -> bool:
    """Whether a sentence only announces what comes below it."""
    return item.sentence.plain.endswith((":", "："))


def _directive(text: str, group: Sequence[Weighed], before: str) -> Directive:
    best = max(group, key=lambda item: item.score)
    said = _said(group)
    quote = text[said[0].sentence.start : said[-1].sentence.end]
    plains = [item.sentence.plain for item in said]
    founding = frozenset().union(*(item.signs for item in said if item.score >= min(best.score, ANCHOR)))
    return Directive(
        text=worded([text[item.sentence.start : item.sentence.end] for item in said]),
        kind=kind_of(plains, [item.signs for item in said], [item.shapes for item in said]),
        scope_hint=scope_of(plains, frozenset().union(*(item.signs for item in group))),
        span=(said[0].sentence.start, said[-1].sentence.end),
        standing_words=_is_explicit(founding),
        why=reason_of(quote, before),
        signals=tuple(sorted(best.signs, key=lambda name: (-abs(WEIGHTS.get(name, 0.0)), name))),
        score=round(best.score, 2),
    )


_TALK: Final = frozenset(
    {
        "again",
        "past",
        "thanks",
        "soon",
        "^pronoun",
        "stated",
        "tiny",
        "chat",
        "emphatic",
        "^reply",
        "allow",
        "figure",
    }
)


def _is_complaint(item: Weighed) -> bool:
    """Whether a sentence only tells how it came to this: "you forgot twice now"."""
    return bool(item.signs & {"again", "past", "thanks"}) and item.signs <= _TALK


def _is_explicit(signs: frozenset[str]) -> bool:
    """Whether the user's own words say that it should last: "always", "from now on", "in this repo we"."""
    return bool(signs & EXPLICIT) or {"we", "breadth"} <= signs
