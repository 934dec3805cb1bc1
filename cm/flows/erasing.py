"""The steps of an erasure, each of which may be done twice: what a killed one left, the next start completes.

It works from the tombstone and from ids alone, so that nothing has to remember the words. Order: journal and diaries, playbooks
and decisions, every other file of the home, what is derived, exports, then one commit and the home's history. Locks: ingest
first, then the home's, as everywhere. What is looked for: `flows/erase.py`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from cm.core.serving.buried import of_data
from cm.errors import BadState, Busy
from cm.flows.arming import lines_now, rearm_cut
from cm.flows.cutting import (
    Found,
    as_places,
    clean_journal,
    cut_book,
    cut_journal,
    layers_of,
    note_rule,
    take_out_sessions,
    told,
)
from cm.flows.env import Env
from cm.flows.ingested import marks_path
from cm.flows.project import exports_without
from cm.flows.refresh import refresh
from cm.flows.said_in import handed_that_say, take_out_of_handed
from cm.flows.unreached import unreached
from cm.hosts.registry import HANDED
from cm.store import git, rewriting
from cm.store.files import LOCK_SECONDS, lock
from cm.store.hostfiles import read_exports
from cm.store.installed import read_records, without_bytes, write_records
from cm.store.intents import AT_WORK
from cm.store.journal import Journal
from cm.store.knife import Knife
from cm.store.leftovers import Done, clean_cache, clean_files, clean_layer
from cm.store.lines import writing
from cm.store.playbook import read_playbook
from cm.store.receipts import Erasure, begin, finish, pending
from cm.store.tombstones import append_tombstone, read_tombstones
from cm.store.watermarks import Watermark, Watermarks, file_of


def resume(env: Env, *, wait: float = LOCK_SECONDS) -> tuple[str, ...]:
    """Completes the erasures that were cut short; says what was done. Raises Busy, Unwritable."""
    told = []
    for erasure in pending(env.home):
        if erasure.id in AT_WORK:
            continue
        with lock(env.home.ingest_lock, wait, who="cm erase"):
            perform(env, replace(erasure, completed_later=True), wait=wait)
        told.append(f"erasure {erasure.id} was cut short; it is complete now (`cm erase --list`)")
    return tuple(told)


def perform(
    env: Env, erasure: Erasure, *, texts: tuple[str, ...] = (), wait: float = LOCK_SECONDS
) -> Erasure:
    """Does all the steps and keeps the receipt; call it with the ingest lock held.

    `texts` are the words themselves where they are known: with them the transcripts of the hosts are looked through faster.
    """
    AT_WORK.add(erasure.id)
    try:
        return _perform(env, erasure, texts, wait)
    finally:
        AT_WORK.discard(erasure.id)


def _perform(env: Env, erasure: Erasure, texts: tuple[str, ...], wait: float) -> Erasure:
    _keep_out(env, erasure)
    knife = knife_of(env, erasure)
    found = Found()
    guarded = lines_now(env)
    with lock(env.home.lock, wait, who="cm erase"):
        take_out_sessions(env, erasure, found)
        cut_journal(env, knife, found)
        for files in layers_of(env):
            cut_book(env, files, knife, found)
        _watermarks(env, erasure, knife, found)
        found.add(clean_cache(env.home))
    erasure = _so_far(env, erasure, found)
    edited = _exports(env, knife, found)
    with lock(env.home.lock, wait, who="cm erase"):
        _settings(env, knife, found)
        found.add(clean_files(env.home, knife))
        for path in handed_that_say(env, knife):
            with writing(path):
                path.unlink(missing_ok=True)
            found.places[told(env, path), "removed"] += 1
        rearm_cut(env, guarded)
        said = git.commit_home(env.home, f"Erase {erasure.id}\n", at=env.stamp, environ=env.environ)
        if said:
            found.notes.append(said)
        history = rewriting.rewrite(env.home, env.environ, knife)
    if history.objects:
        found.places["git history of the home", "rewritten"] += history.objects
    with suppress(BadState, Busy):  # a playbook that cannot be read: the next command makes the index
        refresh(env, events=True)
    if all(done == "rebuilt" for _, done in found.places):
        found.places.clear()  # nothing of it was anywhere: what is derived was made anew all the same
        erasure = replace(erasure, places=tuple(each for each in erasure.places if each.done != "rebuilt"))
    erasure = _so_far(env, erasure, found)
    left = unreached(
        env,
        erasure,
        knife,
        history,
        edited=edited,
        repos=tuple(found.repos),
        texts=texts,
        handed=found.handed,
    )
    done = replace(erasure, unreached=left, history=erasure.history + history.commits, done=True)
    finish(env.home, _without_words(done, knife))
    return done


def _keep_out(env: Env, erasure: Erasure) -> None:
    """Writes the tombstone, unless it stands already: before anything is cut, nothing of it comes in any more."""
    stone = of_data(erasure.stone)
    if stone is not None and stone.id not in {each.id for each in read_tombstones(env.home).stones}:
        append_tombstone(env.home, stone)


def knife_of(env: Env, erasure: Erasure) -> Knife:
    """What cuts for one erasure."""
    stones = read_tombstones(env.home).only(erasure.id)
    return Knife(stones, rules=frozenset(erasure.rules), sessions=erasure.sessions, files=erasure.files)


def look_through(env: Env, erasure: Erasure, knife: Knife) -> Found:
    """What the steps would find; nothing is written."""
    found = Found()
    journal = Journal(env.home.journal)
    for head in journal.sessions():
        if head.id in erasure.sessions:
            found.places["journal", "removed"] += 1
    clean_journal(journal, knife, found, erasure.sessions, dry_run=True)
    for files in layers_of(env):
        with suppress(BadState):
            for rule in read_playbook(files.playbook):
                note_rule(rule, knife.rule(rule), found)
        if (count := _count(files.decisions, knife)) > 0:
            found.places[told(env, files.decisions), "rewritten"] += count
        if files.root != env.home.root:
            found.add(clean_layer(files, knife, dry_run=True))
    _settings(env, knife, found, dry_run=True)
    found.add(clean_files(env.home, knife, dry_run=True))
    for file, done in take_out_of_handed(env, erasure.sessions, dry_run=True):
        found.places[told(env, file), done] += 1
    cut = {where for where, _ in found.places}
    for file in handed_that_say(env, knife):
        if (where := told(env, file)) not in cut:
            found.places[where, "removed"] += 1
    history = rewriting.look(env.home, env.environ, knife)
    if history.objects:
        found.places["git history of the home", "rewritten"] += history.objects
    for path in exports_that_hold(env, knife):
        found.places[path, "refreshed"] += 1
    return found


# --- the steps


def _watermarks(env: Env, erasure: Erasure, knife: Knife, found: Found) -> None:
    """Forgets how far a transcript was read whose state repeats the words: it is read again, and the words stay out."""
    path = marks_path(env)
    for damaged in path.parent.glob(path.name + ".damaged*"):
        damaged.unlink(missing_ok=True)
    if not path.exists():
        return
    with Watermarks.open(path) as marks:
        found.handed.update((file_of(mark.path), mark.host) for mark in marks.all() if mark.host in HANDED)
        gone = [
            mark.path for mark in marks.all() if mark.session in erasure.sessions or _told_in(mark, knife)
        ]
        if gone:
            marks.drop(gone)
            found.places["watermarks", "removed"] += len(gone)
        marks.scour()


def _told_in(mark: Watermark, knife: Knife) -> bool:
    return any(knife.text(text) != text for text in (mark.path, mark.carry, mark.error, mark.session) if text)


def _settings(env: Env, knife: Knife, found: Found, *, dry_run: bool = False) -> None:
    """Forgets what an agent's settings held before we came, where that holds it: taking ours back takes out its entry then."""
    for path in (env.home.guard / "installed.json", env.home.set_up):
        with suppress(BadState):
            before = read_records(path)
            after = without_bytes(before, knife.held)
            count = sum(item != before.items[key] for key, item in after.items.items())
            if count:
                found.places[told(env, path), "rewritten"] += count
                if not dry_run:
                    write_records(path, after)


