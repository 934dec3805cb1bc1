"""Brings the derived index up to date with playbooks, ledgers, trust and settings; what did not change is not read again.

Only when a playbook changed is YAML parsed; when only the ledger grew, its new lines are read and the rules they name get
a new standing. A damaged index, or one of another version, is deleted and made anew, events included (from the journal).
How rules get in is `refresh_rules.py`, standings `refresh_marks.py`. The same composition, without an index, is `reading.py`.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeVar

from cm.errors import BadState, Busy, Unwritable
from cm.flows.env import Env
from cm.flows.refresh_events import events_missing, reindex_events, size_of
from cm.flows.refresh_marks import put_heirs, put_standings, rules_due, take_marks
from cm.flows.refresh_rules import Changes, Read, blocklist_of, check_content, put_book, put_changes
from cm.flows.sources import USER, Source, sources
from cm.flows.strangers import left_out
from cm.model.names import storable
from cm.model.playbook import Playbook
from cm.model.stamp import EPOCH
from cm.store import index_rules as rows
from cm.store.index import WAIT_MS, Broken, Index, Input, Locked, ReadOnly, fingerprint
from cm.store.index_traumas import has_missed
from cm.store.intents import any_pending

INLINE_BYTES: Final = (
    8_000_000  # a journal of this size is indexed again at once; a larger one by `cm search`
)
MEND_SECONDS: Final = 0.1
# what a flipped bit in a stored value looks like; a fault of ours looks the same, and shows itself the second time
_DAMAGE: Final = (Broken, LookupError, TypeError, ValueError)
_HELD_BEFORE: Final = "another process is writing the index: answered from what it held before"
_GUARDING: Final = ("packs.jsonl", "admitted", "installed.json")
_BUSY: Final = "another process is writing the index: rules were read anew, history was not searched"
_NO_HOME: Final = "nothing is kept yet: `cm init` makes the home, `cm reflect` fills it"
_READ_ONLY: Final = "the home cannot be written (permissions, or a full disk): rules are read anew each time, history is not searched"


_NEAR: Final = "near.db"  # the table of meanings, where a model has read the rules: `store/near.py`


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What was out of date, and what could not be brought up to date."""

    changed: tuple[str, ...] = ()  # playbook, marks, blocked, trust, settings, place, across, events
    rules: int = 0
    flaws: int = 0
    degraded: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(slots=True)
class _Round:
    """One round of refreshing: what is known, what is now, what came of it."""

    env: Env
    index: Index
    known: dict[str, Input]
    here: tuple[Source, ...]
    clock: int
    now: dict[str, Input] = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    degraded: list[str] = field(default_factory=list)
    parts: Mapping[str, Read] | None = None  # of each playbook what is looked at; None = all of it

    def look(self, path: str, kind: str) -> bool:
        """Looks at a file; returns whether it is other than what the index was made from."""
        before = self.known.get(storable(path))
        now = self.now[path] = fingerprint(path, kind, before, self.clock)
        now.path = storable(path)
        if before is None:
            return now.size >= 0
        now.offset = now.offset or before.offset
        return not before.same_content(now)


def refresh(env: Env, *, events: bool | None = None) -> Refreshed:
    """Brings the index on disk up to date and closes it. `events`: None = index the journal again if that is quick."""
    return answered(env, lambda _, done: done, events=events)


T = TypeVar("T")


def answered(env: Env, ask: Callable[[Index, Refreshed], T], *, events: bool | None = None) -> T:
    """Asks an index that is up to date; one that turns out to be damaged is deleted, made anew and asked again."""
    try:
        return _asked(env, ask, events)
    except (sqlite3.DatabaseError, *_DAMAGE) as error:
        if "locked" not in str(error):
            with suppress(ReadOnly):
                Index.delete(env.home.index)
    return _asked(env, ask, events)


