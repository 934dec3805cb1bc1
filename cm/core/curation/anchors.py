"""What a rule relies on in its repository: paths, and scripts of a Makefile, a package.json or a justfile; and which of it is gone.

Taken from `Rule.anchors` and from what stands in code marks. What cannot be told is not said to be gone.
Not here: looking at the repository (`store/repo_files.py`), what is proposed then (`core/curation/tidy.py`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Protocol

from cm.model.rule import Rule

_CODE: Final = re.compile(r"``([^`]{1,200})``|`([^`]{1,200})`")
_PATH: Final = re.compile(r"(?:\./)?(?:[\w.@+-]+/)+[\w.@+-]*|[\w@+-][\w.@+-]*\.[A-Za-z][A-Za-z0-9]{0,5}")
_MADE: Final = frozenset(
    [
        "dist",
        "build",
        "out",
        "target",
        "coverage",
        "node_modules",
        ".venv",
        "venv",
        "tmp",
        "logs",
        "__pycache__",
        ".next",
        ".cache",
        "generated",
    ]
)
"""Folders whose files come and go: one of them that is missing says nothing."""
_SCRIPTS: Final = (
    ("make", re.compile(r"(?:^|[;&|(]\s*|\s)g?make\s+(?:-[A-Za-z]+\s+)*([A-Za-z][\w.-]*)(?![\w=/])")),
    ("node", re.compile(r"(?:^|[;&|(]\s*|\s)(?:npm|pnpm|yarn|bun)\s+(?:run|run-script)\s+(?:-{1,2}[a-z-]+\s+)*([A-Za-z][\w:.-]*)")),
    ("node", re.compile(r"(?:^|[;&|(]\s*|\s)npm\s+(test|start|stop)\b")),
    ("just", re.compile(r"(?:^|[;&|(]\s*|\s)just\s+([a-z][\w-]*)(?![\w=/])")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Anchor:
    """One thing that a rule relies on."""

    kind: str  # path, make, node, just
    name: str
    stated: bool = False  # written down as an anchor of the rule, not found in its words

    @property
    def words(self) -> str:
        """How people call it."""
        tool = {"make": "make ", "node": "npm run ", "just": "just "}.get(self.kind, "")
        return f"`{tool}{self.name}`"


class Repository(Protocol):
    """What is asked of a repository."""

    def has(self, path: str, *, stated: bool = False) -> bool | None:
        """Whether a path is there; False when it was once and is not any more, None when that cannot be told."""
        ...

    def runs(self, tool: str, name: str) -> bool | None:
        """Whether a script of that name is there; None when that cannot be told."""
        ...


def anchors_of(rule: Rule) -> tuple[Anchor, ...]:
    """Everything that a rule relies on, as far as it can be checked."""
    found: dict[tuple[str, str], Anchor] = {}
    for text in rule.anchors:
        for anchor in _read(text.strip("` "), stated=True):
            found.setdefault((anchor.kind, anchor.name), anchor)
    for span in _CODE.finditer(rule.text):
        for anchor in _read((span[1] or span[2]).strip(), stated=False):
            found.setdefault((anchor.kind, anchor.name), anchor)
    return tuple(found.values())


def gone(rule: Rule, repository: Repository) -> tuple[Anchor, ...]:
    """The anchors that are gone, when nothing else that the rule relies on is still there."""
    missing = []
    for anchor in anchors_of(rule):
        there = (
            _path_there(anchor, rule, repository)
            if anchor.kind == "path"
            else repository.runs(anchor.kind, anchor.name)
        )
        if there:
            return ()
        if there is False:
            missing.append(anchor)
    return tuple(missing)


def _path_there(anchor: Anchor, rule: Rule, repository: Repository) -> bool | None:
    """A path may be said from the repository's root, or from where the rule holds."""
    names = [anchor.name]
    if rule.scope.path:
        names.append(f"{rule.scope.path.rstrip('/')}/{anchor.name}")
    told = [repository.has(name, stated=anchor.stated) for name in names]
    if any(told):
        return True
    return False if False in told else None


def _read(text: str, *, stated: bool) -> list[Anchor]:
    scripts = [
        Anchor(tool, name.rstrip("."), stated) for tool, pattern in _SCRIPTS for name in pattern.findall(text)
    ]
    paths = [
        Anchor("path", path, stated)
        for word in (text.split() if not stated or scripts else [text])
        if (path := _path(word, stated)) and not scripts
    ]
    return [*scripts, *paths]


def _path(word: str, stated: bool) -> str:
    """A word as a path below the repository, or "" when it is none."""
    plain = word.strip("\"'(),;:").removeprefix("./").rstrip("/")
    if not plain or plain.startswith(("/", "~", "-", "@", "$")) or "://" in plain or ".." in plain.split("/"):
        return ""
    if re.search(r"[*?<>{}$|=\\\[\]]", plain) or not (stated or _PATH.fullmatch(plain)):
        return ""
    return "" if _MADE.intersection(plain.split("/")) else plain