def exports_that_hold(env: Env, knife: Knife) -> tuple[str, ...]:
    """The files that cm exported rules to and that hold it; settings of agents are told apart."""
    with suppress(BadState):
        files = read_exports(env.home.exports).files.items()
        return tuple(path for path, item in files if not item.pieces and _holds(Path(path), knife))
    return ()


def _holds(path: Path, knife: Knife) -> bool:
    try:
        return knife.held(path.read_bytes())
    except OSError:
        return False


def _exports(env: Env, knife: Knife, found: Found) -> tuple[str, ...]:
    """Refreshes every export that holds it, or a rule that lost words; returns those that hold it still."""
    with suppress(BadState):
        files = read_exports(env.home.exports).files
        touched = {*found.removed, *found.reworded, *knife.rules}
        rules = {
            rule
            for path, item in files.items()
            if _holds(Path(path), knife) or touched.intersection(item.rules)
            for rule in item.rules
        }
        if rules:
            done, left = exports_without(env, sorted(rules))
            for path in done:
                found.places[path, "refreshed"] += 1
            found.notes += left
    return exports_that_hold(env, knife)


def _so_far(env: Env, erasure: Erasure, found: Found) -> Erasure:
    """The record with what was done, on disk."""
    both: dict[tuple[str, Done], int] = {(each.where, each.done): each.count for each in erasure.places}
    for place, count in found.places.items():
        both[place] = max(both.get(place, 0), count)
    now = replace(
        erasure,
        places=as_places(both),
        rules=tuple(dict.fromkeys((*erasure.rules, *found.removed))),
        reworded=tuple(dict.fromkeys((*erasure.reworded, *found.reworded))),
    )
    begin(env.home, _without_words(now, read_knife(knife_of(env, erasure))))
    return now


def read_knife(knife: Knife) -> Knife:
    """The same knife, for names of places: a session's own name may stand in the record of the work."""
    return Knife(knife.stones, rules=knife.rules)


def _without_words(erasure: Erasure, knife: Knife) -> Erasure:
    """The record without a word of what was erased: paths may hold it, and so may the reason."""

    def plain(text: str) -> str:
        return knife.text(text)

    return replace(
        erasure,
        reason=plain(erasure.reason),
        places=tuple(replace(each, where=plain(each.where)) for each in erasure.places),
        unreached=tuple(
            replace(each, where=plain(each.where), why=plain(each.why), todo=plain(each.todo))
            for each in erasure.unreached
        ),
    )


def _count(path: Path, knife: Knife) -> int:
    before = knife.cuts
    with suppress(OSError):
        data = path.read_bytes()
        if knife.cleaned(data) is not data:
            return max(1, knife.cuts - before)
    return 0
