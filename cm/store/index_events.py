"""Events in the index: added in bulk by ingest, found again by words.

Text is stored once, in `texts`; the full-text table holds no text of its own, and all of what the journal keeps of an event
is in it. Not here: how text becomes words (`index_words.py`), `cm search` itself (`index_search.py`), what may be shown of a
hit (`flows/history.py`).
"""

from __future__ import annotations

import json

from cm.core.language.later import later
from cm.model.light import Light
from cm.store.index_words import parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from cm.model.session import Event, SessionHead
    from cm.store.index import Index

_CJK = later(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]+")
_WORD = later(r"[^\W_]+")
READ_AT_MOST = 1500  # matches that are weighed: of words found more often, the newest


class Hit(Light):
    """One event that answers a search."""

    __slots__ = ("agent", "at", "by", "host", "id", "kind", "own", "parent", "project", "rank", "seq", "session", "text")  # fmt: skip
    id: str
    session: str
    seq: int
    at: str
    by: str
    kind: str
    agent: str
    text: str
    host: str
    project: str
    parent: str
    own: bool
    rank: float  # higher is better


def add_events(index: Index, head: SessionHead, events: Iterable[Event]) -> int:
    """Adds a session and its events in one transaction; known ids are passed over. Returns how many were new."""
    db = index.db
    with index.write():
        session = _put_session(index, head)
        given = {event.id: event for event in events}
        fresh = known_missing(index, given)
        row = db.execute("select coalesce(max(n), 0) from events").fetchone()[0]
        # a command is found by how it ended, which is told by the output after it
        exits = {
            event.of: event.exit
            for event in given.values()
            if event.kind == "output" and event.of and event.exit is not None
        }
        rows = []
        texts = []
        words = []
        for event_id in fresh:
            event = given[event_id]
            row += 1
            text = event.text
            code = event.exit if event.kind == "output" else exits.pop(event_id, None)
            rows.append(
                (row, event_id, session, event.seq, event.at, event.by, event.kind, event.agent, code, event.scrubbed)
            )  # fmt: skip
            texts.append((row, text))
            words.append((row, text, parts(text)))
        db.executemany("insert into events values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        try:
            db.executemany("insert into texts values (?, ?)", texts)
        except UnicodeEncodeError:  # half a character, which JSON can say and a database cannot hold
            texts = [(n, text.encode("utf-8", "replace").decode("utf-8")) for n, text in texts]
            words = [(n, text, parts(text)) for n, text in texts]
            db.executemany("insert or ignore into texts values (?, ?)", texts)
        db.executemany("insert into events_fts (rowid, text, parts) values (?, ?, ?)", words)
        if rows and exits:  # of commands that came with an earlier batch
            late = [(code, event_id) for event_id, code in exits.items()]
            db.executemany(
                "update events set exit = ? where id = ? and kind = 'command' and exit is null", late
            )
    return len(rows)


def _put_session(index: Index, head: SessionHead) -> int:
    record = {name: getattr(head, name) for name in head.__slots__}
    values = (
        head.host,
        head.project,
        head.parent,
        int(head.own),
        head.started,
        head.ended,
        json.dumps(record),
    )
    found = index.db.execute("select n from sessions where id = ?", (head.id,)).fetchone()
    if found:
        index.db.execute(
            "update sessions set host = ?, project = ?, parent = ?, own = ?, started = ?, ended = ?, head = ? where n = ?",
            (*values, found[0]),
        )
        return int(found[0])
    made = index.db.execute("insert into sessions values (null, ?, ?, ?, ?, ?, ?, ?, ?)", (head.id, *values))
    return int(made.lastrowid or 0)


def known(index: Index, ids: Sequence[str]) -> set[str]:
    """Which of these event ids the index holds."""
    found: set[str] = set()
    for at in range(0, len(ids), 500):
        some = ids[at : at + 500]
        marks = ",".join("?" * len(some))
        found.update(row[0] for row in index.db.execute(f"select id from events where id in ({marks})", some))
    return found


def known_missing(index: Index, given: dict[str, Event]) -> list[str]:
    """The ids that are not there yet, in the order given."""
    have = known(index, list(given))
    return [event_id for event_id in given if event_id not in have]


def forget_session(index: Index, session_id: str) -> int:
    """Takes a session and its events out; returns how many events there were."""
    db = index.db
    with index.write():
        row = db.execute("select n from sessions where id = ?", (session_id,)).fetchone()
        if row is None:
            return 0
        found = db.execute(
            "select n, text from texts where n in (select n from events where session = ?)", (row[0],)
        ).fetchall()
        # a full-text table without content needs the old words to forget them
        db.executemany(
            "insert into events_fts (events_fts, rowid, text, parts) values ('delete', ?, ?, ?)",
            [(n, text, parts(text)) for n, text in found],
        )
        db.execute("delete from texts where n in (select n from events where session = ?)", (row[0],))
        db.execute("delete from events where session = ?", (row[0],))
        db.execute("delete from sessions where n = ?", (row[0],))
    return len(found)


def match_words(query: str, most: int = 12) -> list[str]:
    """The words of a query as the full-text table knows them: quoted, the longest first, CJK in pairs."""
    found: list[str] = []
    for word in _WORD.findall(query):
        run = _CJK.search(word)
        if run:
            pair = run.group(0)
            found.extend(pair[at : at + 2] for at in range(max(1, len(pair) - 1)))
        else:
            found.append(word.lower())
    unique = list(dict.fromkeys(found))
    return sorted(unique, key=lambda word: -len(word))[:most]


def search_events(
    index: Index,
    query: str,
    *,
    words: Sequence[str] = (),
    every: bool = False,
    project: str = "",
    also: Sequence[str] = (),
    host: str = "",
    session: str = "",
    by: Sequence[str] = (),
    kinds: Sequence[str] = (),
    since: str = "",
    main_only: bool = False,
    own: bool = False,
    limit: int = 10,
) -> list[Hit]:
    """The events that fit best: all of the words if `every`, else any; no words and a session = that session in order."""
    wanted = list(words) or match_words(query)
    where: list[str] = []
    values: list[Any] = []
    if project:
        where.append(f"s.project in ({','.join('?' * (1 + len(also)))})")
        values += [project, *also]  # `also`: names that the project had before
    if host:
        where.append("s.host = ?")
        values.append(host)
    if session:
        where.append("(s.id = ? or s.id like ?)")
        values += [session, f"%{session.replace('%', '')}%"]
    for column, several in (("e.by", by), ("e.kind", kinds)):
        if several:
            where.append(f"{column} in ({','.join('?' * len(several))})")
            values += list(several)
    if since:
        where.append("e.at >= ?")
        values.append(since)
    if main_only:
        where.append("e.agent = '' and s.parent = ''")
    if not own:
        where.append("s.own = 0")
    columns = "e.id, s.id, e.seq, e.at, e.by, e.kind, e.agent, t.text, s.host, s.project, s.parent, s.own"
    if wanted:
        joined = (" AND " if every else " OR ").join(
            f'"{word}"' for word in (w.replace('"', "") for w in wanted)
        )
        # filters are asked before anything is weighed, and texts are fetched of the best alone
        asked = " and ".join(["events_fts match ?", *where])
        fts = (
            "select f.rowid r, -bm25(events_fts, 1.0, 0.5) q from events_fts f cross join events e on e.n = f.rowid"
            f" cross join sessions s on s.n = e.session where {asked} order by f.rowid desc limit {READ_AT_MOST}"
        )
        best = f"(select r, q from ({fts}) order by q desc, r desc limit ?)"
        values = [joined, *values, limit]
        rank, source, order, where = "f.q", f"{best} f join events e on e.n = f.r", "1 desc, e.n desc", []
    else:
        rank, source, order = "0.0", "events e", "s.id, e.seq"
    rows = index.db.execute(
        f"select {rank}, {columns} from {source} join texts t on t.n = e.n join sessions s on s.n = e.session"
        f"{' where ' + ' and '.join(where) if where else ''} order by {order} limit ?",
        (*values, limit),
    )
    names = (
        "rank",
        "id",
        "session",
        "seq",
        "at",
        "by",
        "kind",
        "agent",
        "text",
        "host",
        "project",
        "parent",
        "own",
    )
    return [Hit(**dict(zip(names, row, strict=True))) for row in rows]
