"""Which repositories' `.cm/` the user trusts: by real path and by a hash of what speaks in it.

A changed `.cm/` is a stranger again. Asking the human is `flows/consent.py`; the verb is `flows/trust.py`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from cm.errors import BadState, NotTrusted
from cm.store.files import read_json, replace_json
from cm.store.home import Home, RepoHome


@dataclass(frozen=True, slots=True)
class Trusted:
    """One repository the user said yes to."""

    path: str  # real path of the repository
    sha256: str
    at: str
    by: str


def content_hash(repo: RepoHome) -> str:
    """The hash of everything in a `.cm/` that can steer an agent; "" when there is nothing.

    Ledgers are not part of it: marks and withdrawals come in with every pull, and withdrawals only tighten.
    Raises NotTrusted when a file of it is a link that leads out of the repository.
    """
    found = sha256()
    some = False
    for path in _speaking(repo):
        _stays_inside(path, repo)
        data = path.read_bytes()
        name = path.relative_to(repo.root).as_posix()
        found.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
        found.update(data)
        some = True
    return found.hexdigest() if some else ""


def is_trusted(home: Home, repo: RepoHome) -> bool:
    """Whether this `.cm/` is exactly what the user said yes to. A damaged record trusts nobody."""
    try:
        entry = _entries(home).get(_real(repo))
        if not isinstance(entry, dict):
            return False
        return entry.get("sha256") == content_hash(repo) != ""
    except (BadState, NotTrusted, OSError):
        return False


def broken_record(home: Home) -> str:
    """What is wrong with the file that keeps whom the user trusts; "" when it can be read, or is not there."""
    try:
        known = read_json(home.trust, {"trusted": {}})
    except BadState as error:
        return error.message
    right = isinstance(known, dict) and isinstance(known.get("trusted"), dict)
    return "" if right else f"{home.trust}: this is not a record of trusted repositories"


def trust(home: Home, repo: RepoHome, *, at: str, by: str) -> Trusted:
    """Records the user's yes to a `.cm/` as it is now; call it with the home's lock held."""
    entry = Trusted(_real(repo), content_hash(repo), at, by)
    entries = _entries(home)
    entries[entry.path] = {"sha256": entry.sha256, "at": at, "by": by}
    replace_json(home.trust, {"schema": 1, "trusted": entries})
    return entry


def distrust(home: Home, repo: RepoHome) -> bool:
    """Takes the yes back; returns whether there was one."""
    entries = _entries(home)
    had = entries.pop(_real(repo), None) is not None
    if had:
        replace_json(home.trust, {"schema": 1, "trusted": entries})
    return had


def trusted_repositories(home: Home) -> tuple[Trusted, ...]:
    """Every yes, by path."""
    entries = _entries(home).items()
    return tuple(
        Trusted(path, str(e.get("sha256", "")), str(e.get("at", "")), str(e.get("by", "")))
        for path, e in sorted(entries)
        if isinstance(e, dict)
    )


def _entries(home: Home) -> dict[str, object]:
    known = read_json(home.trust, {})
    entries = known.get("trusted") if isinstance(known, dict) else None
    return dict(entries) if isinstance(entries, dict) else {}


def _speaking(repo: RepoHome) -> list[Path]:
    named = [repo.config, repo.playbook, repo.traumas]
    starters = sorted(repo.starters.glob("*.yaml")) if repo.starters.is_dir() else []
    return [path for path in [*named, *starters] if path.is_file()]


def _stays_inside(path: Path, repo: RepoHome) -> None:
    inside = os.path.realpath(repo.repo) + os.sep
    if not os.path.realpath(path).startswith(inside):
        raise NotTrusted(
            f"{path} is a link that leads out of the repository",
            hint="replace the link by the file itself",
            path=str(path),
        )


def _real(repo: RepoHome) -> str:
    return os.path.realpath(repo.repo)
