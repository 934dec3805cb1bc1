"""`cm setup`: the agents on this machine are told of the guard, of our hooks, of the MCP server and of how to use `cm`.

The guard is `flows/guarding.py` and comes first, so that it is at the bottom of a file that holds both; the onboarding page is
`flows/skills.py`. What is put where is `flows/setup_places.py`; taking it back is `flows/setup_removing.py`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from cm.core.secrets.scrub import scrub
from cm.errors import CmError, NotFound, Usage
from cm.flows import guarding, skills
from cm.flows.env import Env
from cm.flows.guard_places import ours_of
from cm.flows.guarding import FileDone, HostDone
from cm.flows.scripts import script_of
from cm.flows.setup_places import OURS, Place, found_here, named, opened, places, wishes_of
from cm.hosts.registry import HOSTS
from cm.model.host import Host, Spot
from cm.store.files import lock
from cm.store.hostfiles import Export, read_exports, with_export, write_exports
from cm.store.installed import Record, read_records, write_records
from cm.store.jsonc import decode, parse
from cm.store.jsonc_splice import Trace
from cm.store.lines import make_dirs
from cm.store.registering import Plan, Wish, apply, check_writable, missing_folders, plan_putting, without

KEPT: Final = (
    512_000  # bytes from before that are remembered; of a longer file only what is ours is taken out
)


@dataclass(frozen=True, slots=True)
class HostSetUp:
    """What became of one host."""

    host: str
    title: str
    parts: tuple[str, ...]  # what it is told of: hooks by their moment, mcp, guide
    files: tuple[FileDone, ...]
    needs: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()  # what it cannot do
    trouble: str = ""
    hint: str = ""
    guard: HostDone | None = None
    page: str = ""  # the onboarding page that it finds

    @property
    def ok(self) -> bool:
        """Whether all that was to be registered is."""
        return not self.trouble and (self.guard is None or self.guard.is_guarded)


@dataclass(frozen=True, slots=True)
class SetUp:
    """What was registered."""

    dry_run: bool
    where: str
    project: str
    hosts: tuple[HostSetUp, ...]
    by_agent: str = ""  # "" outside an agent

    @property
    def ok(self) -> bool:
        """Whether everything that was to be registered is."""
        return all(each.ok for each in self.hosts)


def set_up(
    env: Env,
    names: Sequence[str] = (),
    *,
    project: bool = False,
    mcp: bool = True,
    guard: bool = True,
    dry_run: bool = False,
) -> SetUp:
    """Registers all that these hosts, or all that are here, can take. Raises NotFound when there is none, Usage without a project."""
    hosts = named(names) or found_here(env)
    if not hosts:
        raise NotFound(
            "no coding agent was found on this machine",
            hint="name the one to set up: cm setup HOST (cm doctor lists them)",
        )
    where: Spot = "project" if project else "user"
    if project and env.repo is None:
        raise Usage(
            f"{env.cwd} is in no repository, so there is no project to set up",
            hint="go into the project, or leave --project out to set up all of them",
        )
    guards = _guards(env, hosts, project, dry_run) if guard else {}
    pages = _pages(env, hosts, project, dry_run)
    done = tuple(
        changed(_tell(env, host, where, mcp, dry_run), guard=guards.get(host.name), page=pages.get(host.name, ""))
        for host in hosts
    )  # fmt: skip
    root = str(env.repo.repo) if project and env.repo else ""
    return SetUp(dry_run, where, root, done, env.agent)


def records_path(env: Env) -> Path:
    """Where it is remembered what was put into which file."""
    return env.home.set_up


def plan_place(env: Env, place: Place, known: Record | None, *, others: Sequence[Record] = ()) -> Plan:
    """What the file would hold."""
    file = opened(place)
    wishes = wishes_of(env, place)
    made = next((each.folders for each in others if each.path == str(place.path)), None)
    blank = Record(
        place.host.name, place.where, str(place.path), None, "", env.stamp, place.project,
        folders=missing_folders(file.path) if made is None else made,
    )  # fmt: skip
    plan = plan_putting(file, wishes, OURS, blank, known, place.root)
    if place.first.shape == "json" and plan.record is not None:
        plan = changed(plan, record=_loose(env, place, plan.record, others))
    if plan.record is not None and plan.record.before is not None and len(plan.record.before) > KEPT:
        plan = changed(plan, record=changed(plan.record, before=b"", left=""))
    return changed(plan, executable=True) if place.first.shape == "executable" else plan


def _loose(env: Env, place: Place, record: Record, others: Sequence[Record]) -> Record:
    """Lets a piece take along, when it goes last, what the guard made around both of them in the same file."""
    guards = [each for each in others if each.host == place.host.name and each.pieces]
    if not guards or record.before is None:
        return record
    name = str(place.path)
    text = decode(record.before, name)[1]
    tail = False
    for other in guards:
        text = without(text, other.pieces, ours_of(script_of(env, other.host)), name)
        tail = tail or any(piece.trace.tail for piece in other.pieces)
    bare = parse(text, name)
    pieces = []
    for piece in record.pieces:
        depth = 0
        while depth < len(piece.at) and bare.at(piece.at[: depth + 1]) is not None:
            depth += 1
        made = len(piece.at) - depth - piece.member + (bare.root is None)
        trace = Trace(max(made, piece.trace.made), piece.trace.tail or tail)
        pieces.append(changed(piece, trace=trace))
    return changed(record, pieces=tuple(pieces))


def _tell(env: Env, host: Host, where: Spot, mcp: bool, dry_run: bool) -> HostSetUp:
    files: list[FileDone] = []
    told: list[str] = []
    needs: list[str] = []
    lacks = host.moments.uncovered if host.moments is not None else ()
    try:
        for place in places(env, host, where):
            if not mcp:
                place = _as_it_was(env, place)
            if not place.registrations:
                continue
            files.append(_put(env, place, dry_run))
            told += told_of(place)
            needs += place.needs
    except CmError as error:
        return HostSetUp(
            host.name, host.title, _once(told), tuple(files), _once(needs), lacks, error.message, error.hint
        )
    return HostSetUp(host.name, host.title, _once(told), tuple(files), _once(needs), lacks)


def _as_it_was(env: Env, place: Place) -> Place:
    """The file without a server, unless one of ours is there already: it is neither put nor taken away."""
    known = read_records(records_path(env)).of(place.host.name, str(place.path))
    there = {piece.at for piece in known.pieces} if known is not None else set()
    held = tuple(
        each
        for each in place.registrations
        if each.at in there or all(each is not one for one in place.host.mcp)
    )
    if held == place.registrations:
        return place
    return changed(place, registrations=held, parts=tuple(part for part in place.parts if part != "mcp"))


def _put(env: Env, place: Place, dry_run: bool) -> FileDone:
    path = records_path(env)
    if dry_run:
        records = read_records(path)
        plan = plan_place(
            env, place, records.of(place.host.name, str(place.path)), others=_beside(env, place)
        )
        check_writable(plan)
        return file_done(place, plan)
    with lock(env.home.lock):
        records = read_records(path)
        known = records.of(place.host.name, str(place.path))
        plan = plan_place(env, place, known, others=_beside(env, place))
        check_writable(plan)
        if plan.record is not None and plan.record != known:
            make_dirs(path.parent)
            write_records(path, records.having(plan.record))
        backup = apply(plan, env.home.root / "backups", env.stamp, place.host.name)
        if plan.record is not None:
            _note(env, place, plan.record)
        return file_done(place, plan, backup)


def _beside(env: Env, place: Place) -> tuple[Record, ...]:
    """What the guard, or another host, has in the same file."""
    own = read_records(records_path(env)).items.values()
    guards = read_records(env.home.guard / "installed.json").items.values()
    return tuple(
        each
        for each in (*guards, *own)
        if each.path == str(place.path) and (each.host != place.host.name or each in guards)
    )


def _note(env: Env, place: Place, record: Record) -> None:
    """Says in `exports.json` what stands in which file, each piece by its hash."""
    path = str(opened(place).path)
    exports = read_exports(env.home.exports)
    known = exports.files.get(path)
    if known is not None and not known.pieces:
        return  # rules stand there as well, and that line is about them
    item = Export(
        path=path, sha256=record.left, project=place.project, at=record.at, created=record.before is None, copy=True,
        pieces=tuple((named_piece(wish), digest_of(wish)) for wish in wishes_of(env, place)),
    )  # fmt: skip
    if item != known:
        write_exports(env.home.exports, with_export(exports, item, path))


def named_piece(wish: Wish) -> str:
    """Where a piece stands, in words."""
    return ".".join(wish.at) or ("block" if wish.form == "block" else "file")


def digest_of(wish: Wish) -> str:
    """The hash of a piece."""
    text = wish.text or json.dumps(wish.entry, sort_keys=True, ensure_ascii=False)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def file_done(place: Place, plan: Plan, backup: str = "") -> FileDone:
    """What became of one file."""
    return FileDone(
        str(place.path), str(plan.file.path) if place.path.is_symlink() else "", plan.action, scrub(plan.diff)[0], backup,
        bool(place.project) and any(each.shared for each in place.registrations),
    )  # fmt: skip


def stands(env: Env, place: Place) -> tuple[str, ...]:
    """Which pieces of ours are in a file as they should be; those that are missing or other are not named."""
    file = opened(place)
    if file.data is None:
        return ()
    return tuple(named_piece(wish) for wish in wishes_of(env, place) if _stands(file.data, file.name, wish))


def _stands(data: bytes, name: str, wish: Wish) -> bool:
    from cm.core.serving.export import find_block
    from cm.store import toml_splice, yaml_splice

    if wish.form == "block":
        block = find_block(data)
        return block is not None and block.body == wish.text
    if not wish.at:
        return data == wish.text.encode()
    text = decode(data, name)[1]
    if wish.form == "toml":
        return bool(toml_splice.value_at(toml_splice.read(text, name), wish.at) == wish.entry)
    if wish.form == "yaml":
        return bool(yaml_splice.value_at(yaml_splice.read(text, name), wish.at) == wish.entry)
    found: Any = parse(text, name).value_at(wish.at)
    return found == wish.entry if wish.member else isinstance(found, list) and wish.entry in found


def told_of(place: Place) -> list[str]:
    """What a host is told of in a file: hooks by their moment, mcp, guide."""
    told: list[str] = []
    for part in place.parts:
        if part != "hooks":
            told.append(part)
            continue
        said = [each.moment for each in place.registrations if each.moment]
        if not said and place.host.moments is not None:
            said = [*(moment for moment, _ in place.host.moments.words.answers), "end"]
        told += said
    return told


def _guards(env: Env, hosts: Sequence[Host], project: bool, dry_run: bool) -> dict[str, HostDone]:
    names = [host.name for host in hosts if host.guard is not None and host.registration]
    if not names:
        return {}
    if len(names) == 1:  # what stops the one that is asked for is its own line here, no error
        try:
            done = guarding.install(env, names, project=project, dry_run=dry_run).hosts
        except CmError as error:
            host = HOSTS[names[0]]
            done = (HostDone(host.name, host.title, (), trouble=error.message, hint=error.hint),)
    else:
        done = guarding.install(env, names, project=project, dry_run=dry_run).hosts
    return {each.host: each for each in done}


def _pages(env: Env, hosts: Sequence[Host], project: bool, dry_run: bool) -> dict[str, str]:
    names = [host.name for host in hosts if host.skills is not None]
    if not names:
        return {}
    done = skills.put_skill(env, names, project=project, dry_run=dry_run)
    return {host: page.path for page in done.pages if not page.trouble for host in page.hosts}


def _once(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
