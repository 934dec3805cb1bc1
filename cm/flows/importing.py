"""Takes in a file of rules: our own export, a playbook, a list of sentences or objects, a playbook in the CASS form.

What is broken in the file is named with its line and the rest goes on; the same file again changes nothing. The change
itself is `flows/taking.py`, a whole store of another program `flows/migrating.py`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from cm.core.exchange.cass import bullet_of, patterns_of
from cm.core.exchange.cass_fields import Ways
from cm.core.exchange.personal import portable_project
from cm.core.exchange.portable import VERSION, Entering
from cm.core.language.text import normalise
from cm.errors import NewerSchema, NotFound, Usage
from cm.flows.env import Env, project_at
from cm.flows.taking import Item, Offer, Taken, entering, known_marks, take_in, too_long
from cm.model.ids import rule_birth_id
from cm.model.playbook import Flaw
from cm.model.rule import Evidence, Layer, Rule
from cm.store.migrations import refuse_newer
from cm.store.offered import Form, Offered, read_offered
from cm.store.schema import rule_of

PROOF: Final = ("quote", "session", "event")
"""Fields of a batch of `cm add`: words that nobody here can prove."""


@dataclass(frozen=True, slots=True)
class Asked:
    """How a file is taken in."""

    layer: Layer = "user"
    live: bool = False  # what is in force there goes live here: a human's yes
    standing: bool = False
    projects: tuple[str, ...] = ()  # NAME, or NAME_THERE=NAME_HERE
    dry_run: bool = False
    yes: bool = False


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a file."""

    file: str
    shape: str  # rules, bullets or list
    layer: Layer
    items: tuple[Item, ...]
    flaws: tuple[Flaw, ...]  # what is no rule, by line
    marks: int  # new marks
    live: bool
    dry_run: bool
    tx: str = ""
    left: tuple[str, ...] = ()  # what the file says and no rule here can hold
    notes: tuple[str, ...] = ()

    @property
    def counts(self) -> Mapping[str, int]:
        """How many of each verdict."""
        return Counter(item.verdict for item in self.items)


def import_file(env: Env, file: str, asked: Asked, form: Form | None = None) -> Imported:
    """Takes a file in, or stdin for `-`. Raises NotFound, Usage, Unparsable, NeedsAHuman and what a change raises."""
    return import_bytes(env, _read(env, file), "stdin" if file == "-" else file, asked, form)


def import_bytes(env: Env, data: bytes, file: str, asked: Asked, form: Form | None = None) -> Imported:
    """The same for what was read already."""
    offered = read_offered(data, file, form)
    _refuse_later(offered, file)
    name = Path(file).name
    rules, flaws, left, twice = _rules(env, offered, file)
    there = frozenset(rule.id for rule, *_ in rules)
    projects = bound(env, (rule.scope.project for rule, *_ in rules), asked.projects)
    into = entering(env, name, asked.layer, there, projects, asked.live)
    taken_marks = known_marks(env) if asked.standing else set()
    offers = []
    unread = silent = 0
    for rule, line, raw, said in rules:
        marks, bad = into.marks(raw, rule.id, taken_marks) if asked.standing else ((), 0)
        unread += bad
        silent += bool(raw) and not asked.standing
        offers.append(Offer(placed(env, into.rule(rule), asked.layer), line, name, marks, notes=said))
    done = take_in(
        env, offers, layer=asked.layer, live=asked.live, dry_run=asked.dry_run, yes=asked.yes, name=name
    )
    notes = [*done.notes, *too_long(done.items), *_about_projects(offers)]
    if twice:
        notes.append(f"{twice} items of the file are there twice")
    if silent:
        notes.append(f"{silent} rules bring marks, which were not taken: --with-standing takes them")
    if unread:
        notes.append(f"{unread} marks of the file cannot be read")
    return Imported(
        file=file, shape=offered.shape, layer=asked.layer, items=done.items, flaws=(*offered.flaws, *flaws),
        marks=done.marks, live=asked.live, dry_run=asked.dry_run, tx=done.tx, left=left, notes=tuple(notes),
    )  # fmt: skip


def placed(env: Env, rule: Rule, layer: Layer) -> Rule:
    """The rule as its layer writes it: in a repository's own, that it is about this repository goes without saying."""
    if layer == "repo" and rule.scope.project and env.is_here(rule.scope.project):
        return replace(rule, scope=replace(rule.scope, project=""))
    return rule


def bound(env: Env, named: Iterable[str], said: Sequence[str]) -> dict[str, str]:
    """How each project of a file is called here. Raises Usage when it is not clear which one is meant."""
    names = {name for name in named if name}
    found = {name: env.project for name in names if name == portable_project(env.project)}
    for each in said:
        there, _, here = each.rpartition("=")
        wanted = env.project if here == "here" else here
        if not wanted:
            raise Usage(f"--project {each}: the name here is missing", hint="--project NAME_THERE=NAME_HERE")
        if there:
            if there not in names:
                raise Usage(f"the file says nothing of a project {there}", hint=_some(names))
            found[there] = wanted
        elif len(names) > 1:
            raise Usage(
                f"the file is about {len(names)} projects, so say which is {here}",
                hint=f"--project NAME={here}, with one of: {', '.join(sorted(names))}",
            )
        else:
            found.update((name, wanted) for name in names)
    return found


def _some(names: Iterable[str]) -> str:
    return f"it speaks of: {', '.join(sorted(names)) or 'no project'}"


