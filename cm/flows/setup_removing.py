"""`cm setup --remove`: everything is taken out of the agents' files again, which then are as they were before.

Removing loosens, so it needs a human. What was put in last goes first, so that each file gets back exactly the bytes it had; of a file
that changed since, only what is ours goes. Putting it there is `flows/setting_up.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import replace as changed
from hashlib import sha256
from pathlib import Path

from cm.errors import CmError, NotFound
from cm.flows import guard_removing, skills
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.guarding import FileDone, HostDone
from cm.flows.setting_up import file_done, records_path
from cm.flows.setup_places import (
    MARK,
    OURS,
    Place,
    hosts_to_tell,
    named,
    opened,
    places,
    registrations_of,
    wishes_of,
)
from cm.hosts.registry import HOSTS
from cm.model.host import Spot
from cm.store.files import lock
from cm.store.hostfiles import look_at_file, read_exports, with_export, write_exports
from cm.store.installed import Record, read_records, write_records
from cm.store.registering import Plan, apply, check_writable, own_places, plan_taking, remove_folders


@dataclass(frozen=True, slots=True)
class HostTaken:
    """What was taken out of one host's files."""

    host: str
    title: str
    files: tuple[FileDone, ...]
    trouble: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Unset:
    """What was taken back."""

    dry_run: bool
    hosts: tuple[HostTaken, ...]
    pages: tuple[str, ...]  # that were deleted
    by: str

    @property
    def ok(self) -> bool:
        """Whether everything went."""
        return not any(each.trouble for each in self.hosts)


def unset(
    env: Env,
    names: Sequence[str] = (),
    *,
    project: bool = False,
    guard: bool = True,
    yes: bool = False,
    dry_run: bool = False,
) -> Unset:
    """Takes back what `cm setup` registered with these hosts, or with all, after a human's yes. Raises NotFound, NeedsAHuman."""
    hosts = {host.name for host in named(names)}
    where: Spot = "project" if project else "user"
    found = _registered(env, hosts, where)
    guards = _guards(env, hosts, where) if guard else []
    if not found and not guards:
        raise NotFound(
            f"nothing of cm is set up {'in this project' if project else 'for ' + (', '.join(names) or 'you')}",
            hint="cm doctor shows what is registered where",
        )
    what = list(dict.fromkeys([*(place.host.name for place in found), *guards]))
    by = "" if dry_run else require_human(env, f"take cm out of {', '.join(what)}", yes)
    on_top = [place for place in found if not _is_below_a_guard(env, place)]
    taken = [_take(env, place, dry_run) for place in reversed(on_top)]
    pages = _take_pages(env, hosts, project, dry_run)
    gone: tuple[HostDone, ...] = ()
    if guards:
        gone = guard_removing.remove(env, guards, project=project, agreed=by, dry_run=dry_run).hosts
    taken += [_take(env, place, dry_run) for place in reversed(found) if place not in on_top]
    return Unset(dry_run, _gathered(taken, gone), pages, by)


def _take_pages(env: Env, hosts: set[str], project: bool, dry_run: bool) -> tuple[str, ...]:
    names = [name for name in hosts if HOSTS[name].skills is not None]
    if hosts and not names:
        return ()
    done = skills.take_skill(env, names, project=project, dry_run=dry_run)
    return tuple(page.path for page in done.pages if page.action == "removed")


def _guards(env: Env, hosts: set[str], where: Spot) -> list[str]:
    """The hosts that ask the guard and are to go."""
    records = read_records(env.home.guard / "installed.json").items.values()
    root = str(env.repo.repo) if env.repo is not None else ""
    return list(
        dict.fromkeys(
            each.host
            for each in records
            if each.where == where
            and (not hosts or each.host in hosts)
            and (where == "user" or each.project == root)
        )
    )