def _asked(env: Env, ask: Callable[[Index, Refreshed], T], events: bool | None) -> T:
    index, done = opened(env, events=events)
    with index:
        return ask(index, done)


def opened(env: Env, *, events: bool | None = None, wait_ms: int = WAIT_MS) -> tuple[Index, Refreshed]:
    """An index that is up to date, open; in memory when there is none and none can be written.

    Raises what reading the user's playbook raises (Unparsable, ConflictMarkers, NewerSchema).
    """
    if not env.home.root.is_dir():  # a question does not make a home
        index = Index.in_memory()
        return index, replace(_refresh(env, index, [], False), warnings=(_NO_HOME,))
    _mend(env)
    path = env.home.index
    try:
        index = _open_to_write(path, wait_ms)
    except (ReadOnly, Locked) as refusal:
        return _without_writing(env, isinstance(refusal, Locked))
    done: Refreshed | None = None
    try:
        done = _refresh(env, index, [], events)
    except Locked:
        return _without_writing(env, True)
    except ReadOnly:
        return _without_writing(env, False)
    except sqlite3.OperationalError as error:  # the disk is full, or failed
        return _without_writing(env, "locked" in str(error))
    finally:
        if done is None:
            index.close()
    if "playbook" in done.changed and (env.home.cache / _NEAR).exists():
        from cm.flows.meaning import keep_up

        keep_up(env)
    return index, done


def _without_writing(env: Env, locked: bool) -> tuple[Index, Refreshed]:
    """The index as it lies there, if it may still be used; else one in memory, made for this answer.

    While another process writes, an older state will do, unless something was withdrawn since.
    """
    with suppress(Broken, Locked, ReadOnly):
        index = Index.open(env.home.index)
        differs = changed_since(env, index, time.time_ns())
        if not differs or (locked and index.inputs() and not differs & {"blocked", "trust", "place"}):
            degraded = (_HELD_BEFORE,) if differs else ()
            return index, Refreshed(rules=int(index.meta("rules", "0")), degraded=degraded)
        index.close()
    index = Index.in_memory()
    said = _BUSY if locked else _READ_ONLY
    return index, _refresh(env, index, [said], False)


def changed_since(env: Env, index: Index, clock: int) -> set[str]:
    """The kinds of files that are other than the index was made from; empty where it may be believed."""
    round_ = _Round(env, index, index.inputs(), sources(env), clock)
    differs = {kind for path, kind in _files(env, round_.here) if round_.look(path, kind)}
    return differs | ({"blocked"} if _late(round_) else set())


def _mend(env: Env) -> None:
    """Completes a change that was cut short, when nobody else is at it and the home can be written."""
    if any_pending(env.home):
        from cm.flows.commit import mend

        with suppress(Busy, Unwritable, BadState):
            mend(env, wait=MEND_SECONDS)


def _open_to_write(path: Path, wait_ms: int) -> Index:
    try:
        return Index.open(path, write=True, wait_ms=wait_ms)
    except Broken:
        Index.delete(path)
        return Index.open(path, write=True, wait_ms=wait_ms)


def _files(env: Env, here: tuple[Source, ...]) -> list[tuple[str, str]]:
    """Every file an answer depends on, with its kind."""
    from cm.flows.surroundings import watched

    found = [(str(path), kind) for source in here for kind, path in source.files().items()]
    guarding = {str(env.home.traumas), *(str(env.home.guard / name) for name in _GUARDING)}
    guarding |= {str(env.repo.traumas)} if env.repo is not None else set()
    for path in watched(env):
        kind = "traumas" if path in guarding else "place"
        if path.endswith(("config.toml", "trust.json")):
            kind = "settings" if path.endswith("config.toml") else "trust"
        found.append((path, kind))
    return found


def put_parts(env: Env, index: Index, parts: Mapping[str, Read], degraded: list[str]) -> Refreshed:
    """Fills an index in memory with a part of each playbook, and with what the ledger says of those rules."""
    return _refresh(env, index, degraded, False, parts)


