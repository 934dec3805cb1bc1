"""Onboarding by the agent: what is missing for this project, which sessions may have it, and how far the work is.

A question about a session is the one of `cm reflect --prepare`, its answer goes through `cm reflect --apply`; what is kept here is
which sessions are done with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from cm.core.reflection.gaps import Gap, Promising, gaps_of, glance, promising
from cm.core.serving.serve import Reader, Served
from cm.errors import NotFound
from cm.flows.env import Env
from cm.flows.ingest import Progress
from cm.flows.named import session_named
from cm.flows.permission import note_use, open_heads
from cm.flows.prepared import Handed
from cm.flows.reading import shelf, side_by_side
from cm.flows.reflect import Wish, hand_out
from cm.flows.scrubbed import scrubbed
from cm.flows.sessions import Filter, by_all_names, matches
from cm.model.session import Event, SessionHead
from cm.model.standing import Shelved
from cm.store.files import lock
from cm.store.journal import Journal
from cm.store.modelled import Far, read_modelled
from cm.store.onboarding import read_done, write_done
from cm.store.reflected import size_of

SAMPLE = 5


@dataclass(frozen=True, slots=True)
class Onboarding:
    """How far it is, what is missing, and what to read next."""

    project: str
    sessions: int
    done: int
    rules: int  # in service here
    drafts: int
    gaps: tuple[Gap, ...]
    sample: tuple[Promising, ...]
    closed: int = 0  # sessions of other agents that may not be read in this one


@dataclass(frozen=True, slots=True)
class Marked:
    """What was marked as done, or taken back."""

    sessions: tuple[str, ...]
    done: int


def onboarding(env: Env, *, project: str = "", most: int = SAMPLE) -> Onboarding:
    """Looks at the sessions and rules of a project ("" = the one around)."""
    name = project or env.project
    journal, heads, done, closed = _sessions(env, name)
    shelved = shelf(env).shelved
    served = [
        each.rule
        for each in side_by_side(env, shelved, Reader(door="list", project=name, audience=env.audience))
        if isinstance(each, Served)
    ]
    quoted = _quoted(shelved)
    glances = [glance(head, events, quoted) for head, events in _read(journal, heads)]
    gaps = gaps_of(glances, Counter(rule.category for rule in served))
    sample = promising((each for each in glances if each.session not in done), gaps, most)
    if env.agent:
        note_use(env, "onboard", (each.session for each in sample))
    drafts = sum(item.rule.state == "draft" and item.rule.scope.project in ("", name) for item in shelved)
    return Onboarding(
        name, len(heads), len(done & {head.id for head in heads}), len(served), drafts, gaps, sample, closed
    )


def read_session(env: Env, session: str, *, progress: Progress | None = None) -> Handed:
    """Hands out the next question about a session; the most promising one when none is named. Raises NotFound."""
    found = onboarding(env, most=1)
    if not session:
        if not found.sample:
            return Handed("")
        session = found.sample[0].session
    handed = hand_out(env, Wish(session=session, filter=Filter()), progress=progress)
    return replace(handed, gaps=tuple(gap.kind for gap in found.gaps)) if handed.question else handed


def mark_done(env: Env, sessions: Iterable[str]) -> Marked:
    """Says that there is nothing more in these sessions. Raises NotFound, Ambiguous."""
    journal = Journal(env.home.journal)
    heads = list(open_heads(env, list(journal.sessions())))
    named = tuple(dict.fromkeys(session_named(heads, each).id for each in sessions))
    if not named:
        raise NotFound("which session is done?", hint="cm onboard done SESSION")
    sizes = {head.id: size_of(journal, head) for head in heads if head.id in named}
    with lock(env.home.lock):
        done = {name: size for name, size in read_done(env.home).items() if journal.head(name)} | sizes
        write_done(env.home, done)
    return Marked(named, len(done))


def reset(env: Env, *, project: str = "") -> Marked:
    """Forgets which sessions of a project were marked as done; what was answered stays answered."""
    _, heads, _, _ = _sessions(env, project or env.project)
    here = {head.id for head in heads}
    with lock(env.home.lock):
        done = read_done(env.home)
        kept = {name: size for name, size in done.items() if name not in here}
        write_done(env.home, kept)
    return Marked(tuple(sorted(done.keys() & here)), len(kept))


def _sessions(env: Env, project: str) -> tuple[Journal, list[SessionHead], frozenset[str], int]:
    journal = Journal(env.home.journal)
    off = scrubbed(env)
    every = list(journal.sessions())
    wanted = by_all_names(env, Filter(project=project), every)
    mine = [
        head
        for head in every
        if (matches(head, wanted) if project else not head.project)
        and not (
            head.own or head.notes or head.parent or head.id in off or (head.twin and journal.head(head.twin))
        )
    ]
    heads = list(open_heads(env, mine))
    read, said = read_modelled(env.home), read_done(env.home)
    sizes = {head.id: size_of(journal, head) for head in heads}
    done = {name for name, size in sizes.items() if size in (read.get(name, Far()).size, said.get(name))}
    return journal, heads, frozenset(done), len(mine) - len(heads)


def _quoted(shelved: Iterable[Shelved]) -> dict[str, list[str]]:
    """What rules and drafts quote already, by event."""
    found: dict[str, list[str]] = {}
    for item in shelved:
        for each in item.rule.evidence:
            found.setdefault(each.event, []).append(each.quote)
    return found


def _read(journal: Journal, heads: list[SessionHead]) -> Iterable[tuple[SessionHead, tuple[Event, ...]]]:
    return journal.events([head.id for head in heads]) if heads else ()
