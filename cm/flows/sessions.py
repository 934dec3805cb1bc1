"""Sessions: reads what is new, and tells what is known of each; or tells what would be read, without touching anything."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from cm.errors import Usage
from cm.flows.env import Env
from cm.flows.ingest import Progress, ingest
from cm.flows.ingested import Counts, Failed, Ingested, Preview, preview, read_so_far
from cm.flows.permission import note_use, open_heads
from cm.flows.refresh import Refreshed, answered
from cm.flows.transcript import shown_words
from cm.model.session import Event, SessionHead
from cm.model.stamp import EPOCH, moment, stamp
from cm.store.diaries import read_diary
from cm.store.index import Broken, Index, Locked, ReadOnly
from cm.store.journal import Journal

OPENING = 160  # characters of the first words


@dataclass(frozen=True, slots=True)
class Filter:
    """Which sessions are meant; an empty field means all."""

    hosts: tuple[str, ...] = ()
    project: str = ""
    since: str = ""  # a stored moment
    status: str = ""  # how it ended, by its diary: success, failure, mixed, unknown; "none" = no diary yet
    text: str = ""  # words of the query language of `cm search`, to be found in one event, or in the title
    own: bool = False  # also those that cm's own calls or other memory tools wrote
    parts: bool = False  # also subagents
    also: tuple[str, ...] = ()  # names that this project had before


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One session at a glance."""

    id: str
    host: str
    project: str
    branch: str
    started: str
    ended: str
    opening: str  # its title, or the user's first words
    events: int
    said: int  # messages by the user
    commands: int
    failed: int  # commands that ended badly
    status: str  # by the diary; "" when there is none yet
    parent: str = ""
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Sessions:
    """What was read now, what was read and left out in all, and the newest sessions that match."""

    project: str
    sessions: tuple[SessionRow, ...]
    matching: int
    total: int
    read: Ingested | None  # this run
    so_far: Counts
    failed: tuple[Failed, ...] = ()
    gone: int = 0


def sessions(
    env: Env,
    wanted: Filter,
    *,
    read: bool = True,
    paths: Sequence[Path] = (),
    most: int = 20,
    sort: str = "",
    progress: Progress | None = None,
) -> Sessions:
    """Reads what is new unless told not to, then lists the sessions that match; the newest unless told to sort otherwise.

    Raises Usage for an unknown order or status, or a filter in `text` that cannot be meant.
    """
    _check(wanted, sort)
    done = None
    if read:
        about = project_for(env, wanted.project) if paths else ""
        done = ingest(env, hosts=wanted.hosts, paths=paths, progress=progress, door="sessions", project=about)
    journal = Journal(env.home.journal)
    heads = list(open_heads(env, journal.sessions()))
    wanted = by_all_names(env, wanted, heads)
    matching = [head for head in heads if matches(head, wanted)]
    if wanted.status or wanted.text or sort in ("events", "errors"):
        facts = facts_of(env, wanted.text)
        matching = [head for head in matching if _fits(head, wanted, facts)]
    else:
        facts = NO_FACTS
    matching.sort(key=lambda head: _rank(head, sort, facts), reverse=True)
    chosen = matching[:most] if most else matching
    note_use(env, "sessions", (head.id for head in chosen if env.agent))
    so_far = read_so_far(env)
    total = replace(
        so_far.total, events=_kept(env, so_far.total.events)
    )  # of an event that stands in two files one is kept
    words = shown_words(env)
    return Sessions(
        project=env.project, sessions=tuple(_row(env, journal, head, words) for head in chosen), matching=len(matching),
        total=len(heads), read=done, so_far=total, failed=so_far.failed, gone=so_far.gone,
    )  # fmt: skip


def _kept(env: Env, told: int) -> int:
    """How many events there are in all sessions, each once; `told`, if there is no index to ask."""
    try:
        with Index.open(env.home.index) as index:
            return min(told, int(index.db.execute("select count(*) from events").fetchone()[0]))
    except (Broken, Locked, ReadOnly, sqlite3.DatabaseError):
        return told


@dataclass(frozen=True, slots=True)
class Facts:
    """What the index knows of each session, by its id."""

    counts: Mapping[str, tuple[int, int]]  # events, and how many ended badly
    status: Mapping[str, str]
    holding: frozenset[str]  # sessions that hold the words


NO_FACTS = Facts({}, {}, frozenset())
SORTS = ("started", "events", "tokens", "errors")
STATUSES = ("success", "failure", "mixed", "unknown", "none")


def facts_of(env: Env, text: str = "") -> Facts:
    """Asks the index, brought up to date, how much is in each session, how it ended, and which hold some words."""
    from cm.core.language.query import read_query
    from cm.flows.refresh_diaries import refresh_diaries
    from cm.store import index_search, index_words

    query = read_query(text, (env.now - EPOCH).total_seconds())
    asked = index_words.expression(query)

    def ask(index: Index, _: Refreshed) -> Facts:
        if index.writable:
            refresh_diaries(env, index)
        return Facts(
            index_search.counts_by_session(index),
            dict(index.db.execute("select session, status from diaries").fetchall()),
            frozenset(index_search.sessions_holding(index, asked)) if asked else frozenset(),
        )

    return answered(env, ask, events=True)


