"""The steps of an erasure over what was read and learned: sessions, events and their diaries, rules and their decisions.

Each may be done twice. Not here: every other file, the exports, the history, and the order of it all (`erasing.py`).
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
from cm.errors import BadState, Unwritable
from cm.flows.commit import put_merged
from cm.flows.env import Env
from cm.flows.said_in import take_out_of_handed
from cm.model.playbook import Playbook
from cm.model.rule import Evidence, Rule
from cm.model.session import Event, SessionHead
from cm.store import trust
from cm.store.decisions import read_log
from cm.store.diaries import Diaries, is_of_more, write_diary
from cm.store.dispositions import forget_dispositions
from cm.store.file_versions import forget_versions
from cm.store.files import replace as replace_file
from cm.store.home import Layered, RepoHome
from cm.store.journal import Journal
from cm.store.knife import Knife
from cm.store.leftovers import Done, Place, clean_decisions, clean_file, clean_layer, is_refused
from cm.store.lines import json_line
from cm.store.modelled import forget_modelled
from cm.store.playbook import read_document, read_playbook
from cm.store.receipts import Erasure
from cm.store.reflected import read_reflected, write_reflected
from cm.store.replies import drop_replies_of
from cm.store.schema import rule_to_data

CUT: Final = "words around it were erased"


@dataclass(slots=True)
class Found:
    """What came of the steps so far."""

    places: Counter[tuple[str, Done]] = field(default_factory=Counter)
    reworded: dict[str, None] = field(default_factory=dict)
    removed: dict[str, None] = field(default_factory=dict)
    repos: dict[str, None] = field(default_factory=dict)  # repositories whose layer was changed
    notes: list[str] = field(default_factory=list)
    handed: dict[str, str] = field(default_factory=dict)  # files that were handed over, with their hosts

    def add(self, places: Iterable[Place]) -> None:
        for each in places:
            if each.done == "left":
                continue  # it is named among what could not be reached
            self.places[each.where, each.done] += each.count


def places_of(found: Found) -> tuple[Place, ...]:
    """The places in a fixed order."""
    return as_places(found.places)


def as_places(counts: Mapping[tuple[str, Done], int]) -> tuple[Place, ...]:
    return tuple(Place(where, done, count) for (where, done), count in sorted(counts.items()))


def take_out_sessions(env: Env, erasure: Erasure, found: Found) -> None:
    """Takes whole sessions out: their journal, diaries, and how far they were reflected on."""
    if not erasure.sessions:
        return
    journal, diaries = Journal(env.home.journal), Diaries(env.home.diary)
    for path, done in take_out_of_handed(env, erasure.sessions):
        found.places[told(env, path), done] += 1
    for file in erasure.files:  # handed over to us: the session would be read again from it
        if (env.home.root / file).exists():
            (env.home.root / file).unlink()
            found.places["inbox", "removed"] += 1
    for name in erasure.sessions:
        for path in (*diaries.places(name), *Diaries(env.home.model_diary).places(name)):
            path.unlink(missing_ok=True)
            found.places["diary", "removed"] += 1
        if journal.remove(name):
            found.places["journal", "removed"] += 1
    forget_dispositions(env.home, erasure.sessions)
    forget_versions(env.home, erasure.sessions)
    forget_modelled(env.home, frozenset(erasure.sessions))
    drop_replies_of(env.home, erasure.sessions)
    known = read_reflected(env.home)
    if known.keys() & erasure.sessions.keys():
        write_reflected(
            env.home, {name: size for name, size in known.items() if name not in erasure.sessions}
        )


def cut_journal(env: Env, knife: Knife, found: Found) -> None:
    """Cuts the events; what was made of them is made anew."""
    journal = Journal(env.home.journal)
    changed = clean_journal(journal, knife, found, {})
    if not changed:
        return
    diaries = Diaries(env.home.diary)
    known = read_reflected(env.home)
    for name, (before, after) in changed.items():
        if known.get(name) == before:
            known[name] = after
        if diaries.places(name):
            head, events = journal.read(name)
            if is_of_more(env.home.diary, head, events):
                continue  # it is cleaned where it lies, like every diary
            write_diary(env.home.diary, digest(head, events))
            found.places["diary", "rewritten"] += 1
    write_reflected(env.home, known)


def clean_journal(
    journal: Journal, knife: Knife, found: Found, gone: Mapping[str, str], *, dry_run: bool = False
) -> dict[str, tuple[int, int]]:
    """The sessions whose files changed, with the size before and after."""
    heads = {journal.path_of(head): head for head in journal.sessions()}
    changed: dict[str, tuple[int, int]] = {}
    for path in journal.files():
        head = heads.get(path)
        if head is not None and head.id in gone:
            continue
        try:
            data, cuts = path.read_bytes(), knife.cuts
            new = knife.cleaned(data)
            if new is data:
                continue
            if not dry_run:
                replace_file(path, new)
        except Unwritable as error:
            if not is_refused(error):
                raise
            continue  # named among what could not be reached
        except OSError:
            continue
        found.places["journal", "rewritten"] += max(1, knife.cuts - cuts)
        if head is not None:
            changed[head.id] = len(data), len(new)
    return changed


def layers_of(env: Env) -> Iterator[Layered]:
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


def cut_book(env: Env, files: Layered, knife: Knife, found: Found) -> None:
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
            found.places[told(env, files.playbook), done[0]] += done[1]
        document = None
    if document is not None:
        rules: dict[str, Rule] = {}
        journal = Journal(env.home.journal)
        for rule in document.playbook:
            new = knife.rule(rule)
            note_rule(rule, new, found)
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
        found.places[told(env, files.decisions), "rewritten"] += count
    if not mine:
        found.add(clean_layer(files, knife))
        if sum(found.places.values()) != before:
            found.repos[str(files.root.parent)] = None
            if trusted:
                trust.trust(env.home, RepoHome(files.root), at=env.stamp, by=env.by)


def note_rule(rule: Rule, new: Rule | None, found: Found) -> None:
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


def told(env: Env, path: Path) -> str:
    return path.relative_to(env.home.root).as_posix() if env.home.root in path.parents else str(path)
