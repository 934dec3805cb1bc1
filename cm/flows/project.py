"""Writes this project's rules into an instruction file as a managed block, or prints them.

Only rules that the predicate serves, of this project; the user's own and quotes stay at home unless asked for.
What a block is: `core/serving/export.py`. What is written where: `store/hostfiles.py` and `exports.json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias

from cm.core.screening.labels import with_fit_quotes
from cm.core.screening.screen import screen
from cm.core.serving import export
from cm.core.serving.audience import fewer
from cm.core.serving.serve import Reader, Served
from cm.errors import BadState, CmError, ExportEdited, Unwritable
from cm.flows.env import Env, open_env
from cm.flows.kept import renew
from cm.flows.parts import Ground, withdrawn_in
from cm.flows.reading import served
from cm.flows.surroundings import is_denied
from cm.hosts.registry import HOSTS
from cm.model.ledger import Shown
from cm.model.rule import Rule
from cm.model.stamp import stamp
from cm.store.files import lock
from cm.store.hostfiles import (
    Export,
    HostFile,
    open_file,
    read_exports,
    remove_file,
    replace_file,
    with_export,
    write_exports,
)
from cm.store.ledger import LedgerFiles

Action: TypeAlias = Literal[
    "created", "written", "unchanged", "block removed", "file removed", "nothing to write", "printed"
]


@dataclass(frozen=True, slots=True)
class Exported:
    """A rule in an export, or one that did not fit."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Projected:
    """What became of one file."""

    action: Action
    project: str
    file: str
    path: str
    rules: tuple[Exported, ...]
    left_out: tuple[Exported, ...]
    size: int  # bytes of the whole file as it is (or would be) now
    limit: int | None  # bytes its reader takes; None when it does not say
    dry_run: bool = False
    overwrote_edit: bool = False
    body: str = ""  # what stands in the block
    at_home: int = 0  # rules that hold here too, but are the user's own; told when there is nothing else
    private: int = 0  # rules of this project that are for its user alone


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be written, decided before anything is."""

    action: Action
    data: bytes
    pad: int


def project(
    env: Env, *, file: str = "", force: bool = False, dry_run: bool = False, include_user: bool | None = None
) -> Projected:
    """Brings the file's block up to date. Raises ExportEdited, Usage, BadState, Busy."""
    name = file or env.settings.export.file
    quotes = env.settings.export.include_user if include_user is None else include_user
    target = open_file(root_of(env), name, anywhere=force)
    if dry_run:
        return _do(env, target, quotes, force, True)
    renew(env)
    with lock(env.home.lock):
        return _do(env, target, quotes, force, False)


