"""A long JSON array read element by element, in the memory of its largest element; also out of a zip archive.

Exports of whole accounts are one array of hundreds of megabytes on one line. Every element is an object and becomes a
record; what is damaged ends the reading with a reason, what came before it is kept. Not here: short documents
(`store/documents.py`), what an element means (`cm.hosts`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo
from zlib import crc32
from zlib import error as zlib_error

from cm.model.host import Host, Record
from cm.model.session import Skipped

MAX_ELEMENT: Final = 64 * 1024 * 1024
MAX_ARCHIVE: Final = 4 * 1024 * 1024 * 1024
SMALL: Final = 1024 * 1024
"""An array no longer than this is read at once: half of it is worth nothing, and the whole costs little."""
ARCHIVES: Final = frozenset((".zip",))

_CHUNK: Final = 1024 * 1024
_SPACE: Final = b" \t\r\n"
_MEMBER: Final = re.compile(r"(?:^|/)conversations(?:-\d{1,6})?\.json$")
_TOKEN: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]"]', re.DOTALL)
_BROKEN: Final = (BadZipFile, zlib_error, EOFError, NotImplementedError, ValueError)
"""What zipfile says of an archive that is none, or was damaged: also that a name in it is no text."""
_PACKED: Final = (ZIP_STORED, ZIP_DEFLATED)
"""How exports are packed. The other ways unpack a few bytes into gigabytes at once, however little is asked for."""
_DEEPER: Final = {b"{": 1, b"[": 1, b"}": -1, b"]": -1}


def is_long_array(path: Path) -> bool:
    """Whether a file is one JSON array that is better not read at once. Raises OSError."""
    if path.stat().st_size <= SMALL:
        return False
    with path.open("rb") as file:
        return file.read(64).removeprefix(b"\xef\xbb\xbf").lstrip(_SPACE).startswith(b"[")


def is_archive(host: Host, path: Path) -> bool:
    """Whether a file is a zip archive with sessions of a host in it."""
    return host.sessions is not None and host.sessions.archive and path.suffix.lower() in ARCHIVES


def archive_stamp(path: Path) -> int:
    """What changes whenever the conversations in an archive do; 0 for an archive that cannot be opened. Raises OSError."""
    try:
        with ZipFile(path) as archive:
            found = sorted((item.filename, item.CRC, item.file_size) for item in _members(archive))
    except _BROKEN:
        return 0
    return crc32(repr(found).encode())


def archive_bytes(path: Path, most: int = 8 * MAX_ELEMENT) -> bytes:
    """The conversations in an archive as they are, as far as that goes. Raises OSError, and ValueError for a damaged one."""
    parts: list[bytes] = []
    try:
        with ZipFile(path) as archive:
            for item in _members(archive):
                if most > 0:
                    with archive.open(item) as file:
                        parts.append(file.read(most))
                    most -= len(parts[-1])
    except (*_BROKEN, RuntimeError) as error:
        raise ValueError(str(error)) from error
    return b"\n".join(parts)


def _members(archive: ZipFile) -> list[ZipInfo]:
    """The conversations in an archive. Raises NotImplementedError when one is packed as no export is."""
    found = [item for item in archive.infolist() if _MEMBER.search(item.filename)]
    if any(item.compress_type not in _PACKED for item in found):
        raise NotImplementedError("it is packed in a way that is not read")
    return found


class Elements:
    """One long array being read; after any record, `offset` says where a later run goes on."""

    line = 1

    def __init__(self, path: Path, *, offset: int = 0, most: int = MAX_ELEMENT) -> None:
        self._path = path
        self._most = most
        self.offset = offset

    def records(self) -> Iterator[Record | Skipped]:
        """Yields every object of the array from the offset on."""
        with self._path.open("rb") as file:
            file.seek(self.offset)
            for item, end in elements(file, self.offset, self._most):
                self.offset = end
                yield item


class Archive:
    """The conversations in a zip archive, read from the beginning each time."""

    line = 1
    offset = 0

    def __init__(self, path: Path) -> None:
        self._path = path

    def records(self) -> Iterator[Record | Skipped]:
        """Yields every object of every array of conversations in it."""
        try:
            with ZipFile(self._path) as archive:
                found = _members(archive)
                if sum(item.file_size for item in found) > MAX_ARCHIVE:
                    yield Skipped("archive-too-large")
                    return
                if not found:
                    yield Skipped("no-conversations-in-archive")
                for item in sorted(found, key=lambda item: item.filename):
                    with archive.open(item) as file:
                        for record, _ in elements(file, 0, MAX_ELEMENT):
                            yield record
        except _BROKEN as error:
            yield Skipped("damaged-zip", 0, str(error)[:200])
        except RuntimeError:  # how zipfile says that it needs a password
            yield Skipped("encrypted-zip")


def elements(file: IO[bytes], start: int, most: int) -> Iterator[tuple[Record | Skipped, int]]:
    """The objects of an array, or of what is left of it, each with the place after it."""
    held = b""
    begun = False
    while True:
        held, start, ended = _next(file, held, start, begun)
        begun = True
        if ended:
            if held:
                yield Skipped("after-the-array", 1), start + len(held) + _rest(file)
            return
        size, held = _size(file, held, most)
        if size is None:  # cut off, or longer than anything that is an element
            yield Skipped("unfinished-last-line" if len(held) <= most else "element-too-long", 1), start
            return
        try:
            value = json.loads(held[:size].decode("utf-8", "replace"), strict=False)
        except (ValueError, RecursionError):
            item: Record | Skipped = Skipped("not-json", 1)
        else:
            item = Record(value, 1, start) if isinstance(value, dict) else Skipped("not-object", 1)
        held, start = held[size:], start + size
        yield item, start


def _next(file: IO[bytes], held: bytes, start: int, begun: bool) -> tuple[bytes, int, bool]:
    """Goes to the next object: what is held from there, its place, and whether there is none."""
    skipped = _SPACE + (b"," if begun or start else b"[\xef\xbb\xbf,")
    while True:
        left = held.lstrip(skipped)
        start += len(held) - len(left)
        if left:
            break
        held = file.read(_CHUNK)
        if not held:
            return b"", start, True
    if left[:1] == b"]":
        left = (left[1:] + file.read(_CHUNK)).lstrip(_SPACE)
        return left, start + 1, True
    return left, start, False


def _size(file: IO[bytes], held: bytes, most: int) -> tuple[int | None, bytes]:
    """How long the value is that begins here, reading on until its end is there; None when it has none."""
    if held[:1] not in b"{[":
        return _scalar(file, held, most)
    depth = place = 0
    while True:
        found = None
        for found in _TOKEN.finditer(held, place):
            token = found[0]
            if token == b'"':  # its end was not read yet
                place = found.start()
                break
            depth += _DEEPER.get(token, 0)
            if depth == 0 and token in b"}]":
                return found.end(), held
        else:
            place = found.end() if found is not None else place
        more = b"" if len(held) > most else file.read(max(_CHUNK, len(held)))
        if not more:
            return None, held
        held += more


def _scalar(file: IO[bytes], held: bytes, most: int) -> tuple[int | None, bytes]:
    """The same for a number, a word or a text among the elements, or for what is no JSON."""
    scalar = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[^,\]{}\["]+', re.DOTALL)
    while True:
        found = scalar.match(held)
        if found is not None and found.end() < len(held):
            return found.end(), held
        more = b"" if len(held) > most else file.read(max(_CHUNK, len(held)))
        if not more:
            return (found.end() if found is not None else None), held
        held += more


def _rest(file: IO[bytes]) -> int:
    size = 0
    while part := file.read(_CHUNK):
        size += len(part)
    return size
