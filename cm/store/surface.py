"""The names of a repository's files, those near its root first, and the beginning of a few of them.

For telling what kind of repository it is, so it stays small: what is installed, built or vendored is passed over, links are
not followed, and there are limits to all of it. Not here: what follows from the names (`core/starters.py`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from cm.store.lines import read_bytes

MOST_FILES: Final = 4000
MOST_FOLDERS: Final = 2000
DEEPEST: Final = 8
MOST_READ: Final = 80
LARGEST: Final = 262_144  # a manifest is smaller
_NOT_THEIRS: Final = frozenset(
    [
        "node_modules",
        "bower_components",
        "vendor",
        "third_party",
        "target",
        "dist",
        "build",
        "out",
        "venv",
        "env",
        "__pycache__",
        "site-packages",
        "coverage",
        "Pods",
    ]
)


def file_names(root: Path) -> tuple[str, ...]:
    """Paths below a folder with `/`, level by level and in order; a folder that refuses hides its files."""
    found: list[str] = []
    level = [""]
    left = MOST_FOLDERS
    for _ in range(DEEPEST):
        below: list[str] = []
        level, left = level[:left], left - len(level[:left])
        for folder in level:
            files, folders = _entries(root / folder)
            found += (folder + name for name in files)
            below += (f"{folder}{name}/" for name in folders)
            if len(found) >= MOST_FILES:
                return tuple(found[:MOST_FILES])
        level = below
    return tuple(found)


def texts_of(root: Path, names: Iterable[str]) -> dict[str, str]:
    """The text of these files; one that is too large, gone or not to be read is left out."""
    found: dict[str, str] = {}
    for name in names:
        if len(found) >= MOST_READ:
            break
        path = root / name
        try:
            if path.stat().st_size <= LARGEST:
                found[name] = read_bytes(path).decode("utf-8", "replace")
        except OSError:
            continue
    return found


def _entries(folder: Path) -> tuple[list[str], list[str]]:
    files, folders = [], []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_symlink():
                    continue
                if entry.is_dir():
                    if not entry.name.startswith(".") and entry.name not in _NOT_THEIRS:
                        folders.append(entry.name)
                elif entry.is_file():
                    files.append(entry.name)
    except OSError:
        pass
    return sorted(files), sorted(folders)