def _check(wanted: Filter, sort: str) -> None:
    for what, value, known in (("sort", sort, SORTS), ("status", wanted.status, STATUSES)):
        if value and value not in known:
            raise Usage(f"--{what} cannot be `{value}`", hint=f"one of {', '.join(known)}")


def _fits(head: SessionHead, wanted: Filter, facts: Facts) -> bool:
    status = facts.status.get(head.id, "none")
    titled = wanted.text and wanted.text.lower() in head.title.lower()
    return (not wanted.status or status == wanted.status) and (
        not wanted.text or head.id in facts.holding or bool(titled)
    )


def _rank(head: SessionHead, sort: str, facts: Facts) -> tuple[int, str]:
    events, errors = facts.counts.get(head.id, (0, 0))
    number = {"events": events, "errors": errors, "tokens": head.tokens_in + head.tokens_out}.get(sort, 0)
    return number, head.started if sort == "started" else head.ended or head.started


def preview_sessions(env: Env, hosts: Sequence[str] = ()) -> Preview:
    """Tells what would be read; opens and writes nothing."""
    return preview(env, hosts=hosts)


def matches(head: SessionHead, wanted: Filter) -> bool:
    """Whether a session is among those that are meant."""
    return (
        (not wanted.hosts or head.host in wanted.hosts)
        and (not wanted.project or head.project == wanted.project or head.project in wanted.also)
        and (not wanted.since or (head.ended or head.started) >= wanted.since)
        and (wanted.own or not (head.own or head.notes))
        and (wanted.parts or not head.parent)
    )


def by_all_names(env: Env, wanted: Filter, heads: Iterable[SessionHead]) -> Filter:
    """The filter with every name that is meant: those the project around cwd had before; of another, the end is enough."""
    if not wanted.project:
        return wanted
    if not env.is_here(wanted.project):
        return replace(wanted, also=_ending_in(wanted.project, {head.project for head in heads}))
    return replace(wanted, project=env.project, also=env.also_called({head.project for head in heads}))


def _ending_in(name: str, projects: Iterable[str]) -> tuple[str, ...]:
    """The projects that a name is, or is the last parts of, as in `cm search project:shop`."""
    low = name.lower().strip("/")
    return tuple(sorted(each for each in projects if low and f"/{each.lower()}".endswith(f"/{low}")))


def project_for(env: Env, name: str) -> str:
    """The project that a name means: the one known by it, or by its last parts if no other is; else the name as it is."""
    if not name or env.is_here(name):
        return env.project if name else ""
    found = _ending_in(name, {head.project for head in Journal(env.home.journal).sessions()} | {env.project})
    return found[0] if len(found) == 1 else name


def since_of(text: str, now: datetime) -> str:
    """Reads "7d", "12h", "2w" or a date as a stored moment; "" stays "". Raises Usage."""
    if not text:
        return ""
    units = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
    try:
        if text[-1] in units and text[:-1].isdigit():
            return stamp(now - int(text[:-1]) * units[text[-1]])
        return stamp(moment(text))
    except (ValueError, OverflowError) as error:
        raise Usage(f"`{text}` is not a time", hint="7d, 12h, 2w, or a date such as 2026-11-30") from error


def until_of(text: str, now: datetime) -> str:
    """Reads "30m", "24h", "7d", "2w" from now, or a moment to come, as a stored moment; "" stays "". Raises Usage."""
    text = text.strip()
    if not text:
        return ""
    units = {"m": 1, "h": 60, "d": 1440, "w": 10080}
    try:
        if text[-1] in units and text[:-1].isdecimal():
            found = now + timedelta(minutes=int(text[:-1]) * units[text[-1]])
        else:
            found = moment(text)
    except (ValueError, OverflowError) as error:
        raise Usage(f"--until is no moment: {text!r}", hint="24h, 7d, or 2026-12-24T18:00:00Z") from error
    if found <= now:
        raise Usage(
            f"--until {text} has passed", hint="name a moment to come, or leave it out to lift it for good"
        )
    return stamp(found)


def opening_of(head: SessionHead, events: Sequence[Event], words: Callable[[str], str]) -> str:
    """What a session was about: its title, else the user's first words."""
    said = next((event.text for event in events if event.by == "user" and event.kind == "message"), "")
    text = " ".join(words(head.title or said).split())
    return text if len(text) <= OPENING else text[: OPENING - 1].rstrip() + "…"


def _row(env: Env, journal: Journal, head: SessionHead, words: Callable[[str], str]) -> SessionRow:
    _, events = journal.read(head.id)
    diary = read_diary(env.home.diary, head)
    return SessionRow(
        id=head.id, host=head.host, project=head.project, branch=head.branch, started=head.started, ended=head.ended,
        opening=opening_of(head, events, words), events=len(events),
        said=sum(event.by == "user" and event.kind == "message" for event in events),
        commands=sum(event.kind == "command" for event in events),
        failed=sum(event.kind == "output" and bool(event.exit) for event in events),
        status=diary.status if diary else "", parent=head.parent, tokens=head.tokens_in + head.tokens_out,
    )  # fmt: skip