def exports_without(
    env: Env, rule_ids: Sequence[str], *, coming: Sequence[str] = (), dry_run: bool = False
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Rewrites every export that holds one of these rules, or would hold one that is `coming` back.

    With `dry_run` it only names those that hold one; where a rule would come back to is not known before it does.
    Returns the files done, and those left with the reason.
    """
    gone = set(rule_ids)
    done: list[str] = []
    left: list[str] = []
    try:
        exported = read_exports(env.home.exports)
    except BadState as error:  # the withdrawal stands already: what it could not reach is told, not raised
        return (), (f"{error.message}: which files hold it is not known",)
    for item in exported.files.values():
        if gone.isdisjoint(item.rules) and not _would_hold(env, item, coming):
            continue
        if item.copy:
            if not gone.difference(coming).isdisjoint(item.rules) and Path(item.path).exists():
                left.append(
                    f"{item.path}: it still holds what was taken away; `cm export` wrote it, write it anew"
                )
            continue
        if dry_run:
            done.append(item.path)
            continue
        place = _there(env, Path(item.path).parent)
        try:
            target = open_file(Path(item.path).parent, item.path, anywhere=True)
            with lock(env.home.lock):
                _do(place, target, item.include_user, False, False, item.project)
            done.append(item.path)
        except CmError as error:
            left.append(f"{error.message}: it still holds what was taken away")
    return tuple(done), tuple(left)


def _would_hold(env: Env, item: Export, rule_ids: Sequence[str]) -> bool:
    """Whether one of these rules would stand in a file that was exported."""
    if not rule_ids or item.copy or not Path(item.path).exists():
        return False
    with suppress(CmError):
        place = _there(env, Path(item.path).parent)
        return any(rule.id in rule_ids for rule in rules_to_export(place, item.include_user, item.project))
    return False


def outdated_exports(env: Env) -> tuple[str, ...]:
    """The exported files whose block is not what it would be now, each with the reason."""
    out = []
    for item in read_exports(env.home.exports).files.values():
        if item.copy:  # what was given away may grow old
            continue
        target = open_file(Path(item.path).parent, item.path, anywhere=True)
        if target.data is None:
            out.append(f"{item.path}: the file is gone")
            continue
        block = export.find_block(target.data)
        if block is None:
            out.append(f"{item.path}: the block was taken out")
        elif block.edited or block.actual != item.sha256:
            out.append(f"{item.path}: the block was edited by hand")
        else:
            fitted = _fitted(_there(env, target.path.parent), target, item.include_user, item.project)
            if export.body_of(fitted.rules, quotes=item.include_user) != block.body:
                out.append(f"{item.path}: the rules changed since it was written")
    return tuple(out)


def rules_to_export(env: Env, include_user: bool, name: str = "") -> tuple[Rule, ...]:
    """The rules of a project that an instruction file may hold, best first."""
    asked = env.project if not name or env.is_here(name) else name
    allowed, _ = served(env, _reader(env, asked))
    mine = [
        item
        for item in allowed
        if item.layer == "repo" or _is_about(env, item.rule.scope.project, asked) or include_user
    ]
    withdrawn = withdrawn_in(Ground(env)).hit
    return tuple(
        with_fit_quotes(_with_wider(item.rule, mine), screen, withdrawn) for item in sorted(mine, key=_rank)
    )


def kept_private(env: Env, name: str = "") -> int:
    """How many rules of a project hold there and are for its user alone."""
    asked = env.project if not name or env.is_here(name) else name
    _, held = served(env, _reader(env, asked))
    return sum(
        each.reason == "private" and (each.layer == "repo" or _is_about(env, each.rule.scope.project, asked))
        for each in held
    )


def _reader(env: Env, project: str) -> Reader:
    """Who reads an instruction file: all who have the repository."""
    return Reader("export", project=project, audience=fewer("team", env.audience))


def _with_wider(rule: Rule, beside: Sequence[Served]) -> Rule:
    """The rule with all that it overrules there: of the other layer's no playbook says so."""
    wider = (item.rule.id for item in beside if rule.id in item.except_for)
    return replace(rule, overrules=tuple(dict.fromkeys((*rule.overrules, *wider))))


def _is_about(env: Env, project: str, asked: str) -> bool:
    return project == asked or (asked == env.project and env.is_here(project))


def root_of(env: Env) -> Path:
    """The folder that relative file names start from."""
    return env.repo.repo if env.repo else env.cwd


def limit_of(name: str) -> int | None:
    """The smallest size that a reader of this file takes, in bytes."""
    limits = [
        host.instructions.limit_bytes
        for host in HOSTS.values()
        if host.instructions and host.instructions.limit_bytes and name in host.instructions.files
    ]
    return min(limits) if limits else None


def _there(env: Env, folder: Path) -> Env:
    """The same user at work in another folder, so that the rules of the repository there are seen."""
    return open_env(env.environ, folder, flags=env.flags, clock=env.clock, nonce=env.nonce, tty=env.tty)


def _do(env: Env, target: HostFile, quotes: bool, force: bool, dry_run: bool, name: str = "") -> Projected:
    exports = read_exports(env.home.exports)
    path = str(target.path)
    known = exports.files.get(path)
    overwrites = _check_edits(target, known, force)
    fitted = _fitted(env, target, quotes, name)
    rules = _in_file_order(fitted.rules)
    body = export.body_of(rules, quotes=quotes)
    plan = _plan(target, body, known)
    if not dry_run:
        _check_permission(target, plan, force)
        if plan.action in ("created", "written", "block removed"):
            replace_file(target, plan.data)
        elif plan.action == "file removed":
            remove_file(target)
        entry = _entry(env, target, plan, body, rules, known, quotes, name) if body else None
        if entry != known and (entry is None or plan.action != "unchanged" or known is None):
            write_exports(env.home.exports, with_export(exports, entry, path))
        if plan.action in ("created", "written"):
            _log(env, rules, body, name)
    return Projected(
        action=plan.action, project=name or env.project, file=target.name, path=path,
        rules=tuple(Exported(rule.id, rule.text) for rule in rules),
        left_out=tuple(Exported(rule.id, rule.text) for rule in fitted.left_out),
        size=len(plan.data), limit=limit_of(target.name), dry_run=dry_run, overwrote_edit=overwrites, body=body,
        at_home=0 if body or quotes else len(rules_to_export(env, True, name)), private=kept_private(env, name),
    )  # fmt: skip


def _fitted(env: Env, target: HostFile, quotes: bool, name: str = "") -> export.Fitted:
    foreign = len(export.take_out(target.data, 0)) if target.data else len(export.head_for(target.name))
    limit = limit_of(target.name)
    room = export.BLOCK_LIMIT if limit is None else min(export.BLOCK_LIMIT, limit - foreign - 4)
    best_first = rules_to_export(env, quotes, name)
    fitted = export.fit(best_first, room, quotes=quotes)
    return export.Fitted(_in_file_order(fitted.rules), fitted.left_out)


def _check_edits(target: HostFile, known: Export | None, force: bool) -> bool:
    block = export.find_block(target.data) if target.data else None
    if block is None:
        return False
    edited = block.edited or (known is not None and block.actual != known.sha256)
    if edited and not force:
        raise ExportEdited(
            f"{target.path}: somebody edited the text between the cm markers",
            hint="move that text out of the block (or `cm add` it as a rule), then run it again; --force overwrites it",
            path=str(target.path),
        )
    return edited


def _check_permission(target: HostFile, plan: Plan, force: bool) -> None:
    """A file is replaced whole, which its own mode does not stop: so it is asked here."""
    if target.read_only and not force and plan.action in ("written", "block removed", "file removed"):
        raise Unwritable(
            f"{target.path} is read-only",
            hint="make it writable, or say --force to write it anyway (it stays read-only)",
            path=str(target.path),
        )


def _plan(target: HostFile, body: str, known: Export | None) -> Plan:
    if target.data is None:
        if not body:
            return Plan("nothing to write", b"", 0)
        return Plan("created", export.put_block(export.head_for(target.name).encode(), body), 0)
    pad = known.pad if known else -1
    if body:
        data = export.put_block(target.data, body)
        if data == target.data:
            return Plan("unchanged", data, pad)
        fresh = export.find_block(target.data) is None
        return Plan("written", data, len(export.pad_before(target.data)) if fresh else pad)
    data = export.take_out(target.data, pad)
    if data == target.data:
        return Plan("nothing to write", data, pad)
    if known and known.created and export.is_bare(data, target.name):
        return Plan("file removed", b"", pad)
    return Plan("block removed", data, pad)


def _entry(
    env: Env, target: HostFile, plan: Plan, body: str, rules: Sequence[Rule], known: Export | None, quotes: bool, name: str
) -> Export:  # fmt: skip
    return Export(
        path=str(target.path), sha256=export.digest_of(body), project=name or env.project,
        at=known.at if known and plan.action == "unchanged" else stamp(env.now),
        rules=tuple(rule.id for rule in rules),
        created=plan.action == "created" or bool(known and known.created), pad=plan.pad, include_user=quotes,
    )  # fmt: skip


def _log(env: Env, rules: Sequence[Rule], body: str, name: str) -> None:
    digest = sha256(body.encode("utf-8", "surrogateescape")).hexdigest()
    about = name or env.project
    shown = Shown(
        id=f"c-{env.nonce()[:13]}", at=stamp(env.now), door="export", rules=tuple(rule.id for rule in rules),
        sha256=digest, project="" if is_denied(env, (about,)) else about,
    )  # fmt: skip
    LedgerFiles(env.home.ledger_dir).append_shown(shown)


def _rank(item: Served) -> tuple[object, ...]:
    stages = {"proven": 0, "established": 1, "candidate": 2}
    return (
        not item.rule.pinned,
        stages[item.standing.stage],
        -item.standing.score,
        -len(item.rule.evidence),
        item.rule.id,
    )


def _in_file_order(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """An order that marks do not move, so that the file changes only when rules do."""
    return tuple(sorted(rules, key=lambda rule: (rule.category, rule.origin.at, rule.id)))
