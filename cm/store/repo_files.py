"""What is, and what once was, in a repository: its files, and the scripts of its Makefile, package.json and justfile.

Nothing of the repository is run, and git is only asked about its history. Not here: what follows (`core/curation/anchors.py`).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from cm.store.gitinfo import clean_git_env
from cm.store.lines import read_bytes

MOST_FILES: Final = 50_000
LARGEST: Final = 1 << 20
SECONDS: Final = 5.0
_SKIPPED: Final = frozenset((".git", "node_modules", "venv", ".venv", "__pycache__", ".cm"))
_SOURCE: Final = re.compile(
    r"(?:^|/)[\w@+-][\w.@+-]*\.(?!com\b|org\b|io\b|net\b|dev\b)[A-Za-z][A-Za-z0-9]{0,5}$"
)
_TARGET: Final = re.compile(r"^([A-Za-z0-9_.][\w./ -]*?)\s*::?(?!=)", re.MULTILINE)
_OPEN_MAKE: Final = re.compile(r"^(?:-?include\s|[^\t#\n]*[%$][^\n]*:(?!=))", re.MULTILINE)
_RECIPE: Final = re.compile(r"^@?([A-Za-z_][\w-]*)[^:=\n]*:(?!=)", re.MULTILINE)
_OPEN_JUST: Final = re.compile(r"^(?:import|mod)\b", re.MULTILINE)
MAKEFILES: Final = ("Makefile", "makefile", "GNUmakefile")
JUSTFILES: Final = ("justfile", "Justfile", ".justfile")


class RepoFiles:
    """One repository, looked at when it is first asked."""

    def __init__(self, root: Path, environ: Mapping[str, str]) -> None:
        self._root = root
        self._environ = environ
        self._was: dict[str, bool | None] = {}

    def has(self, path: str, *, stated: bool = False) -> bool | None:
        """Whether a path, or one that ends so, is there; False when it is gone, None when that cannot be told.

        A name that only stands in a rule's words is gone when it was there once: it may name anything else.
        """
        if os.path.lexists(self._root / path):
            return True
        names = self._names
        if names is None:
            return None
        if path in names or any(name.endswith("/" + path) for name in names):
            return True
        if stated:
            return False
        once = self._was_there(path)
        if once is None:  # there is no history to ask
            return False if "/" in path and _SOURCE.search(path) else None
        return False if once else None

    def runs(self, tool: str, name: str) -> bool | None:
        """Whether some script is called so; None when no file that would say so can be read in full."""
        match tool:
            case "make":
                return self._known(name, MAKEFILES, targets)
            case "just":
                return self._known(name, JUSTFILES, recipes)
            case _:
                return self._known(name, ("package.json",), scripts)

    def _known(
        self, name: str, files: tuple[str, ...], read: Callable[[str], set[str] | None]
    ) -> bool | None:
        names = self._names
        if names is None:
            return None
        found = [each for each in names if each.rpartition("/")[2] in files]
        if not found:
            return False if any(self._was_there(each) for each in files) else None
        known: set[str] = set()
        for each in found:
            text = self._text(each)
            told = read(text) if text is not None else None
            if told is None:
                return None
            known |= told
        return name in known

    def _text(self, name: str) -> str | None:
        """A file's text; None when it cannot be read, or is too large for what it should be."""
        path = self._root / name
        try:
            return read_bytes(path).decode("utf-8", "replace") if path.stat().st_size <= LARGEST else None
        except OSError:
            return None

    @cached_property
    def _names(self) -> frozenset[str] | None:
        """Every file and folder below the root, with `/`; None when there are too many to look at."""
        found: set[str] = set()
        for name in _below(self._root):
            found.add(name)
            if len(found) > MOST_FILES:
                return None
        return frozenset(found)

    def _was_there(self, path: str) -> bool | None:
        """Whether the history knows a path; None when there is none to ask."""
        if path not in self._was:
            self._was[path] = self._asked(path)
        return self._was[path]

    def _asked(self, path: str) -> bool | None:
        world = clean_git_env(self._environ)
        program = shutil.which("git", path=world.get("PATH", os.defpath))
        if program is None:
            return None
        try:
            done = subprocess.run(
                [program, "--literal-pathspecs", "-c", "core.fsmonitor=false", "log", "-1", "--format=%h", "--", path],
                cwd=self._root, env=world, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return None
        return bool(done.stdout.strip()) if done.returncode == 0 else None


def _below(root: Path) -> Iterator[str]:
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
        here = os.path.relpath(folder, root).replace(os.sep, "/")
        lead = "" if here == "." else f"{here}/"
        for name in (*files, *folders):
            yield lead + name


def targets(text: str) -> set[str] | None:
    if _OPEN_MAKE.search(text):  # more of it stands elsewhere, or is made up on the way
        return None
    return {name for found in _TARGET.findall(text) for name in found.split()}


def recipes(text: str) -> set[str] | None:
    return None if _OPEN_JUST.search(text) else set(_RECIPE.findall(text))


def scripts(text: str) -> set[str] | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    scripts = data.get("scripts") if isinstance(data, dict) else None
    return set(map(str, scripts)) if isinstance(scripts, dict) else set()