def _registered(env: Env, hosts: set[str], where: Spot) -> list[Place]:
    """The files in which something of ours is, or was said to be."""
    records = read_records(records_path(env)).items.values()
    found: dict[tuple[str, str], Place] = {}
    for host in hosts_to_tell():
        if (hosts and host.name not in hosts) or (where == "project" and env.repo is None):
            continue
        for place in places(env, host, where):
            known = any(item.host == host.name and item.path == str(place.path) for item in records)
            if known or _is_in(place):
                found[(host.name, str(place.path))] = place
    root = str(env.repo.repo) if env.repo is not None else ""
    for item in records:
        key = (item.host, item.path)
        if (
            key in found
            or item.host not in HOSTS
            or item.where != where
            or (hosts and item.host not in hosts)
        ):
            continue
        if where == "project" and item.project != root:
            continue
        host = HOSTS[item.host]
        twins = [
            (part, each)
            for part, each in registrations_of(host)
            if each.where == where and item.path.endswith(each.path.rsplit("/", 1)[-1])
        ]
        if twins:
            shape = twins[0][1].shape
            held = tuple(each for _, each in twins if each.shape == shape)
            found[key] = Place(host, where, item.project, Path(item.path), held, (twins[0][0],))
    return list(found.values())


def _is_in(place: Place) -> bool:
    """Whether a file holds something of ours that nobody remembers."""
    try:
        data = place.path.read_bytes()
    except OSError:
        return False
    if place.is_whole or place.first.shape == "block":
        return MARK.encode() in data
    with suppress(CmError):
        if place.first.shape in ("toml", "yaml"):
            from cm.store import toml_splice, yaml_splice
            from cm.store.registering import mentions

            splice = toml_splice if place.first.shape == "toml" else yaml_splice
            there = splice.value_at(splice.read(data.decode("utf-8"), str(place.path)), place.first.at)
            return there is not None and mentions(there, OURS.member)
        from cm.store.jsonc import decode, parse

        found = parse(decode(data)[1])
        return any(own_places(found, each.at, OURS, member=each.member) for each in place.registrations)
    return False


def _is_below_a_guard(env: Env, place: Place) -> bool:
    """Whether the guard was put into the file after us, so that it has to go first."""
    guard = read_records(env.home.guard / "installed.json").of(place.host.name, str(place.path))
    if guard is None:
        return False
    with suppress(CmError):
        data = look_at_file(place.path).data
        return data is not None and sha256(data).hexdigest() == guard.left
    return False


def _take(env: Env, place: Place, dry_run: bool) -> tuple[Place, FileDone | CmError]:
    path = records_path(env)
    try:
        if dry_run:
            records = read_records(path)
            plan = _plan(env, place, records.of(place.host.name, str(place.path)))
            check_writable(plan)
            return place, file_done(place, plan)
        with lock(env.home.lock):
            records = read_records(path)
            known = records.of(place.host.name, str(place.path))
            plan = _plan(env, place, known)
            backup = apply(plan, env.home.root / "backups", env.stamp, place.host.name)
            if known is not None:
                if plan.after is None:
                    remove_folders(known.folders)
                write_records(path, records.lacking(place.host.name, str(place.path)))
            exports = read_exports(env.home.exports)
            item = exports.files.get(str(plan.file.path))
            if item is not None and item.pieces:
                write_exports(env.home.exports, with_export(exports, None, str(plan.file.path)))
    except CmError as error:
        return place, error
    return place, file_done(place, plan, backup)


def _plan(env: Env, place: Place, known: Record | None) -> Plan:
    return plan_taking(opened(place), wishes_of(env, place), OURS, known, place.root)


def _gathered(
    taken: Sequence[tuple[Place, FileDone | CmError]], guards: Sequence[HostDone]
) -> tuple[HostTaken, ...]:
    """One entry a host, whatever the number of its files."""
    hosts = {
        each.host: HostTaken(each.host, each.title, each.files, each.trouble, each.hint) for each in guards
    }
    for place, done in taken:
        at = hosts.setdefault(place.host.name, HostTaken(place.host.name, place.host.title, ()))
        hosts[place.host.name] = (
            changed(at, trouble=at.trouble or done.message, hint=at.hint or done.hint)
            if isinstance(done, CmError)
            else changed(at, files=(*at.files, done))
        )
    return tuple(hosts.values())
