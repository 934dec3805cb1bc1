"""What is there, for `cm doctor`: hosts with what is unread of them and when they delete it, counts of what was kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cm.core.serving.permits import host_verdict
from cm.flows.env import Env
from cm.flows.ingested import found_files, marks_path, read_so_far
from cm.flows.reading import shelf
from cm.hosts.registry import HOSTS
from cm.model.host import Host
from cm.model.stamp import stamp
from cm.store.excluded import hashed, read_excluded
from cm.store.journal import Journal
from cm.store.privacy import read_privacy
from cm.store.retention import retention_of
from cm.store.watermarks import Watermarks

NAMED: Final = 20  # unread files that are named


@dataclass(frozen=True, slots=True)
class Unread:
    """A transcript that was not read, or grew since."""

    path: str
    changed: str  # when the host wrote to it last
    deletes_on: str  # when the host deletes it; "" when it never does


@dataclass(frozen=True, slots=True)
class HostSeen:
    """What is there to read of one coding agent."""

    name: str
    title: str
    files: int
    unread: int
    retention_days: int | None  # by the host's own settings, else its default
    deletes_on: (
        str  # when the host deletes the oldest unread file; "" when nothing is unread, or it never does
    )
    oldest_unread: tuple[Unread, ...]
    kept_by: str = ""  # the host's file that says for how long; "" = its default
    denied: bool = False  # the user does not want it read


def hosts_seen(env: Env) -> tuple[HostSeen, ...]:
    """Every coding agent whose sessions can be read, with what is unread of it, oldest first."""
    files: dict[str, list[Path]] = {}
    excluded = read_excluded(env.home).files
    for host, path in found_files(env, ()):
        files.setdefault(host.name, []).append(path)
    privacy = read_privacy(env.home)
    with Watermarks.open(marks_path(env), write=False) as marks:
        readable = (host for host in HOSTS.values() if host.sessions is not None)
        wanted = env.settings.hosts
        return tuple(
            _seen(
                env,
                host,
                files.get(host.name, []),
                marks,
                excluded,
                host_verdict(privacy, host.name) == "deny",
            )
            for host in readable
            if (not wanted or host.name in wanted) and (not host.handed or host.name in files)
        )


def skipped_so_far(env: Env) -> Mapping[str, int]:
    """Records not kept, by reason, over all files ever read."""
    return dict(read_so_far(env).total.skipped)


def rules_by_state(env: Env) -> Mapping[str, int]:
    """How many rules there are of each state."""
    return dict(Counter(item.rule.state for item in shelf(env).shelved))


def sessions_known(env: Env) -> int:
    """How many sessions the journal holds."""
    return sum(1 for _ in Journal(env.home.journal).sessions())


def _seen(
    env: Env, host: Host, files: list[Path], marks: Watermarks, excluded: Mapping[str, object], denied: bool
) -> HostSeen:
    days, kept_by = retention_of(host, env.environ, env.user_home)
    unread: list[tuple[float, Path]] = []
    for path in files if not denied else ():
        try:
            stat = path.stat()
        except OSError:
            continue
        known = marks.get(str(path))
        if known is not None and (known.size, known.mtime_ns) == (stat.st_size, stat.st_mtime_ns):
            continue
        if excluded and excluded.get(hashed(str(path))) == (stat.st_size, stat.st_mtime_ns):
            continue
        unread.append((stat.st_mtime, path))
    unread.sort()
    named = tuple(_unread(path, seconds, days) for seconds, path in unread[:NAMED])
    soonest = named[0].deletes_on if named else ""
    return HostSeen(host.name, host.title, len(files), len(unread), days, soonest, named, kept_by, denied)


def _unread(path: Path, seconds: float, days: int | None) -> Unread:
    changed = datetime.fromtimestamp(seconds, UTC)
    return Unread(
        str(path), stamp(changed), stamp(changed + timedelta(days=days)) if days is not None else ""
    )
