"""Looks at everything once: what is found, what is wrong, what will be lost, what to do. With `fix`, mends what is safe.

Each check is one function in `flows/checks.py`, what is counted stands in `flows/inventory.py`; a fault there is a value, and one broken file does not hide the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from cm.errors import CmError
from cm.flows import (
    checks,
    checks_elsewhere,
    checks_facts,
    checks_guard,
    checks_model,
    checks_setup,
    inventory,
)
from cm.flows.checks import Finding
from cm.flows.env import Env
from cm.flows.inventory import HostSeen
from cm.flows.live import try_all
from cm.flows.set_up_state import HostTold, told_hosts
from cm.flows.tried import Tried
from cm.hosts.registry import host_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Examined:
    """All findings, the hosts, and what reading left out so far."""

    home: str
    project: str
    findings: tuple[Finding, ...]
    hosts: tuple[HostSeen, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)  # records not kept, by reason
    rules: Mapping[str, int] = field(default_factory=dict)  # by state
    sessions: int = 0
    told: tuple[HostTold, ...] = ()  # the agents that use cm by themselves
    tried: tuple[Tried, ...] = ()  # with `live`: what was started, and what it answered

    @property
    def faults(self) -> tuple[Finding, ...]:
        """What is wrong and was not mended."""
        return tuple(item for item in self.findings if item.level == "fault" and not item.fixed)


def examine(
    env: Env,
    *,
    fix: bool = False,
    live: bool = False,
    names: Sequence[str] = (),
    programs: bool = True,
    trying: Callable[[int, int, str], object] | None = None,
    progress: Callable[[int, int, str], object] | None = None,
) -> Examined:
    """Runs every check; with `fix` mends what can be mended without losing anything, with `live` starts what is registered.

    `names`: only that of these hosts; without `programs` the agents' own programs are left out. Raises NotFound for a host that there is not.
    """
    for name in names:
        host_of(name)
    findings: list[Finding] = []
    every = (
        *checks.ALL,
        *checks_elsewhere.ALL,
        *checks_guard.ALL,
        *checks_facts.ALL,
        *checks_model.ALL,
        *checks_setup.ALL,
    )
    for number, check in enumerate(every):
        if progress:
            progress(number, len(every), check.name)
        findings += _run(check, env, fix)
        if any(item.code == "home-is-a-file" for item in findings):
            break
    findings = list(
        {(item.say, item.todo): item for item in findings}.values()
    )  # two checks may trip over one file
    order = {"fault": 0, "warning": 1, "note": 2}
    findings.sort(key=lambda item: order[item.level])
    return Examined(
        home=str(env.home.root),
        project=_quietly(lambda: env.project, ""),
        findings=tuple(findings),
        hosts=_quietly(lambda: inventory.hosts_seen(env), ()),
        skipped=_quietly(lambda: inventory.skipped_so_far(env), {}),
        rules=_quietly(lambda: inventory.rules_by_state(env), {}),
        sessions=_quietly(lambda: inventory.sessions_known(env), 0),
        told=_quietly(lambda: told_hosts(env), ()),
        tried=_quietly(lambda: try_all(env, names, programs=programs, progress=trying), ()) if live else (),
    )


def _run(check: checks.Check, env: Env, fix: bool) -> Iterable[Finding]:
    try:
        found = list(check.look(env))
    except CmError as error:
        return [Finding("fault", error.code, error.message, error.hint)]
    except OSError as error:
        return [
            Finding("fault", "unreadable", f"{check.name}: {error}", "check that path and its permissions")
        ]
    if not fix or check.mend is None or not any(item.fixable for item in found):
        return found
    try:
        check.mend(env)
        left = {(item.code, item.say) for item in check.look(env)}
    except CmError as error:
        return [*found, Finding("fault", error.code, f"could not be mended: {error.message}", error.hint)]
    return [
        replace(item, fixed=(item.code, item.say) not in left) if item.fixable else item for item in found
    ]


def _quietly(read: Callable[[], T], otherwise: T) -> T:
    """What a check already reported as broken is not reported again by the counts."""
    try:
        return read()
    except (CmError, OSError):
        return otherwise
