"""Evidence, heard: is the quote in the event that it names, said by the author it names; what is kept is the exact slice.

Not here: how a quote is found (`core/language/text.py: locate`), what follows when it is not (`core/curation/admit.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from cm.core.language.meaning import CODE, content, pieces, protected, stem
from cm.core.language.text import CJK, cuts_a_word, locate, weighs
from cm.model.envelope import ENVELOPE, EXPORT_BEGIN, EXPORT_END
from cm.model.rule import Evidence, EvidenceBy, Rule
from cm.model.session import Event

OWN_WORD: Final[frozenset[EvidenceBy]] = frozenset(("human", "import"))
"""Evidence without an event: what a person says at the terminal, or another machine's file."""
UNVERIFIED: Final = "unverified"
EARLIER: Final = "of earlier words"
"""Evidence of what a rule said before: kept, and no proof of what it says now."""
LONGEST: Final = 1000  # characters of one quote that are kept


@dataclass(frozen=True, slots=True)
class Heard:
    """What is left of the evidence that was offered."""

    kept: tuple[Evidence, ...] = ()  # verified, with exact quote, event and span
    lost: tuple[Evidence, ...] = ()  # the words are not there
    misattributed: tuple[str, ...] = ()  # real authors of words that were given to somebody else
    own: tuple[Evidence, ...] = ()  # found, but in text that came out of a playbook


def hear(offered: Iterable[Evidence], events: Mapping[str, Event], *, trusted: bool) -> Heard:
    """Verifies each piece of evidence; only a trusted road may bring pieces that no event proves."""
    kept: list[Evidence] = []
    lost: list[Evidence] = []
    own: list[Evidence] = []
    misattributed: list[str] = []
    for item in offered:
        if item.by in OWN_WORD and trusted:
            kept.append(replace(item, span=None))  # a span is for words that an event proves
            continue
        found = _find(item, events)
        if found is None:
            if trusted and item.event not in events:
                kept.append(item if item.note else replace(item, note=UNVERIFIED))
            else:
                lost.append(item)
            continue
        event, span = found
        if event.by != item.by:
            misattributed.append(event.by)
        elif _is_own(event.text, span):
            own.append(item)
        else:
            exact = event.text[span[0] : span[1]]
            kept.append(
                replace(
                    item,
                    quote=exact,
                    session=event.session,
                    event=event.id,
                    span=span,
                    at=item.at or event.at,
                )
            )
    return Heard(united((), kept), tuple(lost), tuple(misattributed), tuple(own))


def _find(item: Evidence, events: Mapping[str, Event]) -> tuple[Event, tuple[int, int]] | None:
    """The event that has the words: the one named, or where none is named the first of that author (else of any)."""
    if not weighs(item.quote):
        return None
    if item.event:
        named = events.get(item.event)
        if named is None or (item.session and named.session != item.session):
            return None
        span = _at_span(item, named) or locate(item.quote, named.text)
        return (named, span) if span and _is_whole(span, named) else None
    there = [event for event in events.values() if not item.session or event.session == item.session]
    for event in sorted(there, key=lambda event: event.by != item.by):
        span = locate(item.quote, event.text)
        if span and _is_whole(span, event):
            return event, span
    return None


def _is_whole(span: tuple[int, int], event: Event) -> bool:
    """Whether a span is no longer than a quote may be, and does not make "use it" of "because it"."""
    return span[1] - span[0] <= LONGEST and not cuts_a_word(event.text, span[0])


def _at_span(item: Evidence, event: Event) -> tuple[int, int] | None:
    """The offsets that were given, when the words stand just there (a text may hold them twice)."""
    if (
        item.span
        and 0 <= item.span[0] < item.span[1]
        and event.text[item.span[0] : item.span[1]] == item.quote
    ):
        return item.span
    return None


def _is_own(text: str, span: tuple[int, int]) -> bool:
    """Whether a span lies in what a playbook put there."""
    if any(found.start() < span[1] and span[0] < found.end() for found in ENVELOPE.finditer(text)):
        return True
    begin = text.rfind(EXPORT_BEGIN, 0, span[1])
    return begin >= 0 and not 0 <= text.find(EXPORT_END, begin) < span[0]


