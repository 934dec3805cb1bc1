"""Which line of work something was learned on: what machines saw on an unmerged branch is kept as that branch's own.

A user's word holds everywhere at once, wherever it was said. A branch's own are: what no word of the user founds (observations, repairs,
what an agent adds by itself), and a fact that names a file which only that branch has. Never a preference, nor what is about people
([ADR 36](../../docs/adr/0036-lines-of-work.md)). What becomes of such rules is `flows/landed.py`; git is asked in `store/branches.py`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal, TypeAlias

from cm.core.curation.anchors import anchors_of
from cm.core.curation.unmerged import UNTOLD
from cm.core.facts import entities_of
from cm.errors import Usage
from cm.flows.env import Env
from cm.model.delta import Add, Delta
from cm.model.rule import Rule, Unmerged
from cm.model.session import Event, SessionHead
from cm.store.branches import UNKNOWN, Clone
from cm.store.gitinfo import repo_facts
from cm.store.unmerged import main_by_file, note_place, read_places

_COMMITTED: Final = re.compile(
    r"^\[(?P<branch>[^\s\]]+)(?: \(root-commit\))? (?P<sha>[0-9a-f]{7,40})\] ", re.MULTILINE
)
_OF_PEOPLE: Final = ("person", "org", "workstream", "user")
_WORDS: Final = ("user", "human", "import")
HERE: Final = "here"
MERGED: Final = "merged"

Line: TypeAlias = tuple[Clone, Unmerged] | Literal["merged", ""]
"""An unmerged line of work; that it is merged, or the main branch; or that it cannot be told."""


@dataclass(slots=True)
class LinesOfWork:
    """Answers for sessions, each asked of git once, and only when something in it is of the code."""

    env: Env
    heads: Mapping[str, SessionHead]
    keep: bool = True
    _told: dict[str, Line] = field(default_factory=dict)
    _committed: dict[str, str] = field(default_factory=dict)

    def stamped(self, adds: Sequence[Add], events: Sequence[Event] = ()) -> tuple[Add, ...]:
        """The same proposals; what was learned on one unmerged line of work says so. `events` may tell what was committed."""
        for event in events:
            if event.kind == "output":
                for found in _COMMITTED.finditer(event.text):
                    head = self.heads.get(event.session)
                    if head is not None and found["branch"] == head.branch:
                        self._committed[head.id] = found["sha"]
        return tuple(self._stamped(add) if may_be_of_code(add) else add for add in adds)

    def stamped_deltas(self, deltas: Sequence[Delta], events: Sequence[Event]) -> tuple[Delta, ...]:
        """The same of deltas of which some bring no new rule."""
        adds = iter(self.stamped([delta for delta in deltas if isinstance(delta, Add)], events))
        return tuple(next(adds) if isinstance(delta, Add) else delta for delta in deltas)

    def _stamped(self, add: Add) -> Add:
        lines = [
            self._line(name) for name in dict.fromkeys(item.session for item in add.evidence if item.session)
        ]
        if not lines or any(line == MERGED for line in lines):
            return add
        found = [line for line in lines if isinstance(line, tuple)]
        if len(found) < len(lines):
            return replace(add, unmerged=UNTOLD)
        if len({line.branch for _, line in found}) > 1:
            return add  # seen beside that branch too
        clone, line = found[-1]
        return replace(add, unmerged=line) if is_of_code(add, clone, line.commit) else add

    def _line(self, session: str) -> Line:
        if session not in self._told:
            head = self.heads.get(session)
            self._told[session] = self._asked(head) if head is not None and head.branch else ""
        return self._told[session]

    def _asked(self, head: SessionHead) -> Line:
        for clone in _clones(self.env, head):
            main = clone.main
            if main is None:
                continue
            if main.name == head.branch:
                return MERGED
            sha = clone.stood_at(head.branch, head.ended or head.started)
            sha = sha or clone.commit(self._committed.get(head.id, ""))
            fate = clone.fate(head.branch, sha) if sha else UNKNOWN
            if fate.kind == "reached":
                return MERGED
            if fate.kind in ("open", "ended"):
                if self.keep:
                    note_place(str(self.env.home.root), head.project, str(clone.common))
                return clone, Unmerged(head.branch, sha)
        return ""


def stamped_here(env: Env, adds: Sequence[Add], *, keep: bool = True) -> tuple[Add, ...]:
    """What an agent adds by itself in a working tree whose branch is not merged is that branch's own."""
    if not env.agent or not any(map(may_be_of_code, adds)):
        return tuple(adds)
    if not env.branch:
        return tuple(replace(add, unmerged=UNTOLD) if may_be_of_code(add) else add for add in adds)
    found = line_here(env)
    if found is None:
        return tuple(adds)
    clone, line = found
    marked = tuple(
        replace(add, unmerged=line)
        if add.scope.project == env.project and may_be_of_code(add) and is_of_code(add, clone, line.commit)
        else add
        for add in adds
    )
    if keep and marked != tuple(adds):
        note_place(str(env.home.root), env.project, str(clone.common))
    return marked


