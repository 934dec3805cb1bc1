"""`cm privacy`: how things stand, and the user's word on them. A "no" takes out at once what was kept; a "yes" reads again.

What tightens is open to all and says by whom; what loosens, and what would take something out for an agent, needs a human.
Where the word is obeyed: `flows/permission.py`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cm.core.serving.permits import host_verdict, project_verdict, with_allowed, with_denied
from cm.errors import Usage
from cm.flows.consent import require_human
from cm.flows.env import Env, project_at
from cm.flows.ingested import found_files
from cm.flows.permission import INGEST_SECONDS, Permit, keep, only_host, some, sweep, why_withheld
from cm.flows.purge import Purged
from cm.hosts.registry import HOSTS, host_of
from cm.model.privacy import Lists, Privacy, Use
from cm.store.excluded import ignore_files, read_excluded
from cm.store.files import lock
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles
from cm.store.privacy import read_privacy, read_uses


@dataclass(frozen=True, slots=True)
class HostState:
    """What holds for one coding agent."""

    name: str
    title: str
    said: str  # allowed, denied, or "not asked"
    files: int
    sessions: int  # in the journal
    withheld: str  # why it is not read here and now, a key of permission.WITHHELD; "" when it is


@dataclass(frozen=True, slots=True)
class Status:
    """How things stand."""

    file: str
    across: bool | None  # None = nobody was asked yet
    at: str
    by: str
    agent: str  # inside which agent this runs, "" outside any
    only: str  # the one host whose sessions are read and shown here, "" when all that are allowed
    hosts: tuple[HostState, ...]
    projects: Lists
    ignoring: tuple[str, ...]  # .cmignore files that speak for this folder
    left_out: int  # files that were looked at and left out
    uses: int  # recorded uses across agents


@dataclass(frozen=True, slots=True)
class Changed:
    """What was said, and what it took out (with `dry_run`: would take out)."""

    said: str
    hosts: tuple[str, ...]
    projects: tuple[str, ...]
    across: bool | None
    by: str
    purged: Purged
    dry_run: bool = False
    noted: int = 0  # deliveries noted before, which keep what was asked: that log is only appended to


@dataclass(frozen=True, slots=True)
class Audit:
    """Recorded uses, the newest first."""

    uses: tuple[Use, ...]
    total: int


def status(env: Env) -> Status:
    """Tells what holds; opens and writes nothing of a host's."""
    privacy = read_privacy(env.home)
    files = Counter(host.name for host, _ in found_files(env, ()))
    held = Counter(head.host for head in Journal(env.home.journal).sessions())
    hosts = tuple(
        HostState(
            host.name, host.title, {"allow": "allowed", "deny": "denied"}.get(host_verdict(privacy, host.name), "not asked"),
            files[host.name], held[host.name], why_withheld(env, privacy, host.name),
        )
        for host in HOSTS.values()
        if host.sessions is not None
    )  # fmt: skip
    return Status(
        file=str(env.home.privacy), across=privacy.across, at=privacy.at, by=privacy.by, agent=env.agent, only=only_host(env),
        hosts=hosts, projects=privacy.projects,
        ignoring=tuple(str(path) for path in ignore_files(str(env.cwd), env.user_home)),
        left_out=len(read_excluded(env.home).files), uses=len(read_uses(env.home)),
    )  # fmt: skip


def enable(env: Env, *, yes: bool = False) -> Changed:
    """Lets the sessions of every host that is not denied be used for every other; needs a human."""
    by = require_human(env, "let every coding agent use what the others' sessions say", yes)
    before = read_privacy(env.home)
    after = replace(
        before, across=True, at=env.stamp, by=by, hosts=replace(before.hosts, allow=_with_all(before.hosts))
    )
    keep(env, after, "Privacy: reading across agents enabled")
    return Changed("enabled", (), (), True, by, Purged())


def disable(env: Env) -> Changed:
    """Keeps every agent to its own sessions from now on; open to all, since it tightens."""
    after = replace(read_privacy(env.home), across=False, at=env.stamp, by=env.by)
    keep(env, after, "Privacy: reading across agents disabled")
    return Changed("disabled", (), (), False, env.by, Purged())


