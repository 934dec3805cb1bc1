"""What `cm search` asks the index: events, rules and diaries that answer a query, each list with its own weights.

Filters are asked first, of narrow rows; weights are computed for the newest `READ_AT_MOST` matches; texts are fetched of the
best alone. Not here: what may be shown, and in which order the three lists are told (`flows/search.py`).
"""

from __future__ import annotations

from cm.core.language.query import RULE_KINDS
from cm.model.light import Light
from cm.store import index_words as words
from cm.store.index_events import READ_AT_MOST
from cm.store.index_rules import TIED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from cm.core.language.query import Query
    from cm.store.index import Index
    from cm.store.index_facets import Origins

COMMON = 3000  # a word found more often does not count when one of several is enough and rarer ones are there
_WEIGHTS = "1.0, 0.6"  # a hit in the text itself, and in the parts of names


class Row(Light):
    """One thing that answers."""

    __slots__ = ("agent", "at", "by", "card", "exit", "host", "id", "kind", "n", "project", "rank", "scrubbed", "seq", "session", "status", "text")  # fmt: skip
    defaults = (("agent", ""), ("by", ""), ("card", ""), ("exit", None), ("host", ""), ("n", 0), ("scrubbed", 0), ("seq", 0), ("session", ""), ("status", ""),)  # fmt: skip
    id: str
    n: int  # of a rule that is tied to others: its number, else 0
    session: str
    seq: int
    at: str
    by: str
    kind: str
    host: str
    project: str
    agent: str
    exit: int | None
    status: str
    card: str
    text: str
    scrubbed: int
    rank: float


class Places(Light):
    """A query's filters on hosts, projects, sessions, entities and sources, as the index knows them."""

    __slots__ = ("about", "hosts", "origins", "projects", "sessions", "unknown")
    defaults = (("about", None), ("origins", None), ("hosts", ()), ("projects", ()), ("sessions", None), ("unknown", ()))  # fmt: skip
    about: tuple[int, ...] | None  # the rules about what is asked for; None = whatever they are about
    origins: Origins | None  # None = wherever it comes from
    hosts: tuple[str, ...]
    projects: tuple[str, ...]
    sessions: tuple[str, ...] | None  # None = all
    unknown: tuple[str, ...]  # filters that name nothing there is


ANYWHERE = Places()


def places(index: Index, query: Query, here: Sequence[str], reader: int = 0) -> Places:
    """Finds out which projects and sessions are meant: `.` is the one here by all its names, `shop` ends a longer name.

    Entities are looked for among the rules that the reader may see.
    """
    unknown: list[str] = []
    projects: list[str] = []
    if query.projects:
        named = (
            "select project from sessions union select project from diaries union select c.project from rule_facets c"
            " join served v on v.reader = ? and v.n = c.n where c.project != ''"
        )
        known = [row[0] for row in index.db.execute(named, (reader,))]
        for asked in query.projects:
            if asked == ".":
                projects += here
                continue
            low = asked.lower().strip("/")
            fits = [each for each in known if each.lower() == low or each.lower().endswith("/" + low)]
            projects += fits or [asked]
            unknown += [] if fits or asked in here else [f"project:{asked}"]
    sessions: tuple[str, ...] | None = None
    if query.sessions:
        found: list[str] = []
        for asked in query.sessions:
            low = asked.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
            rows = index.db.execute(
                "select id from sessions where id like ? escape '\\' or id like ? escape '\\' or parent = ? limit 50",
                (f"{low}%", f"%/{low}%", asked),
            ).fetchall()
            found += [row[0] for row in rows]
            unknown += [] if rows else [f"session:{asked}"]
        sessions = tuple(dict.fromkeys(found))
    hosts = tuple(dict.fromkeys(each.lower() for each in query.hosts))
    if hosts:
        known = [row[0] for row in index.db.execute("select distinct host from sessions")]
        unknown += [f"host:{each}" for each in hosts if each not in known]
    about: tuple[int, ...] | None = None
    if query.about:
        from cm.store.index_facets import rules_about

        meant = {
            each: [*(f"project:{name}" for name in here), each] if each.lower() == "project:here" else [each]
            for each in query.about
        }
        known_of = rules_about(index, reader, [each for several in meant.values() for each in several])
        unknown += [
            f"about:{each}" for each, several in meant.items() if not any(known_of[one] for one in several)
        ]
        about = tuple(sorted({n for rules in known_of.values() for n in rules}))
    come_from: Origins | None = None
    if query.sources:
        from cm.store.index_facets import origins

        come_from, nothing = origins(index, query.sources)
        unknown += [f"source:{each}" for each in nothing]
    return Places(
        hosts=hosts, projects=tuple(dict.fromkeys(projects)), sessions=sessions, unknown=tuple(unknown), about=about,
        origins=come_from,
    )  # fmt: skip


