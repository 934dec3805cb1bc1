"""Looks through what other tools keep as memory, changes nothing there, and takes the good part in when a person says so.

Named are: what is said twice, what contradicts, what speaks of files that are gone, secrets (their place, never themselves), what
came from outside and would be obeyed, and what every session's start costs. Not here: finding and reading the files
(`store/foreign_stores.py`), taking rules in (`flows/taking.py`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from cm.core.reading.form import lasts
from cm.core.spending import tokens_about
from cm.errors import Usage
from cm.flows import store_findings as check
from cm.flows.consent import require_human
from cm.flows.env import Env, project_at
from cm.flows.importing import with_birth_id
from cm.flows.permission import only_host
from cm.flows.store_findings import GRAVE, Finding, Naming, Said
from cm.flows.taking import Item, Offer, entering, take_in, too_long
from cm.model.envelope import EXPORT_BEGIN, EXPORT_END
from cm.model.rule import Evidence, Origin, Rule, Scope
from cm.store.foreign_stores import Store, StoreFile, read_store
from cm.store.gitinfo import repo_facts

MEMORIES: Final = ("memory", "export", "database", "note")
"""Kinds of files in which programs keep what they remember."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A file that was read."""

    file: str
    kind: str
    by: str  # person or machine
    statements: int
    tokens: int
    own: int = 0  # lines that cm wrote there