def deny(
    env: Env,
    hosts: Sequence[str] = (),
    projects: Sequence[str] = (),
    *,
    yes: bool = False,
    dry_run: bool = False,
) -> Changed:
    """Leaves hosts or projects out from now on, and takes out what was kept of them.

    Taking out asks a human at a terminal and is refused to an agent. Raises NotFound for an unknown host, Busy.
    """
    before = read_privacy(env.home)
    names, places = _named(env, hosts, projects)
    after = replace(
        before,
        hosts=with_denied(before.hosts, names),
        projects=with_denied(before.projects, places),
    )
    said = ("denied", names, places, after.across)
    would = sweep(env, _permit(env, after), dry_run=True)
    noted = _noted(env, after)
    if dry_run:
        return Changed(*said, env.by, would, dry_run=True, noted=noted)
    if would.sessions and (env.agent or env.tty):
        require_human(
            env,
            f"deny {_all(names, places)} and take out what was kept of it ({some(would.sessions, 'session')})",
            yes,
        )
    keep(env, after, f"Privacy: deny {_all(names, places)}")
    with lock(env.home.ingest_lock, INGEST_SECONDS, who="cm privacy"):
        done = sweep(env, _permit(env, after))
    return Changed(*said, env.by, done, noted=noted)


def _noted(env: Env, privacy: Privacy) -> int:
    """How many deliveries of what is denied are noted with their task or session."""
    lines = LedgerFiles(env.home.ledger_dir).shown()
    return sum(
        bool(each.task or each.session)
        and "deny" in (project_verdict(privacy, each.project), host_verdict(privacy, each.host))
        for each in lines
    )


def allow(env: Env, hosts: Sequence[str] = (), projects: Sequence[str] = (), *, yes: bool = False) -> Changed:
    """Lets hosts or projects be read, also what was denied before; needs a human."""
    names, places = _named(env, hosts, projects)
    by = require_human(env, f"let cm read {_all(names, places)}", yes)
    before = read_privacy(env.home)
    after = replace(
        before,
        hosts=with_allowed(before.hosts, names),
        projects=with_allowed(before.projects, places),
    )
    keep(env, after, f"Privacy: allow {_all(names, places)}")
    with lock(env.home.ingest_lock, INGEST_SECONDS, who="cm privacy"):
        done = sweep(env, _permit(env, after))
    return Changed("allowed", names, places, after.across, by, done)


def audit(env: Env, *, most: int = 50) -> Audit:
    """Tells which sessions were used by which door for which agent."""
    uses = read_uses(env.home)
    return Audit(tuple(reversed(uses[-most:] if most else uses)), len(uses))


def _permit(env: Env, privacy: Privacy) -> Permit:
    return Permit(env, privacy, read_excluded(env.home))


def _with_all(hosts: Lists) -> tuple[str, ...]:
    return tuple(sorted({*hosts.allow, "*"}))


def _named(
    env: Env, hosts: Sequence[str], projects: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if not hosts and not projects:
        raise Usage(
            "name whom it is about", hint="--host HOST or --project PROJECT (`here` is the current one)"
        )
    for name in hosts:
        if name != "*":
            host_of(name)
    return tuple(dict.fromkeys(hosts)), tuple(dict.fromkeys(_projects(env, projects)))


def _projects(env: Env, names: Iterable[str]) -> Iterable[str]:
    """Identities: `here`, an identity or pattern as it is, or the one of a folder on this machine."""
    for name in names:
        path = Path(env.cwd, os.path.expanduser(name))
        if name == "here":
            yield env.project
        elif name.startswith((".", "~", os.sep)) and path.is_dir():
            yield project_at(path)
        else:
            yield name


def _all(hosts: Sequence[str], projects: Sequence[str]) -> str:
    return ", ".join(
        [*(HOSTS[name].title if name in HOSTS else "every coding agent" for name in hosts), *projects]
    )
