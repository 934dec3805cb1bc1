"""What there is to read, and what was read so far: the files of the hosts, and the counts of all runs together.

Nothing here changes anything: `make demo` and `cm doctor` may call it in a home that does not exist. The reading itself
is `flows/ingest.py`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final

from cm.errors import NotFound
from cm.flows.env import Env
from cm.hosts.registry import DOCUMENTS, HOSTS, host_of, recognise
from cm.model.host import Host
from cm.model.stamp import stamp
from cm.store.databases import DATABASES
from cm.store.documents_named import documents_named
from cm.store.excluded import read_excluded
from cm.store.retention import retention_of
from cm.store.transcripts import first_values, is_part, listing, needless
from cm.store.watermarks import Watermark, Watermarks, file_of

_READABLE: Final = (
    ".jsonl",
    ".jsonl.zst",
    ".json",
    ".md",
    ".ics",
    ".vtt",
    ".srt",
    ".zip",
    *sorted(DATABASES),
)
_ANYONES: Final = frozenset(
    {".", ".config", ".local/share", "AppData/Roaming", "AppData/Local", "Library/Application Support"}
)
"""Roots that hold the files of many programs: lying there tells nothing."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A file that could not be read to its end, and when it will be tried again."""

    path: str
    host: str
    error: str
    failures: int
    retry_at: str


@dataclass(frozen=True, slots=True)
class Counts:
    """What was found in the files of one host."""

    files: int = 0
    read: int = 0  # files with something new in them
    unchanged: int = 0
    rewritten: int = 0  # of those read: begun anew, because the host had changed what was read before
    records: int = 0
    events: int = 0  # new in the journal
    repeated: int = 0  # of a rewritten file: the journal had them from this very session
    secrets: int = 0
    skipped: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    def plus(self, other: Counts) -> Counts:
        """Both together."""
        skipped = Counter(self.skipped) + Counter(other.skipped)
        sums = {
            name: getattr(self, name) + getattr(other, name) for name in Counts.__slots__ if name != "skipped"
        }
        return Counts(**sums, skipped=MappingProxyType(dict(sorted(skipped.items()))))


NOTHING: Final = Counts()
_STRANGE: Final = ("unknown-", "no-heading")  # reasons of a file that speaks another language


@dataclass(frozen=True, slots=True)
class Ingested:
    """What one run read, per host and in all."""

    hosts: Mapping[str, Counts]
    total: Counts
    failed: tuple[Failed, ...] = ()  # now, or earlier and still waiting
    unrecognised: tuple[str, ...] = ()  # named files that no host knows for its own
    sessions: tuple[str, ...] = ()  # those that got new events
    new_sessions: tuple[str, ...] = ()
    left: int = 0  # files not looked at because of `max_files`
    notes: tuple[str, ...] = ()  # what was not read, or not kept, by the user's word on privacy


@dataclass(frozen=True, slots=True)
class Seen:
    """What would be read of one host."""

    host: str
    title: str
    files: int
    bytes: int
    new: int  # files never read
    changed: int
    oldest: str
    newest: str
    retention_days: int | None


@dataclass(frozen=True, slots=True)
class Preview:
    """What a run would read; nothing was touched to find out."""

    hosts: tuple[Seen, ...]


@dataclass(frozen=True, slots=True)
class ReadSoFar:
    """What all runs together read and left out, per host."""

    hosts: Mapping[str, Counts]
    total: Counts
    failed: tuple[Failed, ...] = ()
    gone: int = 0  # files that are no longer there; what was read of them is kept


def preview(env: Env, *, hosts: Sequence[str] = ()) -> Preview:
    """Tells what `ingest` would read, without touching anything."""
    wanted = list(hosts_of(env, hosts))
    roots = _roots(env, wanted)
    with Watermarks.open(marks_path(env), write=False) as marks:
        every = (_seen(env, host, marks, roots) for host in wanted if hosts or not host.handed)
        return Preview(tuple(every))


