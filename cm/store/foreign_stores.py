"""Reads what other tools keep as memory below a folder, or in one file: only read, without a trace.

Instruction files with what they import, memory that agents wrote for themselves, notes of basic-memory, exports of mem0, the
database of claude-mem. Not here: what a text says (`core/exchange/statements.py`), what is wrong with it
(`flows/audit_store.py`).
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from cm.core.exchange.statements import (
    Statement,
    Text,
    Writer,
    front_matter,
    is_note,
    items_of,
    read_export,
    read_markdown,
    read_rows,
)
from cm.errors import NotFound, Unparsable
from cm.hosts.injected import injected_tag
from cm.hosts.starts import FILES, FOLDERS, MEMORY, STARTS, Start
from cm.model.host import Query
from cm.store.databases import DATABASES, Guest, is_database
from cm.store.documents_named import NOT_OURS

MOST_FILES: Final = 5_000
MOST_BYTES: Final = 1024 * 1024  # of a text
MOST_EXPORT: Final = 64 * 1024 * 1024
MOST_ROWS: Final = 20_000
_PASSED_OVER: Final = NOT_OURS | {".hg", ".next", ".cache"}
_NAMES: Final = frozenset(name.lower() for name in FILES)
_MEMORY: Final = re.compile(MEMORY)
_DATABASE: Final = re.compile(r"claude-mem\.(?:db|sqlite)$")
_EXPORTS: Final = re.compile(r"(?:mem0|memories)[\w.-]*\.json$", re.IGNORECASE)
_TYPED: Final = "user_prompts"
"""What was typed into sessions: looked through for secrets, and no statement of the store's."""
_ROWS: Final = (
    ("observations", ("facts", "text")),
    ("session_summaries", ("learned",)),
    (_TYPED, ("prompt_text",)),
)
_HEAD: Final = 2048


@dataclass(frozen=True, slots=True)
class StoreFile:
    """One file of a store."""

    path: Path
    kind: str  # instructions, imported, memory, note, export, database
    by: Writer
    raw: str  # its words; of an export or database the statements, one per line
    text: Text


@dataclass(frozen=True, slots=True)
class Imported:
    """A file that another one names with `@path`."""

    at: Path
    line: int
    name: str
    to: Path | None  # None: there is no such file
    depth: int
    cyclic: bool = False


