"""Reads a session that a host keeps as many small JSON files: its own file, then each message with its parts.

Not here: JSON in one file (`store/transcripts.py`), what the documents mean (`cm.hosts`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from glob import escape
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from cm.model.host import Branch, Record, Tree
from cm.model.session import Skipped

MAX_FILE: Final = 64 * 1024 * 1024


class Leaves:
    """One tree being read. It is read from its root each time: a part changes in place."""

    def __init__(self, path: Path, tree: Tree) -> None:
        self.path = path
        self.offset = 0
        self.line = 0  # files so far
        self._tree = tree
        self._root = path.parents[min(tree.up, len(path.parents)) - 1]
        self._shared: dict[str, list[tuple[str, dict[str, Any]]]] = {}  # folders that hold everyone's files

    def records(self) -> Iterator[Record | Skipped]:
        """Yields the session's document, then its branches in order of time."""
        value = self._load(self.path)
        if not isinstance(value, dict):
            yield value if isinstance(value, Skipped) else Skipped("not-object")
            return
        name = _id(value, self.path)
        yield self._record(self._tree.table, name, value)
        yield from self._below(self._tree.branches, (name,))

    def _below(self, branches: tuple[Branch, ...], ids: tuple[str, ...]) -> Iterator[Record | Skipped]:
        if not branches:
            return
        for item in self._of(branches[0], ids):
            if isinstance(item, Skipped):
                yield item
            else:
                name, value = item
                yield self._record(branches[0].table, name, value)
                yield from self._below(branches[1:], (*ids, name))

    def _of(self, branch: Branch, ids: tuple[str, ...]) -> list[Skipped | tuple[str, dict[str, Any]]]:
        found: list[tuple[Any, str, dict[str, Any]]] = []
        out: list[Skipped | tuple[str, dict[str, Any]]] = []
        for pattern in branch.globs:
            if "{" not in pattern:
                for name, value in self._everyones(pattern):
                    if value.get(branch.owner) == ids[-1]:
                        found.append((_moment(value), name, value))
            else:
                for path in sorted(self._root.glob(pattern.format(*map(_plain, ids)))):
                    value = self._load(path)
                    if isinstance(value, dict):
                        name = _id(value, path)
                        found.append((_moment(value), name, value))
                    else:
                        out.append(value if isinstance(value, Skipped) else Skipped("not-object"))
            if found:
                break
        out += [(name, value) for _, name, value in sorted(found, key=lambda item: item[:2])]
        return out

    def _everyones(self, pattern: str) -> list[tuple[str, dict[str, Any]]]:
        known = self._shared.get(pattern)
        if known is None:
            known = self._shared[pattern] = []
            for path in sorted(self._root.glob(pattern)):
                value = self._load(path)
                if isinstance(value, dict):
                    known.append((_id(value, path), value))
        return known

    def _load(self, path: Path) -> Any:
        try:
            if path.stat().st_size > MAX_FILE:
                return Skipped("line-too-long", detail=path.name)
            return json.loads(path.read_bytes())
        except (ValueError, RecursionError):
            return Skipped("not-json", detail=path.name)
        except FileNotFoundError:  # removed while the tree was read
            if path == self.path:
                raise
            return Skipped("gone", detail=path.name)

    def _record(self, table: str, name: str, value: Mapping[str, Any]) -> Record:
        self.line += 1
        self.offset += 1
        return Record({"table": table, "id": name, "data": value}, self.line)


def stamp_of(path: Path, tree: Tree) -> int:
    """A number that changes whenever any file of the session's tree does; no file is opened but the session's own."""
    root = path.parents[min(tree.up, len(path.parents)) - 1]
    try:
        value = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        value = None
    total = _seen(path, 0)
    names: list[tuple[str, ...]] = [(_id(value if isinstance(value, dict) else {}, path),)]
    for branch in tree.branches:
        below: list[tuple[str, ...]] = []
        for ids in names:
            for pattern in branch.globs:
                paths = sorted(root.glob(pattern.format(*map(_plain, ids)))) if "{" in pattern else []
                for found in paths:
                    total = _seen(found, total)
                    below.append((*ids, found.stem))
                if paths:
                    break
        names = below
    return total or 1


def _seen(path: Path, total: int) -> int:
    try:
        seen = os.stat(path)
    except OSError:
        return total
    return crc32(f"{path.name} {seen.st_size} {seen.st_mtime_ns}".encode("utf-8", "surrogatepass"), total)


def _id(value: Mapping[str, Any], path: Path) -> str:
    given = value.get("id")
    return given if isinstance(given, str) and given else path.stem


def _plain(name: str) -> str:
    """An id as part of a pattern: it names one folder, whatever stands in it."""
    return (
        escape(name.replace("/", "_").replace("\\", "_").replace("\0", "_"))
        if name not in ("", ".", "..")
        else "_"
    )


def _moment(value: Mapping[str, Any]) -> float:
    time = value.get("time")
    if isinstance(time, dict):
        for name in ("created", "start"):
            moment = time.get(name)
            if isinstance(moment, int | float) and not isinstance(moment, bool):
                return float(moment)
    return 0.0
