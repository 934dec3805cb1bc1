"""Which kinds of rules are missing for a project, and which sessions are likely to have them: counts of what users wished for.

Not here: reading sessions and rules (`flows/onboard.py`), what a kind of rule is (`core/reading/categories.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cm.core.reading.categories import FAMILIES, GENERAL, category_of
from cm.core.reading.commands import family
from cm.core.reading.directives import weigh
from cm.model.session import Event, SessionHead

WISHES: Final = (
    -5.0
)  # the weight from which words may correct or wish for something; see core/curation/words.py
RICH: Final = 3  # rules of a kind from which it counts as covered
KINDS: Final = (
    "testing", "build", "lint", "git", "deps", "deploy", "database", "api", "frontend", "data", "security", "docs", "communication",
)  # fmt: skip
_BRIEF: Final = 4  # words of a message that says nothing


@dataclass(frozen=True, slots=True)
class Glance:
    """What a look at one session tells: how much of each kind came up in it, and how often the user wished for something."""

    session: str
    at: str
    project: str
    wishes: Mapping[str, int]  # of the user, by kind; those that no rule quotes
    kinds: frozenset[str]  # what came up at all: wishes, those that rules quote too, and commands


@dataclass(frozen=True, slots=True)
class Gap:
    """A kind of rules that is missing, or thin, and what speaks for looking."""

    kind: str
    rules: int
    sessions: int  # in which it came up
    wishes: int  # of users, about it, that no rule quotes


@dataclass(frozen=True, slots=True)
class Promising:
    """A session that is likely to fill gaps, and which ones."""

    session: str
    at: str
    project: str
    wishes: int
    kinds: tuple[str, ...]
    score: float


def glance(head: SessionHead, events: Sequence[Event], quoted: Mapping[str, Sequence[str]]) -> Glance:
    """Looks at one session; `quoted` are the words that rules quote already, by event."""
    wishes: Counter[str] = Counter()
    kinds: set[str] = set()
    for event in events:
        if event.agent:
            continue
        if event.kind == "command":
            kinds.add(FAMILIES.get(family(event.text), ""))
        elif event.by == "user" and event.kind == "message":
            for item in weigh(event.text) if len(event.text.split()) >= _BRIEF else ():
                words = event.text[item.sentence.start : item.sentence.end]
                if item.score >= WISHES:
                    kinds.add(kind := category_of(words))
                    wishes[kind] += not _is_quoted(words, quoted.get(event.id, ()))
    return Glance(head.id, head.ended or head.started, head.project, dict(+wishes), frozenset(kinds))


def _is_quoted(words: str, quotes: Sequence[str]) -> bool:
    low = " ".join(words.casefold().split())
    return any(
        low in quote or quote in low
        for quote in (" ".join(each.casefold().split()) for each in quotes)
        if quote
    )


def gaps_of(glances: Iterable[Glance], rules: Mapping[str, int]) -> tuple[Gap, ...]:
    """The kinds that came up in sessions and have no rule, or few and wishes that none quotes; the most wished for first."""
    every = tuple(glances)
    found = []
    for kind in KINDS:
        held = rules.get(kind, 0)
        sessions = sum(1 for each in every if kind in each.kinds)
        wishes = sum(each.wishes.get(kind, 0) for each in every)
        if sessions and (held == 0 or (held < RICH and wishes)):
            found.append(Gap(kind, held, sessions, wishes))
    return tuple(sorted(found, key=lambda gap: (gap.rules, -gap.wishes, -gap.sessions, gap.kind)))


def promising(glances: Iterable[Glance], gaps: Sequence[Gap], most: int) -> tuple[Promising, ...]:
    """The sessions in which users wished for most that no rule says, what is about a gap counting double, the best first."""
    missing = {gap.kind: 2.0 if gap.rules == 0 else 1.5 for gap in gaps}
    found = []
    for each in glances:
        score = sum(
            count * missing.get(kind, 0.5 if kind == GENERAL else 1.0) for kind, count in each.wishes.items()
        )
        if score > 0:
            kinds = tuple(
                sorted((kind for kind in each.wishes if kind in missing), key=lambda kind: -each.wishes[kind])
            )
            wishes = sum(each.wishes.values())
            found.append(Promising(each.session, each.at, each.project, wishes, kinds, round(score, 1)))
    found.sort(key=lambda item: (-item.score, item.at, item.session))
    return tuple(found[:most])
