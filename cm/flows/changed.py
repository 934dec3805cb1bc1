"""Which of the transcripts that were found are to be read, and from where on.

A file that is as its watermark says costs one comparison and is not opened. Not here: finding files (`flows/ingested.py`),
reading them (`flows/readings.py`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final, TypeAlias

from cm.flows.readings import database_of
from cm.model.host import Host
from cm.store.databases import log_stamp
from cm.store.elements import archive_stamp, is_archive
from cm.store.transcripts import is_tree
from cm.store.trees import stamp_of
from cm.store.watermarks import Change, Watermark, Watermarks, look

Sighting: TypeAlias = tuple[Host, str, os.stat_result | None]
"""A file that was found, with what the system says of it; None when it would not say."""


@dataclass(frozen=True, slots=True)
class Step:
    """One file to be read."""

    host: Host
    path: Path
    begun: Watermark  # from here on; with the size and time it has now
    failures: int  # so often it could not be read before
    size: int  # bytes that are new
    rewritten: bool = False
    stamp: int | None = None  # of what is read whole each time: what tells that it changed
    database: bool = False
    refused: OSError | None = None  # the system does not even let us look


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run has to do."""

    steps: tuple[Step, ...]
    unchanged: dict[str, int]  # files by host
    waiting: tuple[Watermark, ...]  # they failed, and their time to be tried again has not come
    touched: tuple[Watermark, ...]  # same content under another time


def sightings(found: Iterable[tuple[Host, Path]]) -> list[Sighting]:
    """Looks at named files."""
    seen: list[Sighting] = []
    for host, path in found:
        try:
            seen.append((host, str(path), os.stat(path)))
        except OSError:
            seen.append((host, str(path), None))
    return seen


def newest(found: Sequence[Sighting], most: int | None) -> tuple[Sequence[Sighting], int]:
    """At most so many, and how many were left."""
    if most is None or len(found) <= most:
        return found, 0
    dated = sorted(found, key=lambda item: (item[2].st_mtime_ns if item[2] else 0, item[1]))
    return dated[len(dated) - most :], len(dated) - most


def plan(found: Iterable[Sighting], marks: Watermarks, now: datetime, *, asked: bool) -> Plan:
    """Compares all files with their watermarks, and puts those that changed in order; `asked`: they were named, and one that failed is not made to wait."""
    seen = marks.seen()
    unchanged: dict[str, int] = {}
    waiting: list[Watermark] = []
    touched: list[Watermark] = []
    steps: list[Step] = []
    last, simple = "", True  # they come host by host
    for host, path, stat in found:
        if host.name != last:
            last = host.name
            simple = host.sessions is None or (host.sessions.tree is None and host.sessions.database is None)
        as_known = stat is not None and seen.get(path) == (stat.st_size, stat.st_mtime_ns, stat.st_ino)
        if as_known and (simple or not _stamped(host, Path(path))):
            unchanged[last] = unchanged.get(last, 0) + 1
            continue
        what = _look(host, Path(path), marks.get(path), now, asked)
        if isinstance(what, Step):
            steps.append(what)
            continue
        unchanged[host.name] = unchanged.get(host.name, 0) + 1
        change, mark = what
        if change == "waiting":
            waiting.append(mark)
        elif change == "touched":
            touched.append(mark)
    return Plan(tuple(sorted(steps, key=_turn)), unchanged, tuple(waiting), tuple(touched))


def _stamped(host: Host, path: Path) -> bool:
    """Whether a file may change without a sign of it in its own size and time."""
    return database_of(host, path) is not None or is_tree(host, path)


def _turn(step: Step) -> tuple[bool, int, str]:
    """Oldest first, so that of a history that was resumed the original is read before its copies; renderings last.

    So are databases beside which a host writes transcripts: what is in both is told in the transcript's words.
    """
    recipe = step.host.sessions
    database = database_of(step.host, step.path)
    second = recipe is not None and (recipe.renders or (database is not None and database.fold is not None))
    return second, step.begun.mtime_ns, str(step.path)


_SAME: Final = "unchanged"


def _look(
    host: Host, path: Path, known: Watermark | None, now: datetime, asked: bool
) -> Step | tuple[str, Watermark]:
    begun = Watermark(str(path), host.name)
    if known is not None and known.host != host.name:  # what another fold remembers of it is of no use
        known = None
    failures = known.failures if known is not None else 0
    try:
        change, seen = look(path, known, now)
        stamp = _stamp(host, path)
    except OSError as error:
        return Step(host, path, known or begun, failures, 0, refused=error)
    if change == "waiting" and asked:
        change = "grown"
    if stamp is not None:
        change = _whole(change, known, stamp)
    if known is not None and change == "waiting":
        return "waiting", known
    if known is not None and change == _SAME:
        if (known.mtime_ns, known.inode) == (seen.st_mtime_ns, seen.st_ino):
            return _SAME, known
        return "touched", replace(known, mtime_ns=seen.st_mtime_ns, inode=seen.st_ino)
    goes_on = known is not None and change == "grown"
    begun = known if known is not None and goes_on else begun
    begun = replace(begun, size=seen.st_size, mtime_ns=seen.st_mtime_ns, inode=seen.st_ino, pending="")
    database = stamp is not None and database_of(host, path) is not None
    new = max(0, seen.st_size - begun.offset)
    return Step(
        host, path, begun, failures, new, change == "rewritten" and stamp is None, stamp, database=database
    )


def _stamp(host: Host, path: Path) -> int | None:
    """What tells, besides size and time, that a database or a tree changed; None for a file that says so itself."""
    if database_of(host, path) is not None:
        return log_stamp(path)
    if is_archive(host, path):
        return archive_stamp(path)
    tree = host.sessions.tree if host.sessions is not None else None
    return stamp_of(path, tree) if tree is not None and is_tree(host, path) else None


def _whole(change: Change, known: Watermark | None, stamp: int) -> Change:
    """What became of something that is read from its beginning each time."""
    if known is None or change == "waiting":
        return change
    return "unchanged" if change == "unchanged" and known.prefix == stamp else "rewritten"