def find_events(
    index: Index, query: Query, asked: str, at: Places, kinds: Sequence[str], most: int
) -> list[Row]:
    """The best events for what is asked; without words the newest."""
    where, values = _event_filters(index, query, at, kinds)
    db = index.db
    if asked:
        joined = " cross join events e on e.n = f.rowid" if where else ""
        filters = "".join(f" and {each}" for each in where)
        best = db.execute(
            f"select r, q from (select f.rowid r, -bm25(events_fts, {_WEIGHTS}) q from events_fts f{joined}"
            f" where events_fts match ?{filters} order by f.rowid desc limit {READ_AT_MOST}) order by q desc, r desc limit ?",
            (asked, *values, most),
        ).fetchall()
    else:
        none = words.excluded_words(query.without)
        if none:
            where.append("e.n not in (select rowid from events_fts where events_fts match ?)")
            values.append(none)
        filters = " where " + " and ".join(where) if where else ""
        best = db.execute(
            f"select e.n, 0.0 from events e{filters} order by {'e.session, e.seq' if at.sessions else 'e.at desc, e.n desc'} limit ?",
            (*values, most),
        ).fetchall()
    return _events(index, best)


def _event_filters(
    index: Index, query: Query, at: Places, kinds: Sequence[str]
) -> tuple[list[str], list[Any]]:
    where: list[str] = []
    values: list[Any] = []
    of_session: list[str] = []
    named: tuple[tuple[str, tuple[str, ...] | None], ...] = (
        ("host", at.hosts or None), ("project", at.projects or None), ("id", at.sessions),
    )  # fmt: skip
    for column, several in named:
        if several is not None:
            of_session.append(f"{column} in ({_spots(several)})")
            values += several
    if at.sessions is None and index.db.execute("select 1 from sessions where own limit 1").fetchone():
        of_session.append("own = 0")
    if of_session:
        where.append(f"e.session in (select n from sessions where {' and '.join(of_session)})")
    for column, wanted in (("by", query.by), ("kind", kinds)):
        if wanted:
            where.append(f"e.{column} in ({_spots(wanted)})")
            values += wanted
    if query.without_kinds:
        where.append(f"e.kind not in ({_spots(query.without_kinds)})")
        values += query.without_kinds
    if query.since:
        where.append("e.at >= ?")
        values.append(query.since)
    if query.until:
        where.append("e.at <= ? and e.at > ''")
        values.append(query.until)
    if at.about is not None or at.origins is not None:
        from cm.store.index_facets import event_filters, proving

        if (
            at.about is not None
        ):  # nobody says of what is said whom it is about: what proves a fact is about the same
            where.append(proving(at.about))
        if at.origins is not None:
            asked, more = event_filters(at.origins)
            where.append(asked)
            values += more
    if query.exits:
        where.append(
            "(" + " or ".join(f"e.exit {'<>' if negated else '='} ?" for _, negated in query.exits) + ")"
        )
        values += [code for code, _ in query.exits]
    return where, values


def _events(index: Index, best: Sequence[tuple[int, float]]) -> list[Row]:
    ranks = dict(best)
    found: dict[int, Row] = {}
    numbers = list(ranks)
    for start in range(0, len(numbers), 500):
        some = numbers[start : start + 500]
        rows = index.db.execute(
            "select e.n, e.id, s.id, e.seq, e.at, e.by, e.kind, e.agent, e.exit, e.scrubbed, t.text, s.host, s.project"
            f" from events e join texts t on t.n = e.n join sessions s on s.n = e.session where e.n in ({_spots(some)})",
            some,
        )
        for n, id_, session, seq, at, by, kind, agent, code, scrubbed, text, host, project in rows:
            found[n] = Row(
                id=id_, session=session, seq=seq, at=at, by=by, kind=kind, agent=agent, exit=code, scrubbed=scrubbed, text=text,
                host=host, project=project, rank=ranks[n],
            )  # fmt: skip
    return [found[n] for n in numbers if n in found]


