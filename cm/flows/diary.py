"""The diary of a session: read when it is there, made from the journal when it is not; no model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cm.core.reading.digest import digest
from cm.errors import NotFound
from cm.flows.env import Env
from cm.flows.ingest import ingest
from cm.flows.named import session_named, several
from cm.flows.permission import note_use, open_heads, require_open
from cm.flows.sessions import Filter, by_all_names, matches, opening_of
from cm.flows.transcript import shown_words
from cm.model.diary import Diary, Entry
from cm.model.session import SessionHead
from cm.store.diaries import Diaries as Kept
from cm.store.diaries import read_diary, write_diary
from cm.store.journal import Journal


@dataclass(frozen=True, slots=True)
class Told:
    """One session's diary with what the session was about."""

    head: SessionHead
    opening: str
    diary: Diary


@dataclass(frozen=True, slots=True)
class Diaries:
    """Diaries, the newest first."""

    project: str
    diaries: tuple[Told, ...]
    total: int


def diary(env: Env, session: str) -> Told:
    """Gives one session's diary, made anew from what the journal holds. Raises NotFound, Ambiguous."""
    journal = Journal(env.home.journal)
    try:
        head = session_named(journal.sessions(), session)
    except NotFound:
        taken_over = _taken_over(env, session)
        if taken_over is None:
            raise
        return taken_over
    require_open(env, head.id, "diary")
    return _told(env, journal, head)


def _taken_over(env: Env, session: str) -> Told | None:
    """A diary that came with another store: nothing but itself is kept of its session."""
    found = [
        each for each in Kept(env.home.diary).all() if each.imported and each.session.startswith(session)
    ]
    exact = [each for each in found if each.session == session]
    if len(exact or found) != 1:
        return None
    known = (exact or found)[0]
    require_open(env, known.session, "diary")
    host, _, native = known.session.partition("/")
    head = SessionHead(known.session, host, native, project=known.project, started=known.started)
    return Told(head, "", shown(known, shown_words(env)))


def diary_with_id(env: Env, name: str) -> Told:
    """Gives the diary with this id, or the one that begins so. Raises NotFound, Ambiguous."""
    found = Kept(env.home.diary).named(name.strip())
    if len(found) > 1:
        raise several(name, "diaries", (each.id for each in found))
    if not found:
        raise NotFound(f"there is no diary `{name}`", hint="`cm diary` tells those of the newest sessions")
    return diary(env, found[0].session)


def diaries(env: Env, wanted: Filter, *, most: int = 5, read: bool = True) -> Diaries:
    """Gives the diaries of the newest sessions, reading what is new first."""
    if read:
        ingest(env, hosts=wanted.hosts, door="diary")
    journal = Journal(env.home.journal)
    every = list(open_heads(env, journal.sessions()))
    wanted = by_all_names(env, wanted, every)
    heads = [head for head in every if matches(head, wanted)]
    heads.sort(key=lambda head: head.ended or head.started, reverse=True)
    chosen: Sequence[SessionHead] = heads[:most] if most else heads
    note_use(env, "diary", (head.id for head in chosen if env.agent))
    return Diaries(env.project, tuple(_told(env, journal, head) for head in chosen), len(heads))


def _told(env: Env, journal: Journal, head: SessionHead) -> Told:
    head, events = journal.read(head.id)
    known = read_diary(env.home.diary, head)
    if known is None or known.events < len(events):  # of more than is kept now: it cannot be made again
        known = digest(head, events)
        write_diary(env.home.diary, known)
    words = shown_words(env)
    return Told(head, opening_of(head, events, words), shown(known, words))


def shown(diary: Diary, words: Callable[[str], str]) -> Diary:
    """The diary as it may be shown: withdrawn content is left out, as in `cm show`; the file keeps it, as the journal does."""

    def allowed(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        return tuple(replace(entry, text=words(entry.text)) for entry in entries)

    return replace(
        diary,
        signals=tuple(replace(signal, quote=words(signal.quote)) for signal in diary.signals),
        request=allowed(diary.request),
        accomplishments=allowed(diary.accomplishments),
        decisions=allowed(diary.decisions),
        challenges=allowed(diary.challenges),
        preferences=allowed(diary.preferences),
        learnings=allowed(diary.learnings),
        commands=tuple(replace(command, text=words(command.text)) for command in diary.commands),
    )
