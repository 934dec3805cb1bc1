"""Every file below the home that may hold what was erased, and cutting it out of each: logs, records, plans, backups.

What is derived is deleted, to be made anew; archives and databases that hold it are removed whole. Left alone: what the user
set (`config.toml`, `privacy.json`), git's own folder (`store/rewriting.py`), locks, keys, receipts. Playbooks are left to
whoever may write them. Not here: what is cut (`store/knife.py`), the order of it all (`flows/erasing.py`).
"""

from __future__ import annotations

import errno
import gzip
import io
import lzma
import os
import tarfile
import zipfile
import zlib
from bz2 import decompress as un_bz2
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from cm.errors import Unwritable
from cm.store.files import replace
from cm.store.home import Home, Layered
from cm.store.knife import Knife
from cm.store.lines import append_bytes, writing

Done: TypeAlias = Literal["rewritten", "removed", "renamed", "rebuilt", "refreshed", "left"]

KEPT: Final = ("config.toml", "privacy.json")
_ARCHIVES: Final = (".gz", ".tgz", ".zip", ".xz", ".bz2", ".tar", ".zst", ".7z")
_SQLITE: Final = b"SQLite format 3\0"
MOST_CLEANED: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class Place:
    """One place where it was, and what was done there."""

    where: str
    done: Done
    count: int = 1


def files_below(home: Home) -> Iterator[Path]:
    """Every file that is ours to clean, but for playbooks, journal and databases in use."""
    mine = {home.lock, home.ingest_lock, home.tombstones, home.tombstone_key}
    skipped = {home.git, home.receipts, home.erasing, home.journal, home.cache}
    for folder, folders, names in os.walk(home.root):
        here = Path(folder)
        folders[:] = sorted(name for name in folders if here / name not in skipped and name != ".git")
        for name in sorted(names):
            path = here / name
            if path in mine or path.suffix == ".lock" or name.endswith(".holder"):
                continue
            if path in (home.playbook, home.decisions) or name.startswith(
                home.watermarks.with_suffix(".db").name
            ):
                continue
            if here == home.root and name in (*KEPT, ".git"):
                continue
            if home.guards in path.parents and path.suffix in (".py", ".pyc"):
                continue  # made from the package; cut, a guard would not start, or would read commands otherwise
            yield path


def clean_files(home: Home, knife: Knife, *, dry_run: bool = False) -> Iterator[Place]:
    """Cuts it out of all of these, and tells where it was."""
    for path in files_below(home):
        done = clean_file(path, knife, dry_run=dry_run)
        if done is not None:
            yield Place(_told(home, path), *done)
        # a guard looks for its files by their names, and in those is nothing that was said
        name = path.name if path.parent in (home.guard, home.guards) else knife.name(path.name)
        if name != path.name and (dry_run or path.exists()):
            if not dry_run:
                with writing(path):
                    os.replace(path, path.with_name(name))
            yield Place(_told(home, path.with_name(name)), "renamed")


def clean_layer(files: Layered, knife: Knife, *, dry_run: bool = False) -> Iterator[Place]:
    """The same for a repository's layer: all but its playbook, its decisions and what a person set there."""
    for path in sorted(files.root.rglob("*")):
        if path in (files.playbook, files.decisions, files.config):
            continue
        done = clean_file(path, knife, dry_run=dry_run, private=False)
        if done is not None:
            yield Place(str(path), *done)


def clean_file(
    path: Path, knife: Knife, *, dry_run: bool = False, private: bool = True
) -> tuple[Done, int] | None:
    """Cuts it out of one file; None when the file holds nothing of it, or is none; "left" when it may not be read or written.

    Raises Unwritable for what may pass, like a full disk.
    """
    try:
        if (
            not path.is_file()
            or path.stat().st_size > MOST_CLEANED
            or (path.is_symlink() and path.parent.name == "inbox")
        ):
            return None
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError:
        return "left", 0
    before = knife.cuts
    done, new = _cut(path, data, knife)
    if done is None:
        return None
    if not dry_run:
        try:
            _put(path, data, new, knife, private)
        except Unwritable as error:
            if not is_refused(error):
                raise
            return "left", 0
    return done, max(1, knife.cuts - before)


