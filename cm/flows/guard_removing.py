"""`cm guard remove`: the guard is taken out of every settings file, which then is as it was before.

Removing loosens, so it needs a human. The line goes before the script that it starts: some agents deny every command when a script
is missing. Putting it there is `flows/guarding.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import replace as changed
from pathlib import Path

from cm.errors import CmError, NotFound
from cm.flows import git_guard
from cm.flows.arming import arm
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.git_guard import GitGuarded
from cm.flows.guard_places import (
    Target,
    guarded_hosts,
    is_somebody_elses,
    named_hosts,
    opened,
    ours_of,
    targets,
    wishes_of,
)
from cm.flows.guarding import HostDone, file_done
from cm.flows.scripts import ENGINE, START, script_of
from cm.hosts.registry import HOSTS
from cm.model.host import Spot
from cm.store.files import lock
from cm.store.installed import read_records, write_records
from cm.store.registering import apply, check_writable, plan_taking, remove_folders


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


def remove(
    env: Env,
    names: Sequence[str] = (),
    *,
    project: bool = False,
    git: bool = False,
    everything: bool = False,
    yes: bool = False,
    agreed: str = "",
    dry_run: bool = False,
) -> Removed:
    """Takes the guard out of these hosts' settings (or of all), with a human's yes; `everything` reaches every project and git, too.

    `agreed` is who said yes to more than this already, as `require_human` gave it: nobody is asked twice.
    """
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
    what = [
        *dict.fromkeys(target.host.name for _, target in found),
        *(["this repository's git"] if git else []),
    ]
    by = agreed or (
        "" if dry_run else require_human(env, f"remove the guard of {', '.join(what) or 'nothing'}", yes)
    )
    done = [
        _take(each, target, dry_run) for each, target in reversed(found)
    ]  # the last one in is the first one out
    told = git_guard.remove(env, dry_run, everywhere=everything) if git or everything else None
    gone = () if dry_run else _tidy_scripts(env)
    if not dry_run:
        arm(env)
    return Removed(dry_run, _gathered(done[::-1]), gone, by, told)


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
        return not is_somebody_elses(env, target.host, data)
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
            plan = plan_taking(
                opened(env, target), wishes_of(target, script), ours_of(script), known, target.root
            )
            check_writable(plan)
            return HostDone(host.name, host.title, (file_done(target, plan),))
        with lock(env.home.lock):
            records = read_records(path)
            known = records.of(host.name, str(target.path))
            plan = plan_taking(
                opened(env, target), wishes_of(target, script), ours_of(script), known, target.root
            )
            backup = apply(plan, env.home.root / "backups", env.stamp, host.name)
            if known is not None:
                if plan.after is None:
                    remove_folders(known.folders)
                write_records(path, records.lacking(host.name, str(target.path)))
    except CmError as error:
        return HostDone(host.name, host.title, (), trouble=error.message, hint=error.hint)
    return HostDone(host.name, host.title, (file_done(target, plan, backup),))


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
