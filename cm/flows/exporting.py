"""Writes rules into a file for another home: portable, the same bytes for the same book, with nothing of this machine.

Every rule passes the predicate; what stays and why is told. Instruction files of agents are another matter
(`flows/project.py`). What leaves of a rule is `core/exchange/portable.py`; reading it again is `flows/importing.py`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from cm.core.exchange.personal import Person
from cm.core.exchange.portable import VERSION, Leaving
from cm.core.serving.audience import fewer
from cm.core.serving.serve import Reader, Withheld, serve
from cm.core.serving.standing import heirs
from cm.errors import NotFound, Usage
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.reading import shelf
from cm.model.ledger import Mark
from cm.model.playbook import playbook_of
from cm.model.rule import Kind, State
from cm.model.standing import Shelved
from cm.store.emit import item_text
from cm.store.files import lock, sha256_of
from cm.store.files import replace as put
from cm.store.hostfiles import Export, HostFile, open_file, read_exports, with_export, write_exports
from cm.store.ledger import LedgerFiles
from cm.store.offered import Form as Form
from cm.store.schema import rule_to_data

Layers: TypeAlias = Literal["user", "repo", "both"]
LAYERS: Final[tuple[Layers, ...]] = ("user", "repo", "both")
HEAD: Final = "# Rules exported by `cm export`. `cm import FILE` proposes them in another home; nothing of the first home is in here.\n"
SAME_BOOK: Final[frozenset[str]] = frozenset(
    ("expired", "not-yet-valid", "low-standing", "stale", "anchor-gone")
)
"""Reasons that speak of this moment: `--state all` takes such rules along."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rules, and what of them."""

    layer: Layers | None = None  # None: both, without the user's own rules of no project
    project: str = ""
    kinds: tuple[Kind, ...] = ()
    states: tuple[State, ...] = ()  # () = what is in force
    every_state: bool = False
    standing: bool = False
    quotes: bool = False
    history: bool = False
    include_user: bool = False
    private: bool = False  # what is for its user alone too: a person said so


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A rule that stays here, and why."""

    id: str
    reason: str
    say: str


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written, and what was not."""

    file: str  # "" = printed
    format: Form
    rules: tuple[str, ...]
    projects: tuple[str, ...]  # that the file speaks of, under the names it has for them
    marks: int
    left_out: tuple[LeftOut, ...]
    text: str
    unchanged: bool = False

    @property
    def reasons(self) -> Mapping[str, int]:
        """How many rules were left out for each reason."""
        return Counter(item.reason for item in self.left_out)


def export(
    env: Env, wanted: Wanted, *, file: str = "", form: Form = "yaml", force: bool = False, yes: bool = False
) -> Exported:
    """Writes the file, or only gives its text when none is named. Raises Usage, Unwritable, Busy; NeedsAHuman for what is private."""
    if wanted.private:
        require_human(env, "write what is private into a file for others", yes)
    shelved = shelf(env)
    chosen, left = _chosen(env, wanted, shelved.shelved)
    ids = {item.rule.id for item in chosen}
    leaving = Leaving(person_of(env), wanted.quotes, wanted.history, ids)
    marks = _marks(env, shelved.shelved, ids) if wanted.standing else {}
    entries, doubled = _entries(env, leaving, chosen, marks, wanted.standing)
    text = written(entries, form)
    told = Exported(
        file=file, format=form, rules=tuple(str(each["id"]) for each in entries),
        projects=tuple(sorted({each["scope"]["project"] for each in entries if "project" in each["scope"]})),
        marks=sum(len(each.get("marks", ())) for each in entries), left_out=(*left, *doubled), text=text,
    )  # fmt: skip
    if not file:
        return told
    with lock(env.home.lock):
        return _put(env, told, open_file(env.cwd, file, anywhere=True), force)


def person_of(env: Env) -> Person:
    """Whose machine this is, as the environment says."""
    names = (env.environ.get(name, "") for name in ("USER", "LOGNAME", "USERNAME"))
    return Person(str(env.user_home), tuple(name for name in names if name))


def written(entries: Iterable[Mapping[str, Any]], form: Form) -> str:
    """The file's text."""
    rules = list(entries)
    if form == "json":
        return (
            json.dumps({"schema": 1, "portable": VERSION, "rules": rules}, ensure_ascii=False, indent=2)
            + "\n"
        )
    head = f"{HEAD}schema: 1\nportable: {VERSION}\nrules:"
    return head + ("\n" + "".join(item_text(item, 2) for item in rules) if rules else " []\n")


