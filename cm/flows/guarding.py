"""`cm guard install` and `remove`: scripts, arming, and a line in the settings of each agent; and taking all of it back.

Installing tightens, so it is open to all; removing needs a human. The order keeps every moment safe: scripts before the line that
starts them, the line away before its script. What is written into whose file is `store/registering.py`, where it goes
`flows/guard_places.py`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import replace as changed
from pathlib import Path

from cm.core.secrets.scrub import scrub
from cm.errors import CmError, NotFound, Usage
from cm.flows import git_guard
from cm.flows.arming import arm
from cm.flows.consent import require_human
from cm.flows.env import Env, open_env
from cm.flows.git_guard import GitGuarded
from cm.flows.guard_places import (
    MARK,
    Target,
    guarded_hosts,
    hosts_here,
    named_hosts,
    opened,
    ours_of,
    targets,
    wishes_of,
)
from cm.flows.guard_test import Tried, prove, registered_line
from cm.flows.scripts import ENGINE, START, Script, script_of, write_scripts
from cm.hosts.registry import HOSTS
from cm.model.host import Host, Spot
from cm.store.files import lock
from cm.store.registering import (
    Action,
    Plan,
    Record,
    apply,
    check_writable,
    missing_folders,
    plan_putting,
    plan_taking,
    read_records,
    remove_folders,
    write_records,
)


@dataclass(frozen=True, slots=True)
class FileDone:
    """What became of one settings file, or would."""

    path: str
    real: str  # where it really lies, when it is a link; else ""
    action: Action
    diff: str  # secrets taken out
    backup: str = ""
    shared: bool = False  # a repository usually commits it, and it names folders of this machine


@dataclass(frozen=True, slots=True)
class HostDone:
    """What became of one host."""

    host: str
    title: str
    files: tuple[FileDone, ...]
    needs: tuple[str, ...] = ()
    uncovered: tuple[str, ...] = ()
    proof: Tried | None = None
    trouble: str = ""
    hint: str = ""

    @property
    def is_guarded(self) -> bool:
        """Whether its guard stands and denied the canary."""
        return not self.trouble and (self.proof is None or self.proof.ok)


@dataclass(frozen=True, slots=True)
class Installed:
    """What was installed."""

    dry_run: bool
    where: str
    project: str
    hosts: tuple[HostDone, ...]
    scripts: tuple[str, ...]  # that were written
    packs: tuple[str, ...]
    packs_added: tuple[str, ...]
    armed: int
    waiting: int
    quarantined: int
    by_agent: str  # "" outside an agent
    git: GitGuarded | None = None  # what became of this repository's hooks

    @property
    def ok(self) -> bool:
        """Whether everything that was to be guarded is."""
        return all(each.is_guarded for each in self.hosts) and (self.git is None or self.git.ok)


@dataclass(frozen=True, slots=True)
class Removed:
    """What was taken back."""

    dry_run: bool
    hosts: tuple[HostDone, ...]
    scripts: tuple[str, ...]  # that were deleted
    by: str
    git: GitGuarded | None = None

    @property
    def ok(self) -> bool:
        """Whether everything went."""
        return not any(each.trouble for each in self.hosts) and (self.git is None or self.git.ok)


def install(
    env: Env,
    names: Sequence[str] = (),
    *,
    project: bool = False,
    packs: Sequence[str] = (),
    git: bool = False,
    dry_run: bool = False,
) -> Installed:
    """Registers the guard with these hosts, or with all that are here, and proves it. Raises NotFound when there is none."""
    hosts = named_hosts(env, names) or (() if git and not names else hosts_here(env))
    if not hosts and not git:
        known = ", ".join(host.name for host in guarded_hosts())
        raise NotFound(
            "no coding agent was found on this machine",
            hint=f"name the one to guard: cm guard install HOST, one of {known}",
        )
    where: Spot = "project" if project else "user"
    if project and env.repo is None:
        raise Usage(
            f"{env.cwd} is in no repository, so there is no project to guard",
            hint="go into the project, or leave --project out to guard all of them",
        )
    wanted = _packs(env, packs)
    if dry_run:
        done = tuple(_plan_host(env, host, where) for host in hosts)
        _alone(done, names)
        return Installed(
            True, where, _project(env, where), done, (), wanted, _new(env, wanted), 0, 0, 0, env.agent,
            git_guard.install(env, dry_run) if git else None,
        )  # fmt: skip
    added = _new(env, wanted)
    if added:
        env = _with_packs(env, wanted)
    written = write_scripts(env, [host.name for host in hosts]) if hosts else None
    done = tuple(_put_host(env, host, where) for host in hosts)
    _alone(done, names)
    told = git_guard.install(env, dry_run) if git else None
    armed = arm(env)
    proven = tuple(_proven(env, each, where) for each in done)
    return Installed(
        False, where, _project(env, where), proven, tuple(map(str, written.written)) if written else (), wanted, added,
        armed.armed, len(armed.waiting), len(armed.quarantined), env.agent, told,
    )  # fmt: skip


def remove(
    env: Env,
    names: Sequence[str] = (),
    *,
    project: bool = False,
    git: bool = False,
    everything: bool = False,
    yes: bool = False,
    dry_run: bool = False,
) -> Removed:
    """Takes the guard out of these hosts' settings (or of all), with a human's yes; `everything` reaches every project and git, too."""
    hosts = named_hosts(env, names)
    found = (
        _registered(env, [host.name for host in hosts], project, everything)
        if not git or names or everything
        else []
    )
    if not found and not git and not everything:
        raise NotFound(
            f"no guard of cm is registered {'in this project' if project else 'for ' + (', '.join(names) or 'you')}",
            hint="cm guard status shows where one is",
        )
    what = ", ".join(dict.fromkeys(target.host.name for _, target in found)) or "nothing else"
    by = "" if dry_run else require_human(env, f"remove the guard ({what}{', git' if git else ''})", yes)
    done = [
        _take(each, target, dry_run) for each, target in reversed(found)
    ]  # the last one in is the first one out
    told = git_guard.remove(env, dry_run, everywhere=everything) if git or everything else None
    gone = () if dry_run else _tidy_scripts(env)
    if not dry_run:
        arm(env)
    return Removed(dry_run, _gathered(done[::-1]), gone, by, told)


# --- installing


def _plan_host(env: Env, host: Host, where: Spot) -> HostDone:
    files: list[FileDone] = []
    script = script_of(env, host.name)
    records = read_records(env.home.guard / "installed.json")
    try:
        for target in targets(env, host, where):
            plan = _plan(env, target, script, records.of(host.name, str(target.path)))
            check_writable(plan)
            files.append(_file(target, plan))
    except CmError as error:
        return HostDone(host.name, host.title, tuple(files), trouble=error.message, hint=error.hint)
    return HostDone(host.name, host.title, tuple(files), _needs(env, host, where), host.uncovered)


def _put_host(env: Env, host: Host, where: Spot) -> HostDone:
    files: list[FileDone] = []
    script = script_of(env, host.name)
    path = env.home.guard / "installed.json"
    try:
        for target in targets(env, host, where):
            with lock(env.home.lock):
                records = read_records(path)
                known = records.of(host.name, str(target.path))
                plan = _plan(env, target, script, known)
                check_writable(plan)
                if plan.record is not None and plan.record != known:
                    write_records(path, records.having(plan.record))
                backup = apply(plan, env.home.root / "backups", env.stamp, host.name)
            files.append(_file(target, plan, backup))
    except CmError as error:
        return HostDone(host.name, host.title, tuple(files), trouble=error.message, hint=error.hint)
    return HostDone(host.name, host.title, tuple(files), _needs(env, host, where), host.uncovered)


def _plan(env: Env, target: Target, script: Script, known: Record | None) -> Plan:
    file = opened(target)
    blank = Record(
        target.host.name, target.where, str(target.path), None, "", env.stamp, target.project,
        folders=missing_folders(file.path),
    )  # fmt: skip
    plan = plan_putting(file, wishes_of(target, script), ours_of(script), blank, known, target.root)
    return changed(plan, executable=True) if target.is_run else plan


def _proven(env: Env, done: HostDone, where: Spot) -> HostDone:
    if done.trouble:
        return done
    for target in targets(env, HOSTS[done.host], where):
        try:
            line = registered_line(env, target)
        except CmError as error:
            return changed(done, trouble=error.message, hint=error.hint)
        if line:
            tried = prove(env, target, line)
            if not tried.ok:
                return changed(
                    done, proof=tried, trouble=f"it was registered, but did not deny the canary ({tried.heard}, exit {tried.exit})",
                    hint="cm guard test " + done.host,
                )  # fmt: skip
            return changed(done, proof=tried)
    return done


def _needs(env: Env, host: Host, where: Spot) -> tuple[str, ...]:
    return tuple(dict.fromkeys(need for target in targets(env, host, where) for need in target.needs))


def _file(target: Target, plan: Plan, backup: str = "") -> FileDone:
    real = str(plan.file.path)
    linked = (
        os.path.realpath(target.path.parent / target.path.name) != str(target.path)
        and target.path.is_symlink()
    )
    return FileDone(
        str(target.path), real if linked else "", plan.action, scrub(plan.diff)[0], backup,
        bool(target.project) and any(each.shared for each in target.registrations),
    )  # fmt: skip


def _alone(done: Sequence[HostDone], names: Sequence[str]) -> None:
    """What stopped the one host that was asked for is the answer itself."""
    if len(done) == 1 and names and done[0].trouble:
        from cm.errors import Unwritable

        raise Unwritable(f"{done[0].title}: {done[0].trouble}", hint=done[0].hint)


def _packs(env: Env, more: Sequence[str]) -> tuple[str, ...]:
    """The packs that are to be on, with those that are asked for. Raises NotFound for one that there is not."""
    from cm.store.catalogue import read_catalogue

    known = {pack.name for pack in read_catalogue()}
    for name in more:
        if name not in known:
            raise NotFound(f"there is no pack `{name}`", hint=f"there are {', '.join(sorted(known))}")
    return tuple(dict.fromkeys((*env.settings.guard.packs, *more)))


def _new(env: Env, wanted: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in wanted if name not in env.settings.guard.packs)


def _with_packs(env: Env, wanted: Sequence[str]) -> Env:
    from cm.flows.configure import change

    change(env, "guard.packs", ",".join(wanted))
    return open_env(env.environ, env.cwd, flags=env.flags, clock=env.clock, nonce=env.nonce, tty=env.tty)


def _project(env: Env, where: Spot) -> str:
    return str(env.repo.repo) if where == "project" and env.repo else ""


# --- removing


def _registered(env: Env, names: Sequence[str], project: bool, everything: bool) -> list[tuple[Env, Target]]:
    """The files in which something of ours is, or was said to be, each with the env that it is seen from."""
    records = read_records(env.home.guard / "installed.json").items.values()
    found: dict[tuple[str, str], tuple[Env, Target]] = {}
    spots: tuple[Spot, ...] = ("user", "project") if everything else ("project",) if project else ("user",)
    for host in guarded_hosts():
        if names and host.name not in names:
            continue
        for spot in spots:
            if spot == "project" and env.repo is None:
                continue
            for target in targets(env, host, spot):
                if any(
                    item.host == host.name and item.path == str(target.path) for item in records
                ) or _is_in(env, target):
                    found.setdefault((host.name, str(target.path)), (env, target))
    for item in records:
        key = (item.host, item.path)
        if key in found or item.host not in HOSTS or (names and item.host not in names):
            continue
        here = item.where == "user" or (env.repo is not None and item.project == str(env.repo.repo))
        if not everything and (not here or (item.where == "project") != project):
            continue
        host = HOSTS[item.host]
        spot = "project" if item.where == "project" else "user"
        twins = tuple(
            each for each in host.registration if each.where == spot and item.path.endswith(each.path)
        )
        found[key] = (env, Target(host, spot, item.project, Path(item.path), twins or host.registration[:1]))
    return list(found.values())


def _is_in(env: Env, target: Target) -> bool:
    """Whether a file holds something of ours that nobody remembers."""
    try:
        data = target.path.read_bytes()
    except OSError:
        return False
    if target.is_whole:
        return MARK.encode() in data
    ours = ours_of(script_of(env, target.host.name))
    with suppress(CmError):
        from cm.store.jsonc import decode, parse
        from cm.store.registering import own_places

        found = parse(decode(data)[1])
        return any(own_places(found, each.at, ours) for each in target.registrations)
    return False


def _take(env: Env, target: Target, dry_run: bool) -> HostDone:
    path = env.home.guard / "installed.json"
    host = target.host
    script = script_of(env, host.name)
    try:
        if dry_run:
            known = read_records(path).of(host.name, str(target.path))
            plan = plan_taking(opened(target), wishes_of(target, script), ours_of(script), known, target.root)
            check_writable(plan)
            return HostDone(host.name, host.title, (_file(target, plan),))
        with lock(env.home.lock):
            records = read_records(path)
            known = records.of(host.name, str(target.path))
            plan = plan_taking(opened(target), wishes_of(target, script), ours_of(script), known, target.root)
            backup = apply(plan, env.home.root / "backups", env.stamp, host.name)
            if known is not None:
                if plan.after is None:
                    remove_folders(known.folders)
                write_records(path, records.lacking(host.name, str(target.path)))
    except CmError as error:
        return HostDone(host.name, host.title, (), trouble=error.message, hint=error.hint)
    return HostDone(host.name, host.title, (_file(target, plan, backup),))


def _gathered(done: Sequence[HostDone]) -> tuple[HostDone, ...]:
    """One line a host, whatever the number of its files."""
    hosts: dict[str, HostDone] = {}
    for each in done:
        known = hosts.get(each.host)
        hosts[each.host] = (
            each
            if known is None
            else changed(
                known, files=(*known.files, *each.files), trouble=known.trouble or each.trouble, hint=known.hint or each.hint
            )
        )  # fmt: skip
    return tuple(hosts.values())


def _tidy_scripts(env: Env) -> tuple[str, ...]:
    """Deletes the scripts that nobody starts any more, and with the last one what they share."""
    used = {item.host for item in read_records(env.home.guard / "installed.json").items.values()}
    folder, gone = env.home.guards, []
    if not folder.is_dir():
        return ()
    for path in sorted(folder.glob("*.py")):
        if path.stem in HOSTS and path.stem not in used:
            path.unlink(missing_ok=True)
            gone.append(str(path))
    if not [path for path in folder.glob("*") if path.name not in (ENGINE, START, "__pycache__")]:
        for path in [*(folder / "__pycache__").glob("*.pyc"), folder / ENGINE, folder / START]:
            with suppress(FileNotFoundError):
                path.unlink()
                gone.append(str(path))
        remove_folders((str(folder), str(folder / "__pycache__")))
    return tuple(gone)
