"""Finds and reads the transcripts that hosts leave on disk: record by record, in bounded memory, whatever is in them.

A file is read from a byte offset to its end; what cannot be used becomes a `Skipped` with a reason, never an error.
Only the system's own refusals (no permission, gone) come out as OSError. `reader` chooses how a file is read: JSON here,
SQLite in `store/databases.py`, Markdown in `store/sections.py`, trees in `store/trees.py`. Not here: what a record means
(`cm.hosts`), where reading stopped last time (`store/watermarks.py`).
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

from cm.model.host import Host, Place, Record
from cm.model.session import Skipped
from cm.store.databases import Guest, is_database
from cm.store.documents import Accompanied, Document, WithCopy, values_of
from cm.store.documents import Reader as Reader
from cm.store.elements import ARCHIVES, Archive, Elements, is_archive, is_long_array
from cm.store.sections import Sections
from cm.store.trees import Leaves
from cm.store.walk import walk, walk_inside

MAX_LINE: Final = 64 * 1024 * 1024
_CHUNK: Final = 1024 * 1024
_ZST: Final = ".zst"
_TEXTS: Final = frozenset((".md", ".markdown", ".mdc", ".ics", ".vtt", ".srt"))
_START: Final = 16 * 1024
_SPACE: Final = " \t\n\r\0\ufeff"
_LOOSE: Final = "[]," + _SPACE
_NEWLINE: Final = 10
_STRUCTURE: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}\[\]]')
_BEGINNING: Final = 2048  # bytes of a line in which a record has to say its type to be passed over
_FLAT: Final = re.compile(
    rb'\{(?:"\w{1,64}":(?:"[^"\\\x00-\x1f]*"|true|false|null|-?\d{1,20}(?:\.\d{1,20})?),)*+'
)
_TOGETHER: Final = re.compile(rb"\}(?:[\s\x00]|\xef\xbb\xbf)*[{\[]")
PASSED_OVER: Final = "passed over"
"""The detail of a record that was skipped without being decoded."""
_OPENERS: Final = (b"{", b"[{")

_scan = json.JSONDecoder(strict=False).raw_decode


def find(
    host: Host, env: Mapping[str, str], user_home: Path, projects: Iterable[Path] = ()
) -> tuple[Path, ...]:
    """The transcripts of a host, as real paths in a fixed order, each once; a plain file stands for its `.zst` copy.

    `projects` are the roots of projects, for hosts that write into the project itself.
    """
    return tuple(sorted(map(Path, listing(host, env, user_home, projects))))


def listing(
    host: Host, env: Mapping[str, str], user_home: Path, projects: Iterable[Path] = ()
) -> dict[str, os.stat_result]:
    """The same with what the system says of each file; they were listed, and none was opened."""
    recipe = host.sessions
    if recipe is None:
        return {}
    found: dict[str, os.stat_result] = {}
    places = [Place(recipe.roots, recipe.globs, recipe.env), *recipe.places]
    looked = [(root, place.globs) for place in places for root in roots_at(place, env, user_home)]
    for root in dict.fromkeys(projects) if recipe.in_projects else ():
        found.update(walk_inside(str(root), recipe.in_projects))
    for root, globs in looked:
        packed = [pattern + _ZST for pattern in globs if pattern.endswith(".jsonl")]
        found.update(walk(str(root), (*globs, *packed)))
    for name in [name for name in found if name.endswith(_ZST) and name.removesuffix(_ZST) in found]:
        del found[name]
    if recipe.parts:
        found = {name: seen for name, seen in found.items() if not is_part(host, Path(name))}
    if recipe.instead_of:
        found = {name: seen for name, seen in found.items() if not needless(host, Path(name))}
    return found


def needless(host: Host, path: Path) -> bool:
    """Whether a better account of the same session lies beside a file."""
    pairs = host.sessions.instead_of if host.sessions else ()
    return any(path.name == worse and path.with_name(better).is_file() for better, worse in pairs)


def roots_of(host: Host, env: Mapping[str, str], user_home: Path) -> tuple[Path, ...]:
    """The folders below which a host keeps its sessions, in the order in which they count."""
    recipe = host.sessions
    return tuple(roots_at(Place(recipe.roots, recipe.globs, recipe.env), env, user_home)) if recipe else ()


def roots_at(place: Place, env: Mapping[str, str], user_home: Path) -> list[Path]:
    """The folders that a place of a host is, as the environment says or by default."""
    for variable in place.env:
        value = env.get(variable, "").strip()
        if value:
            return [user_home / value[2:].lstrip("/\\") if value.startswith("~/") else user_home / value]
    return [user_home / default for default in place.roots]


def reader(host: Host, path: Path, *, offset: int = 0, line: int = 0) -> Reader:
    """How a file of a host is read, a database excepted: Markdown, a tree, or JSON with what belongs to it beside it."""
    recipe = host.sessions
    if recipe is not None and recipe.markdown is not None and path.suffix.lower() in recipe.markdown.suffixes:
        return Sections(path, recipe.markdown.begins, offset=offset, line=line)
    if recipe is not None and recipe.tree is not None and is_tree(host, path):
        return Leaves(path, recipe.tree)
    if recipe is not None and is_archive(host, path):
        return Archive(path)
    transcript = _json(path, offset, line, recipe.passed_over if recipe else ())
    if recipe is not None and recipe.copies is not None:
        return WithCopy(transcript, path, recipe.copies)
    return Accompanied(transcript, path, recipe.companions) if recipe and recipe.companions else transcript


def _json(path: Path, offset: int = 0, line: int = 0, passed_over: Iterable[tuple[str, str]] = ()) -> Reader:
    """A file that is called a document is read as one; should it be none, line by line."""
    if path.suffix == ".json" and is_long_array(path):
        return Elements(path, offset=offset)
    transcript = Transcript(path, offset=offset, line=line, passed_over=passed_over)
    return Document(path, transcript) if path.suffix == ".json" and not offset else transcript


def is_tree(host: Host, path: Path) -> bool:
    """Whether a file is a session's own in a tree of JSON files."""
    tree = host.sessions.tree if host.sessions else None
    return tree is not None and re.search(tree.own, path.as_posix()) is not None


