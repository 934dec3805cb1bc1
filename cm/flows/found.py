"""One hit of a search as it is told, what it is worth, and how rules, diaries and events are told together.

Weights of three tables cannot be compared, so each list counts by its own best and by how much of the question a hit has, and the
further down its list something stands, the less it counts: no list comes before the others as a whole (docs/adr/0038). Not here: what is found and may be shown
(`flows/search.py`), how it looks (`cli/hits.py`).
"""

from __future__ import annotations

import json

from cm.core.language.snippet import spans
from cm.model.light import Light
from cm.store.index_rules import said_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cm.core.language.snippet import Sought
    from cm.store.index_search import Row

_RULES, _DIARIES, _EVENTS = (
    1.0,
    0.85,
    0.95,
)  # what the best of each list is worth beside the best of the others
_STEP = 0.12  # by so much the next of the same list is put behind, whatever the list
_PART = 0.5  # how much of its worth a hit keeps that has next to none of the words
_YOUNG_DAYS = 180.0


class Found(Light):
    """One thing that answers, with the piece of it that holds the words."""

    __slots__ = ("about", "agent", "alike", "at", "by", "chars", "contested_with", "except_for", "exit", "host", "id", "kind", "layer", "lines", "matches", "place", "project", "score", "seq", "session", "show", "since", "source", "start", "status", "text", "until", "words")  # fmt: skip
    defaults = (("about", ""), ("contested_with", ()), ("except_for", ()), ("lines", ()), ("since", ""), ("until", ""), ("words", 0))  # fmt: skip
    source: str  # rule, diary or event
    id: str
    kind: str
    place: str  # where it stands, as people say it
    session: str
    seq: int | None
    at: str
    by: str
    host: str
    project: str
    agent: str
    exit: int | None  # of a command: how it ended
    status: str  # of a diary: how the session ended; of a rule: its stage
    layer: str  # of a rule: user or repo
    text: str
    matches: tuple[tuple[int, int], ...]  # where in `text` the words are
    start: int  # where in the whole text the piece begins
    chars: int  # how long the whole text is
    alike: int  # how many more say the very same
    score: float
    words: int  # how many of the words that were asked for stand in the whole of it
    about: str  # of a fact: whom or what it is of
    since: str  # of a fact: from when it holds, "" = not said
    until: str  # and until when, all of what is named
    lines: tuple[SourceLine, ...]  # what stands around it in its source, where that was asked for
    show: str  # the command that shows the place around it
    contested_with: tuple[str, ...]  # of a rule: those that say otherwise, nobody decided yet
    except_for: tuple[str, ...]  # of a rule: narrower ones that hold in its place where they hold


class SourceLine(Light):
    """One line of the source of a hit."""

    __slots__ = ("by", "event", "hit", "text")
    event: str  # "" in a diary
    by: str
    hit: bool  # the one that was found
    text: str


class Piece(Light):
    """The part of a text that is shown."""

    __slots__ = ("matches", "start", "text", "words")
    defaults = (("words", 0),)
    words: int  # how many of the words that were asked for stand in it
    text: str
    matches: tuple[tuple[int, int], ...]
    start: int


def worth(row: Row, wanted: Sequence[Sequence[Sought]], share: float, today: str) -> float:
    """What a hit counts among its own kind: how well it fits, who said it, how long ago, whether it says it literally."""
    value: float = share * (0.75 + 0.25 * 2.0 ** (-_days(row.at, today) / _YOUNG_DAYS))
    if row.by == "user" and row.kind == "message":
        value *= 1.2
    if share > 0.2 and any(len(way.pieces) > 1 for ways in wanted for way in ways):
        low = row.text.lower()
        value *= 1.3 if _literal(low, wanted) else 1.0
    return value


def _literal(low: str, wanted: Sequence[Sequence[Sought]]) -> bool:
    """Whether a text has what was asked for in one piece with the same signs between the words."""
    return all(
        any(len(way.pieces) == 1 or way.written in low for way in ways) for ways in wanted
    )  # fmt: skip


def _days(then: str, now: str) -> float:
    """About how many days lie between two stored times."""
    try:
        a, b = (int(each[:4]) * 365.25 + int(each[5:7]) * 30.4 + int(each[8:10]) for each in (then, now))
    except ValueError:
        return 1000.0
    return max(0.0, b - a)


def hit_of(row: Row, piece: Piece, score: float, alike: int) -> Found:
    """A diary or an event as a hit."""
    diary = row.kind == "diary"
    return Found(
        source="diary" if diary else "event", id=row.id, kind=row.kind, session=row.session, seq=None if diary else row.seq,
        place=row.session if diary else f"{row.session} #{row.seq}", at=row.at, by=row.by, host=row.host, project=row.project,
        agent=row.agent, exit=row.exit, status=row.status, layer="", text=piece.text, matches=piece.matches, start=piece.start,
        chars=len(row.text), alike=alike, score=round(score, 4), show=f"cm show {row.id}", words=piece.words,
    )  # fmt: skip


def rule_hit(
    row: Row,
    wanted: Sequence[Sequence[Sought]],
    share: float,
    beside: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
) -> Found:
    """A rule or a fact as a hit: whole, for it is one sentence."""
    card = json.loads(row.card)
    said = said_in(card)
    text = said.partition("\n")[0]
    places = spans(text, wanted)
    scope = card["scope"]
    layer = card["layer"]
    since, until = card.get("valid") or ("", "")
    return Found(
        source="rule", id=row.id, kind=card["kind"], session="", seq=None, place=f"{layer} playbook", at=card.get("at", ""),
        by="", host=scope.get("host", ""), project=scope.get("project", ""), agent="", exit=None, status=row.status, layer=layer,
        text=text, matches=tuple((start, end) for start, end, _ in places), start=0, chars=len(text), alike=0,
        score=round(share, 4), show=f"cm show {row.id}", about=card.get("about", ""), since=since, until=until,
        words=len({number for _, _, number in spans(said, wanted)}), contested_with=beside[0], except_for=beside[1],
    )  # fmt: skip


def in_order(
    rules: Sequence[Found], diaries: Sequence[Found], events: Sequence[Found], *, words: int, limit: int, by_time: bool, ordered: bool
) -> list[Found]:  # fmt: skip
    """All hits in the order in which they are told: each list by what its hits are worth, and the lists among each other.

    `words` is how many were asked for. What a hit counts in the end is its `score`.
    """
    if ordered:
        return [*diaries, *events][:limit]
    if by_time:
        return sorted([*diaries, *events, *rules], key=lambda hit: hit.at, reverse=True)[:limit]
    told: list[tuple[float, int, Found]] = []
    for weight, several in ((_RULES, rules), (_EVENTS, events), (_DIARIES, diaries)):
        top = max((hit.score for hit in several), default=0.0) or 1.0
        counts = ((hit.score / top * _covered(hit, words), hit) for hit in several)
        for place, (value, hit) in enumerate(sorted(counts, key=lambda each: -each[0])):
            told.append((weight * value / (1.0 + _STEP * place), len(told), hit))
    told.sort(key=lambda each: (-each[0], each[1]))
    return [hit.but(score=round(value, 4)) for value, _, hit in told[:limit]]


def _covered(hit: Found, words: int) -> float:
    """What is left of a hit's worth by how many of the words it has."""
    return _PART + (1.0 - _PART) * min(1.0, hit.words / words) if words else 1.0
