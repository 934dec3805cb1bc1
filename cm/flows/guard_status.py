"""`cm guard status`: does what should guard really guard? Per host the whole chain, for the registry what is armed and what is not.

Only looks. What it finds is said by `cm doctor` too (`flows/checks_guard.py`).
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from cm.errors import CmError
from cm.flows import git_guard
from cm.flows.armed import state_of
from cm.flows.arming import is_behind, packs_on
from cm.flows.due_rules import due_before, raised_by_policy
from cm.flows.env import Env
from cm.flows.git_guard import GitState
from cm.flows.guard_places import (
    Target,
    guarded_hosts,
    is_here,
    moved_place,
    opened,
    ours_of,
    script_words,
    targets,
    wishes_of,
    words_of,
)
from cm.flows.guard_test import CANARY, registered_line
from cm.flows.scripts import runs, script_of, stale
from cm.hosts.registry import HOSTS
from cm.model.host import Host, Spot
from cm.model.settings import Step
from cm.model.stamp import stamp
from cm.store.guard_log import GuardLine, read_guard_log
from cm.store.installed import Record, read_records
from cm.store.jsonc import decode, parse
from cm.store.registering import own_places, plan_putting
from cm.store.traumas import Line, read_admitted, read_registry

DAYS: Final = 7
NOT_JUDGED: Final = ("unjudged",)
DENIED: Final = ("denied", "asked", "protected", "again")


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why something that should guard does not, or not as it should."""

    code: str
    say: str
    todo: str
    fixable: bool = False  # `cm doctor --fix` mends it: scripts are made anew
    grave: bool = True  # False: it guards all the same


@dataclass(frozen=True, slots=True)
class Place:
    """One file in which a host is told."""

    where: str
    path: str
    line: str  # the command line that stands there


@dataclass(frozen=True, slots=True)
class Last:
    """The last line of its kind in the guard log."""

    at: str
    say: str


@dataclass(frozen=True, slots=True)
class HostState:
    """One host: where it is told, what it starts, whether it may."""

    host: str
    title: str
    here: bool
    places: tuple[Place, ...]
    interpreter: str
    trust: str  # "" where the host keeps none that can be read
    troubles: tuple[Trouble, ...]
    denied: Last | None = None
    fault: Last | None = None
    unjudged: int = 0

    @property
    def is_registered(self) -> bool:
        """Whether it is told to ask at all."""
        return bool(self.places)


@dataclass(frozen=True, slots=True)
class Patterns:
    """What the guards match against."""

    packs: tuple[str, ...]
    armed: int  # all that are, of packs and of registries
    own: int  # of the home and of this repository
    healed: int
    waiting: int  # for a human's yes
    quarantined: int
    gone: int  # were armed, and their line is not there any more


@dataclass(frozen=True, slots=True)
class Status:
    """All of it."""

    hosts: tuple[HostState, ...]
    patterns: Patterns
    troubles: tuple[Trouble, ...]  # of no host in particular
    unjudged: int  # in the last seven days
    faults: int
    git: GitState | None = None
    due: int = 0  # rules that were told and ignored often enough for a step up, when that was last looked at
    promote_to: Step = "reminder"  # how far such rules go up by themselves
    raised: tuple[str, ...] = ()  # those that stand where they do by that

    @property
    def ok(self) -> bool:
        """Whether everything that should guard does."""
        everything = (*self.troubles, *(each for host in self.hosts for each in host.troubles))
        return not any(each.grave for each in everything) and (self.git is None or self.git.ok)


def status(env: Env) -> Status:
    """Looks at every host that is here or registered, at the registries and at the log."""
    log = tuple(row for row in read_guard_log(env.home)[0] if not row.by_test and CANARY not in row.line)
    records = read_records(env.home.guard / "installed.json").items.values()
    hosts = []
    for host in guarded_hosts():
        mine = [item for item in records if item.host == host.name]
        if mine or is_here(env, host):
            hosts.append(_host(env, host, mine, log))
    week = stamp(env.now - timedelta(days=DAYS))
    patterns, troubles = _patterns(env)
    return Status(
        tuple(hosts), patterns, (*troubles, *_pairs(env, hosts)),
        sum(row.kind in NOT_JUDGED and row.at >= week for row in log),
        sum(row.kind == "fault" and row.at >= week for row in log), git_guard.state(env) if env.repo is not None else None,
        due_before(env), env.settings.guard.promote_to, raised_by_policy(env),
    )  # fmt: skip


