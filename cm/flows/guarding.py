"""`cm guard install`: scripts, arming, and a line in the settings of each agent, proved by the canary.

Installing tightens, so it is open to all; removing needs a human. The order keeps every moment safe: scripts before the line that
starts them, the line away before its script. What is written into whose file is `store/registering.py`, where it goes
`flows/guard_places.py`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as changed

from cm.core.secrets.scrub import scrub
from cm.errors import CmError, NotFound, Usage
from cm.flows import git_guard
from cm.flows.arming import arm
from cm.flows.env import Env, open_env
from cm.flows.git_guard import GitGuarded
from cm.flows.guard_places import (
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
from cm.flows.renewing import renew
from cm.flows.scripts import Script, script_of, write_scripts
from cm.hosts.registry import HOSTS
from cm.model.host import Host, Spot
from cm.store.files import lock
from cm.store.installed import Record, read_records, write_records
from cm.store.registering import Action, Plan, apply, check_writable, missing_folders, plan_putting


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
    renew(env)  # those of other agents, and of git, share the engine
    armed = arm(env)
    proven = tuple(_proven(env, each, where) for each in done)
    return Installed(
        False, where, _project(env, where), proven, tuple(map(str, written.written)) if written else (), wanted, added,
        armed.armed, len(armed.waiting), len(armed.quarantined), env.agent, told,
    )  # fmt: skip


# --- installing


def _plan_host(env: Env, host: Host, where: Spot) -> HostDone:
    files: list[FileDone] = []
    script = script_of(env, host.name)
    records = read_records(env.home.guard / "installed.json")
    try:
        for target in targets(env, host, where):
            plan = _plan(env, target, script, records.of(host.name, str(target.path)))
            check_writable(plan)
            files.append(file_done(target, plan))
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
            files.append(file_done(target, plan, backup))
    except CmError as error:
        return HostDone(host.name, host.title, tuple(files), trouble=error.message, hint=error.hint)
    return HostDone(host.name, host.title, tuple(files), _needs(env, host, where), host.uncovered)


def _plan(env: Env, target: Target, script: Script, known: Record | None) -> Plan:
    file = opened(env, target)
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


def file_done(target: Target, plan: Plan, backup: str = "") -> FileDone:
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
