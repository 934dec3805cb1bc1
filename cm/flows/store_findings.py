"""What is to be said about the statements of a store: twice, against each other, of what is gone, secret, from outside.

Each check gives its findings and what may not be taken in because of them. Not here: which files there are
(`store/foreign_stores.py`), the whole look and taking in (`flows/audit_store.py`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, TypeAlias

from cm.core.curation.anchors import Anchor, anchors_of, gone
from cm.core.exchange.statements import Statement
from cm.core.language.grammar import gives_orders
from cm.core.language.related import Neighbours
from cm.core.language.relation import relate
from cm.core.language.text import fingerprint
from cm.core.screening.screen import screen
from cm.core.secrets.scrub import find_secrets
from cm.hosts.starts import STARTS
from cm.model.rule import Rule, Scope
from cm.store.foreign_stores import Store, StoreFile
from cm.store.repo_files import RepoFiles

COMPARED: Final = 600
"""So many statements are held against each other for contradictions and other wordings; the rest for the same words only."""
NEIGHBOURS: Final = 8
_READS_LIKE: Final = {
    "injection": "reads like an order to override, hide, leak or run what was downloaded; it is not shown here",
    "control-characters": "reads like hidden characters; it is not shown here",
}
_UNSHOWN: Final = (*_READS_LIKE, "secret", "own-output")

Naming: TypeAlias = Callable[[Path], str]
"""How a file is called to people."""

Kind: TypeAlias = Literal[
    "secret", "from-outside", "contradiction", "duplicate", "stale-path", "order-of-no-person", "broken-import", "import-cycle",
    "import-too-deep", "import-outside", "other-memory",
]  # fmt: skip
GRAVE: Final[tuple[Kind, ...]] = ("secret", "from-outside")
"""What should not stay where it is."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file."""

    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is to be said about a store."""

    kind: Kind
    at: Place
    say: str
    other: Place | None = None
    text: str = ""  # what stands there; "" where it must not be shown again


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """A statement with where it stands."""

    file: StoreFile
    name: str
    one: Statement

    @property
    def at(self) -> Place:
        return Place(self.name, self.one.line)


def without(store: Store, closed: Sequence[StoreFile]) -> Store:
    """A store without some of its files, and without what they import."""
    paths = {file.path.resolve() for file in closed}
    return replace(
        store,
        files=tuple(file for file in store.files if file.path.resolve() not in paths),
        imports=tuple(each for each in store.imports if each.at.resolve() not in paths),
    )


def screened(store: Store, named: Naming) -> tuple[set[tuple[str, int]], list[Finding]]:
    """Secrets and what came from outside, with the places that nothing may be taken from."""
    bad: set[tuple[str, int]] = set()
    found: list[Finding] = []
    for file in store.files:
        called = named(file.path)
        starts = _line_starts(file)
        for offset, kind in find_secrets(file.raw):
            line = starts(offset)
            bad.add((called, line))
            found.append(Finding("secret", Place(called, line), f"a secret ({kind}); it is not shown here"))
        for line, text in file.text.lines:
            if like := _READS_LIKE.get(screen(text) or ""):
                bad.add((called, line))
                found.append(Finding("from-outside", Place(called, line), like))
        for one in file.text.statements:  # also what only shows when its lines are joined
            if (called, one.line) in bad or (reason := screen(one.text)) not in _UNSHOWN:
                continue
            bad.add((called, one.line))
            at = Place(called, one.line)
            if like := _READS_LIKE.get(reason or ""):
                found.append(Finding("from-outside", at, like))
            elif reason == "secret":
                found.append(Finding("secret", at, "tells a secret; it is not shown here"))
    return bad, found


def _line_starts(file: StoreFile) -> Callable[[int], int]:
    """Which line (or row) of a file a character stands on."""
    if file.kind in ("export", "database"):
        rows = [line for line, _ in file.text.lines]
        return lambda offset: rows[min(file.raw.count("\n", 0, offset), len(rows) - 1)] if rows else 0
    return lambda offset: file.raw.count("\n", 0, offset) + 1


def _meet(a: Said, b: Said) -> bool:
    """Whether both hold in one place: a file of one package says nothing to another package."""
    one, other = os.path.dirname(a.name), os.path.dirname(b.name)
    about = a.one.about and b.one.about and a.one.about != b.one.about
    return not about and (
        f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/") or not one or not other
    )


def twice(said: Sequence[Said]) -> tuple[set[int], list[Finding]]:
    """Statements in the same words as an earlier one."""
    first: dict[str, int] = {}
    same: set[int] = set()
    found: list[Finding] = []
    for number, one in enumerate(said):
        key = f"{one.one.about} {fingerprint(one.one.text)}"
        if key in first and _meet(one, said[first[key]]):
            same.add(number)
            found.append(Finding("duplicate", one.at, "says the same", said[first[key]].at, _shown(one)))
        else:
            first.setdefault(key, number)
    return same, found


def against(said: Sequence[Said]) -> tuple[set[Said], list[Finding], bool]:
    """Statements that say otherwise than another, and others' wordings of one."""
    known = Neighbours()
    left_out: set[Said] = set()
    found: list[Finding] = []
    for number, one in enumerate(said[:COMPARED]):
        for near in known.of(one.one.text, NEIGHBOURS):
            other = said[int(near)]
            if not _meet(one, other):
                continue
            relation = relate(one.one.text, other.one.text)
            if relation.kind == "same":
                left_out.add(one)
                found.append(
                    Finding("duplicate", one.at, "says the same in other words", other.at, _shown(one))
                )
                break
            if relation.kind == "contradiction":
                left_out.update((one, other))
                found.append(
                    Finding(
                        "contradiction",
                        one.at,
                        relation.say or "say otherwise",
                        other.at,
                        f"{_shown(one)}  /  {_shown(other)}",
                    )
                )
        known.put(str(number), one.one.text)
    return left_out, found, len(said) > COMPARED


