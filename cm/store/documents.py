"""One JSON document as records, what lies beside a transcript, and what every reader has in common.

Not here: JSON line by line (`store/transcripts.py`), databases, Markdown and trees (`store/databases.py`, `sections.py`,
`trees.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, Protocol

from cm.model.host import Copies, Record
from cm.model.session import Skipped

MAX_DOCUMENT: Final = 64 * 1024 * 1024
_MAX_BESIDE: Final = 1024 * 1024
_BARE: Final = re.compile(r"\w[\w.-]{0,120}")  # a name of a file that leads nowhere else


class Reader(Protocol):
    """Something being read, record by record; after any record, `offset` and `line` say where a later run goes on."""

    @property
    def offset(self) -> int:
        """Where the last consumed record ended."""
        ...

    @property
    def line(self) -> int:
        """On which line."""
        ...

    def records(self) -> Iterator[Record | Skipped]:
        """Yields every record from here to the end."""
        ...


class Document:
    """One JSON document: an object is one record, an array as many as it has elements. It is read whole or not at all."""

    def __init__(self, path: Path, lines: Reader, most: int = MAX_DOCUMENT) -> None:
        self._path = path
        self._lines = lines  # for what is no document after all
        self._most = most
        self._end = -1

    @property
    def offset(self) -> int:
        """The document's end, once it was read."""
        return self._lines.offset if self._end < 0 else self._end

    @property
    def line(self) -> int:
        """Every record of a document stands on its first line."""
        return self._lines.line if self._end < 0 else 1

    def records(self) -> Iterator[Record | Skipped]:
        """Yields the object, or the elements of the array."""
        value: Any = None
        with self._path.open("rb") as file:
            raw = file.read(self._most + 1)
        if len(raw) <= self._most:
            try:
                value = json.loads(raw.decode("utf-8-sig", "replace"), strict=False)
            except (ValueError, RecursionError):
                value = None
        if not isinstance(value, dict | list):
            yield from self._lines.records()
            return
        self._end = len(raw)
        yield from values_of(value, 1, 0)


class Accompanied:
    """A transcript whose files beside it are read first, each as one record of line 0."""

    def __init__(self, transcript: Reader, path: Path, companions: tuple[str, ...]) -> None:
        self._transcript = transcript
        self._path = path
        self._companions = companions

    @property
    def offset(self) -> int:
        """Where the transcript itself stands."""
        return self._transcript.offset

    @property
    def line(self) -> int:
        """On which line."""
        return self._transcript.line

    def records(self) -> Iterator[Record | Skipped]:
        """Yields what lies beside it, then its own records."""
        path = self._path
        stem = path.name.split(".", 1)[0]
        for name in dict.fromkeys(
            name.format(stem=stem, folder=path.parent.name) for name in self._companions
        ):
            beside = path.with_name(name)
            try:
                if beside != path and beside.is_file() and beside.stat().st_size <= _MAX_BESIDE:
                    value = json.loads(beside.read_bytes())
                    if isinstance(value, dict):
                        yield Record(value, 0)
            except (OSError, ValueError, RecursionError):
                continue
        yield from self._transcript.records()


class WithCopy:
    """A document whose last listed copy is read after it, as text and only as far as it may be."""

    def __init__(self, transcript: Reader, path: Path, copies: Copies) -> None:
        self._transcript = transcript
        self._path = path
        self._copies = copies

    @property
    def offset(self) -> int:
        """Where the document itself stands."""
        return self._transcript.offset

    @property
    def line(self) -> int:
        """On which line."""
        return self._transcript.line

    def records(self) -> Iterator[Record | Skipped]:
        """Yields its own records, then the copy."""
        last: Any = None
        for record in self._transcript.records():
            yield record
            if isinstance(record, Record) and isinstance(record.value, dict):
                listed = record.value.get(self._copies.listed)
                last = listed[-1] if isinstance(listed, list) and listed else last
        name = last.get(self._copies.name) if isinstance(last, dict) else None
        if not isinstance(name, str) or not _BARE.fullmatch(name):
            return
        try:
            beside = self._path.with_name(name)
            if beside.is_symlink() or not beside.is_file():
                yield Skipped("no-copy", 0)
                return
            with beside.open("rb") as file:
                raw = file.read(self._copies.most)
        except (OSError, ValueError):
            yield Skipped("no-copy", 0)
            return
        if b"\0" in raw:
            yield Skipped("binary-copy", 0)
            return
        yield Record({"copy": name, "text": raw.decode("utf-8", "replace")}, 0)


def copies_beside(path: Path, records: Iterable[Record | Skipped], copies: Copies) -> list[Path]:
    """All files beside a document that its records list as its own, as far as they are there."""
    found: list[Path] = []
    for record in records:
        value = record.value if isinstance(record, Record) else None
        listed = value.get(copies.listed) if isinstance(value, dict) else None
        for item in listed if isinstance(listed, list) else ():
            name = item.get(copies.name) if isinstance(item, dict) else None
            if isinstance(name, str) and _BARE.fullmatch(name) and path.with_name(name).is_file():
                found.append(path.with_name(name))
    return found


def values_of(value: Any, line: int, at: int) -> Iterator[Record | Skipped]:
    """The records that a decoded value holds: itself, or the objects among its elements."""
    if isinstance(value, dict):
        yield Record(value, line, at)
    elif isinstance(value, list) and any(isinstance(part, dict) for part in value):
        for part in value:
            yield Record(part, line, at) if isinstance(part, dict) else Skipped("not-object", line)
    else:
        yield Skipped("not-object", line)
