"""Where a rule holds and who asks: one spelling of a scope, and how it fits a reader.

Not here: everything else that keeps a rule from a reader (`core/serving/serve.py`). Standard library only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cm.core.language.text import normalise, tokens
from cm.model.rule import Scope, Stage, Visibility


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asks. A facet left empty is unknown, not "none"."""

    door: str  # context, hook, mcp, export, list, prompt
    project: str = ""
    paths: tuple[str, ...] = ()  # what is worked on, relative to the project's root
    languages: tuple[str, ...] = ()
    frameworks: tuple[str, ...] = ()
    host: str = ""
    task: str = ""
    user_rules: bool = True  # False: the user's own rules stay at home (an export into a repository)
    min_stage: Stage | None = None
    also: tuple[str, ...] = ()  # names that the same project had before
    branch: str = ""  # the line of work it stands on; "" is unknown: nothing of an unmerged one is told
    audience: Visibility = "private"  # the most private that it may be given (`core/serving/audience.py`)


def tidy_scope(scope: Scope) -> Scope | None:
    """A scope in one spelling, or None when a facet cannot be one."""
    values = {name: value.strip() for name, value in scope.facets()}
    if any(not value.isprintable() for value in values.values()):
        return None
    path = values.get("path", "").replace("\\", "/")
    while path.startswith("./"):
        path = path[2:]
    if path.startswith(("/", "~")) or path[1:2] == ":" or ".." in path.split("/"):
        return None
    low = {name: values.get(name, "").lower() for name in ("language", "framework", "task", "host")}
    return Scope(project=values.get("project", ""), path=path.rstrip("/") if path != "." else "", **low)


def fit(scope: Scope, reader: Reader) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """How a rule's scope fits a reader: facets that hold, facets the reader does not know, and what excludes it ('' = nothing).

    A project must be the reader's project. Any other facet that the reader does not know leaves the rule in.
    """
    matched: list[str] = []
    unknown: list[str] = []
    for facet, value in scope.facets():
        match facet:
            case "project":
                holds: bool | None = value == reader.project or value in reader.also
            case "path":
                holds = _path_holds(value, reader.paths)
            case "language":
                holds = _any_of(_language(value), tuple(_language(known) for known in reader.languages))
            case "framework":
                holds = _any_of(normalise(value), tuple(normalise(known) for known in reader.frameworks))
            case "task":
                holds = _task_holds(value, reader.task)
            case _:
                holds = _any_of(normalise(value), (normalise(reader.host),) if reader.host else ())
        if holds is False:
            return tuple(matched), tuple(unknown), f"it is about {facet} {value}"
        (matched if holds else unknown).append(facet)
    return tuple(matched), tuple(unknown), ""


def _any_of(value: str, known: tuple[str, ...]) -> bool | None:
    return None if not known else value in known


LANGUAGES: Final = {
    "py": "python", "python3": "python", "ts": "typescript", "tsx": "typescript", "js": "javascript", "jsx": "javascript",
    "golang": "go", "rs": "rust", "rb": "ruby", "c++": "cpp", "c#": "csharp", "cs": "csharp", "sh": "shell", "bash": "shell",
    "kt": "kotlin", "yml": "yaml", "md": "markdown",
}  # fmt: skip


def _language(name: str) -> str:
    low = normalise(name)
    return LANGUAGES.get(low, low)


def _task_holds(value: str, task: str) -> bool | None:
    """A kind of task holds when the task speaks of it in any inflection: `testing` fits "fix the failing tests"."""
    if not task.strip():
        return None
    said = {_root(word) for word in tokens(task)}
    return any(_root(word) in said for word in tokens(value.replace("-", " ").replace("_", " ")))


def _root(word: str) -> str:
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def _plain(path: str) -> str:
    return path.replace("\\", "/").strip().removeprefix("./").strip("/")


def _path_holds(value: str, paths: tuple[str, ...]) -> bool | None:
    """A rule's folder, file or glob holds for what lies in it; work on a folder above it may come to it: unknown."""
    wanted = _plain(value)
    known = tuple(plain for plain in (_plain(path) for path in paths) if plain not in ("", "."))
    if not known or wanted in ("", "."):
        return None if wanted not in ("", ".") else True
    if any(mark in wanted for mark in "*?["):
        return any(_glob(wanted).match(path) for path in known) or (None if _above(wanted, known) else False)
    if any(path == wanted or path.startswith(wanted + "/") for path in known):
        return True
    return None if _above(wanted, known) else False


def _above(wanted: str, known: tuple[str, ...]) -> bool:
    return any(wanted.startswith(path + "/") for path in known)


def _glob(pattern: str) -> re.Pattern[str]:
    """`**` crosses folders, `*` and `?` do not; a pattern without a folder fits at any depth."""
    parts = re.split(r"(\*\*/?|\*|\?)", pattern)
    shapes = {"**": ".*", "**/": "(?:.*/)?", "*": "[^/]*", "?": "[^/]"}
    body = "".join(shapes.get(part, re.escape(part)) for part in parts)
    return re.compile(("" if "/" in pattern else r"(?:.*/)?") + body + r"(?:/.*)?\Z")