def _refresh(
    env: Env,
    index: Index,
    degraded: list[str],
    events: bool | None,
    parts: Mapping[str, Read] | None = None,
) -> Refreshed:
    # the file clock, not the env's: it is compared with time stamps of files, and with nothing else
    clock = time.time_ns()
    with index.write():
        round_ = _Round(env, index, index.inputs(), sources(env), clock, degraded=degraded, parts=parts)
        differs = {path for path, kind in _files(env, round_.here) if round_.look(path, kind)}
        round_.changed += [round_.now[path].kind for path in differs]
        books = _changed_books(round_, differs)
        blocked = _blocked_changed(round_, differs)
        behind = _behind(round_, differs)
        _put_rules(round_, books, blocked or bool(behind))
        _put_traumas(round_, differs, blocked or bool(behind))
        _put_marks(round_, books, differs, blocked, behind)
        _put_across(round_, bool(books or blocked or behind))
        if (books or blocked or behind) and env.home.guards.is_dir() and index.writable:
            from cm.flows.reminders import keep_reminders

            keep_reminders(env, index)
        for entry in round_.now.values():
            index.put_input(entry)
        if round_.changed:
            rows.forget_verdicts(index)
            index.db.execute("delete from places")
    if index.path != ":memory:" and events_missing(env, index):
        if events or (events is None and size_of(env.home.journal) <= INLINE_BYTES):
            reindex_events(env, index)
            round_.changed.append("events")
        else:
            degraded.append("history is not indexed yet: run `cm search` once, it reads the journal again")
    return Refreshed(
        changed=tuple(dict.fromkeys(round_.changed)),
        rules=int(index.meta("rules", "0")),
        flaws=sum(int(index.meta(f"flaws:{source.name}", "0")) for source in round_.here),
        degraded=tuple(degraded),
        warnings=tuple(round_.warnings),
    )


def _changed_books(round_: _Round, differs: set[str]) -> dict[str, Changes | Read]:
    books: dict[str, Changes | Read] = {}
    for source in round_.here:
        path = str(source.playbook)
        if path not in differs:
            if said := round_.index.meta(f"broken:{source.name}"):
                round_.warnings.append(said)
            continue
        from cm.flows.refresh_books import read_changes  # brings a YAML parser along

        said = ""
        try:
            part = (round_.parts or {}).get(source.name)
            books[source.name] = part or read_changes(round_.index, source.name, source.playbook)
        except BadState as error:
            if source.name == USER:
                raise
            said = left_out(source.playbook, error)
            books[source.name] = Read(Playbook())
            round_.warnings.append(said)
        round_.index.set_meta(f"broken:{source.name}", said)
    return books


def _blocked_changed(round_: _Round, differs: set[str]) -> bool:
    changed = any(str(source.blocked) in differs for source in round_.here)
    for source in round_.here:
        if str(source.trusted) != round_.index.meta(f"trusted:{source.name}"):
            round_.index.set_meta(f"trusted:{source.name}", str(source.trusted))
            round_.changed.append("trust")
            changed = True
    return changed


def _late(round_: _Round) -> set[str]:
    """The repositories here that did not see the last changes of the user's files: those were met while somebody was elsewhere."""
    now = round_.index.meta("round", "0")
    return {each.name for each in round_.here[1:] if round_.index.meta(f"round:{each.name}", now) != now}


def _behind(round_: _Round, differs: set[str]) -> set[str]:
    """The repositories that are late, from now on in time again; counts the changes of this round."""
    index, user, behind = round_.index, round_.here[0], _late(round_)
    policy = str(round_.env.settings.curation.standing)
    if differs & {str(path) for path in user.files().values()} or index.meta("policy") != policy:
        index.set_meta("round", str(int(index.meta("round", "0")) + 1))
    for source in round_.here[1:]:
        index.set_meta(f"round:{source.name}", index.meta("round", "0"))
    return behind


