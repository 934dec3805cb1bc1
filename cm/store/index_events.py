"""Events in the index: added in bulk by ingest, found again by words.

Text is stored once, in `events`; the full-text table holds no text of its own. CJK is found by pairs of characters, and
the parts of camelCase names are indexed beside the text. Not here: what may be shown of a hit (`flows/history.py`).
"""

from __future__ import annotations

import json
import re

from cm.model.light import Light

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from cm.model.session import Event, SessionHead
    from cm.store.index import Index

OUTPUT_HEAD, OUTPUT_TAIL = 300, 700  # characters of a command's output that can be found
_CAMEL = re.compile(r"[a-z0-9][A-Z]")
_NAME = re.compile(r"\b[A-Z]*[a-z0-9]+[A-Z][A-Za-z0-9]*")
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]+")
_WORD = re.compile(r"[^\W_]+")


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


def parts(text: str) -> str:
    """What the tokenizer would not find in a text: the words inside camelCase names, and pairs of CJK characters."""
    found: list[str] = []
    if _CAMEL.search(text):
        for name in dict.fromkeys(_NAME.findall(text)):
            if len(name) <= 60:
                found.extend(_PIECE.findall(name))
    if not text.isascii():
        for run in _CJK.findall(text):
            found.extend(run[at : at + 2] for at in range(max(1, len(run) - 1)))
    return " ".join(found)


def searched(kind: str, text: str) -> tuple[str, str]:
    """What of an event is indexed: its text (of a command's output the two ends) and what the tokenizer would miss."""
    if kind != "output":
        return text, parts(text)
    if len(text) > OUTPUT_HEAD + OUTPUT_TAIL:
        text = text[:OUTPUT_HEAD] + "\n" + text[-OUTPUT_TAIL:]
    return text, "" if text.isascii() else parts(text)


def add_events(index: Index, head: SessionHead, events: Iterable[Event]) -> int:
    """Adds a session and its events in one transaction; known ids are passed over. Returns how many were new."""
    db = index.db
    with index.write():
        session = _put_session(index, head)
        given = {event.id: event for event in events}
        fresh = known_missing(index, given)
        row = db.execute("select coalesce(max(n), 0) from events").fetchone()[0]
        rows = []
        texts = []
        for event_id in fresh:
            event = given[event_id]
            row += 1
            kind, text = event.kind, event.text
            rows.append((row, event_id, session, event.seq, event.at, event.by, kind, event.agent, text))
            texts.append((row, *searched(kind, text)))
        db.executemany("insert into events values (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        db.executemany("insert into events_fts (rowid, text, parts) values (?, ?, ?)", texts)
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
        found = db.execute("select n, kind, text from events where session = ?", (row[0],)).fetchall()
        # a full-text table without content needs the old words to forget them
        db.executemany(
            "insert into events_fts (events_fts, rowid, text, parts) values ('delete', ?, ?, ?)",
            [(n, *searched(kind, text)) for n, kind, text in found],
        )
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
    for column, value in (("s.project", project), ("s.host", host)):
        if value:
            where.append(f"{column} = ?")
            values.append(value)
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
    columns = "e.id, s.id, e.seq, e.at, e.by, e.kind, e.agent, e.text, s.host, s.project, s.parent, s.own"
    if wanted:
        joined = (" AND " if every else " OR ").join(
            f'"{word}"' for word in (w.replace('"', "") for w in wanted)
        )
        # with no filter the best are cut off before they are joined; with one, the filter has to see them all
        cut = " order by 2 desc limit 400" if len(where) <= 1 else ""
        fts = f"(select rowid r, -bm25(events_fts, 1.0, 0.5) q from events_fts where events_fts match ?{cut})"
        values.insert(0, joined)
        rank, source = "f.q", f"{fts} f join events e on e.n = f.r"
        order = "1 desc, e.n desc"
    else:
        rank, source, order = "0.0", "events e", "s.id, e.seq"
    rows = index.db.execute(
        f"select {rank}, {columns} from {source} join sessions s on s.n = e.session"
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