@dataclass(frozen=True, slots=True)
class StartCost:
    """About what one coding agent reads at every start."""

    host: str
    title: str
    tokens: int
    own: int  # of which cm's own block
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoreAudit:
    """What was found, what could be taken, and what became of it."""

    path: str
    files: tuple[Looked, ...]
    statements: int
    findings: tuple[Finding, ...]
    starts: tuple[StartCost, ...]
    takeable: int
    imported: bool = False
    dry_run: bool = False
    items: tuple[Item, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    tx: str = ""
    notes: tuple[str, ...] = ()

    @property
    def grave(self) -> int:
        """How many findings should not stay as they are."""
        return sum(each.kind in GRAVE for each in self.findings)


def audit_store(
    env: Env, path: str, *, take: bool = False, dry_run: bool = False, yes: bool = False
) -> StoreAudit:
    """Looks through a store; with `take` its good part goes through the gate, as drafts. Nothing of the store is changed.

    Raises NotFound, Usage, Unparsable, NeedsAHuman for `take` without a yes, and what a change raises.
    """
    if not path:
        raise Usage("say which store", hint="cm audit-store . looks through this project's own")
    root = Path(path).expanduser()
    root = root if root.is_absolute() else env.cwd / root
    store = read_store(root, env.user_home)
    name = _Names(store.root, env.user_home).of
    shut: tuple[str, ...] = ()
    # what programs remember of all sessions is read inside an agent as little as other agents' sessions
    if only_host(env):
        closed = [file for file in store.files if file.kind in MEMORIES or file.by == "machine"]
        shut = tuple(name(file.path) for file in closed)
        store = check.without(store, closed)
    everything = [Said(file, name(file.path), one) for file in store.files for one in file.text.statements]
    bad, findings = check.screened(store, name)
    # of what must not be shown nothing else is said either
    said = [one for one in everything if (one.name, one.one.line) not in bad]
    same, twice = check.twice(said)
    against, opposed, cut = check.against([one for number, one in enumerate(said) if number not in same])
    stale, old = check.stale(said, store.root, env.environ)
    ordered, orders = check.orders(said)
    findings += [*opposed, *twice, *old, *orders, *check.imports(store, name), *check.of_others(store, name)]
    left_out = against | stale | ordered
    good = [
        one for number, one in enumerate(said)
        if number not in same and one not in left_out and lasts(one.one.text)
    ]  # fmt: skip
    notes = [f"only the first {check.COMPARED} statements were compared in meaning"] if cut else []
    notes += (
        [f"not read inside an agent (a human runs `cm privacy enable`): {', '.join(shut)}"] if shut else []
    )
    notes += ["there are more files than are looked at: name a folder below"] if store.cut else []
    done = StoreAudit(
        path=str(root), files=tuple(_looked(file, name) for file in store.files), statements=len(everything),
        findings=tuple(findings), starts=() if _of_a_program(store.root) else tuple(_costs(store, name)), takeable=len(good), dry_run=dry_run,
        unread=tuple((name(file), why) for file, why in store.unread), notes=tuple(notes),
    )  # fmt: skip
    return _taken(env, done, good, store.root, dry_run=dry_run, yes=yes) if take else done


class _Names:
    """How files are called to people: below the store, or below home."""

    def __init__(self, root: Path, user_home: Path) -> None:
        self._root, self._home = root, user_home

    def of(self, path: Path) -> str:
        """The shortest way to say where a file is."""
        for base, before in ((self._root, ""), (self._home, "~/")):
            try:
                return before + path.relative_to(base).as_posix()
            except ValueError:
                continue
        return path.as_posix()


def _looked(file: StoreFile, named: Naming) -> Looked:
    return Looked(
        named(file.path),
        file.kind,
        file.by,
        len(file.text.statements),
        tokens_about(file.raw),
        len(file.text.own),
    )


def _costs(store: Store, named: Naming) -> Iterator[StartCost]:
    for cost in store.costs:
        own = sum(tokens_about(_own_block(text)) for text in cost.texts)
        yield StartCost(
            cost.host, cost.title, sum(map(tokens_about, cost.texts)), own, tuple(map(named, cost.files))
        )


def _of_a_program(root: Path) -> bool:
    """Whether a folder is one that a program keeps for itself, such as ~/.claude: it is no project.

    A working tree is one wherever it lies (`~/.worktrees/shop`), but for hidden folders in it and what is hidden itself.
    """
    real = root.resolve()
    facts = repo_facts(real)
    around = facts.root.parent if facts is not None else Path(real.anchor)
    return any(part.startswith(".") for part in real.relative_to(around).parts)


def _own_block(text: str) -> str:
    begin, end = text.find(EXPORT_BEGIN), text.find(EXPORT_END)
    return text[begin:end] if 0 <= begin < end else ""


def _taken(
    env: Env, done: StoreAudit, good: Sequence[Said], root: Path, *, dry_run: bool, yes: bool
) -> StoreAudit:
    """Offers the good part to the gate; all of it waits as drafts, whoever says yes."""
    if not dry_run and good:
        require_human(env, f"take {len(good)} statements of {done.path} in as drafts", yes)
    title = Path(done.path).resolve().name or done.path
    into = entering(env, title, "user", frozenset(), {}, False)
    project = "" if _of_a_program(root) else project_at(root)
    rules = {rule.id: (rule, one) for one in good for rule in (_rule(env, one, project),)}
    offers = [Offer(into.rule(rule), one.one.line, one.name) for rule, one in rules.values()]
    taken = take_in(env, offers, layer="user", dry_run=dry_run, yes=yes, name=title)
    return replace(
        done,
        imported=not dry_run,
        items=taken.items,
        tx=taken.tx,
        notes=(*done.notes, *taken.notes, *too_long(taken.items)),
    )


def _rule(env: Env, one: Said, project: str) -> Rule:
    """A statement as it is proposed: of this project where a file of it says so, a draft whatever it says."""
    below = os.path.dirname(one.name)
    inside = one.file.kind in ("instructions", "imported") and not one.name.startswith(("~", "/"))
    path = below if one.file.kind == "instructions" and inside and not below.startswith(".") else ""
    return with_birth_id(
        Rule(
            "", one.one.text, kind=one.one.kind, scope=Scope(project=project if inside else "", path=path), state="draft",
            evidence=(Evidence("import", one.one.text),), origin=Origin("import", env.stamp), tags=one.one.tags, about=one.one.about,
        )
    )  # fmt: skip
