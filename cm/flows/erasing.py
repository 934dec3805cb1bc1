"""The steps of an erasure, each of which may be done twice: what a killed one left, the next start completes.

It works from the tombstone and from ids alone, so that nothing has to remember the words. Order: journal and diaries, playbooks
and decisions, every other file of the home, what is derived, exports, then one commit and the home's history. Locks: ingest
first, then the home's, as everywhere. What is looked for: `flows/erase.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from cm.core.curation.apply import replay
from cm.core.language.text import locate
from cm.core.reading.digest import digest
from cm.core.serving.tombstones import ERASED
from cm.errors import BadState, Busy
from cm.flows.commit import put_merged
from cm.flows.env import Env
from cm.flows.ingested import marks_path
from cm.flows.project import refresh_exports
from cm.flows.refresh import refresh
from cm.flows.unreached import unreached
from cm.model.playbook import Playbook
from cm.model.rule import Evidence, Rule
from cm.model.session import Event, SessionHead
from cm.store import git, rewriting, trust
from cm.store.decisions import read_log
from cm.store.diaries import Diaries, write_diary
from cm.store.files import LOCK_SECONDS, lock
from cm.store.files import replace as replace_file
from cm.store.home import Layered, RepoHome
from cm.store.hostfiles import read_exports
from cm.store.intents import AT_WORK
from cm.store.journal import Journal
from cm.store.knife import Knife
from cm.store.leftovers import Done, Place, clean_cache, clean_decisions, clean_file, clean_files, clean_layer
from cm.store.lines import json_line
from cm.store.playbook import read_document, read_playbook
from cm.store.receipts import Erasure, begin, finish, pending
from cm.store.reflected import read_reflected, write_reflected
from cm.store.schema import rule_to_data
from cm.store.tombstones import read_tombstones
from cm.store.watermarks import Watermark, Watermarks

CUT: Final = "words around it were erased"


@dataclass(slots=True)
class _Found:
    """What came of the steps so far."""

    places: Counter[tuple[str, Done]] = field(default_factory=Counter)
    reworded: dict[str, None] = field(default_factory=dict)
    removed: dict[str, None] = field(default_factory=dict)
    repos: dict[str, None] = field(default_factory=dict)  # repositories whose layer was changed
    notes: list[str] = field(default_factory=list)

    def add(self, places: Iterable[Place]) -> None:
        for each in places:
            self.places[each.where, each.done] += each.count


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
    """Does all the steps and keeps the receipt; call it with the ingest lock held and the tombstone written.

    `texts` are the words themselves where they are known: with them the transcripts of the hosts are looked through faster.
    """
    AT_WORK.add(erasure.id)
    try:
        return _perform(env, erasure, texts, wait)
    finally:
        AT_WORK.discard(erasure.id)


def _perform(env: Env, erasure: Erasure, texts: tuple[str, ...], wait: float) -> Erasure:
    knife = knife_of(env, erasure)
    found = _Found()
    with lock(env.home.lock, wait, who="cm erase"):
        _sessions(env, erasure, found)
        _journal(env, knife, found)
        for files in _layers(env):
            _book(env, files, knife, found)
        _watermarks(env, erasure, knife, found)
        found.add(clean_cache(env.home))
    erasure = _so_far(env, erasure, found)
    edited = _exports(env, knife, found)
    with lock(env.home.lock, wait, who="cm erase"):
        found.add(clean_files(env.home, knife))
        said = git.commit_home(env.home, f"Erase {erasure.id}\n", at=env.stamp, environ=env.environ)
        if said:
            found.notes.append(said)
        history = rewriting.rewrite(env.home, env.environ, knife)
    if history.objects:
        found.places["git history of the home", "rewritten"] += history.objects
    with suppress(BadState, Busy):  # a playbook that cannot be read: the next command makes the index
        refresh(env, events=True)
    erasure = _so_far(env, erasure, found)
    left = unreached(env, erasure, knife, history, edited=edited, repos=tuple(found.repos), texts=texts)
    done = replace(erasure, unreached=left, history=erasure.history + history.commits, done=True)
    finish(env.home, _without_words(done, knife))
    return done


def knife_of(env: Env, erasure: Erasure) -> Knife:
    """What cuts for one erasure."""
    stones = read_tombstones(env.home).only(erasure.id)
    return Knife(stones, rules=frozenset(erasure.rules), sessions=erasure.sessions)


def look_through(env: Env, erasure: Erasure, knife: Knife) -> _Found:
    """What the steps would find; nothing is written."""
    found = _Found()
    journal = Journal(env.home.journal)
    for head in journal.sessions():
        if head.id in erasure.sessions:
            found.places["journal", "removed"] += 1
    _clean_journal(journal, knife, found, erasure.sessions, dry_run=True)
    for files in _layers(env):
        with suppress(BadState):
            for rule in read_playbook(files.playbook):
                _note_rule(rule, knife.rule(rule), found)
        if (count := _count(files.decisions, knife)) > 0:
            found.places[_told(env, files.decisions), "rewritten"] += count
        if files.root != env.home.root:
            found.add(clean_layer(files, knife, dry_run=True))
    found.add(clean_files(env.home, knife, dry_run=True))
    history = rewriting.look(env.home, env.environ, knife)
    if history.objects:
        found.places["git history of the home", "rewritten"] += history.objects
    for path in exports_that_hold(env, knife):
        found.places[path, "refreshed"] += 1
    return found


def places_of(found: _Found) -> tuple[Place, ...]:
    """The places in a fixed order."""
    return _as_places(found.places)


def _as_places(counts: Mapping[tuple[str, Done], int]) -> tuple[Place, ...]:
    return tuple(Place(where, done, count) for (where, done), count in sorted(counts.items()))


# --- the steps


def _sessions(env: Env, erasure: Erasure, found: _Found) -> None:
    """Takes whole sessions out: their journal, diaries, and how far they were reflected on."""
    if not erasure.sessions:
        return
    journal, diaries = Journal(env.home.journal), Diaries(env.home.diary)
    for name in erasure.sessions:
        for path in diaries.places(name):
            path.unlink(missing_ok=True)
            found.places["diary", "removed"] += 1
        if journal.remove(name):
            found.places["journal", "removed"] += 1
    known = read_reflected(env.home)
    if known.keys() & erasure.sessions.keys():
        write_reflected(
            env.home, {name: size for name, size in known.items() if name not in erasure.sessions}
        )


def _journal(env: Env, knife: Knife, found: _Found) -> None:
    """Cuts the events; what was made of them is made anew."""
    journal = Journal(env.home.journal)
    changed = _clean_journal(journal, knife, found, {})
    if not changed:
        return
    diaries = Diaries(env.home.diary)
    known = read_reflected(env.home)
    for name, (before, after) in changed.items():
        if known.get(name) == before:
            known[name] = after
        if diaries.places(name):
            head, events = journal.read(name)
            write_diary(env.home.diary, digest(head, events))
            found.places["diary", "rewritten"] += 1
    write_reflected(env.home, known)


def _clean_journal(
    journal: Journal, knife: Knife, found: _Found, gone: Mapping[str, str], *, dry_run: bool = False
) -> dict[str, tuple[int, int]]:
    """The sessions whose files changed, with the size before and after."""
    heads = {journal.path_of(head): head for head in journal.sessions()}
    changed: dict[str, tuple[int, int]] = {}
    for path in journal.files():
        head = heads.get(path)
        if head is not None and head.id in gone:
            continue
        data, cuts = path.read_bytes(), knife.cuts
        new = knife.cleaned(data)
        if new is data:
            continue
        if not dry_run:
            replace_file(path, new)
        found.places["journal", "rewritten"] += max(1, knife.cuts - cuts)
        if head is not None:
            changed[head.id] = len(data), len(new)
    return changed


def _layers(env: Env) -> Iterator[Layered]:
    """The home, and the `.cm/` of every repository the user trusts as it is now."""
    yield env.home
    seen = {env.home.root}
    mine = (env.repo,) if env.repo is not None else ()
    for repo in (
        *mine,
        *(RepoHome(Path(each.path) / ".cm") for each in trust.trusted_repositories(env.home)),
    ):
        if repo.root not in seen and repo.root.is_dir() and trust.is_trusted(env.home, repo):
            seen.add(repo.root)
            yield repo


def _book(env: Env, files: Layered, knife: Knife, found: _Found) -> None:
    """Playbook, decisions and the layer's own logs; then a checkpoint, so that folding the decisions gives the book."""
    mine = files.root == env.home.root
    private = mine
    before = sum(found.places.values())
    trusted = not mine and trust.is_trusted(env.home, RepoHome(files.root))
    try:
        document = read_document(files.playbook)
    except BadState:
        done = clean_file(files.playbook, knife, private=private)
        if done is not None:
            found.places[_told(env, files.playbook), done[0]] += done[1]
        document = None
    if document is not None:
        rules: dict[str, Rule] = {}
        journal = Journal(env.home.journal)
        for rule in document.playbook:
            new = knife.rule(rule)
            _note_rule(rule, new, found)
            if new is not None:
                rules[rule.id] = _remapped(new, journal)
        book = document.playbook
        if rules != dict(book.rules):
            put_merged(env, document, Playbook(MappingProxyType(rules), book.schema, book.flaws, book.extra))
        _comments(files.playbook, knife, private)
    checkpoint = b""
    with suppress(BadState):
        now = read_playbook(files.playbook)
        if files.decisions.exists():
            log = read_log(files.decisions)
            held = knife.cleaned(files.decisions.read_bytes()) != files.decisions.read_bytes()
            if held or dict(replay(log.checkpoint or Playbook(), log.later()).rules) != dict(now.rules):
                line = {
                    "checkpoint": 1,
                    "tx": "t-erase",
                    "at": env.stamp,
                    "rules": [rule_to_data(rule) for rule in now],
                }
                checkpoint = json_line(line)
    count = clean_decisions(files.decisions, knife, checkpoint, private=private)
    if count:
        found.places[_told(env, files.decisions), "rewritten"] += count
    if not mine:
        found.add(clean_layer(files, knife))
        if sum(found.places.values()) != before:
            found.repos[str(files.root.parent)] = None
            if trusted:
                trust.trust(env.home, RepoHome(files.root), at=env.stamp, by=env.by)


