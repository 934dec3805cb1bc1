"""Makes the guards' scripts anew that are registered and are not what this cm would write: after an upgrade, above all.

All of them at once, those of git among them, since they share the engine. Not here: what a script holds (`flows/scripts.py`,
`flows/git_guard.py`), telling an agent about it (`flows/guarding.py`).
"""

from __future__ import annotations

from pathlib import Path

from cm.flows.env import Env
from cm.flows.git_guard import write_git_scripts
from cm.flows.scripts import write_scripts
from cm.hosts.registry import HOSTS
from cm.store.files import lock
from cm.store.git_hooks import read_hooks
from cm.store.installed import read_records


def renew(env: Env) -> tuple[Path, ...]:
    """Writes what is stale and returns it; what nobody registered is left alone. Raises Busy, Unwritable, BadState."""
    records = read_records(env.home.guard / "installed.json").items.values()
    hosts = sorted({item.host for item in records if item.host in HOSTS})
    git = bool(read_hooks(env.home))
    if not hosts and not git:
        return ()
    with lock(env.home.lock):
        written = write_scripts(env, hosts).written
        return (*written, *write_git_scripts(env)) if git else written