def stale(said: Iterable[Said], root: Path, environ: Mapping[str, str]) -> tuple[set[Said], list[Finding]]:
    """Statements that speak of files and scripts of which nothing is left."""
    files = RepoFiles(root, environ)
    left_out: set[Said] = set()
    found: list[Finding] = []
    for one in said:
        if "`" not in one.one.text:
            continue
        below = os.path.dirname(one.name)
        rule = Rule("", one.one.text, scope=Scope(path="" if below.startswith((".", "~", "/")) else below))
        missing = [each for each in anchors_of(rule) if _is_gone(each, rule, files)]
        if missing:
            if gone(rule, files):
                left_out.add(one)
            found.append(
                Finding(
                    "stale-path",
                    one.at,
                    f"{', '.join(each.words for each in missing)} {'is' if len(missing) == 1 else 'are'} not there",
                    text=_shown(one),
                )
            )
    return left_out, found


def _is_gone(anchor: Anchor, rule: Rule, files: RepoFiles) -> bool:
    if anchor.kind != "path":
        return files.runs(anchor.kind, anchor.name) is False
    below = rule.scope.path.rstrip("/")
    told = [files.has(name) for name in (anchor.name, f"{below}/{anchor.name}")[: 2 if below else 1]]
    return False in told and True not in told


def orders(said: Iterable[Said]) -> tuple[set[Said], list[Finding]]:
    """Orders in what a program wrote down by itself: no person stands behind them."""
    left_out: set[Said] = set()
    found: list[Finding] = []
    for one in said:
        if one.file.by == "machine" and gives_orders(one.one.text) and screen(one.one.text) is None:
            left_out.add(one)
            found.append(
                Finding(
                    "order-of-no-person",
                    one.at,
                    "an order that a program wrote down by itself",
                    text=_shown(one),
                )
            )
    return left_out, found


def imports(store: Store, named: Naming) -> Iterator[Finding]:
    deepest = max(start.imports for start in STARTS)
    for each in store.imports:
        at = Place(named(each.at), each.line)
        if each.to is None:
            yield Finding("broken-import", at, f"@{each.name} is not there")
        elif each.cyclic:
            yield Finding("import-cycle", at, f"@{each.name} leads back to where it came from")
        elif each.depth > deepest:
            yield Finding(
                "import-too-deep", at, f"@{each.name} is {each.depth} files deep: no agent follows so far"
            )
        elif not _below(each.to, store.root):
            yield Finding("import-outside", at, f"@{each.name} reads a file outside of this folder")


def _below(path: Path, root: Path) -> bool:
    return path.resolve().is_relative_to(root.resolve())


def of_others(store: Store, named: Naming) -> Iterator[Finding]:
    for file in store.files:
        if file.text.foreign:
            lines = len(file.text.foreign)
            yield Finding(
                "other-memory",
                Place(named(file.path), file.text.foreign[0]),
                f"{lines} lines that another memory tool wrote into it",
            )


def _shown(one: Said) -> str:
    """What a statement says, unless it must not be shown."""
    return one.one.text if screen(one.one.text) != "personal" else ""
