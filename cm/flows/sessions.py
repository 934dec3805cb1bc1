"""Sessions: reads what is new, and tells what is known of each; or tells what would be read, without touching anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cm.errors import Usage
from cm.flows.env import Env
from cm.flows.ingest import Progress, ingest
from cm.flows.ingested import Counts, Failed, Ingested, Preview, preview, read_so_far
from cm.model.session import Event, SessionHead
from cm.model.stamp import moment, stamp
from cm.store.diaries import read_diary
from cm.store.journal import Journal

OPENING = 160  # characters of the first words


@dataclass(frozen=True, slots=True)
class Filter:
    """Which sessions are meant; an empty field means all."""

    hosts: tuple[str, ...] = ()
    project: str = ""
    since: str = ""  # a stored moment
    own: bool = False  # also those that cm's own calls or other memory tools wrote
    parts: bool = False  # also subagents


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
    progress: Progress | None = None,
) -> Sessions:
    """Reads what is new unless told not to, then lists the newest sessions that match."""
    done = ingest(env, hosts=wanted.hosts, paths=paths, progress=progress) if read else None
    journal = Journal(env.home.journal)
    heads = list(journal.sessions())
    matching = [head for head in heads if matches(head, wanted)]
    matching.sort(key=lambda head: head.ended or head.started, reverse=True)
    chosen = matching[:most] if most else matching
    so_far = read_so_far(env)
    return Sessions(
        project=env.project, sessions=tuple(_row(env, journal, head) for head in chosen), matching=len(matching),
        total=len(heads), read=done, so_far=so_far.total, failed=so_far.failed, gone=so_far.gone,
    )  # fmt: skip


def preview_sessions(env: Env, hosts: Sequence[str] = ()) -> Preview:
    """Tells what would be read; opens and writes nothing."""
    return preview(env, hosts=hosts)


def matches(head: SessionHead, wanted: Filter) -> bool:
    """Whether a session is among those that are meant."""
    return (
        (not wanted.hosts or head.host in wanted.hosts)
        and (not wanted.project or head.project == wanted.project)
        and (not wanted.since or (head.ended or head.started) >= wanted.since)
        and (wanted.own or not (head.own or head.notes))
        and (wanted.parts or not head.parent)
    )


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


def opening_of(head: SessionHead, events: Sequence[Event]) -> str:
    """What a session was about: its title, else the user's first words."""
    said = next((event.text for event in events if event.by == "user" and event.kind == "message"), "")
    text = " ".join((head.title or said).split())
    return text if len(text) <= OPENING else text[: OPENING - 1].rstrip() + "…"


def _row(env: Env, journal: Journal, head: SessionHead) -> SessionRow:
    _, events = journal.read(head.id)
    diary = read_diary(env.home.diary, head)
    return SessionRow(
        id=head.id, host=head.host, project=head.project, branch=head.branch, started=head.started, ended=head.ended,
        opening=opening_of(head, events), events=len(events),
        said=sum(event.by == "user" and event.kind == "message" for event in events),
        commands=sum(event.kind == "command" for event in events),
        failed=sum(event.kind == "output" and bool(event.exit) for event in events),
        status=diary.status if diary else "", parent=head.parent,
    )  # fmt: skip