def read_so_far(env: Env) -> ReadSoFar:
    """Adds up what is remembered of every file that was ever read."""
    hosts: dict[str, Counts] = {}
    failed: list[Failed] = []
    gone = 0
    with Watermarks.open(marks_path(env), write=False) as marks:
        for mark in marks.all():
            skipped = dict(mark.skipped)
            if mark.pending:
                skipped[mark.pending] = skipped.get(mark.pending, 0) + 1
            whole = int(file_of(mark.path) == mark.path)  # and not one session of a database
            counts = Counts(
                files=whole,
                read=whole,
                records=mark.records,
                events=mark.events,
                secrets=mark.secrets,
                skipped=skipped,
            )
            hosts[mark.host] = hosts.get(mark.host, NOTHING).plus(counts)
            gone += whole and not os.path.exists(mark.path)
            if mark.failures:
                failed.append(failed_of(mark))
    return ReadSoFar(MappingProxyType(hosts), sum_of(hosts.values()), tuple(failed), gone)


def not_understood(env: Env) -> tuple[tuple[str, str], ...]:
    """Files that were read and of which not one record was known, each with the title of its host."""
    with Watermarks.open(marks_path(env), write=False) as marks:
        return tuple(
            (mark.path, HOSTS[mark.host].title)
            for mark in marks.all()
            if mark.skipped and not mark.events and not mark.failures and mark.host in HOSTS
            and all(reason.startswith(_STRANGE) for reason in mark.skipped) and os.path.exists(mark.path)
        )  # fmt: skip


def marks_path(env: Env) -> Path:
    """Where the watermarks lie."""
    return env.home.watermarks.with_suffix(".db")


# --- which files


def hosts_of(env: Env, names: Sequence[str]) -> Iterator[Host]:
    """The hosts that leave transcripts: the named ones, else those of the settings, else all. Raises NotFound."""
    for host in [host_of(name) for name in names or env.settings.hosts or HOSTS]:
        if host.sessions is not None:
            yield host


def found_files(env: Env, names: Sequence[str]) -> list[tuple[Host, Path]]:
    """Every transcript of the hosts where they keep them, in the known projects too."""
    return [(host, Path(name)) for host, name, _ in seen_files(env, names)]


def seen_files(env: Env, names: Sequence[str]) -> list[tuple[Host, str, os.stat_result]]:
    """The same with what the system says of each."""
    hosts = list(hosts_of(env, names))
    roots = _roots(env, hosts)
    found = [
        (host, name, seen)
        for host in hosts
        for name, seen in listing(host, env.environ, env.user_home, roots).items()
    ]
    wanted = {host.name for host in hosts}
    if DOCUMENTS in wanted:
        known = {name for _, name, _ in found}
        named = documents_named(roots, env.settings.facts.files)
        found += [(HOSTS[DOCUMENTS], name, seen) for name, seen in named.items() if name not in known]
    return [
        (writer, name, seen)
        for host, name, seen in found
        if (writer := _writer(host, name)) is host or writer.name in wanted
    ]


def _writer(host: Host, name: str) -> Host:
    """The host that wrote a file of the inbox, known by its content; of all other files the one they were found for."""
    recipe = host.sessions
    if host.agent or recipe is None or not any(glob.startswith("inbox/") for glob in recipe.globs):
        return host
    path = Path(name)
    writer = recognise(first_values(path))
    return host if writer is None or is_part(writer, path) or needless(writer, path) else writer


def _roots(env: Env, hosts: Iterable[Host]) -> tuple[Path, ...]:
    """The projects to look in, when one of these hosts writes into them."""
    inside = any(host.sessions is not None and host.sessions.in_projects for host in hosts)
    return project_roots(env) if inside else ()


