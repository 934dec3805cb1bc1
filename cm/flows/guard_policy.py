"""What a guard does with a command that it cannot judge, and which files nobody but cm may write: the derived `policy.json`.

Written by `flows/arming.py`; read by the generated guard (`guards/door.py`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cm.core.layers import resolve
from cm.errors import BadState
from cm.flows.env import Env
from cm.store.config import read_layer
from cm.store.files import read_json
from cm.store.home import Home, RepoHome

_STRICTER: Final = {"allow": 0, "ask": 1, "deny": 2}


def policy_of(env: Env, repos: Sequence[tuple[RepoHome, bool]]) -> dict[str, Any]:
    """The policy of the user, where a repository that is trusted as it is now is stricter, and the protected files."""
    home = env.home
    layer = read_layer(home.config, "user")
    user = resolve([layer] if layer else []).settings.guard.unreadable
    stricter = {}
    for repo, now in repos:
        value = _unreadable_in(repo) if now else ""
        if _STRICTER.get(value, 0) > _STRICTER[user]:
            stricter[os.path.realpath(repo.repo)] = value
    kept = [home.traumas, home.config, home.guard, home.guards, home.trust]
    named = [str(path) for path in (*kept, *(repo.traumas for repo, _ in repos))]
    return {"unreadable": user, "repos": stricter, "protected": sorted({*named, *_registered(home)})}


def quiet_json(path: Path) -> Any:
    """A derived document; one that is damaged counts as not there, and is made anew."""
    try:
        return read_json(path)
    except BadState:
        return None


def _unreadable_in(repo: RepoHome) -> str:
    try:
        layer = read_layer(repo.config, "repo")
    except (BadState, OSError):
        return ""
    guard = layer.values.get("guard") if layer else None
    value = guard.get("unreadable") if isinstance(guard, Mapping) else None
    return value if isinstance(value, str) and value in _STRICTER else ""


def _registered(home: Home) -> list[str]:
    """The files in which the guard is registered, wherever the record of what was installed names one."""
    found: list[str] = []

    def walk(value: Any, name: str = "") -> None:
        if isinstance(value, Mapping):
            for key, each in value.items():
                if isinstance(key, str) and os.path.isabs(key):
                    found.append(key)
                walk(each, str(key))
        elif isinstance(value, list):
            for each in value:
                walk(each, name)
        elif (
            name in ("path", "file", "real", "hook", "moved")
            and isinstance(value, str)
            and os.path.isabs(value)
        ):
            found.append(value)

    walk(quiet_json(home.guard / "installed.json"))
    walk(quiet_json(home.guard / "git.json"))
    return found
