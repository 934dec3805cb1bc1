"""Reads Markdown transcripts: the text is cut where a host begins a chat or a turn, and each section is a record.

The last section may still grow: it is given, and its start stays the offset, so that the next run reads it again. Not
here: what a section means (`cm.hosts`), JSON (`store/transcripts.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

from cm.model.host import Record
from cm.model.session import Skipped

MAX_SECTION: Final = 64 * 1024 * 1024
_BUFFER: Final = 1024 * 1024


class Sections:
    """One Markdown transcript being read; after it, `offset` and `line` say where the last section began."""

    def __init__(
        self, path: Path, begins: str, *, offset: int = 0, line: int = 0, most: int = MAX_SECTION
    ) -> None:
        self.path = path
        self.offset = offset
        self.line = line  # lines before the offset
        self._begins = _pattern(begins)
        self._most = most

    def records(self) -> Iterator[Record | Skipped]:
        """Yields every section from the offset on; nothing in a text can make it raise."""
        with self.path.open("rb", buffering=_BUFFER) as file:
            file.seek(self.offset)
            yield from self.cut(file)

    def cut(self, file: BinaryIO) -> Iterator[Record | Skipped]:
        """The same of what is open, and stands at the offset."""
        start, first = self.offset, self.line
        place, number = start, first
        held: list[bytes] = []
        size = 0
        while raw := file.readline(self._most + 1):
            if held and self._begins.match(raw) is not None:
                self.offset, self.line = start, first
                yield self._section(held, size, start, first + 1)
                start, first = place, number
                held, size = [], 0
            place += len(raw)
            number += 1
            size += len(raw)
            held.append(raw if size <= self._most else b"")
        if held:
            self.offset, self.line = start, first
            yield self._section(held, size, start, first + 1)

    def _section(self, held: list[bytes], size: int, start: int, line: int) -> Record | Skipped:
        if size > self._most:
            return Skipped("section-too-long", line)
        return Record(b"".join(held).decode("utf-8", "replace").removeprefix("\ufeff"), line, start)


def passages_of(data: bytes, begins: str) -> tuple[str, ...]:
    """The sections of a text that is in memory."""
    found = Sections(Path(), begins).cut(BytesIO(data))
    return tuple(each.value for each in found if isinstance(each, Record))


@lru_cache(maxsize=32)
def _pattern(text: str) -> re.Pattern[bytes]:
    return re.compile(rb"(?:\xef\xbb\xbf)?(?:" + text.encode() + rb")")
