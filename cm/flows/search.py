"""`cm search`: rules, diaries, and what was said and run in past sessions, found by words; the query language is `core/language/query.py`.

One answer, two ways to it, as `cm context` has: `quick_search` from what the index remembers of this folder, `search` with a
full `Env`, which brings the index up to date. All of the words first; if nothing has them all, any of them. Rules pass the
predicate; withdrawn content and secrets are not shown wherever they stand. In which order hits are told: `flows/found.py`.
"""

from __future__ import annotations

import json
import os
import sqlite3

from cm.core.language.query import EVENT_KINDS, RULE_KINDS, read_query
from cm.core.language.snippet import excerpt, sought, spans
from cm.flows.found import Found, Piece, hit_of, in_order, rule_hit, worth
from cm.flows.surroundings import recall
from cm.flows.uses import note_here
from cm.model.light import Light
from cm.store import index_diaries, index_rules, index_search, index_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from cm.core.language.query import Query
    from cm.core.language.snippet import Sought
    from cm.flows.env import Env
    from cm.flows.history import Blocked
    from cm.flows.refresh import Refreshed
    from cm.flows.surroundings import Surroundings
    from cm.store.index import Index
    from cm.store.index_search import Places, Row

LIMIT = 10
AROUND = 400  # characters on each side of a piece in which the ends of its sentences are looked for
_STOPS = ("\n", ". ", "! ", "? ", "。", "！", "？")


class SearchResult(Light):
    """What was found, where was looked, and how the words were taken."""

    __slots__ = ("degraded", "every_word", "hits", "more", "notes", "project", "query", "reranked_by", "withheld", "without")  # fmt: skip
    defaults = (("reranked_by", ""),)
    query: str
    project: str  # the one here
    hits: tuple[Found, ...]
    more: bool  # there is more than the limit lets through
    every_word: bool  # False: nothing has all of the words, these have some
    without: tuple[str, ...]  # words that were excluded
    reranked_by: str  # who ordered the hits anew, where that was asked for
    withheld: int  # hits that repeat withdrawn content or a secret
    notes: tuple[str, ...]
    degraded: tuple[str, ...]


def search(
    env: Env,
    text: str,
    *,
    project: str = "",
    host: str = "",
    session: str = "",
    by: str = "",
    kind: str = "",
    since: str = "",
    until: str = "",
    about: str = "",
    source: str = "",
    limit: int = LIMIT,
    source_lines: int = 0,
) -> SearchResult:
    """Searches all that is kept. The arguments are the filters of the query language. Raises Usage."""
    from cm.flows.refresh import answered
    from cm.flows.surroundings import survey
    from cm.model.stamp import EPOCH

    filters = {
        "project": project, "host": host, "session": session, "by": by, "kind": kind, "since": since, "until": until,
        "about": about, "source": source,
    }  # fmt: skip
    asked = with_filters(text, filters)
    query = _read(asked, (env.now - EPOCH).total_seconds())

    def ask(index: Index, done: Refreshed) -> SearchResult:
        said = _bring_diaries(env, index)
        here = survey(env, index, done)
        return answer(index, here, _reader(env, index), query, asked, limit, said, source_lines)

    return answered(env, ask, events=True)


def quick_search(
    environ: Mapping[str, str], cwd: str, text: str, limit: int = LIMIT, source_lines: int = 0
) -> SearchResult:
    """The same from what is remembered of this folder, when all of it still holds; else the long way."""
    known = recall(environ, cwd)
    if known is not None:
        index, here = known
        try:
            with index:
                reader = index_rules.reader_of(
                    index,
                    reader_key(here.repo, here.trusted, here.audience, here.project, here.branch),
                    here.now_s,
                )
                if reader and not here.degraded and _diaries_hold(index, here):
                    return answer(
                        index, here, reader, _read(text, here.now_s), text, limit, source_lines=source_lines
                    )
        except sqlite3.Error:
            pass  # damaged or being replaced: the long way mends it
    from pathlib import Path

    from cm.flows.env import open_env

    return search(open_env(environ, Path(cwd)), text, limit=limit, source_lines=source_lines)


def with_filters(text: str, filters: Mapping[str, str]) -> str:
    """A query with filters that were given as options."""
    given = [
        f'{name}:"{value}"' if " " in value else f"{name}:{value}" for name, value in filters.items() if value
    ]
    return " ".join(each for each in (text, *given) if each)


def _read(text: str, now_s: float) -> Query:
    query = read_query(text, now_s)
    if not query.groups and not query.filtered and not query.without:
        from cm.core.language.query import SAY_FILTERS
        from cm.errors import Usage

        raise Usage(
            "search needs words to look for", hint=f'e.g. cm search "flaky upload test"; {SAY_FILTERS}'
        )
    return query


