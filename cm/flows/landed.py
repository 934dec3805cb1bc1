"""What became of the lines of work that rules were learned on: merged, the rules hold everywhere; renamed,
they are of the new name; ended, a person is asked about them.

Asked of git at each reflection and sweep, and by a background run when a quick door sees that branches moved. Nothing is decided
where the repository is not on this machine, is shallow, has no main branch that is known, or does not have the commit. What is a
branch's own is `flows/unmerged.py`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from cm.core.curation.case import IN_SERVICE
from cm.core.curation.unmerged import ended_say
from cm.errors import CmError
from cm.flows.commit import commit
from cm.flows.env import Env, open_env
from cm.flows.reading import shelf
from cm.flows.telling import Told, tell_all
from cm.model.delta import Delta, Doubt, Follow, Promote
from cm.model.rule import Rule, Unmerged
from cm.store.branches import UNKNOWN, Clone, Fate
from cm.store.gitinfo import repo_facts
from cm.store.unmerged import branch_marks, note_looked, note_place, read_looked, read_places

MOST = 200  # lines of work that are asked about at a time


def look(env: Env, *, dry_run: bool = False, if_moved: bool = False) -> tuple[Told, ...]:
    """Promotes what was merged, follows what was renamed and doubts what ended; each is a decision. With `if_moved` only where branches moved since the last look."""
    found = fates(env, keep=not dry_run, if_moved=if_moved)
    if not found.deltas:
        found.note(env, keep=not dry_run)
        return ()
    done = commit(env, found.deltas, source="sweep", by=env.by, sweeping=False, dry_run=dry_run)
    found.note(env, keep=not dry_run)
    return tell_all(env, done, dry_run=dry_run).told


@dataclass(frozen=True, slots=True)
class Fates:
    """What git says, as deltas, and how the repositories were when they were asked."""

    deltas: tuple[Delta, ...] = ()
    seen: Mapping[str, Mapping[str, list[int]]] = field(default_factory=dict)

    def note(self, env: Env, *, keep: bool = True) -> None:
        """Remembers that it was looked at, once what follows from it is done."""
        if keep and self.seen:
            note_looked(str(env.home.root), self.seen)


def fates(env: Env, *, keep: bool = True, if_moved: bool = False) -> Fates:
    """What git says of the lines of work of the user's rules; nothing is asked where no rule has one."""
    rules = [
        item.rule
        for item in shelf(env, whole=True).shelved
        if item.layer == "user" and item.rule.unmerged and item.rule.state in IN_SERVICE
    ]
    if not rules:
        return Fates()
    home = str(env.home.root)
    clones = _clones(env, {rule.scope.project for rule in rules}, keep)
    lines = {(rule.scope.project, rule.unmerged): rule for rule in rules if rule.unmerged}
    branches: dict[str, set[str]] = {}
    for project, line in lines:
        branches.setdefault(project, set()).add(line.branch)
    seen = {
        str(clone.common): branch_marks(str(clone.common), branches[project])
        for project, each in clones.items()
        for clone in each
    }
    if if_moved and all(read_looked(home, folder) == marks for folder, marks in seen.items()):
        return Fates()
    known = {key: _fate(clones.get(key[0], ()), key[1]) for key in [*lines][:MOST]}
    told = (
        _delta(rule, rule.unmerged, known.get((rule.scope.project, rule.unmerged), UNKNOWN))
        for rule in rules
        if rule.unmerged
    )
    return Fates(tuple(delta for delta in told if delta is not None), seen)


def _delta(rule: Rule, line: Unmerged, fate: Fate) -> Delta | None:
    if fate.kind == "reached":
        return Promote(rule.id, line, fate.main, fate.how)
    if fate.kind == "renamed":
        return Follow(rule.id, line, fate.how)
    if fate.kind == "ended" and not rule.stale and not rule.pinned:
        return Doubt(rule.id, ended_say(line, fate.main))
    return None


def _fate(clones: Iterable[Clone], line: Unmerged) -> Fate:
    """What all clones that are known say together: one that has it merged is enough, for an end all that can tell have to say so."""
    told = [fate for clone in clones if (fate := clone.fate(line.branch, line.commit)).kind != "unknown"]
    for kind in ("reached", "open", "renamed", "ended"):
        for fate in told:
            if fate.kind == kind:
                return fate
    return UNKNOWN


def _clones(env: Env, projects: Iterable[str], keep: bool) -> Mapping[str, tuple[Clone, ...]]:
    places = read_places(str(env.home.root))
    here = repo_facts(env.cwd)
    found = {}
    for project in projects:
        folders = [folder for folder in places.get(project, []) if os.path.isdir(folder)]
        if here is not None and here.common is not None and env.is_here(project):
            if keep:
                note_place(str(env.home.root), project, str(here.common))
            folders = [*(each for each in folders if each != str(here.common)), str(here.common)]
        found[project] = tuple(Clone(Path(folder), env.environ) for folder in reversed(folders))
    return found


def look_in_background() -> None:
    """The whole of a process that nobody waits for."""
    with suppress(CmError, sqlite3.Error, OSError):
        look(open_env())
