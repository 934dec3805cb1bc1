"""Finds the event in which the user said the words that are quoted, so that the gate can verify them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cm.core.language.text import locate
from cm.errors import NotFound
from cm.flows.env import Env
from cm.flows.ingest import ingest
from cm.flows.named import session_named
from cm.hosts.registry import HOSTS
from cm.model.rule import Evidence
from cm.model.session import Event, SessionHead
from cm.store.journal import Journal


@dataclass(frozen=True, slots=True)
class Quoted:
    """Evidence for a quote, with the events it was looked for in."""

    evidence: Evidence | None = None
    events: tuple[Event, ...] = ()


def quoted(env: Env, quote: str, session: str = "", event: str = "") -> Quoted:
    """Looks for the user's words, newest event first; a running session is read first when it is not known yet.

    What is not found is left to the gate, which says so.
    """
    if not session and not event:
        return Quoted()
    head, events = _session(env, session) if session else (None, ())
    if not events and event:
        head, events = _holding(env, event)
    mine = [item for item in events if item.by == "user" and (not event or item.id == event)]
    for item in reversed(mine):
        span = locate(quote, item.text)
        if span:
            words = item.text[span[0] : span[1]]
            return Quoted(Evidence("user", words, item.session, item.id, span, item.at), (item,))
    return Quoted(Evidence("user", quote, head.id if head else session, event), tuple(mine[-1:]))


def event_named(env: Env, name: str, session: str = "") -> Event:
    """The event of that id. Raises NotFound."""
    events = _session(env, session)[1] if session else _holding(env, name)[1]
    for item in events:
        if item.id == name:
            return item
    raise NotFound(
        f"there is no event {name}",
        hint="`cm search` and `cm sessions show ID` name events by their ids",
        id=name,
    )


def _session(env: Env, session: str) -> tuple[SessionHead | None, Sequence[Event]]:
    journal = Journal(env.home.journal)
    try:
        head = session_named(journal.sessions(), session)
    except NotFound:
        ingest(env, hosts=(env.agent,) if env.agent in HOSTS else ())
        head = session_named(journal.sessions(), session)
    found = journal.read(head.id)
    words = found[1]
    if env.agent in HOSTS and not words:
        ingest(env, hosts=(env.agent,))
        words = journal.read(head.id)[1]
    return head, words


def _holding(env: Env, event: str) -> tuple[SessionHead | None, Sequence[Event]]:
    journal = Journal(env.home.journal)
    for head in journal.sessions():
        events = journal.read(head.id)[1]
        if any(item.id == event for item in events):
            return head, events
    return None, ()