@dataclass(frozen=True, slots=True)
class Cost:
    """What one coding agent reads when a session starts."""

    host: str
    title: str
    files: tuple[Path, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Store:
    """Everything that was found."""

    root: Path
    files: tuple[StoreFile, ...]
    imports: tuple[Imported, ...]
    costs: tuple[Cost, ...]
    unread: tuple[tuple[Path, str], ...] = ()
    cut: bool = False  # there were more files than are looked at


def read_store(path: Path, user_home: Path) -> Store:
    """Reads a folder or a file. Raises NotFound, and Unparsable for a file that is no store that is known."""
    if not path.exists():
        raise NotFound(
            f"there is no {path}", hint="name a project, a folder of memories, or one file of them"
        )
    if not path.is_dir() and not path.is_file():
        raise Unparsable(
            f"{path} is neither a file nor a folder", hint="name a project, or one file of memories"
        )
    root = path if path.is_dir() else path.parent
    files: dict[Path, StoreFile] = {}
    imports: list[Imported] = []
    unread: list[tuple[Path, str]] = []
    found = list(_found(path)) if path.is_dir() else [(path, _kind(path))]
    cut = len(found) > MOST_FILES
    for each, kind in found[:MOST_FILES]:
        try:
            read = _read(each, kind, named=not path.is_dir())
        except (OSError, ValueError) as error:
            unread.append((each, getattr(error, "strerror", None) or str(error)))
            continue
        if read is not None:
            files[each.resolve()] = read
    if not path.is_dir() and not files and not unread:
        raise Unparsable(
            f"{path} is no memory that is known here",
            hint="an instruction file or note in Markdown, a mem0 export in JSON, or claude-mem's database",
        )
    # what both import is taken for a person's
    for start in sorted(files.values(), key=lambda file: file.by == "machine"):
        if start.kind in ("instructions", "memory"):
            _follow(start, files, imports, user_home)
    costs = tuple(_costs(root, user_home)) if path.is_dir() else ()
    return Store(root, tuple(files.values()), tuple(imports), costs, tuple(unread), cut)


def _found(root: Path) -> Iterator[tuple[Path, str]]:
    """The files below a folder that look like memory, with their kind, in a fixed order; links are not followed."""
    for folder, below, names in os.walk(root):
        below[:] = sorted(name for name in below if name not in _PASSED_OVER)
        for name in sorted(names):
            path = Path(folder, name)
            if _is_regular(path) and (kind := _kind(path)):
                yield path, kind


def _is_regular(path: Path) -> bool:
    """Whether it is a file with bytes of its own: to open a pipe would be to wait for who writes into it."""
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def _is_file(path: Path) -> bool:
    """Whether a file is there; a name that no file can have is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _kind(path: Path) -> str:
    place = path.as_posix()
    if _MEMORY.search(place):
        return "memory"
    if path.name.lower() in _NAMES:
        return "instructions"
    parent = path.parent.as_posix()
    if any(parent.endswith(f"/{folder}") and path.suffix == ending for folder, ending in FOLDERS):
        return "instructions"
    if _DATABASE.search(path.name):
        return "database"
    if _EXPORTS.search(path.name):
        return "export"
    if path.suffix == ".md":
        try:
            with path.open("rb") as file:
                head = file.read(_HEAD).decode("utf-8", "replace")
        except OSError:
            return ""
        return "note" if is_note(front_matter(head)[0]) else ""
    return ""


def _read(path: Path, kind: str, *, named: bool) -> StoreFile | None:
    """One file; None when it is no memory after all. Raises OSError and ValueError."""
    if path.suffix.lower() in DATABASES or is_database(path):
        return _database(path)
    if kind == "export" or (named and path.suffix == ".json"):
        if path.stat().st_size > MOST_EXPORT:
            raise ValueError(f"longer than {MOST_EXPORT // 1024**2} MB")
        try:
            value = json.loads(path.read_bytes().decode("utf-8-sig", "replace"))
        except RecursionError as error:
            raise ValueError("nested too deep") from error
        said = read_export(value)
        rows = [
            (number, json.dumps(item, ensure_ascii=False)) for number, item in enumerate(items_of(value), 1)
        ]
        return _of_rows(path, "export", said, rows) if said is not None else None
    if not kind and not (named and path.suffix.lower() in (".md", ".mdc", ".txt", "")):
        return None
    raw = _words(path)
    text = read_markdown(raw, injected_tag)
    by: Writer = "machine" if kind == "memory" else "person"  # whatever the file says of itself
    kind = "note" if is_note(front_matter(raw)[0]) else kind or "instructions"
    return StoreFile(path, kind, by, raw, text)


def _of_rows(path: Path, kind: str, said: Sequence[Statement], rows: Sequence[tuple[int, str]]) -> StoreFile:
    """What stands in rows: each is a line, with all that is in it, also where no statement is."""
    lines = tuple((number, " ".join(text.split())) for number, text in rows)
    return StoreFile(path, kind, "machine", "\n".join(text for _, text in lines), Text(tuple(said), lines))


def _words(path: Path) -> str:
    with path.open("rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise ValueError(f"longer than {MOST_BYTES // 1024**2} MB")
    if b"\0" in raw:
        raise ValueError("no text")
    return raw.decode("utf-8", "replace")


def _database(path: Path) -> StoreFile | None:
    """The rows of claude-mem's database, as a guest: without a lock, and nothing beside it."""
    rows: list[tuple[int, str, Sequence[Any]]] = []
    whole: list[tuple[int, str]] = []
    known = False
    with Guest(path) as guest:
        tables = guest.tables()
        for table, wanted in _ROWS:
            if table not in tables or not set(wanted) & tables[table]:
                continue
            known = True
            names, found = guest.rows(
                Query(table, f"select rowid, * from {table} order by rowid limit {MOST_ROWS}"), ""
            )
            for row in found:
                fields = dict(zip(names[1:], row[1:], strict=False))
                number = row[0] if isinstance(row[0], int) else 0
                whole.append(
                    (number, "  ".join(value for value in fields.values() if isinstance(value, str)))
                )
                if table != _TYPED:
                    rows.append(
                        (number, str(fields.get("project") or ""), [fields.get(name) for name in wanted])
                    )
    return _of_rows(path, "database", read_rows(rows), whole) if known else None


def _follow(start: StoreFile, files: dict[Path, StoreFile], imports: list[Imported], user_home: Path) -> None:
    """Goes after `@path`, file by file; a file that was met stands for itself."""
    waiting: list[tuple[StoreFile, int, tuple[Path, ...]]] = [(start, 1, (start.path.resolve(),))]
    seen: set[Path] = set()
    while waiting:
        at, depth, way = waiting.pop()
        for line, name in at.text.imports:
            target = _target(at.path, name, user_home)
            if not _is_file(target):
                if name.startswith(("/", "~", "./", "../")) or name.lower().endswith((".md", ".mdc", ".txt")):
                    broken = Imported(at.path, line, name, None, depth)
                    if not any(replace(each, depth=depth) == broken for each in imports):
                        imports.append(broken)
                continue
            real = target.resolve()
            imports.append(Imported(at.path, line, name, target, depth, cyclic=real in way))
            if real in way or real in seen:
                continue
            seen.add(real)
            if real not in files:
                try:
                    raw = _words(target)
                except (OSError, ValueError):
                    continue
                files[real] = StoreFile(target, "imported", start.by, raw, read_markdown(raw, injected_tag))
            waiting.append((replace(files[real], path=target), depth + 1, (*way, real)))


def _target(at: Path, name: str, user_home: Path) -> Path:
    return user_home / name[2:] if name.startswith("~/") else at.parent / name


def _costs(root: Path, user_home: Path) -> Iterator[Cost]:
    """What each coding agent would read that finds a file of its own here."""
    slug = re.sub(r"[^A-Za-z0-9]", "-", str(root.resolve()))
    for start in STARTS:
        own = [path for pattern in start.project for path in sorted(root.glob(pattern)) if path.is_file()]
        own += [root / name for name in start.first if (root / name).is_file()][:1]
        if not own:
            continue
        users = [user_home / pattern.replace("{project}", slug) for pattern in start.user]
        read: dict[Path, tuple[Path, str]] = {}
        for path in (*[path for path in users if path.is_file()], *own):
            _load(start, path, user_home, 0, read)
        yield Cost(
            start.host,
            start.title,
            tuple(path for path, _ in read.values()),
            tuple(text for _, text in read.values()),
        )


def _load(start: Start, path: Path, user_home: Path, depth: int, read: dict[Path, tuple[Path, str]]) -> None:
    try:
        real = path.resolve()
        raw = _words(path)
    except (OSError, ValueError):
        return
    if real in read:
        return
    text = read_markdown(raw, injected_tag)
    if not text.always and any(path.match(pattern) for pattern in start.only):
        return
    most = next((count for name, count in start.lines if path.name == name), 0)
    read[real] = (path, "\n".join(raw.splitlines()[:most]) if most else raw)
    if depth < start.imports:
        for _, name in text.imports:
            if _is_file(target := _target(path, name, user_home)):
                _load(start, target, user_home, depth + 1, read)
