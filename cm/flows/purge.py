"""Takes sessions out of everything that was kept of them: journal, diaries, watermarks, what was reflected on, the index.

The index is deleted and made anew, so that no free page of it holds old words. Rules that rest on such a session stay, with
the words that prove them, and are named. What is to be taken out: `flows/permission.py`, `flows/privacy.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from cm.errors import BadState
from cm.flows.env import Env
from cm.flows.ingested import marks_path
from cm.flows.reading import shelf
from cm.flows.refresh import refresh
from cm.model.session import SessionHead
from cm.store.diaries import Diaries
from cm.store.dispositions import forget_dispositions
from cm.store.file_versions import forget_versions
from cm.store.index import Index
from cm.store.journal import Journal
from cm.store.modelled import forget_modelled
from cm.store.onboarding import forget_done
from cm.store.reflected import read_reflected, write_reflected
from cm.store.replies import drop_replies_of
from cm.store.watermarks import Watermarks


@dataclass(frozen=True, slots=True)
class Resting:
    """A rule that stands on what a session said."""

    id: str
    text: str
    state: str
    sessions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Purged:
    """What was taken out, and what still rests on it."""

    sessions: tuple[str, ...] = ()
    bytes: int = 0
    diaries: int = 0
    rules: tuple[Resting, ...] = ()


def purge(
    env: Env, heads: Iterable[SessionHead], *, hosts: Iterable[str] = (), dry_run: bool = False
) -> Purged:
    """Takes these sessions out, and all that is remembered of the files of `hosts`; call it with the ingest lock held.

    A killed run is made good by the next: what is left is found by the same question. Raises Unwritable.
    """
    gone = {head.id: head for head in heads}
    denied = frozenset(hosts)
    journal = Journal(env.home.journal)
    size = sum(_size(journal, head) for head in gone.values())
    diaries = Diaries(env.home.diary)
    kept = {name: diaries.places(name) for name in gone}
    rules: tuple[Resting, ...] = ()
    with suppress(BadState):  # a playbook that cannot be read hinders nobody from taking out
        rules = rules_on(env, gone, denied)
    done = Purged(tuple(gone), size, sum(map(bool, kept.values())), rules)
    if dry_run:
        return done
    with Watermarks.open(marks_path(env)) as marks:
        marks.drop(mark.path for mark in marks.all() if mark.session in gone or mark.host in denied)
    for name in gone:
        for path in (*kept[name], *Diaries(env.home.model_diary).places(name)):
            path.unlink(missing_ok=True)
        journal.remove(name)
    known = read_reflected(env.home)
    if known.keys() & gone.keys():
        write_reflected(env.home, {name: size for name, size in known.items() if name not in gone})
    forget_dispositions(env.home, gone)
    forget_versions(env.home, gone, denied)
    forget_modelled(env.home, frozenset(gone))
    forget_done(env.home, gone)
    drop_replies_of(env.home, gone)
    if gone and env.home.index.exists():
        Index.delete(env.home.index)
        with suppress(BadState):  # a playbook that cannot be read: the next command makes the index
            refresh(env, events=True)
    return done


def rules_on(env: Env, sessions: Iterable[str], hosts: Iterable[str] = ()) -> tuple[Resting, ...]:
    """The rules that are not withdrawn and quote one of these sessions, or any of these hosts."""
    wanted, denied = frozenset(sessions), frozenset(hosts)
    found = []
    for item in shelf(env).shelved:
        rule = item.rule
        if rule.state in ("retired", "superseded"):
            continue
        named = dict.fromkeys(
            each.session
            for each in rule.evidence
            if each.session in wanted or each.session.partition("/")[0] in denied
        )
        if named:
            found.append(Resting(rule.id, rule.text, rule.state, tuple(named)))
    return tuple(found)


def _size(journal: Journal, head: SessionHead) -> int:
    try:
        return journal.path_of(head).stat().st_size
    except OSError:
        return 0