def _put_rules(round_: _Round, books: Mapping[str, Changes | Read], blocked: bool) -> None:
    if not books and not blocked:
        return
    index = round_.index
    user = round_.here[0]
    for source in round_.here:
        speaking = [user] if source is user else [user, *([source] if source.trusted else [])]
        blocklist = blocklist_of([each.blocked for each in speaking])
        index.set_meta(f"blocked:{source.name}", str(len(blocklist)))
        book = books.get(source.name)
        if blocked and not isinstance(book, Read):
            check_content(index, source.name, blocklist)
        if isinstance(book, Read):
            put_book(index, source.name, book.book, blocklist, book.blocks)
        elif book is not None:
            put_changes(index, source.name, book, blocklist)
    rows.count_terms(index)


def _put_traumas(round_: _Round, differs: set[str], blocked: bool) -> None:
    """Brings the armed traumas up to date; where there are none and never were, nothing is imported."""
    index, here = round_.index, round_.here
    changed = any(round_.now[path].kind == "traumas" for path in differs)
    admitted = round_.now[str(round_.env.home.guard / "admitted")].sha
    late = has_missed(index, {each.name: f"{each.trusted} {admitted}" for each in here})
    some = index.meta("traumas", "0") != "0"
    if (some and blocked) or (
        (changed or late)
        and (some or any(it.kind == "traumas" and it.size > 0 for it in round_.now.values()))
    ):
        from cm.flows.refresh_traumas import put_all  # only when a registry changed: it reads commands

        put_all(round_.env, index, here, anew=blocked)


def _put_heirs(round_: _Round, changed: bool) -> bool:
    """Remembers whose marks count for which rule; returns whether that is other than it was."""
    if not changed:
        return False
    index = round_.index
    other = False
    for source in round_.here:
        beside = (USER,) if source.name != USER and source.trusted else ()
        other |= put_heirs(index, source.name, beside)
    return other


def _put_marks(
    round_: _Round,
    books: Mapping[str, Changes | Read],
    differs: set[str],
    trust_changed: bool,
    behind: set[str],
) -> None:
    env, index = round_.env, round_.index
    policy = env.settings.curation.standing
    touched: set[str] = set()
    parts = (round_.parts or {}).values()
    about = {rule.id for part in parts for rule in part.book} if round_.parts is not None else None
    for source in round_.here:
        path = str(source.feedback)
        if path in differs:
            before, log = round_.known.get(storable(path)), source.feedback
            touched |= take_marks(index, source.name, log, before, round_.now[path], about)
    now = (env.now - EPOCH).total_seconds()
    for book in books.values():
        touched |= book.ids if isinstance(book, Changes) else set()
    whole = any(isinstance(book, Read) for book in books.values())
    other_heirs = _put_heirs(round_, bool(books or behind) or trust_changed)
    anew = whole or trust_changed or other_heirs or index.meta("policy") != str(policy)
    due = rules_due(index, now)
    if not (anew or touched or due or behind):
        return
    if index.meta("policy") != str(policy):
        index.set_meta("policy", str(policy))
        round_.changed.append("settings")
    for source in round_.here:
        names = (USER,) if source.name == USER or not source.trusted else (USER, source.name)
        some = None if anew or source.name in behind else touched | due
        put_standings(index, source.name, names, policy, env.now, some)
    if due or behind:
        round_.changed.append("marks")


def _put_across(round_: _Round, again: bool) -> None:
    """Holds the user's rules and the trusted repository's against each other, as far as they changed."""
    another = "place" in round_.changed or "settings" in round_.changed  # it may be another project now
    for source in round_.here[1:]:
        if source.trusted and (again or another or not round_.index.meta(f"across:{source.name}")):
            from cm.flows.across import refresh_across  # only when a playbook changed

            if refresh_across(round_.env, round_.index, source.name, again):
                round_.changed.append("across")
