"""Which version of each document of a project was read for facts: `state/files.json`; and reading one whole, or not at all.

Losing the record costs one more reading, which changes nothing. Not here: what a document says (`core/reading/statements.py`),
what follows from a new version (`core/curation/outdated.py`).
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Final

from cm.core.serving.export import take_out
from cm.errors import CmError, Unparsable
from cm.store.files import read_json, replace_json
from cm.store.home import Home

LARGEST: Final = 400_000  # bytes; nobody's instructions are longer
_CONFLICT: Final = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)
_FENCE: Final = re.compile(r"^ {0,3}(```+(?=[^`\n]*$)|~~~+)([^\n]*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Version:
    """A document as it was read last."""

    sha256: str  # "": it was taken away, and says nothing
    size: int
    mtime_ns: int
    read: str  # when
    session: str  # the one of the journal that keeps its passages
    name: str  # its path below the root of its project
    root: str


@dataclass(frozen=True, slots=True)
class Whole:
    """A document that was read from its first byte to its last, with nobody writing meanwhile."""

    text: str  # without what `cm` wrote into it
    data: bytes
    sha256: str
    size: int
    mtime_ns: int


def read_whole(path: Path) -> Whole | str:
    """The document, or why it is not to be read now: half written, torn, no text, too large, not to be opened."""
    try:
        before = path.stat()
        if not stat.S_ISREG(before.st_mode):
            return "it is no regular file"  # to open a pipe would be to wait for who writes into it
        if before.st_size > LARGEST:
            return f"it is larger than {LARGEST // 1000} kB"
        data = path.read_bytes()
        after = path.stat()
    except OSError as error:
        return f"it cannot be read ({error.strerror or type(error).__name__})"
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns) or len(
        data
    ) != after.st_size:
        return "somebody is writing it"
    if not data.strip():
        return "it is empty"
    try:
        text = take_out(data).decode("utf-8-sig")
    except UnicodeDecodeError:
        return "it is not UTF-8"
    except CmError as error:
        return error.message
    if why := _torn(text):
        return why
    return Whole(text, data, sha256(data).hexdigest(), len(data), after.st_mtime_ns)


def read_versions(home: Home) -> dict[str, Version]:
    """What was read, by path; a damaged record is as good as none."""
    try:
        known = read_json(_path(home), {})
    except Unparsable:
        return {}
    files = known.get("files") if isinstance(known, dict) else None
    kinds = {each.name: int if each.name in ("size", "mtime_ns") else str for each in fields(Version)}
    return {
        path: Version(**{name: entry[name] for name in kinds})
        for path, entry in (files.items() if isinstance(files, dict) else ())
        if isinstance(entry, dict) and all(isinstance(entry.get(name), kind) for name, kind in kinds.items())
    }


def write_versions(home: Home, versions: Mapping[str, Version]) -> None:
    """Remembers what was read."""
    replace_json(
        _path(home), {"schema": 1, "files": {path: asdict(each) for path, each in sorted(versions.items())}}
    )


def forget_versions(home: Home, sessions: Collection[str], hosts: Collection[str] = ()) -> None:
    """Forgets the documents whose passages are taken out of the journal, or that are of such hosts."""
    known = read_versions(home)
    left = {
        path: each
        for path, each in known.items()
        if each.session not in sessions and each.session.partition("/")[0] not in hosts
    }
    if len(left) < len(known):
        write_versions(home, left)


def is_gone(path: str, root: str) -> bool:
    """Whether a document was taken away, and not only a disk or a permission with it."""
    try:
        os.lstat(path)
    except FileNotFoundError:
        return os.path.isdir(root)
    except OSError:
        return False
    return False


def _path(home: Home) -> Path:
    return home.state / "files.json"


def _torn(text: str) -> str:
    """By which sign a text is in the middle of being written; "" for none."""
    if "\0" in text:
        return "it is no text"
    if _CONFLICT.search(text):
        return "it has the marks of a merge that is not done"
    fence = ""
    for found in _FENCE.finditer(text):
        if not fence:
            fence = found[1]
        elif found[1].startswith(fence) and not found[2].strip():
            fence = ""
    return "a block of code in it does not end" if fence else ""