# --- one host


def _host(env: Env, host: Host, records: list[Record], log: tuple[GuardLine, ...]) -> HostState:
    places: list[Place] = []
    troubles: list[Trouble] = []
    trust = ""
    known = {item.path: item for item in records}
    script = script_of(env, host.name)
    spots: tuple[Spot, ...] = ("user", "project") if env.repo is not None else ("user",)
    for target in (each for spot in spots for each in targets(env, host, spot)):
        try:
            line = registered_line(env, target)
        except CmError as error:
            if str(target.path) in known:
                troubles.append(Trouble("guard-unreadable", error.message, error.hint))
            continue
        if not line:
            if str(target.path) in known:
                troubles.append(_gone(host, target))
            continue
        places.append(Place(target.where, str(target.path), line))
        troubles += _as_written(env, target, line, known.get(str(target.path)))
        said = trust_said(env, target)
        if said:
            trust = trust if trust not in ("", "trusted") else said
            if said != "trusted":
                troubles.append(
                    Trouble("guard-not-trusted", f"{host.title} skips the hook in {target.path} without a word: {said}",
                            target.needs[0] if target.needs else f"say yes to it in {host.title}")
                )  # fmt: skip
    troubles += _elsewhere(env, host, records, {place.path for place in places})
    if places:
        troubles += _switched_off(env, host)
        told = (
            f"{script.path}: is not there"
            if any(each.code == "guard-script-missing" for each in troubles)
            else ""
        )
        troubles += [
            Trouble(
                "guard-script-stale", each, "cm doctor --fix (or cm guard install) makes it anew", True, each.endswith("is not there")
            )
            for each in stale(env, host.name)
            if each != told
        ]  # fmt: skip
    python = script.argv[0]
    mine = [row for row in log if row.host == host.name]
    week = stamp(env.now - timedelta(days=DAYS))
    return HostState(
        host.name, host.title, is_here(env, host), tuple(places), python, trust, tuple(troubles),
        _last(mine, DENIED), _last(mine, ("fault",)),
        sum(row.kind in NOT_JUDGED and row.at >= week for row in mine),
    )  # fmt: skip


def _as_written(env: Env, target: Target, line: str, record: Record | None) -> list[Trouble]:
    """Is what stands in the file what would be written now, and can it be started?"""
    script = script_of(env, target.host.name)
    found = []
    words = words_of(line)
    if not target.is_run and words and words[0] != script.argv[0] and not runs(words[0]):
        found.append(
            Trouble("guard-no-interpreter", f"{target.path}: {words[0]} cannot be started, so {target.host.title} is not guarded",
                    f"cm guard install {target.host.name}", False)
        )  # fmt: skip
    found += [
        Trouble(
            "guard-script-missing", f"{target.path} names {path}, which is not there; some agents then deny every command",
            f"{'cm doctor --fix, or ' if path == str(script.path) else ''}cm guard install {target.host.name}", path == str(script.path),
        )
        for path in script_words(line)
        if not os.path.exists(path)
    ]  # fmt: skip
    if found:
        return found
    blank = Record(target.host.name, target.where, str(target.path), None, "", "")
    plan = plan_putting(
        opened(env, target), wishes_of(target, script), ours_of(script), blank, record, target.root
    )
    if plan.changes:
        found.append(
            Trouble("guard-entry-stale", f"{target.path}: the entry is not what this cm would write",
                    f"cm guard install {target.host.name} renews it in its place", False, False)
        )  # fmt: skip
    return found


def _gone(host: Host, target: Target) -> Trouble:
    return Trouble(
        "guard-entry-gone", f"{host.title} was told in {target.path}, and nothing of it stands there any more",
        f"cm guard install {host.name} puts it back; cm guard remove {host.name} forgets it",
    )  # fmt: skip


def _elsewhere(env: Env, host: Host, records: list[Record], seen: set[str]) -> list[Trouble]:
    """Registered in a file that this environment would not use and that is gone; a project may be on a disk that is not here now."""
    here = {
        str(each.path)
        for spot in (("user", "project") if env.repo else ("user",))
        for each in targets(env, host, spot)
    }
    found = []
    for item in records:
        if item.path in here or item.where == "project":
            continue
        if not os.path.exists(item.path):
            found.append(
                Trouble("guard-entry-gone", f"{host.title} was told in {item.path}, which is not there any more",
                        f"cm guard install {host.name}; cm guard remove {host.name} forgets it", False, not seen)
            )  # fmt: skip
    return found