def _about_projects(offers: Iterable[Offer]) -> list[str]:
    waiting = Counter(
        offer.rule.scope.project for offer in offers if offer.rule.scope.project.startswith("local:")
    )
    return [
        f"{count} rules are about a folder of another machine: --project {name}=NAME says which project that is here"
        for name, count in sorted(waiting.items())
    ]


def _refuse_later(offered: Offered, file: str) -> None:
    later = offered.beside.get("portable")
    if isinstance(later, int) and not isinstance(later, bool) and later > VERSION:
        raise NewerSchema(
            f"{file} was exported by a newer cm (form {later})", hint="upgrade cm; nothing was changed"
        )
    schema = offered.beside.get("schema")
    if offered.shape == "rules" and isinstance(schema, int) and not isinstance(schema, bool):
        refuse_newer("playbook", schema, Path(file))


Read = tuple[Rule, int, Any, tuple[str, ...]]
"""A rule as the file has it, its line, its marks as they stand there, what does not add up."""


def _rules(
    env: Env, offered: Offered, file: str
) -> tuple[list[Read], tuple[Flaw, ...], tuple[str, ...], int]:
    """The items that are rules, those that are none, which fields nobody here can hold, and how many stand there twice."""
    twice = 0
    found: list[Read] = []
    flaws: list[Flaw] = []
    unknown: Counter[str] = Counter()
    seen: dict[str, int] = {}
    ids = frozenset(named for item in offered.items if (named := _id_of(item.data)))
    ways = Ways(env.stamp, lambda path, agent: "", _project_named, ids)
    for item in offered.items:
        if isinstance(item.data, Mapping) and "content" in item.data and "text" not in item.data:
            bullet = bullet_of(item.data, ways)
            if isinstance(bullet, str):
                flaws.append(Flaw(item.line, _id_of(item.data), bullet, file))
                continue
            rule, marks, notes = bullet.rule, [_said(mark) for mark in bullet.marks], bullet.notes
            unknown.update(bullet.left)
        else:
            read = _one(item.data)
            if isinstance(read, str):
                flaws.append(Flaw(item.line, _id_of(item.data), read, file))
                continue
            rule, marks, notes = read[0], read[1], ()
            unknown.update(name for name in rule.extra if name not in (*PROOF, "marks"))
        rule = rule if rule.id else with_birth_id(rule)
        if rule.id in seen:
            if any(rule == other for other, *_ in found[seen[rule.id] : seen[rule.id] + 1]):
                twice += 1
                continue
            flaws.append(
                Flaw(item.line, rule.id, "its id is taken: an earlier rule of this file has it", file)
            )
            continue
        seen[rule.id] = len(found)
        found.append((rule, item.line, marks, notes))
    for pattern in (
        patterns_of(offered.beside.get("deprecatedPatterns"), ways) if offered.shape == "bullets" else ()
    ):
        if isinstance(pattern, str):
            flaws.append(Flaw(0, "", pattern, file))
        elif (rule := with_birth_id(pattern)).id not in seen:
            seen[rule.id] = len(found)
            found.append((rule, 0, (), ()))
    left = tuple(f"{name} ({count})" for name, count in sorted(unknown.items()))
    return found, tuple(flaws), left, twice


def _project_named(folder: str) -> str:
    try:
        return project_at(Path(folder)) if Path(folder).is_absolute() else folder
    except (OSError, ValueError):
        return folder


def _one(data: Any) -> tuple[Rule, Any] | str:
    """One item of ours: a sentence, a rule, what `cm list --json` says of one, or an item of `cm add --batch`."""
    if isinstance(data, str):
        data = {"text": data}
    if isinstance(data, Mapping) and "text" not in data and isinstance(data.get("rule"), Mapping):
        data = data["rule"]
    if isinstance(data, Mapping):
        data = {key: value for key, value in data.items() if value not in (None, "", [], {}) or key == "text"}
    try:
        rule = rule_of(data)
    except RecursionError:
        return "nested too deep"
    if isinstance(rule, str):
        return rule
    if not rule.text.strip():
        return "text: is empty"
    quote = rule.extra.get("quote")
    if isinstance(quote, str) and quote.strip():
        rule = replace(rule, evidence=(*rule.evidence, Evidence("import", quote)))
    return rule, rule.extra.get("marks", ())


def with_birth_id(rule: Rule) -> Rule:
    """A rule without an id gets the one that its content gives."""
    return replace(rule, id=rule_birth_id(rule.kind, rule.scope.key(), normalise(rule.text)))


def _said(mark: Any) -> dict[str, Any]:
    return {
        "id": mark.id,
        "verdict": mark.verdict,
        "at": mark.at,
        "weight": mark.weight,
        "reason": mark.reason,
    }


def _id_of(data: Any) -> str:
    named = data.get("id") if isinstance(data, Mapping) else ""
    return named[:80] if isinstance(named, str) else ""


def _read(env: Env, file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    path = Path(file).expanduser()
    path = path if path.is_absolute() else env.cwd / path
    try:
        if path.is_dir():
            raise Usage(
                f"{path} is a folder", hint="name a file in it, or say --from-cass for a store of that form"
            )
        return path.read_bytes()
    except FileNotFoundError as error:
        raise NotFound(f"there is no file {path}", hint="`cm import -` reads from stdin") from error
    except OSError as error:
        raise NotFound(f"{path} cannot be read: {error.strerror}", hint="check its permissions") from error


__all__ = ["Asked", "Entering", "Imported", "Taken", "import_bytes", "import_file"]
