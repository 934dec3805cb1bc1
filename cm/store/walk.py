"""Lists files below a folder by glob patterns in one walk, each with its stat: ten thousand of them cost little more than the stats.

All patterns of a root are followed together, a folder is listed once, and only where a pattern may still match. Not here:
which patterns a host has (`cm.hosts`), which of the files count (`store/transcripts.py`).
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable
from fnmatch import translate
from typing import Final, TypeAlias

_Pattern: TypeAlias = tuple[str, ...]
_DEEP: Final = "**"
_WILD: Final = re.compile(r"[*?\[]")


def walk(root: str, patterns: Iterable[str]) -> dict[str, os.stat_result]:
    """The regular files below a folder that match any pattern, by their real path; a folder that refuses hides its files.

    `**` stands for any folders, and does not go through symbolic links.
    """
    found: dict[str, os.stat_result] = {}
    wanted = frozenset(tuple(part for part in pattern.split("/") if part) for pattern in patterns)
    pending: list[tuple[str, frozenset[_Pattern]]] = [(os.path.realpath(root), wanted)]
    seen: set[tuple[str, frozenset[_Pattern]]] = set()
    while pending:
        step = pending.pop()
        if step not in seen:  # links may lead to the same folder twice
            seen.add(step)
            pending += _folder(*step, found)
    return found


def walk_inside(root: str, patterns: Iterable[str]) -> dict[str, os.stat_result]:
    """The same without files that lie elsewhere: what a repository links to leads out of no repository."""
    inside = os.path.realpath(root).rstrip(os.sep) + os.sep
    return {name: seen for name, seen in walk(root, patterns).items() if name.startswith(inside)}


def _folder(
    folder: str, patterns: frozenset[_Pattern], found: dict[str, os.stat_result]
) -> list[tuple[str, frozenset[_Pattern]]]:
    """Takes the files of one folder; returns the folders below it with what is to be matched there."""
    here = _spread(patterns)
    deep = frozenset(pattern for pattern in here if pattern[0] == _DEEP)
    plain = [pattern for pattern in here if pattern[0] != _DEEP]
    if not deep and not any(_WILD.search(pattern[0]) for pattern in plain):
        return _named(folder, plain, found)
    of_files = _regex(pattern[0] for pattern in plain if len(pattern) == 1)
    of_folders = [(_regex((pattern[0],)), pattern[1:]) for pattern in plain if len(pattern) > 1]
    below: list[tuple[str, frozenset[_Pattern]]] = []
    try:
        entries = os.scandir(folder)
    except OSError:
        return below
    with entries:
        for entry in entries:
            name = entry.name
            try:
                if of_files and of_files(name):
                    linked = entry.is_symlink()
                    path = os.path.realpath(entry.path) if linked else entry.path
                    # what Windows tells while listing has no inode
                    known = os.stat(path) if linked or os.name == "nt" else entry.stat()
                    if stat.S_ISREG(known.st_mode):
                        found[path] = known
                        continue
                if entry.is_dir():
                    linked = entry.is_symlink()
                    rests = {rest for regex, rest in of_folders if regex and regex(name)}
                    rests |= deep if not linked else frozenset()
                    if rests:
                        below.append(
                            (os.path.realpath(entry.path) if linked else entry.path, frozenset(rests))
                        )
            except OSError:  # gone, or a link to nothing
                continue
    return below


def _named(
    folder: str, patterns: list[_Pattern], found: dict[str, os.stat_result]
) -> list[tuple[str, frozenset[_Pattern]]]:
    """The same where every next name is known: nothing needs to be listed."""
    below: dict[str, set[_Pattern]] = {}
    for pattern in patterns:
        path = os.path.realpath(os.path.join(folder, pattern[0]))
        try:
            known = os.stat(path)
        except OSError:
            continue
        if len(pattern) > 1 and stat.S_ISDIR(known.st_mode):
            below.setdefault(path, set()).add(pattern[1:])
        elif len(pattern) == 1 and stat.S_ISREG(known.st_mode):
            found[path] = known
    return [(path, frozenset(rests)) for path, rests in below.items()]


def _spread(patterns: frozenset[_Pattern]) -> set[_Pattern]:
    """The patterns with those that follow when a `**` stands for no folder at all."""
    spread = set(patterns)
    for pattern in patterns:
        while len(pattern) > 1 and pattern[0] == _DEEP:
            pattern = pattern[1:]
            spread.add(pattern)
    return spread


def _regex(segments: Iterable[str]) -> Callable[[str], object] | None:
    wanted = sorted(set(segments))
    return re.compile("|".join(translate(segment) for segment in wanted)).match if wanted else None
