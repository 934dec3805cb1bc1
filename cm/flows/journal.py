"""`cm journal`: is it whole, how large is it, and what leaves it by the settings.

Pruning happens when it is asked for, and after new sessions were read when a limit is set. An event that the evidence of a
live rule points at stays, and so does a document that is still there; a session that nothing was learned of yet waits; diaries stay. The faults of a file are told by
`store/journal_check.py`, what is due by `core/curation/pruning.py`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cm.core.curation.pruning import Because, Held, due
from cm.core.secrets.scrub import VERSION
from cm.errors import BadState, Busy
from cm.flows.env import Env
from cm.flows.permission import INGEST_SECONDS
from cm.hosts.registry import DOCUMENTS
from cm.model.session import SessionHead
from cm.store.dispositions import forget_dispositions
from cm.store.files import lock
from cm.store.home import Layered, repo_home_of
from cm.store.index import Broken, Index, Locked, ReadOnly
from cm.store.journal import Journal, event_to_data
from cm.store.journal_check import Found, Looked, look_over
from cm.store.lines import json_line, unwritable
from cm.store.playbook import read_playbook
from cm.store.reflected import read_reflected, write_reflected

LIVE: Final = frozenset({"active", "draft", "contested"})
MB: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Verified:
    """What was looked over, and every fault."""

    folder: str
    files: int
    events: int
    bytes: int
    faults: tuple[Found, ...]
    older: int  # events cleaned by older scrubbing rules
    scrubbing: int  # the version of the rules that clean now

    @property
    def by_fault(self) -> Mapping[str, int]:
        """How many of each."""
        return dict(Counter(item.fault for item in self.faults).most_common())


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the journal: of one host, or of one month."""

    name: str
    sessions: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Sized:
    """How large it is, and what limits are set."""

    folder: str
    sessions: int
    bytes: int
    hosts: tuple[Part, ...]
    months: tuple[Part, ...]
    retention_days: int
    max_mb: int
    due: int  # sessions that the limits would take out now


@dataclass(frozen=True, slots=True)
class Leaving:
    """A session that leaves, or left."""

    id: str
    at: str
    bytes: int  # what that frees
    kept_events: int  # that evidence points at
    why: Because


@dataclass(frozen=True, slots=True)
class Pruned:
    """What left, or would leave."""

    left: tuple[Leaving, ...]
    freed: int
    bytes: int  # what remains
    waiting: int  # sessions that are due but nothing was learned of yet
    retention_days: int
    max_mb: int
    dry_run: bool


def verify(env: Env) -> Verified:
    """Looks over every line of every file; changes nothing."""
    faults: list[Found] = []
    files: list[Looked] = []
    for item in look_over(Journal(env.home.journal)):
        if isinstance(item, Found):
            faults.append(item)
        else:
            files.append(item)
    return Verified(
        str(env.home.journal), len(files), sum(item.events for item in files), sum(item.bytes for item in files), tuple(faults),
        sum(item.older for item in files), VERSION,
    )  # fmt: skip


def size(env: Env) -> Sized:
    """Adds up files by host and by month."""
    journal = Journal(env.home.journal)
    hosts: dict[str, list[int]] = {}
    months: dict[str, list[int]] = {}
    for head, path in _heads(journal):
        own = path.stat().st_size
        hosts.setdefault(head.host, []).append(own)
        months.setdefault("-".join(path.relative_to(journal.root).parts[:-1]), []).append(own)
    every = [own for sizes in hosts.values() for own in sizes]
    limits = env.settings.journal
    set_ = limits.retention_days or limits.max_mb
    return Sized(
        str(journal.root), len(every), sum(every), _parts(hosts), _parts(months), limits.retention_days, limits.max_mb,
        len(prune(env, dry_run=True).left) if set_ else 0,
    )  # fmt: skip


def prune(
    env: Env,
    *,
    days: int | None = None,
    max_mb: int | None = None,
    waiting: bool = False,
    dry_run: bool = False,
) -> Pruned:
    """Takes out what the settings (or `days`, `max_mb`) do not keep; with `waiting` also what nothing was learned of yet.

    Raises Busy, Unwritable, and what reading a playbook raises: what cannot be read may hold evidence.
    """
    if dry_run:
        return _prune(env, days, max_mb, waiting, True)
    with lock(env.home.ingest_lock, INGEST_SECONDS, who="cm journal prune"):
        return _prune(env, days, max_mb, waiting, False)


def prune_by_settings(env: Env) -> int:
    """After new sessions were read: takes out what the limits say, if any is set; call it without the ingest lock."""
    limits = env.settings.journal
    if not (limits.retention_days or limits.max_mb):
        return 0
    with suppress(Busy, BadState):  # it is asked again next time, and `cm journal prune` says why not
        return len(prune(env).left)
    return 0


