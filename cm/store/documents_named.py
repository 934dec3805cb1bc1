"""Documents of a project that the settings name by patterns, and only below its root: no pattern and no link leads out.

Not here: the documents that are read anyway (`hosts/notes.py`), walking a folder (`store/walk.py`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from cm.store.walk import walk

SUFFIXES: Final = (".md", ".markdown", ".mdc")
MOST: Final = 200  # documents of one project
NOT_OURS: Final = frozenset(
    (".git", ".cm", "node_modules", "vendor", "third_party", ".venv", "venv", "site-packages", "dist", "build", "target", ".tox", "__pycache__")
)  # fmt: skip
"""Folders in which nothing is a project's own word."""


def refused_pattern(pattern: str) -> str:
    """Why a pattern names nothing; "" when it may."""
    parts = pattern.replace("\\", "/").split("/")
    if not pattern.strip():
        return "it is empty"
    if pattern.startswith(("/", "~", "\\")) or ":" in pattern or ".." in parts:
        return "it leads out of the project"
    if not parts[-1].lower().endswith(SUFFIXES):
        return "it names no Markdown (.md, .markdown, .mdc)"
    return ""


def documents_named(roots: Iterable[Path], patterns: Iterable[str]) -> dict[str, os.stat_result]:
    """The documents below these roots that a pattern names, by real path, each with its stat."""
    good = tuple(pattern for pattern in patterns if not refused_pattern(pattern))
    found: dict[str, os.stat_result] = {}
    for root in roots if good else ():
        inside = os.path.realpath(root) + os.sep
        below = {
            name: seen
            for name, seen in walk(str(root), good).items()
            if name.startswith(inside) and name.lower().endswith(SUFFIXES)
            and not NOT_OURS & frozenset(name[len(inside) :].split(os.sep)[:-1])
        }  # fmt: skip
        found.update((name, below[name]) for name in sorted(below)[:MOST])
    return found