def project_roots(env: Env) -> tuple[Path, ...]:
    """The folders where agents worked, as far as is known, and the one around us; those that are still there."""
    from cm.store.gitinfo import repo_facts

    folders: dict[str, None] = {str(env.cwd): None}
    if env.repo is not None:
        folders[str(env.repo.repo)] = None
    for place in sorted(read_excluded(env.home).places):
        if os.path.isabs(place):
            folders[place] = None
    roots: dict[Path, None] = {}
    too_wide = {env.user_home, Path(env.user_home.anchor)}
    for name in folders:
        folder = Path(name)
        if folder.is_dir():
            facts = repo_facts(folder)
            for root in (folder, Path(facts.root)) if facts is not None else (folder,):
                if root not in too_wide:
                    roots[root] = None
    return tuple(roots)


def named_files(
    env: Env, paths: Sequence[Path], names: Sequence[str]
) -> tuple[list[tuple[Host, Path]], tuple[str, ...]]:
    """The files of named paths with the host that wrote each, known by its content or else its place."""
    wanted = {host.name for host in hosts_of(env, names)}
    if not names:  # what is handed over is meant by being named
        wanted |= {host.name for host in HOSTS.values() if host.handed}
    found: dict[Path, Host] = {}
    unknown: list[str] = []
    for path in paths:
        if not path.exists():
            raise NotFound(f"there is no {path}", hint="name a transcript, or a folder of them")
        for file in _below(path):
            if not file.name.endswith(_READABLE) or not file.is_file():
                continue
            host = recognise(first_values(file))
            if host is None and file.suffix != ".md" and file.suffix not in DATABASES:
                host = by_place(file)
            if host is None:
                if not path.is_dir() or file.name.endswith((".jsonl", ".jsonl.zst")):
                    unknown.append(str(file))
            elif host.name in wanted and not is_part(host, file) and not needless(host, file):
                found[file.resolve()] = host
    return [(host, path) for path, host in found.items()], tuple(unknown)


def _below(path: Path) -> list[Path]:
    """A file, or all files of a folder; a folder in it that goes while it is read, or may not be read, has none."""
    if not path.is_dir():
        return [path]
    return sorted(Path(folder, name) for folder, _, names in os.walk(path) for name in names)


def by_place(path: Path) -> Host | None:
    """The host in whose folder a file lies: `.codex/sessions/…`, or a folder that bears a host's name."""
    place = path.parent.as_posix() + "/"
    for host in HOSTS.values():
        recipe = host.sessions
        if recipe is None:
            continue
        folders = {host.name}
        for roots, globs in (
            (recipe.roots, recipe.globs),
            *((item.roots, item.globs) for item in recipe.places),
        ):
            for root in roots:
                folders.add(root)
                folders.update(f"{root}/{folder}" for pattern in globs if (folder := _folder(pattern)))
        if any(f"/{name}/" in place for name in folders - _ANYONES):
            return host
    return None


def _folder(pattern: str) -> str:
    """The folders that a pattern names before its first wildcard."""
    parts = pattern.split("/")[:-1]
    wild = next((at for at, part in enumerate(parts) if "*" in part), len(parts))
    return "/".join(parts[:wild])


def _seen(env: Env, host: Host, marks: Watermarks, roots: Sequence[Path]) -> Seen:
    files = size = new = changed = 0
    times: list[float] = []
    for name, stat in listing(host, env.environ, env.user_home, roots).items():
        known = marks.get(name)
        files += 1
        size += stat.st_size
        new += known is None
        changed += known is not None and (known.size, known.mtime_ns) != (stat.st_size, stat.st_mtime_ns)
        times.append(stat.st_mtime)
    oldest, newest = (stamp(_moment(min(times))), stamp(_moment(max(times)))) if times else ("", "")
    days = retention_of(host, env.environ, env.user_home)[0]
    return Seen(host.name, host.title, files, size, new, changed, oldest, newest, days)


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def failed_of(mark: Watermark) -> Failed:
    """What a watermark says of a failure."""
    return Failed(mark.path, mark.host, mark.error, mark.failures, mark.not_before)


def sum_of(counts: Iterable[Counts]) -> Counts:
    """All counts together."""
    total = NOTHING
    for each in counts:
        total = total.plus(each)
    return total
