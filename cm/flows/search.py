"""`cm search`: finds what was said and run in past sessions, by words.

All of the words first; if nothing has them all, any of them. Withdrawn content and secrets are not shown.
The few snippets beside rules are `flows/history.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from cm.errors import Usage
from cm.flows.env import Env
from cm.flows.history import Blocked, blocked_of, excerpt, repeats
from cm.flows.refresh import Refreshed, answered
from cm.model.stamp import moment, stamp
from cm.store.index import Index
from cm.store.index_events import Hit, match_words

CHARS = 400


@dataclass(frozen=True, slots=True)
class Found:
    """One event that answers."""

    event: str
    session: str
    seq: int
    at: str
    by: str
    kind: str
    host: str
    project: str
    agent: str
    text: str  # the part of it that holds the words
    chars: int  # how long the whole text is


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What was found, where was looked, and how the words were taken."""

    query: str
    project: str  # "" = every project
    hits: tuple[Found, ...]
    every_word: bool  # False: nothing has all of the words, these have some
    withheld: int  # hits that repeat withdrawn content or a secret
    degraded: tuple[str, ...] = ()


def search(
    env: Env,
    query: str,
    *,
    project: str = "",
    host: str = "",
    session: str = "",
    by: str = "",
    kind: str = "",
    since: str = "",
    subagents: bool = True,
    limit: int = 10,
) -> SearchResult:
    """Searches the journal. `project` "." is the one around here, "" all; `since` a moment, or an age as in 7d."""
    words = match_words(query)
    if not words and not session:
        raise Usage("search needs words to look for", hint='e.g. cm search "flaky upload test"')
    where = env.project if project == "." else project
    filters = {
        "project": where,
        "host": host,
        "session": session,
        "by": (by,) if by else (),
        "kinds": (kind,) if kind else (),
        "since": _since(env, since),
        "main_only": not subagents,
        "own": bool(session),
        "limit": limit * 2,
    }

    def ask(index: Index, done: Refreshed) -> tuple[list[Hit], bool, tuple[str, ...]]:
        hits = index.search_events(query, words=words, every=True, **filters)
        every = bool(hits) or len(words) < 2
        return hits if every else index.search_events(query, words=words, **filters), every, done.degraded

    hits, every, degraded = answered(env, ask, events=True)
    blocked = _blocked(env)
    shown = [hit for hit in hits if _may_be_shown(hit, words, blocked)]
    return SearchResult(
        query=query,
        project=where,
        hits=tuple(_found(hit, words) for hit in shown[:limit]),
        every_word=every,
        withheld=len(hits) - len(shown),
        degraded=degraded,
    )


def _blocked(env: Env) -> Blocked | None:
    repo = [str(env.repo.ledger_dir)] if env.repo is not None and env.trusted else []
    found = blocked_of([str(env.home.ledger_dir), *repo])
    return found if found.texts else None


def _may_be_shown(hit: Hit, words: list[str], blocked: Blocked | None) -> bool:
    from cm.core.scrub import find_secret

    text = excerpt(hit.text, words, CHARS)
    return find_secret(text) is None and (blocked is None or not repeats(blocked, text))


def _found(hit: Hit, words: list[str]) -> Found:
    return Found(
        event=hit.id,
        session=hit.session,
        seq=hit.seq,
        at=hit.at,
        by=hit.by,
        kind=hit.kind,
        host=hit.host,
        project=hit.project,
        agent=hit.agent,
        text=excerpt(hit.text, words, CHARS),
        chars=len(hit.text),
    )


def _since(env: Env, text: str) -> str:
    """A moment as stored; `7d`, `12h`, `3w` count back from now."""
    if not text:
        return ""
    unit = {"h": 1, "d": 24, "w": 24 * 7}.get(text[-1:])
    if unit and text[:-1].isdigit():
        return stamp(env.now - timedelta(hours=unit * int(text[:-1])))
    try:
        return stamp(moment(text))
    except ValueError as error:
        raise Usage(f"--since is not a moment: {text!r}", hint="write 7d, 12h, 3w or 2026-11-30") from error