def asked_for(env: Env, add: Add, branch: str, *, keep: bool = True) -> Add:
    """A rule that somebody wants for the branch that is checked out here, and nowhere else. Raises Usage."""
    if not env.branch or branch not in (HERE, env.branch):
        raise Usage(
            f"{branch} is not the branch that is checked out here" if env.branch else "no branch is checked out here",
            hint=f"--branch here means {env.branch}" if env.branch else "without --branch the rule holds on every branch",
        )  # fmt: skip
    if add.scope.project != env.project:
        raise Usage(
            "a rule of one branch is of one project",
            hint="leave --everywhere and --repo out, or leave --branch out",
        )
    found = line_here(env)
    if found is None:
        raise Usage(
            f"{env.branch} is the main branch here, or has nothing yet that the main branch does not have",
            hint="leave --branch out: then the rule holds on every branch; or commit something on a branch of its own first",
        )
    if keep:
        note_place(str(env.home.root), env.project, str(found[0].common))
    return replace(add, unmerged=found[1])


def line_here(env: Env) -> tuple[Clone, Unmerged] | None:
    """The unmerged line of work that is checked out here; None on the main branch, and where it cannot be told."""
    facts = repo_facts(env.cwd)
    if facts is None or facts.common is None or facts.branch in ("", main_by_file(str(facts.common))):
        return None
    clone = Clone(facts.common, env.environ)
    if clone.main is None or clone.main.name == facts.branch:
        return None
    sha = facts.commit or clone.commit_of(f"refs/heads/{facts.branch}")
    return (clone, Unmerged(facts.branch, sha)) if clone.fate(facts.branch, sha).kind == "open" else None


def may_be_of_code(add: Add) -> bool:
    """Whether it may be a branch's own: about one project's code, and no wish of the user's."""
    if add.unmerged is not None or not add.scope.project or add.kind == "preference":
        return False
    if any(entity.kind in _OF_PEOPLE for entity in entities_of(add.about)):
        return False
    return add.kind == "fact" or not _by_somebody(add)


def is_of_code(add: Add, clone: Clone, commit: str) -> bool:
    """Whether it is the branch's own: no word of the user founds it, or it names a file that only the branch has."""
    if not _by_somebody(add):
        return True
    rule = Rule("r-0", add.text, scope=add.scope)
    paths = [each.name for each in anchors_of(rule) if each.kind == "path"]
    below = add.scope.path.rstrip("/")
    return clone.only_there([*paths, *(f"{below}/{path}" for path in paths if below)], commit)


def _by_somebody(add: Add) -> bool:
    return any(item.by in _WORDS for item in add.evidence)


def _clones(env: Env, head: SessionHead) -> Iterable[Clone]:
    """The repositories of a session: the one around the folder it ran in, else those known of its project."""
    cwd = Path(head.cwd) if head.cwd else None
    if cwd is not None and cwd.is_absolute() and cwd.is_dir():
        facts = repo_facts(cwd)
        if facts is not None and facts.common is not None:
            yield Clone(facts.common, env.environ)
            return
    for folder in reversed(read_places(str(env.home.root)).get(head.project, [])):
        if os.path.isdir(folder):
            yield Clone(Path(folder), env.environ)
