"""What `cm doctor` says of `cm setup`: agents that are no longer told, hooks that their user has not trusted, hooks that failed.

The looking is `flows/set_up_state.py`. Nothing here is mended: settings of agents are never touched by a doctor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

from cm.flows.checks import Check, Finding
from cm.flows.env import Env
from cm.flows.guard_places import targets
from cm.flows.guard_status import trust_said
from cm.flows.set_up_state import told_hosts
from cm.flows.setting_up import records_path
from cm.hosts.registry import HOSTS
from cm.model.stamp import stamp
from cm.store.hook_log import read_hook_log

DAYS: Final = 7
FAILED: Final = ("late", "fault", "failed")


def look_at_setup(env: Env) -> Iterator[Finding]:
    """Is everything that was registered still there, and may it run?"""
    if not records_path(env).exists():
        return
    for host in told_hosts(env):
        for missing in host.missing:
            yield Finding(
                "warning", "setup-changed", f"{host.title}: what cm setup put there is not as it was ({missing})",
                f"cm setup {host.host}, or cm setup --remove {host.host}",
            )  # fmt: skip
        if host.trust not in ("", "trusted") and host.trust != _of_the_guard(env, host.host):
            yield Finding(
                "warning", "hooks-not-trusted", f"{host.title} skips the hooks of cm without a word: {host.trust}",
                " ".join(host.needs[:1]),
            )  # fmt: skip


def _of_the_guard(env: Env, name: str) -> str:
    """What the user said of the guard of a host: where it is the same, it is told there already."""
    host = HOSTS[name]
    if host.guard is None:
        return ""
    said = [trust_said(env, target) for target in targets(env, host, "user")]
    return next((word for word in said if word), "")


def look_at_hooks(env: Env) -> Iterator[Finding]:
    """Did hooks fail lately?"""
    since = stamp(env.now - timedelta(days=DAYS))
    failed: Counter[tuple[str, str]] = Counter()
    last: dict[tuple[str, str], dict[str, Any]] = {}
    asked: Counter[tuple[str, str]] = Counter()
    for line in read_hook_log(str(env.home.root)):
        if line["at"] < since:
            continue
        key = (str(line.get("host", "")), str(line.get("moment", "")))
        asked[key] += 1
        if line.get("outcome") in FAILED:
            failed[key] += 1
            last[key] = line
    for (host, moment), number in sorted(failed.items()):
        line = last[host, moment]
        yield Finding(
            "note", "hook-failed",
            f"the {moment} hook of {host or 'an agent'} gave no answer {number} of {asked[host, moment]} times in {DAYS} days;"
            f" last {line['at']}: {line.get('why') or line.get('outcome')}",
            "the agent went on each time; cm doctor --live tries it now",
        )  # fmt: skip


ALL: Final[tuple[Check, ...]] = (Check("setup", look_at_setup), Check("hooks", look_at_hooks))