def _note_rule(rule: Rule, new: Rule | None, found: _Found) -> None:
    if new is None:
        found.removed[rule.id] = None
        found.places["playbook", "removed"] += 1
    elif new != rule:
        found.places["playbook", "rewritten"] += 1
        if (new.text, new.why, new.was) != (rule.text, rule.why, rule.was):
            found.reworded[rule.id] = None


def _comments(path: Path, knife: Knife, private: bool) -> None:
    """What is no rule of the playbook: comments, and items that could not be read."""
    with suppress(OSError):
        data = path.read_bytes()
        new = knife.cleaned(data)
        if new is not data:
            replace_file(path, new, private=private)


def _remapped(rule: Rule, journal: Journal) -> Rule:
    """The rule with its quotes at their places in events that lost words, or with the word that they did."""
    evidence = tuple(_at_its_place(item, journal) for item in rule.evidence)
    return rule if evidence == rule.evidence else replace(rule, evidence=evidence)


def _at_its_place(item: Evidence, journal: Journal) -> Evidence:
    if ERASED in item.quote:
        return replace(item, span=None, note=item.note or CUT) if item.span is not None else item
    if not item.event or not item.session or item.span is None:
        return item
    event = _event(journal, item)
    if event is None or ERASED not in event.text or event.text[item.span[0] : item.span[1]] == item.quote:
        return item
    span = locate(item.quote, event.text)
    return replace(item, span=span, note=item.note or ("" if span else CUT))