def find_rules(
    index: Index, query: Query, asked: str, reader: int, most: int = 200, *, at: Places = ANYWHERE
) -> list[Row]:
    """The rules that a reader may see and that answer; without words the newest. Filters are asked before any is left out."""
    narrow, values = _rule_filters(query, at)
    joined = " cross join rule_facets c on c.n = v.n" if narrow else ""
    also = "".join(f" and {each}" for each in narrow)
    columns = f"r.id, r.card, r.stage, r.source, case when v.facets & {TIED} then r.n else 0 end"
    if asked:
        rows = index.db.execute(
            f"select -bm25(rules_words, {_WEIGHTS}) q, {columns} from rules_words f"
            f" cross join served v on v.reader = ? and v.n = f.rowid{joined} cross join rules r on r.n = f.rowid"
            f" where rules_words match ?{also} order by q desc, r.n limit ?",
            (reader, asked, *values, most),
        )
    else:
        none = words.excluded_words(query.without)
        clean = "and r.n not in (select rowid from rules_words where rules_words match ?) " if none else ""
        rows = index.db.execute(
            f"select 0.0, {columns} from served v{joined} join rules r on r.n = v.n where v.reader = ? {clean}{also}"
            " order by r.n desc limit ?",
            (reader, *([none] if none else []), *values, most),
        )
    return [
        Row(
            id=id_,
            n=n,
            at="",
            kind="rule",
            project="",
            card=card,
            status=stage,
            session=source,
            text="",
            rank=q,
        )
        for q, id_, card, stage, source, n in rows
    ]


def _rule_filters(query: Query, at: Places) -> tuple[list[str], list[Any]]:
    kinds = [kind for kind in query.kinds if kind in RULE_KINDS]
    if not (
        kinds or query.without_kinds or at.projects or at.hosts or query.since or query.until
        or at.about is not None or at.origins is not None
    ):  # fmt: skip
        return [], []
    from cm.store.index_facets import rule_filters

    return rule_filters(
        kinds=kinds, without_kinds=query.without_kinds, projects=at.projects, hosts=at.hosts, since=query.since,
        until=query.until, about=at.about, source=at.origins,
    )  # fmt: skip


def find_diaries(index: Index, query: Query, asked: str, at: Places, most: int = 100) -> list[Row]:
    """The diaries that answer; without words the newest."""
    where: list[str] = []
    values: list[Any] = []
    named: tuple[tuple[str, tuple[str, ...] | None], ...] = (
        ("host", at.hosts or None), ("project", at.projects or None), ("session", at.sessions),
    )  # fmt: skip
    for column, several in named:
        if several is not None:
            where.append(f"d.{column} in ({_spots(several)})")
            values += several
    for edge, sign in ((query.since, ">="), (query.until, "<=")):
        if edge:
            where.append(f"d.at {sign} ? and d.at > ''")
            values.append(edge)
    if at.about is not None:
        where.append("0")  # a diary is about all that happened
    if at.origins is not None:
        from cm.store.index_facets import diary_filters

        said, more = diary_filters(at.origins)
        where.append(said)
        values += more
    columns = "d.id, d.session, d.at, d.host, d.project, d.status, d.text"
    if asked:
        where.append("diaries_words match ?")
        values.append(asked)
        rank, source = (
            f"-bm25(diaries_words, {_WEIGHTS})",
            "diaries_words f cross join diaries d on d.n = f.rowid",
        )
    else:
        none = words.excluded_words(query.without)
        if none:
            where.append("d.n not in (select rowid from diaries_words where diaries_words match ?)")
            values.append(none)
        rank, source = "0.0", "diaries d"
    filters = " where " + " and ".join(where) if where else ""
    rows = index.db.execute(
        f"select {rank} q, {columns} from {source}{filters} order by q desc, d.at desc limit ?",
        (*values, most),
    )
    return [
        Row(id=id_, session=session, at=when, kind="diary", host=host, project=project, status=status, text=text, rank=q)
        for q, id_, session, when, host, project, status, text in rows
    ]  # fmt: skip


def too_common(index: Index, query: Query) -> list[str]:
    """Of the words of which one is enough, those that say nothing beside the rarer ones."""
    counts: dict[str, int] = {}
    for word in words.plain_words(query):
        row = index.db.execute(
            f"select count(*) from (select 1 from events_fts where events_fts match ? limit {COMMON + 1})",
            (word,),
        )
        counts[word] = row.fetchone()[0]
    common = [word for word, count in counts.items() if count > COMMON]
    return common if any(0 < count <= COMMON for count in counts.values()) else []


def counts_by_session(index: Index) -> dict[str, tuple[int, int]]:
    """How many events each session has, and how many outputs among them that ended badly."""
    rows = index.db.execute(
        "select s.id, c.events, c.bad from sessions s join (select session, count(*) events,"
        " total(kind = 'output' and exit is not null and exit <> 0) bad from events group by session) c on c.session = s.n"
    )
    return {session: (events, int(bad)) for session, events, bad in rows}


def sessions_holding(index: Index, asked: str) -> list[str]:
    """The sessions that have an event that answers."""
    rows = index.db.execute(
        "select id from sessions where n in (select e.session from events_fts f cross join events e on e.n = f.rowid"
        " where events_fts match ?)",
        (asked,),
    )
    return [row[0] for row in rows]


def _spots(several: Sequence[object]) -> str:
    return ",".join("?" * len(several))
