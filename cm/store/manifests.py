"""What a project's own files name: its commands, its packages with their versions, the variables of its environment.

Makefile, justfile, package.json, pyproject.toml, Cargo.toml, go.mod, requirements, lock files, examples of `.env` (never `.env` itself) at the root.
They are read when an answer is prepared; the quick doors only look whether one of them changed (`marks`). Nothing is run. Not here: which names a
rule relies on (`core/curation/anchor_names.py`), the files of the tree (`repo_files.py`).
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from cm.core.curation.anchor_names import folded
from cm.store.repo_files import JUSTFILES, MAKEFILES, recipes, scripts, targets

LARGEST: Final = 16 << 20
_ENVS: Final = (".env.example", ".env.sample", ".env.template", ".env.dist", "env.example", "example.env")
_PINS: Final = (".python-version", ".nvmrc", ".node-version", ".tool-versions")
_LISTS: Final = (
    "pyproject.toml", "package.json", "Cargo.toml", "go.mod", "requirements.txt", "requirements-dev.txt", "requirements.in", "Gemfile",
    "composer.json", "pubspec.yaml", "environment.yml", "setup.cfg", "setup.py", "Pipfile",
)  # fmt: skip
_LOCKS: Final = (
    "uv.lock", "poetry.lock", "package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "Cargo.lock", "Pipfile.lock", "pdm.lock",
    "Gemfile.lock", "composer.lock", "pubspec.lock", "conda-lock.yml",
)  # fmt: skip
FILES: Final[Mapping[str, tuple[str, ...]]] = {
    "make": MAKEFILES,
    "just": JUSTFILES,
    "node": ("package.json",),
    "python": ("pyproject.toml",),
    "package": (*_LISTS, *_LOCKS),
    "version": (*_LISTS, *_LOCKS, *_PINS),
    "env": _ENVS,
}
_REQUIRED: Final = re.compile(r"^\s*([A-Za-z][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:(==|~=|>=|<=|<|>|!=|@|;|#).*)?$")
_LOCKED: Final = re.compile(r'^name = "([^"]+)"\s*\nversion = "v?([\d.]+)', re.MULTILINE)
_NODE_LOCKED: Final = re.compile(r'"node_modules/((?:@[\w.-]+/)?[\w.-]+)":\s*\{\s*"version":\s*"([\d.]+)')
_GO: Final = re.compile(r"^\s*(?:require\s+)?([\w.-]+\.[\w.-]+/[\w./-]+)\s+v([\d.]+)", re.MULTILINE)
_PINNED: Final = re.compile(r"([A-Za-z][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:==|~=)\s*([\d.]+)")
_VARIABLE: Final = re.compile(r"^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=", re.MULTILINE)


def marks(root: str, kinds: Collection[str]) -> dict[str, list[int]]:
    """The files that would name such things, each with its time and size; what is not there has none."""
    found: dict[str, list[int]] = {}
    for name in dict.fromkeys(name for kind in kinds for name in FILES.get(kind, ())):
        path = os.path.join(root, name)
        try:
            seen = os.stat(path)
            found[path] = [seen.st_mtime_ns, seen.st_size]
        except OSError:
            found[path] = []
    return found


class Manifests:
    """The project's files, each read when it is first asked."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._texts: dict[str, str] = {}
        self._blind = False  # a file that is there could not be read

    def look(self, names: Iterable[str]) -> dict[str, bool | None]:
        """Of each name whether it is declared here; None where that cannot be told."""
        return {name: self._declared(*name.split(":", 1)) for name in names}

    def still(self, name: str) -> bool | None:
        """Whether a name that was declared once is here in any way: what only a lock file mentions is not gone yet."""
        kind, _, bare = name.partition(":")
        told = self._declared(kind, bare)
        if told is False and kind == "package":
            told = any(_mentions(self._text(each), bare) for each in (*_LISTS, *_LOCKS))
        return None if told is False and self._blind else told

    def _declared(self, kind: str, name: str) -> bool | None:
        match kind:
            case "make":
                return self._among(name, MAKEFILES, targets)
            case "just":
                return self._among(name, JUSTFILES, recipes)
            case "node":
                return self._among(name, ("package.json",), scripts)
            case "python":
                return name in self._commands
            case "package":
                return name in self._packages
            case "version":
                bare, _, wanted = name.partition("==")
                known = self._versions.get(bare)
                return any(_begins(each, wanted) for each in known) if known else False
            case "env":
                return name in self._variables
            case _:
                return None

    def _among(
        self, name: str, files: tuple[str, ...], read: Callable[[str], set[str] | None]
    ) -> bool | None:
        known: set[str] = set()
        for each in files:
            told = read(text) if (text := self._text(each)) else set()
            if told is None:
                return None
            known |= told
        return name in known

    @cached_property
    def _commands(self) -> set[str]:
        data = self._pyproject
        tool = _table(data, "tool")
        places = (
            _table(data, "project", "scripts"), _table(data, "project", "gui-scripts"), _table(tool, "poetry", "scripts"),
            _table(tool, "pdm", "scripts"), _table(tool, "poe", "tasks"), _table(tool, "rye", "scripts"),
            _table(tool, "taskipy", "tasks"),
        )  # fmt: skip
        return {str(name) for place in places for name in place}

    @cached_property
    def _variables(self) -> set[str]:
        return {name for each in _ENVS for name in _VARIABLE.findall(self._text(each))}

    @cached_property
    def _packages(self) -> set[str]:
        return {folded(name) for name in self._listed()}

    def _listed(self) -> Iterable[str]:
        data = self._pyproject
        project, tool = _table(data, "project"), _table(data, "tool")
        lines = [*_several(project, "dependencies"), *_several(_table(data, "build-system"), "requires")]
        for groups in (_table(project, "optional-dependencies"), _table(data, "dependency-groups")):
            lines += [line for group in groups.values() if isinstance(group, list) for line in group]
        for each in ("requirements.txt", "requirements-dev.txt", "requirements.in"):
            lines += self._text(each).splitlines()
        yield from (found[1] for line in lines if isinstance(line, str) and (found := _REQUIRED.match(line)))
        yield from _table(tool, "poetry", "dependencies")
        for group in _table(tool, "poetry", "group").values():
            yield from _table(group, "dependencies")
        cargo = _toml(self._text("Cargo.toml"))
        for of in ("dependencies", "dev-dependencies", "build-dependencies"):
            yield from _table(cargo, of)
            yield from _table(cargo, "workspace", of)
        for of in ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies"):
            yield from _table(self._package_json, of)
        for path, _ in _GO.findall(self._text("go.mod")):
            yield from (path, path.rpartition("/")[2])

    @cached_property
    def _versions(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        pairs: list[tuple[str, str]] = []
        for each in _LOCKS:
            pairs += _LOCKED.findall(self._text(each)) + _NODE_LOCKED.findall(self._text(each))
        locked = {folded(name) for name, _ in pairs}
        told = [
            *_PINNED.findall(self._text("pyproject.toml")),
            *_PINNED.findall(self._text("requirements.txt")),
        ]
        told += _GO.findall(self._text("go.mod"))
        told += [(path.rpartition("/")[2], version) for path, version in _GO.findall(self._text("go.mod"))]
        for of in ("dependencies", "devDependencies"):
            for name, version in _table(self._package_json, of).items():
                told += (
                    [(name, plain[0])] if (plain := re.findall(r"^[\^~=v]?(\d[\d.]*)", str(version))) else []
                )
        pairs += [(name, version) for name, version in told if folded(name) not in locked]
        for name, file in (("python", ".python-version"), ("node", ".nvmrc"), ("node", ".node-version")):
            pairs += [(name, version) for version in re.findall(r"^v?(\d[\d.]*)", self._text(file))]
        pairs += re.findall(r"^(\w+)\s+v?(\d[\d.]*)", self._text(".tool-versions"), re.MULTILINE)
        pairs += [
            ("go", version) for version in re.findall(r"^go (\d[\d.]*)", self._text("go.mod"), re.MULTILINE)
        ]
        for name, version in pairs:
            found.setdefault(folded(name), set()).add(version)
        return found

    @cached_property
    def _pyproject(self) -> Mapping[str, Any]:
        return _toml(self._text("pyproject.toml"))

    @cached_property
    def _package_json(self) -> Mapping[str, Any]:
        try:
            data = json.loads(self._text("package.json") or "{}")
        except (ValueError, RecursionError):
            return {}
        return data if isinstance(data, dict) else {}

    def _text(self, name: str) -> str:
        if name not in self._texts:
            path = os.path.join(self._root, name)
            self._texts[name] = ""
            try:
                if os.path.isfile(path) and os.path.getsize(path) > LARGEST:
                    self._blind = True
                elif os.path.isfile(path):
                    with open(path, encoding="utf-8", errors="replace") as file:
                        self._texts[name] = file.read()
            except OSError:
                self._blind = True
        return self._texts[name]


def _toml(text: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}


def _table(data: Any, *names: str) -> Mapping[str, Any]:
    for name in names:
        data = data.get(name) if isinstance(data, dict) else None
    return data if isinstance(data, dict) else {}


def _several(data: Mapping[str, Any], name: str) -> list[Any]:
    found = data.get(name)
    return found if isinstance(found, list) else []


def _begins(version: str, wanted: str) -> bool:
    return version == wanted or version.startswith(wanted + ".") or wanted.startswith(version + ".")


def _mentions(text: str, name: str) -> bool:
    if not text:
        return False
    pattern = re.escape(name).replace(r"\-", "[-_.]")
    return re.search(rf"(?<![\w.@-]){pattern}(?![\w-])", text, re.IGNORECASE) is not None
