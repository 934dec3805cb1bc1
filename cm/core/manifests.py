"""The packages that a project's manifest asks for: pyproject.toml, package.json, go.mod, Cargo.toml, pom.xml and their kin.

A text that cannot be parsed names none. Not here: versions, and which file is looked at (`core/starters.py`).
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any, Final

_REQUIREMENT: Final = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]\n]*\])?\s*(?:[<>=!~;@#(,]|$)")
_GO: Final = re.compile(r"^\s*(?:require\s+)?([\w.-]+\.[\w.-]+/\S+)\s+v\d", re.MULTILINE)
_ARTIFACT: Final = re.compile(r"<artifactId>\s*([\w.-]+)\s*</artifactId>")
_COORDINATES: Final = re.compile(r"[\"']([\w.-]+):([\w.-]+)(?::[^\"'\n]*)?[\"']")
_CALLED: Final = re.compile(
    r"""["']([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]"']*\])?\s*(?:[<>=!~][^"'\n]*)?["']"""
)


def is_manifest(name: str) -> bool:
    """Whether a file of this bare name says what a project depends on."""
    return any(fnmatchcase(name, pattern) for pattern in _READERS)


def packages_of(name: str, text: str) -> frozenset[tuple[str, str]]:
    """The packages that a manifest names, as (ecosystem, name in one spelling)."""
    for pattern, (ecosystem, read) in _READERS.items():
        if fnmatchcase(name, pattern):
            try:
                found = set(read(text))
            except (ValueError, RecursionError):  # not the format that its name promises
                return frozenset()
            return frozenset((ecosystem, spelled(ecosystem, each)) for each in found)
    return frozenset()


def spelled(ecosystem: str, name: str) -> str:
    """A package's name as its registry compares it."""
    low = name.strip().lower()
    return re.sub(r"[-_.]+", "-", low) if ecosystem == "python" else low


def _pyproject(text: str) -> Iterator[str]:
    data = tomllib.loads(text)
    project = _table(data.get("project"))
    yield from _requirements(project.get("dependencies"))
    for group in (project.get("optional-dependencies"), data.get("dependency-groups")):
        for listed in _table(group).values():
            yield from _requirements(listed)
    poetry = _table(_table(data.get("tool")).get("poetry"))
    for table in (poetry, *map(_table, _table(poetry.get("group")).values())):
        yield from _table(table.get("dependencies"))
        yield from _table(table.get("dev-dependencies"))


def _pipfile(text: str) -> Iterator[str]:
    data = tomllib.loads(text)
    yield from _table(data.get("packages"))
    yield from _table(data.get("dev-packages"))


def _lines(text: str) -> Iterator[str]:
    yield from _requirements(line for line in text.splitlines() if not line.lstrip().startswith(("#", "-")))


def _setup_cfg(text: str) -> Iterator[str]:
    """The indented lines below `install_requires` and its kin, and below the names of extras."""
    section = key = ""
    for line in text.splitlines():
        if line.startswith("["):
            section, key = line.strip(" []"), ""
        elif line[:1].isspace():
            if key.endswith(("_require", "_requires")) or section == "options.extras_require":
                yield from _requirements([line])
        else:
            key, _, value = (part.strip() for part in line.partition("="))
            if key in ("install_requires", "tests_require", "setup_requires"):
                yield from _requirements([value])


def _setup_py(text: str) -> Iterator[str]:
    """The quoted names in its lists of requirements; the file is not run."""
    for listed in re.findall(r"(?:install|tests|setup|extras)_require\w*\s*=\s*[\[{(]([^\]})]*)", text):
        yield from _CALLED.findall(listed)


def _package_json(text: str) -> Iterator[str]:
    data = _table(json.loads(text))
    for field in ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies"):
        yield from _table(data.get(field))


def _cargo(text: str) -> Iterator[str]:
    data = tomllib.loads(text)
    places = [data, _table(data.get("workspace")), *map(_table, _table(data.get("target")).values())]
    for place in places:
        for field in ("dependencies", "dev-dependencies", "build-dependencies"):
            yield from _table(place.get(field))


def _gradle(text: str) -> Iterator[str]:
    for group, name in _COORDINATES.findall(text):
        yield name
        yield f"{group}:{name}"


_READERS: Final[Mapping[str, tuple[str, Callable[[str], Iterable[str]]]]] = {
    "pyproject.toml": ("python", _pyproject),
    "requirements*.txt": ("python", _lines),
    "setup.cfg": ("python", _setup_cfg),
    "setup.py": ("python", _setup_py),
    "Pipfile": ("python", _pipfile),
    "package.json": ("npm", _package_json),
    "go.mod": ("go", _GO.findall),
    "Cargo.toml": ("cargo", _cargo),
    "pom.xml": ("maven", _ARTIFACT.findall),
    "build.gradle": ("maven", _gradle),
    "build.gradle.kts": ("maven", _gradle),
}


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _requirements(listed: Any) -> Iterator[str]:
    """The names at the head of requirement lines such as `django[argon2]>=5`."""
    if isinstance(listed, str | Mapping) or not isinstance(listed, Iterable):
        return
    for item in listed:
        if isinstance(item, str) and (head := _REQUIREMENT.match(item)):
            yield head[1]