def _prune(env: Env, days: int | None, max_mb: int | None, waiting: bool, dry_run: bool) -> Pruned:
    limits = env.settings.journal
    days = limits.retention_days if days is None else days
    max_mb = limits.max_mb if max_mb is None else max_mb
    journal = Journal(env.home.journal)
    heads = {head.id: (head, path) for head, path in _heads(journal)}
    evidence = _evidence(env, [head for head, _ in heads.values()])
    known = read_reflected(env.home)
    held = [
        _held(journal, head, path, evidence.get(head.id, frozenset()), known) for head, path in heads.values()
    ]
    chosen = due(held, env.now, days=days, most_bytes=max_mb * MB, waiting=waiting)
    everything = due(held, env.now, days=days, most_bytes=max_mb * MB, waiting=True)
    left = tuple(
        Leaving(item.id, item.at, item.free, len(evidence.get(item.id, ())), why) for item, why in chosen
    )
    if left and not dry_run:
        _take_out(env, journal, [heads[item.id][0] for item in left], evidence)
    freed = sum(item.bytes for item in left)
    return Pruned(
        left, freed, sum(item.bytes for item in held) - freed, max(0, len(everything) - len(left)), days, max_mb, dry_run
    )  # fmt: skip


def _take_out(
    env: Env, journal: Journal, heads: Sequence[SessionHead], evidence: Mapping[str, frozenset[str]]
) -> None:
    """Index first: what it does not hold is not found, and a journal that still holds it is pruned again."""
    with _index(env) as index:
        for head in heads:
            kept = evidence.get(head.id)
            whole, events = journal.read(head.id)
            index.forget_session(head.id)
            if kept:
                index.add_events(whole, [event for event in events if event.id in kept])
        known = read_reflected(env.home)
        for head in heads:
            reflected = known.pop(head.id, None)
            if kept := evidence.get(head.id):
                journal.shrink(head.id, kept)
                if reflected is not None:
                    known[head.id] = journal.path_of(head).stat().st_size
            else:
                journal.remove(head.id)
        write_reflected(env.home, known)
        forget_dispositions(env.home, {head.id for head in heads if not evidence.get(head.id)})
        with index.write():
            files = len(journal.files())
            index.set_meta("journal", str(min(files, int(index.meta("journal", "0")))))


def _index(env: Env) -> Index:
    try:
        try:
            return Index.open(env.home.index, write=True, wait_ms=10_000)
        except Broken:
            Index.delete(env.home.index)
            return Index.open(env.home.index, write=True, wait_ms=10_000)
    except Locked as error:
        raise Busy("another process is writing the index", hint="run it again in a moment") from error
    except ReadOnly as error:
        raise unwritable(env.home.index, OSError(13, str(error))) from error


def _heads(journal: Journal) -> Iterator[tuple[SessionHead, Path]]:
    for head in journal.sessions():
        path = journal.path_of(head)
        if path.exists():
            yield head, path


def _held(
    journal: Journal, head: SessionHead, path: Path, kept: frozenset[str], known: Mapping[str, int]
) -> Held:
    own = path.stat().st_size
    stays = 0
    if head.host == DOCUMENTS and os.path.exists(head.source):
        stays = own  # a document is read whole or not at all, and this is how it is now
    elif kept:
        _, events = journal.read(head.id)
        lines = [len(json_line(event_to_data(event))) for event in events]
        mine = sum(
            length for length, event in zip(lines, events, strict=True) if event.id in kept
        )  # and the head stays with them
        stays = min(own, mine + max(0, own - sum(lines)))
    learned_from = head.own or head.parent or head.twin or head.notes or known.get(head.id) == own
    return Held(head.id, head.ended or head.started, own, stays, not learned_from)


def _evidence(env: Env, heads: Sequence[SessionHead]) -> Mapping[str, frozenset[str]]:
    """The events that live rules point at, by session: of the user's playbook, and of each repository where sessions ran."""
    layers: dict[Path, Layered] = {env.home.root: env.home}
    if env.repo is not None:
        layers[env.repo.root] = env.repo
    for cwd in dict.fromkeys(head.cwd for head in heads if head.cwd):
        path = Path(cwd)
        repo = repo_home_of(path, env.home, env.user_home) if path.is_absolute() and path.is_dir() else None
        if repo is not None:
            layers[repo.root] = repo
    found: dict[str, set[str]] = {}
    for layer in layers.values():
        if layer.playbook.is_file():
            for rule in read_playbook(layer.playbook):
                if rule.state in LIVE:
                    for item in rule.evidence:
                        found.setdefault(item.session, set()).add(item.event)
    return {name: frozenset(events) for name, events in found.items()}


def _parts(sizes: Mapping[str, list[int]]) -> tuple[Part, ...]:
    return tuple(Part(name, len(each), sum(each)) for name, each in sorted(sizes.items()))