def trust_said(env: Env, target: Target) -> str:
    """What the host's user said of our entry, where the host keeps that in a file."""
    trust = target.host.trust
    if trust is None or target.is_whole:
        return ""
    try:
        config = tomllib.loads(moved_place(env, target.host, trust.path).read_text("utf-8"))
    except FileNotFoundError:
        config = {}
    except (OSError, ValueError):
        return "its own settings cannot be read"
    file = opened(env, target)
    found = parse(decode(file.data or b"")[1])
    ours = ours_of(script_of(env, target.host.name))
    files = tuple(dict.fromkeys((str(target.path), str(file.path))))
    said = [
        trust.check(config, files, place[: len(each.at) + 1], found.value_at(place[: len(each.at) + 1]))
        for each in target.registrations
        for place in own_places(found, each.at, ours)
    ]
    return next((word for word in said if word != "trusted"), "trusted" if said else "")


def _switched_off(env: Env, host: Host) -> list[Trouble]:
    found = []
    for switch in host.switches:
        tried = [moved_place(env, host, switch.path)]
        if env.repo is not None:
            tried.append(env.repo.repo / switch.path)
        for path in dict.fromkeys(tried):
            if _value(path, switch.keys) is switch.value:
                name = ".".join(switch.keys)
                found.append(
                    Trouble("guard-switched-off", f"{path}: {name} = {json.dumps(switch.value)}, so {host.title} runs no hook at all",
                            f"take {name} out of that file if you want to be guarded")
                )  # fmt: skip
    return found


def _value(path: Path, keys: tuple[str, ...]) -> Any:
    try:
        data = path.read_bytes()
        value = (
            tomllib.loads(data.decode()) if path.suffix == ".toml" else parse(decode(data)[1]).value_at(())
        )
    except (OSError, ValueError, CmError):
        return None
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _last(rows: list[GuardLine], kinds: tuple[str, ...]) -> Last | None:
    for row in reversed(rows):
        if row.kind in kinds:
            return Last(row.at, row.line if row.kind == "fault" else row.id or row.line)
    return None


# --- what they match, and the log


def _patterns(env: Env) -> tuple[Patterns, tuple[Trouble, ...]]:
    armed = state_of(env)
    admitted = read_admitted(env.home)
    own = {"active": 0, "healed": 0}
    troubles = []
    for path in (env.home.traumas, *([env.repo.traumas] if env.repo is not None and env.trusted else [])):
        registry = read_registry(path)
        if registry.fault:
            troubles.append(
                Trouble(
                    "guard-registry", registry.fault, "nothing of that file is armed until it can be read"
                )
            )
        latest: dict[str, Line] = {}
        for line in registry.lines:
            newer = line.id not in latest or line.at >= latest[line.id].at
            if line.trauma is not None and line.digest in admitted and newer:
                latest[line.id] = line
        for line in latest.values():
            if line.trauma is not None and line.trauma.status in own:
                own[line.trauma.status] += 1
    if read_records(env.home.guard / "installed.json").items:
        if not armed.armed:
            troubles.append(
                Trouble("guard-not-armed", "no pattern is armed, so nothing is denied", "cm doctor --fix, or cm guard install", True)
            )  # fmt: skip
        elif is_behind(env):
            troubles.append(
                Trouble("guard-behind", "registries, settings or trust changed and the guards do not know it yet",
                        "cm doctor --fix arms anew", True, False)
            )  # fmt: skip
    return Patterns(
        packs_on(env), armed.armed, own["active"], own["healed"], len(armed.waiting), len(armed.quarantined), len(armed.gone)
    ), tuple(troubles)  # fmt: skip


def _pairs(env: Env, hosts: Iterable[HostState]) -> Iterable[Trouble]:
    """Two guards for one call: a host that is told itself, and that reads the file in which another one is told."""
    told = [host for host in hosts if host.is_registered]
    for host in told:
        read = {
            str((env.user_home if where == "user" else env.repo.repo if env.repo else env.cwd) / path)
            for where, path in HOSTS[host.host].reads
        }
        for other in told:
            if other.host != host.host and any(place.path in read for place in other.places):
                yield Trouble(
                    "guard-asked-twice", f"{host.title} reads the settings of {other.title} too, so both guards are asked about its calls",
                    f"it denies all the same; cm guard remove {host.host} asks once", False, False,
                )  # fmt: skip
