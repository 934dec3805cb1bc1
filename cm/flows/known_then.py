"""What `cm` knew and served at an earlier moment: the decisions folded up to it, the marks up to it, validity and standing as of it.

What was withdrawn since stays withdrawn: the blocked log and the content screen are those of today, and so is who may see what.
The home's git history agrees: a commit holds the book that folding the decisions up to it gives. Not here: what is known now
(`flows/reading.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from cm.core.curation.apply import replay
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.serve import shelve
from cm.core.serving.standing import heirs, standing_of, standings
from cm.core.serving.validity import begins, ends
from cm.errors import Usage
from cm.flows.env import Env
from cm.flows.facts_told import TIMES
from cm.flows.reading import shelf
from cm.flows.strangers import is_hidden, printable
from cm.model.ledger import Mark
from cm.model.playbook import Playbook
from cm.model.rule import Layer
from cm.model.stamp import stamp
from cm.model.standing import Shelved
from cm.store.decisions import Log, read_log
from cm.store.ledger import LedgerFiles
from cm.store.tombstones import read_tombstones


def moment_asked(text: str, now: datetime) -> datetime:
    """The moment that an `--at` names: the last of a day, month or year that has begun, else its first. Raises Usage."""
    start, end = begins(text), ends(text)
    if start is None or end is None:
        raise Usage(f"--at {text}: that names no time", hint=TIMES)
    if start >= now:
        return start
    return start if start == end else min(end - timedelta(seconds=1), now)


def env_at(env: Env, at: datetime) -> Env:
    """The same surroundings at another moment."""
    return replace(env, clock=lambda: at)


def shelf_at(env: Env, at: datetime) -> tuple[Shelved, ...]:
    """Every rule of both layers as it was known then, with all that the predicate needs; of a moment to come those of now."""
    today = shelf(env)
    if at >= env.now:
        return today.shelved
    hidden = {item.rule.id for item in today.shelved if is_hidden(env, item.rule, item.layer)}
    return tuple(printable(env, item) for item in _then(env, at) if item.rule.id not in hidden)


def book_at(log: Log, at: str) -> Playbook:
    """The book of one layer after the last decision that was made by then."""
    made = sum(1 for each in log.decisions if each.at <= at)
    held = log.checkpoint is not None and made >= log.since and _is_prefix(log, made, at)
    if held and log.checkpoint is not None:
        return replay(log.checkpoint, log.decisions[log.since : made])
    return replay(Playbook(), (each for each in log.decisions if each.at <= at))


def _is_prefix(log: Log, made: int, at: str) -> bool:
    """Whether the decisions made by then stand before all others: two machines' logs are joined in any order."""
    return all(each.at <= at for each in log.decisions[:made])


def _then(env: Env, at: datetime) -> Iterator[Shelved]:
    when = stamp(at)
    own = LedgerFiles(env.home.ledger_dir)
    lines, marks = own.blocked(), own.marks()
    trusted = env.repo is not None and env.trusted
    beside: tuple[Mark, ...] = ()
    if env.repo is not None and trusted:
        theirs = LedgerFiles(env.repo.ledger_dir)
        lines += theirs.blocked()
        beside = theirs.marks()
    blocklist = Blocklist.from_lines(lines).with_erased(read_tombstones(env.home))
    user = book_at(read_log(env.home.decisions), when)
    repo = book_at(read_log(env.repo.decisions), when) if env.repo is not None and trusted else Playbook()
    layers: tuple[tuple[Layer, Playbook, tuple[Mark, ...], dict[str, str]], ...] = (
        ("user", user, marks, heirs(user)),
        ("repo", repo, marks + beside, heirs(repo, user)),
    )
    for layer, book, said, passed_on in layers:
        earlier = tuple(mark for mark in said if mark.at <= when)
        found = standings(earlier, env.settings.curation.standing, at, heirs=passed_on)
        for rule in book:
            yield shelve(rule, layer, True, standing_of(found, rule.id), blocklist)