def united(first: Iterable[Evidence], second: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Both lists as one, each place and quote once."""
    seen: dict[tuple[str, str, str, str], Evidence] = {}
    for item in (*first, *second):
        seen.setdefault((item.by, item.session, item.event, item.quote), item)
    return tuple(seen.values())


def sessions_behind(evidence: Iterable[Evidence], *, order: bool) -> frozenset[str]:
    """The sessions that support a rule: for an order only those where the user said it; a file alone supports nothing."""
    return frozenset(
        item.session
        for item in evidence
        if item.session
        and item.note not in (UNVERIFIED, EARLIER)
        and (item.by == "user" or not order)
        and item.by != "file"
    )


def carried_over(text: str, evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """The evidence of earlier words beside new ones: a quote that shares no telling word with them is marked as of then."""
    words, script = _words(text), bool(CJK.search(text))
    return tuple(
        item
        if item.note or bool(CJK.search(item.quote)) != script or words & _words(item.quote)
        else replace(item, note=EARLIER)
        for item in evidence
    )


def shares_words(text: str, evidence: Iterable[Evidence]) -> bool:
    """Whether a rule has a telling word in common with a user's words that it quotes, or is in another script."""
    said = [item.quote for item in evidence if item.by == "user"]
    script = bool(CJK.search(text))
    words = _words(text)
    return any(bool(CJK.search(quote)) != script or words & _words(quote) for quote in said)


def share_of(text: str, said: Iterable[str]) -> float | None:
    """Which share of a rule's telling words stands in what was said; None where the scripts differ, for nobody can tell."""
    script = bool(CJK.search(text))
    words = telling(text)
    spoken = [each for each in said if bool(CJK.search(each)) == script]
    if not spoken:
        return None
    heard = frozenset[str]().union(*(telling(each, said=True) for each in spoken))
    return len(words & heard) / len(words) if words else 0.0


def telling(text: str, *, said: bool = False) -> frozenset[str]:
    """The telling words of a rule; of what was `said` all words, since a name such as `just` is a common word elsewhere."""
    apart = _MIXED.sub(" ", text)
    words = _words(apart)
    kana = frozenset(word for word in words if _KANA.fullmatch(word))
    words = words - kana or kana
    if said:  # also the words within a mark-up, an escape or a name
        runs = _RUN.findall(apart)
        words = words.union(map(str.casefold, pieces(apart)), map(str.casefold, runs), map(stem, runs))
    named = [piece for span in CODE.findall(apart) for piece in pieces(span)]
    return frozenset(word for word in words.union(map(str.casefold, named)) if len(word) > 1)


_MIXED: Final = re.compile(rf"(?<=[0-9A-Za-z])(?={CJK.pattern})|(?<={CJK.pattern})(?=[0-9A-Za-z])")
_RUN: Final = re.compile(r"[^\W_]+")
_KANA: Final = re.compile(r"[\u3040-\u309f]+")  # grammar, mostly
_GENERIC: Final = "use run add make set do go get put keep take let need want like not good thing time way also before after first last"
_ELSEWHERE: Final = """
verwenden verwende nutzen nutze benutzen machen mache nehmen dem den vor nach mich mir sich nur usar usa uso utilizar hacer haz
hacen em en vez de do da dos das no na nos os um uma se mais com por sem usare usa fare di al alla allo ai gli il lo dell della dei
utiliser utilisez utilise faire ne pas que qui sur se gebruik gebruiken doe doen maak van voor het een met op dit dat niet via
"""
GENERIC: Final = frozenset(stem(word) for word in (*_GENERIC.split(), *_ELSEWHERE.split()))
"""Words that two sentences share by chance."""


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in content(text) if not word.startswith("<")) - GENERIC


def turns_round(text: str, evidence: Iterable[Evidence], events: Mapping[str, Event]) -> bool:
    """Whether a rule without a ban quotes words that stand behind one: "push to main" out of "never push to main"."""
    if _bans(text):
        return False
    for item in evidence:
        event = events.get(item.event)
        if item.by == "user" and event is not None and item.span and not _bans(item.quote):
            before = CLAUSE_END.split(event.text[max(0, item.span[0] - 60) : item.span[0]])[-1]
            if _bans(" ".join(before.split()[-4:])):
                return True
    return False


CLAUSE_END: Final = re.compile(r"[.,;:!?\n。，；：！？、–—]")


def _bans(text: str) -> bool:
    return any(mark.startswith(("not ", "avoid ", "without ")) for mark in protected(text))


def are_of_two_documents(a: Rule, b: Rule) -> bool:
    """Whether two facts came from files alone, each from others: none of them is the later word, whichever was read first."""
    said = [{(item.by, item.session) for item in rule.evidence} for rule in (a, b)]
    return all(rule.kind == "fact" and rule.origin.by == "file" for rule in (a, b)) and (
        not said[0] & said[1] and all(by == "file" for each in said for by, _ in each)
    )