def _event(journal: Journal, item: Evidence) -> Event | None:
    head = journal.head(item.session)
    if head is None or not _holds_placeholder(journal, head):
        return None
    return next((event for event in journal.read(item.session)[1] if event.id == item.event), None)


def _holds_placeholder(journal: Journal, head: SessionHead) -> bool:
    try:
        return ERASED.encode() in journal.path_of(head).read_bytes()
    except OSError:
        return False


def _watermarks(env: Env, erasure: Erasure, knife: Knife, found: _Found) -> None:
    """Forgets how far a transcript was read whose state repeats the words: it is read again, and the words stay out."""
    path = marks_path(env)
    for damaged in path.parent.glob(path.name + ".damaged*"):
        damaged.unlink(missing_ok=True)
    if not path.exists():
        return
    with Watermarks.open(path) as marks:
        gone = [
            mark.path for mark in marks.all() if mark.session in erasure.sessions or _told_in(mark, knife)
        ]
        if gone:
            marks.drop(gone)
            found.places["watermarks", "removed"] += len(gone)
        marks.scour()


def _told_in(mark: Watermark, knife: Knife) -> bool:
    return any(knife.text(text) != text for text in (mark.path, mark.carry, mark.error, mark.session) if text)


def exports_that_hold(env: Env, knife: Knife) -> tuple[str, ...]:
    """The files that cm exported to and that hold it."""
    with suppress(BadState):
        return tuple(path for path in read_exports(env.home.exports).files if _holds(Path(path), knife))
    return ()


def _holds(path: Path, knife: Knife) -> bool:
    try:
        return knife.held(path.read_bytes())
    except OSError:
        return False


def _exports(env: Env, knife: Knife, found: _Found) -> tuple[str, ...]:
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
            done, left = refresh_exports(env, sorted(rules))
            for path in done:
                found.places[path, "refreshed"] += 1
            found.notes += left
    return exports_that_hold(env, knife)


def _so_far(env: Env, erasure: Erasure, found: _Found) -> Erasure:
    """The record with what was done, on disk."""
    both: dict[tuple[str, Done], int] = {(each.where, each.done): each.count for each in erasure.places}
    for place, count in found.places.items():
        both[place] = max(both.get(place, 0), count)
    now = replace(
        erasure,
        places=_as_places(both),
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


def _told(env: Env, path: Path) -> str:
    return path.relative_to(env.home.root).as_posix() if env.home.root in path.parents else str(path)