def _chosen(env: Env, wanted: Wanted, shelved: Iterable[Shelved]) -> tuple[list[Shelved], list[LeftOut]]:
    """What was asked for and may leave."""
    chosen: list[Shelved] = []
    left: list[LeftOut] = []
    named = env.project if wanted.project == "here" else wanted.project
    own_too = wanted.include_user or wanted.layer == "user" or env.settings.export.include_user
    for item in shelved:
        rule = item.rule
        project = _project_of(env, item)
        if wanted.layer in ("user", "repo") and item.layer != wanted.layer:
            continue
        if named and project != named and not (env.is_here(project) and env.is_here(named)):
            continue
        if wanted.kinds and rule.kind not in wanted.kinds:
            continue
        if not wanted.every_state and rule.state not in (wanted.states or ("active",)):
            continue
        if refusal := _refusal(env, item, wanted):
            left.append(LeftOut(rule.id, *refusal))
        elif not project and not own_too:
            left.append(LeftOut(rule.id, "own", "your own rule of no project: --include-user takes it along"))
        else:
            chosen.append(item)
    return chosen, left


def _refusal(env: Env, item: Shelved, wanted: Wanted) -> tuple[str, str] | None:
    """What the predicate has against a rule's leaving; that it is a draft or retired is nothing when that was asked for."""
    rule = item.rule
    asked = replace(item, rule=replace(rule, state="active", contests=()))
    reader = Reader(
        "export", project=rule.scope.project, host=rule.scope.host,
        audience=env.audience if wanted.private else fewer("team", env.audience),
    )  # fmt: skip
    answer = serve(asked, reader, env.now, policy=env.settings.curation.standing)
    if not isinstance(answer, Withheld) or answer.reason == "out-of-scope":
        return None
    if answer.reason in SAME_BOOK and (wanted.every_state or rule.state != "active"):
        return None
    return answer.reason, answer.say


def _project_of(env: Env, item: Shelved) -> str:
    """The project a rule is about: one of a repository's own is about that repository."""
    return item.rule.scope.project or (env.project if item.layer == "repo" else "")


def _entries(
    env: Env, leaving: Leaving, chosen: Iterable[Shelved], marks: Mapping[str, list[Mark]], standing: bool
) -> tuple[list[dict[str, Any]], list[LeftOut]]:
    """The rules as data, in an order that depends on nothing but them; of two with one id the user's own goes."""
    kept: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {}
    doubled: list[LeftOut] = []
    for item in chosen:
        rule = leaving.rule(item.rule, project=_project_of(env, item))
        if rule.id in kept:
            doubled.append(
                LeftOut(rule.id, "id-taken", "a rule of the other layer has the same id and goes instead")
            )
            continue
        data = rule_to_data(rule)
        if standing and (said := leaving.marks(marks.get(rule.id, ()))):
            data["marks"] = said
        kept[rule.id] = ((rule.scope.project, rule.category, rule.id), data)
    return [data for _, data in sorted(kept.values(), key=lambda pair: pair[0])], doubled


def _marks(env: Env, shelved: Iterable[Shelved], ids: Collection[str]) -> dict[str, list[Mark]]:
    """The marks of each rule, those of what it replaced included."""
    lines = LedgerFiles(env.home.ledger_dir).marks()
    if env.repo is not None and env.trusted:
        lines += LedgerFiles(env.repo.ledger_dir).marks()
    every = list(shelved)
    passed_on = heirs(
        playbook_of(*(item.rule for item in every if item.layer == "user")),
        playbook_of(*(item.rule for item in every if item.layer == "repo" and item.trusted)),
    )
    by_rule: dict[str, list[Mark]] = {}
    for line in lines:
        about = line.rule if line.rule in ids else passed_on.get(line.rule, line.rule)
        by_rule.setdefault(about, []).append(line)
    return by_rule


def _put(env: Env, told: Exported, target: HostFile, force: bool) -> Exported:
    """Writes the text, unless the file is somebody's other work; remembers it, so that a withdrawal can name it."""
    data = told.text.encode("utf-8", "replace")
    exports = read_exports(env.home.exports)
    path = str(target.path)
    if not target.path.parent.is_dir():
        raise NotFound(f"there is no folder {target.path.parent}", hint="make it first, or name another file")
    if (
        target.data is not None
        and target.data != data
        and not force
        and not _is_ours(target.data, path in exports.files)
    ):
        raise Usage(
            f"{target.path} is there already and is no export of cm",
            hint="choose another name, or say --force to write over it",
            path=path,
        )
    if target.data != data:
        put(target.path, data, private=False)
    entry = Export(
        path=path, sha256=sha256_of(target.path), project="", at=env.stamp, rules=told.rules, copy=True,
    )  # fmt: skip
    known = exports.files.get(path)
    if known is None or replace(known, at=entry.at) != entry:
        write_exports(env.home.exports, with_export(exports, entry, path))
    return replace(told, file=path, text="", unchanged=target.data == data)


def _is_ours(data: bytes, known: bool) -> bool:
    head = data[:4000].lstrip(b"\xef\xbb\xbf")
    return head.startswith(HEAD.encode()) or (known and b'"portable"' in head)