def is_part(host: Host, path: Path) -> bool:
    """Whether a file is only ever read with another one."""
    pattern = host.sessions.parts if host.sessions else ""
    return bool(pattern) and re.search(pattern, path.as_posix()) is not None


def first_values(path: Path, most: int = 8) -> list[Any]:
    """What the hosts are shown to recognise a file by: its first records, a database's tables, or the start of a text."""
    try:
        if is_database(path):
            with Guest(path) as guest:
                return [{"tables": guest.tables()}]
        if path.suffix.lower() in _TEXTS:
            with path.open("rb") as file:
                return [file.read(_START).decode("utf-8", "replace")]
        how = Archive(path) if path.suffix.lower() in ARCHIVES else _json(path)
        items = islice(how.records(), 4 * most)
        return list(islice((item.value for item in items if isinstance(item, Record)), most))
    except OSError:
        return []


class Transcript:
    """One transcript being read; after any record, `offset` and `line` say where a later run goes on."""

    def __init__(
        self,
        path: Path,
        *,
        offset: int = 0,
        line: int = 0,
        max_line: int = MAX_LINE,
        passed_over: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.path = path
        self.offset = offset  # after the last consumed record, in the decompressed file
        self.line = line  # the line it stood on
        self._max = max_line
        self._passed_over = [(f'"type":"{kind}"'.encode(), reason) for kind, reason in passed_over]

    def records(self) -> Iterator[Record | Skipped]:
        """Yields every record from here to the end; an unfinished last line is told of and not consumed."""
        with _opened(self.path) as file:
            try:
                if self._go_on(file):
                    yield from self._lines(file)
                else:
                    yield Skipped("shorter-than-before", self.line)
            except EOFError:
                yield Skipped("truncated-zst", self.line)
            except _zst_errors() as error:
                yield Skipped("damaged-zst", self.line, str(error)[:200])

    def _go_on(self, file: IO[bytes]) -> bool:
        """Goes to the offset; False when the file ends before it."""
        if self.offset <= 0:
            return True
        left = self.offset - 1
        if self.path.suffix == _ZST:
            while left > 0 and (got := len(file.read(min(left, _CHUNK)))):
                left -= got
        else:
            file.seek(left)
        before = file.read(1)
        if before != b"\n":
            self.line -= 1  # reading stopped inside a line: its rest is the same line
        return bool(before)

    def _lines(self, file: IO[bytes]) -> Iterator[Record | Skipped]:
        readline = file.readline
        marks = self._passed_over
        limit = self._max + 1
        while raw := readline(limit):
            start = self.offset
            self.line = line = self.line + 1
            end = start + len(raw)
            if len(raw) >= limit and raw[-1] != _NEWLINE:
                self.offset = end + _drain(file)
                yield Skipped("line-too-long", line)
                continue
            if marks and (reason := _passed(raw, marks)):
                self.offset = end
                yield Skipped(reason, line, PASSED_OVER)
                continue
            try:
                text = raw.decode()
            except UnicodeDecodeError:
                text = raw.decode("utf-8", "replace")
            if text[0] == "{" and text[-1] == "\n":
                try:
                    value, after = _scan(text, 0)
                except (ValueError, RecursionError):
                    pass
                else:
                    if after == len(text) - 1 or not text[after:].strip():
                        self.offset = end
                        yield Record(value, line, start)
                        continue
            yield from self._odd_line(file, raw, start)

    def _odd_line(self, file: IO[bytes], raw: bytes, start: int) -> Iterator[Record | Skipped]:
        """A line that is not exactly one object: records that ran together, half of one, or something else."""
        line = self.line
        end = start + len(raw)
        finished = raw[-1] == _NEWLINE
        text = raw.decode("utf-8", "surrogateescape")  # keeps count of bytes; the fold mends the characters
        place = _skip(text, 0)
        if place >= len(text):
            self.offset = end
            if b"\0" in raw:
                yield Skipped("nul-bytes", line)
            return
        while place < len(text):
            try:
                value, after = _scan(text, place)
            except RecursionError:
                reason, finished = "too-deep", True
            except ValueError as error:
                reason = "not-json"
                finished = finished or not isinstance(error, json.JSONDecodeError)  # thousands of digits
            else:
                rest = _skip(text, after)
                if rest >= len(text) and not finished and not isinstance(value, dict | list):
                    reason = "not-json"  # `12` may become `123`
                else:
                    self.offset = end if rest >= len(text) else start + _bytes(text, after)
                    yield from values_of(value, line, start + _bytes(text, place))
                    place = rest
                    continue
            left = raw[_bytes(text, place) :]
            if finished and left.strip() in _OPENERS:
                yield from self._document(file, left, end - len(left), inside=self.offset != start)
            elif reason == "not-json" and not text[place:].strip(_LOOSE):
                self.offset = end  # brackets and commas around the records of an indented document
            elif finished:
                self.offset = end
                yield Skipped(reason, line)
            else:
                if self.offset == start:
                    self.line = line - 1
                yield Skipped("unfinished-last-line", line)
            return
        self.offset = end

    def _document(
        self, file: IO[bytes], first: bytes, start: int, *, inside: bool
    ) -> Iterator[Record | Skipped]:
        """An object written over many lines, as programs do that indent their JSON."""
        line = self.line
        held = [first]
        size = len(first)
        depth = _depth(first)
        in_array = 1 if first.strip() == b"[{" else 0
        while depth > in_array:
            raw = file.readline(self._max + 1)
            if not raw:
                self.line = line - (not inside)
                yield Skipped("unfinished-last-line", line)
                return
            if raw[:1] == b"{" and _alone(raw):  # the opening bracket was half a record; here is a whole one
                self.offset = start + size
                yield Skipped("not-json", line)
                self.line += 1
                yield from self._odd_line(file, raw, start + size)
                return
            self.line += 1
            size += len(raw)
            held.append(raw)
            depth += _depth(raw)
            if size > self._max:
                self.offset = start + size
                yield Skipped("line-too-long", line)
                return
        text = b"".join(held).decode("utf-8", "replace").strip().removeprefix("[" if in_array else "")
        self.offset = start + size
        try:
            value, after = _scan(text, 0)
        except (ValueError, RecursionError):
            yield Skipped("not-json", line)
            return
        yield from values_of(value, line, start)
        if text[after:].strip(_LOOSE):
            yield Skipped("not-json", self.line)


def read_records(path: Path, *, offset: int = 0, line: int = 0) -> Iterator[Record | Skipped]:
    """Yields the records of a transcript from an offset on; `Transcript` also tells where reading stopped."""
    return Transcript(path, offset=offset, line=line).records()


def _passed(raw: bytes, marks: list[tuple[bytes, str]]) -> str:
    """Why a line need not be decoded, "" when it must be: its own `type` says so, and it is all there is on the line."""
    for mark, reason in marks:
        at = raw.find(mark, 0, _BEGINNING)
        # before it only plain fields of the record itself: what is deeper, or in a text, is not its type
        if at > 0 and _FLAT.fullmatch(raw, 0, at) and raw.endswith(b"}\n") and not _TOGETHER.search(raw, at):
            return reason
    return ""


def _skip(text: str, place: int) -> int:
    while place < len(text) and text[place] in _SPACE:
        place += 1
    return place


def _bytes(text: str, place: int) -> int:
    return place if text.isascii() else len(text[:place].encode("utf-8", "surrogateescape"))


def _depth(raw: bytes) -> int:
    """How much deeper nested a line ends than it began; no string in JSON goes over a line's end."""
    depth = 0
    for mark in _STRUCTURE.findall(raw):
        if mark in (b"{", b"["):
            depth += 1
        elif mark in (b"}", b"]"):
            depth -= 1
    return depth


def _alone(raw: bytes) -> bool:
    """Whether a line is one whole object with nothing around it."""
    text = raw.decode("utf-8", "replace").strip()
    try:
        value, after = _scan(text, 0)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and bool(value) and after == len(text)


def _drain(file: IO[bytes]) -> int:
    """Reads to the end of a line without holding it; returns how many bytes that was."""
    size = 0
    while part := file.readline(_CHUNK):
        size += len(part)
        if part[-1] == _NEWLINE:
            break
    return size


def unpacked(path: Path) -> bytes:
    """All bytes of a transcript, unpacked when it is packed. Raises OSError, and ValueError for a damaged frame."""
    with _opened(path) as file:
        try:
            return file.read()
        except _zst_errors() as error:
            raise ValueError(str(error)) from error


def _opened(path: Path) -> IO[bytes]:
    if path.suffix != _ZST:
        return path.open("rb", buffering=_CHUNK)
    if sys.version_info >= (3, 14):
        from compression.zstd import ZstdFile
    else:
        from backports.zstd import ZstdFile
    return io.BufferedReader(ZstdFile(path), _CHUNK)


def _zst_errors() -> tuple[type[Exception], ...]:
    """What a damaged frame raises; nothing when no frame was ever opened."""
    module = sys.modules.get("compression.zstd") or sys.modules.get("backports.zstd")
    error = getattr(module, "ZstdError", None)
    return (error,) if isinstance(error, type) and issubclass(error, Exception) else ()