def reader_key(repo: str, trusted: bool, audience: str, project: str, branch: str) -> str:
    """Under which the verdicts for a search are remembered; another version of the screen asks anew."""
    from cm import __version__

    return json.dumps(
        ["search", __version__, repo, trusted, audience, *([project, branch] if branch else [])]
    )


def _reader(env: Env, index: Index) -> int:
    """The number of the verdicts that hold for a search here; the predicate is asked when they are not remembered."""
    from cm.core.secrets.scrub import VERSION
    from cm.core.serving.serve import Reader
    from cm.flows.branches_here import branches_in
    from cm.flows.refresh_rules import blocklist_of, projects_of
    from cm.flows.shelving import ask_all
    from cm.flows.sources import sources
    from cm.model.stamp import EPOCH

    found = sources(env)
    repo = found[1].name if len(found) > 1 else ""
    trusted = bool(repo) and env.trusted
    also = env.also_called(projects_of(index))
    branch = env.branch if branches_in(index, (env.project, *also)) else ""
    key = reader_key(repo, trusted, env.audience, env.project, branch)
    number = index_rules.reader_of(index, key, (env.now - EPOCH).total_seconds())
    if not number:
        here = tuple(source.name for source in found)
        theirs = blocklist_of([found[1].blocked]) if trusted else None
        policy = env.settings.curation.standing
        number, _ = ask_all(
            index,
            key,
            Reader("search", project=env.project, also=also, audience=env.audience, branch=branch),
            here,
            trusted,
            policy,
            env.now,
            theirs or None,
            at_home=True,
        )
    if index.writable and index.meta("scrub") != str(VERSION):
        index.set_meta("scrub", str(VERSION))
    return number


def _bring_diaries(env: Env, index: Index) -> tuple[str, ...]:
    from cm.flows.refresh_diaries import refresh_diaries
    from cm.store.index import Locked

    if not index.writable:
        return ()
    try:
        refresh_diaries(env, index)
    except (Locked, OSError, sqlite3.OperationalError):
        return ("diaries were searched as they were before: the index could not be written",)
    return ()


def _diaries_hold(index: Index, here: Surroundings) -> bool:
    """Whether the diaries of the index are those that lie there."""
    root = os.path.join(os.path.dirname(os.path.dirname(here.shown)), "diary")
    return index.meta(index_diaries.SIGNATURE, "?") == index_diaries.signature(index_diaries.folders(root))


def answer(
    index: Index, here: Surroundings, reader: int, query: Query, text: str, limit: int,
    degraded: Sequence[str] = (), source_lines: int = 0,
) -> SearchResult:  # fmt: skip
    """Answers from an index that is up to date."""
    places = index_search.places(index, query, (here.project, *here.also), reader)
    places, closed = _open_places(index, places, here.only)
    asked = index_words.expression(query)
    most = max(40, limit * 3)
    rows = _lists(index, query, asked, places, reader, most)
    every = True
    if not any(rows) and len(query.groups) > 1:
        asked = index_words.looser(query, index_search.too_common(index, query))
        rows = _lists(index, query, asked, places, reader, most)
        every = not any(rows)
    wanted = sought(query.terms)
    hits, withheld = _shown(index, here, reader, rows, wanted, limit)
    told = in_order(
        *hits, words=len(wanted), limit=limit + 1, by_time=not asked, ordered=bool(places.sessions) and not asked
    )  # fmt: skip
    if source_lines:
        from cm.flows.source_lines import with_lines

        told = with_lines(index, here, reader, told, source_lines, wanted, _blocked(here))
    notes = [f"`{each}` names nothing that is kept" for each in places.unknown]
    note_here(here, "search", [hit.session for hit in told[:limit]])
    return SearchResult(
        query=text, project=here.project, hits=tuple(told[:limit]), more=len(told) > limit, every_word=every,
        without=tuple(term.text for term in query.without), withheld=withheld,
        notes=(*notes, *closed, *(query.notes if not told else ())), degraded=(*here.degraded, *degraded),
    )  # fmt: skip


def _open_places(index: Index, places: Places, only: str) -> tuple[Places, tuple[str, ...]]:
    """Where an agent may look that is kept to its own sessions, and what to tell it when there are others."""
    if not only:
        return places, ()
    hosts = (only,) if not places.hosts or only in places.hosts else ("",)
    others = index.db.execute("select 1 from sessions where host != ? limit 1", (only,)).fetchone()
    said = f"only sessions of {only} were searched: a human opens all to all with `cm privacy enable`"
    return places.but(hosts=hosts), (said,) if others else ()