def is_refused(error: Unwritable) -> bool:
    """Whether trying again will not help."""
    return error.context.get("errno") in (errno.EACCES, errno.EPERM, errno.EROFS)


def _cut(path: Path, data: bytes, knife: Knife) -> tuple[Done | None, bytes | None]:
    """What is to be done with a file, and its new bytes; None for a file that goes."""
    if data.startswith(_SQLITE) or path.suffix.lower() in _ARCHIVES:
        return ("removed", None) if any(knife.held(part) for part in _inside(path, data)) else (None, None)
    new = knife.cleaned(data)
    if new is not data:
        return "rewritten", new
    if b"\0" in data[:8192] and knife.held(data):  # of no kind that we know
        return "removed", None
    return None, None


def _put(path: Path, seen: bytes, new: bytes | None, knife: Knife, private: bool) -> None:
    if new is None:
        with writing(path):
            path.unlink(missing_ok=True)
    elif path.suffix == ".jsonl":
        _replace_log(path, seen, new, knife, private)
    else:
        replace(path, new, private=private)


def _replace_log(path: Path, seen: bytes, new: bytes, knife: Knife, private: bool) -> None:
    """Replaces a log that others append to without a lock: what they added meanwhile is added to the new one."""
    with open(path, "rb") as before:
        replace(path, new, private=private)
        before.seek(len(seen))
        later = before.read()
    if later:
        append_bytes(path, knife.cleaned(later), private=private)


def clean_decisions(path: Path, knife: Knife, checkpoint: bytes, *, private: bool = True) -> int:
    """Rewrites the decisions and appends a checkpoint in one step; returns how much was cut."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return 0
    before = knife.cuts
    new = knife.cleaned(data)
    if new is data and checkpoint == b"":
        return 0
    joint = b"" if not new or new.endswith(b"\n") else b"\n"
    replace(path, new + joint + checkpoint, private=private)
    return knife.cuts - before


def clean_cache(home: Home, *, dry_run: bool = False) -> Iterator[Place]:
    """Deletes what is derived: the index and every other database of the cache, with the files beside them."""
    if not home.cache.is_dir():
        return
    for path in sorted(home.cache.rglob("*")):
        if path.is_file() and ".db" in path.name:
            if not dry_run:
                with writing(path):
                    path.unlink(missing_ok=True)
            if path.suffix == ".db":
                yield Place(_told(home, path), "rebuilt")


def kept_that_hold(home: Home, knife: Knife) -> Iterator[Path]:
    """What the user set himself and holds it: left as it is, to be named."""
    for name in KEPT:
        with suppress(OSError):
            path = home.root / name
            if knife.held(path.read_bytes()):
                yield path
    for name in ("config", "info/exclude", "description"):
        with suppress(OSError):
            if knife.held((home.git / name).read_bytes()):
                yield home.git / name


def _inside(path: Path, data: bytes) -> Iterator[bytes]:
    """What an archive or database holds, as far as it can be looked into; one that cannot is taken at its bytes."""
    yield data
    name = path.name.lower()
    with suppress(
        OSError,
        EOFError,
        ValueError,
        zipfile.BadZipFile,
        tarfile.TarError,
        lzma.LZMAError,
        zlib.error,
        RuntimeError,
    ):
        if zipfile.is_zipfile(io.BytesIO(data)):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                for item in archive.infolist():
                    yield archive.read(item)
            return
        if name.endswith((".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2")):
            with tarfile.open(fileobj=io.BytesIO(data)) as archive:
                for member in archive:
                    file = archive.extractfile(member)
                    if file is not None:
                        yield file.read()
            return
        if name.endswith(".gz"):
            yield gzip.decompress(data)
        elif name.endswith(".xz"):
            yield lzma.decompress(data)
        elif name.endswith(".bz2"):
            yield un_bz2(data)
        elif name.endswith(".zst"):
            from cm.store.transcripts import unpacked

            yield unpacked(path)


def _told(home: Home, path: Path) -> str:
    try:
        return path.relative_to(home.root).as_posix()
    except ValueError:
        return str(path)