def _lists(
    index: Index, query: Query, asked: str, places: Places, reader: int, most: int
) -> tuple[list[Row], list[Row], list[Row]]:
    """Rules, diaries and events that answer, as far as the kinds that are meant let them."""
    words, bare = bool(asked), not query.kinds
    kinds = [kind for kind in query.kinds if kind in EVENT_KINDS]
    no_other = query.only_events or not words
    rules: list[Row] = []
    diaries: list[Row] = []
    if not query.only_events and (
        any(kind in RULE_KINDS for kind in query.kinds)
        or (bare and (not no_other or query.about) and not query.sessions)
    ):
        rules = index_search.find_rules(index, query, asked, reader, at=places)
    if (
        not query.only_events
        and "diary" not in query.without_kinds
        and ("diary" in query.kinds or (bare and not no_other))
    ):
        diaries = index_search.find_diaries(index, query, asked, places)
    events = index_search.find_events(index, query, asked, places, kinds, most) if bare or kinds else []
    return rules, diaries, events


def _shown(
    index: Index, here: Surroundings, reader: int, rows: tuple[list[Row], list[Row], list[Row]], wanted: Sequence[Sequence[Sought]],
    limit: int,
) -> tuple[tuple[list[Found], list[Found], list[Found]], int]:  # fmt: skip
    """What of it may be shown, as hits: rules, diaries, events; and how many may not."""
    screen = Screen(_blocked(here), index.meta("scrub", "?"))
    rules, diaries, events = rows
    best = max((row.rank for row in rules), default=0.0) or 1.0
    if here.anchored and rules:
        from cm.flows.anchored import gone_of

        held = gone_of(here.root, here.anchored, map(int, here.anchored))
        gone = set(index_rules.names_of(index, held).values()) if held else ()
        screen.withheld += sum(row.id in gone for row in rules)
        rules = [row for row in rules if row.id not in gone]
    beside = index_rules.beside(index, reader, [row.n for row in rules if row.n])
    told = [rule_hit(row, wanted, row.rank / best, beside.get(row.n, ((), ()))) for row in rules]
    told.sort(key=lambda hit: -hit.score)
    return (
        told[: limit + 1],
        _pieces(diaries, screen, wanted, limit, here.now),
        _pieces(events, screen, wanted, limit, here.now),
    ), screen.withheld


def _pieces(
    rows: list[Row], screen: Screen, wanted: Sequence[Sequence[Sought]], limit: int, today: str
) -> list[Found]:
    """The best of one list with the piece of each that is shown; what says the very same is told once."""
    best = max((row.rank for row in rows), default=0.0)
    ranked = [(worth(row, wanted, row.rank / best if best else 0.0, today), row) for row in rows]
    if best:
        ranked.sort(key=lambda pair: -pair[0])
    kept: list[tuple[float, Row, Piece]] = []
    alike: dict[tuple[str, str], int] = {}
    for value, row in ranked:
        key = (row.kind, row.text[:500])
        if key in alike:
            alike[key] += 1
            continue
        if len(kept) > limit:
            continue
        text, matches, start = excerpt(row.text, wanted)
        alike[key] = 0
        if screen.passes(row, text, start):
            held = len({number for _, _, number in spans(row.text, wanted)}) if len(wanted) > 1 else 1
            kept.append((value, row, Piece(text=text, matches=matches, start=start, words=held)))
    return [hit_of(row, piece, value, alike[row.kind, row.text[:500]]) for value, row, piece in kept]


class Screen:
    """What keeps a piece of talk from being shown: withdrawn content, and secrets that an older scrubber let pass."""

    def __init__(self, blocked: Blocked | None, clean_version: str) -> None:
        self.blocked = blocked
        self.clean_version = clean_version
        self.withheld = 0

    def passes(self, row: Row, shown: str, start: int) -> bool:
        """Whether a piece may be shown; counts those that may not."""
        passed = self._passes(row, _whole_sentences(row.text, start, len(shown)))
        self.withheld += not passed
        return passed

    def _passes(self, row: Row, text: str) -> bool:
        if self.blocked is not None:
            from cm.flows.history import repeats

            if repeats(self.blocked, text):
                return False
        if row.kind == "diary" or str(row.scrubbed) == self.clean_version:
            return True  # this version's scrubber has cleaned it on its way in
        from cm.core.secrets.scrub import find_secret

        return find_secret(text) is None


def _whole_sentences(text: str, start: int, length: int) -> str:
    """The piece of a text from there on, with the whole of the sentences that it begins and ends in."""
    begin, end = max(0, start - AROUND), min(len(text), start + length + AROUND)
    ahead = text[begin:start]
    cut = max(ahead.rfind(mark) for mark in _STOPS)
    after = text[start + length : end]
    stops = [at for mark in _STOPS if (at := after.find(mark)) >= 0]
    return text[begin + cut + 1 if cut >= 0 else begin : start + length + min(stops, default=len(after))]


def _blocked(here: Surroundings) -> Blocked | None:
    if not here.blocked:
        return None
    from cm.flows.history import blocked_of

    repo = [os.path.join(here.repo, "ledger")] if here.trusted and here.repo else []
    found: Any = blocked_of([os.path.dirname(here.shown), *repo])
    return found if found.texts else None
