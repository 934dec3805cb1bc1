"""Whole files: the lock that writers take, and the atomic replace. Appending is `store/lines.py`.

Nothing else in the project opens a file that somebody keeps for writing.
"""

from __future__ import annotations

import json
import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from cm.errors import Busy, Unparsable
from cm.store.lines import (
    PRIVATE_FILE,
    append_line,
    append_lines,
    iter_lines,
    make_dirs,
    read_lines,
    unreadable,
    unwritable,
    writing,
)

__all__ = [
    "append_line", "append_lines", "iter_lines", "lock", "make_dirs", "read_json", "read_lines", "replace",
    "replace_json", "sha256_of", "sweep_leftovers", "unwritable", "writing",
]  # fmt: skip

LOCK_SECONDS: Final = 10.0
_TEMPORARY: Final = re.compile(r"\.(\d+)-\d+\.tmp$")


@contextmanager
def lock(path: Path, timeout: float = LOCK_SECONDS, *, who: str = "") -> Iterator[None]:
    """Holds the lock at `path` while the body runs.

    Raises Busy, naming the holder, when another process keeps it for longer than `timeout` seconds.
    """
    from filelock import FileLock, Timeout  # 45 ms and asyncio: only writers pay for it

    make_dirs(path.parent)
    holder = path.with_name(path.name + ".holder")
    guard = FileLock(str(path), timeout=timeout, mode=PRIVATE_FILE)
    try:
        guard.acquire()
    except Timeout:  # is an OSError too, so it comes first
        raise Busy(
            f"another process is changing {path.parent.parent}: {_holder(holder)}",
            hint="wait for it and try again; the lock ends when that process ends",
            path=str(path),
        ) from None
    except OSError as error:
        raise unwritable(path, error) from error
    try:
        with suppress(OSError):  # who holds it is a courtesy
            holder.write_text(json.dumps({"pid": os.getpid(), "who": who or _own_words()}), encoding="utf-8")
        yield
    finally:
        with suppress(OSError):
            holder.unlink()
        guard.release()


def replace(path: Path, data: bytes, *, mode: int | None = None, private: bool = True) -> None:
    """Puts `data` in the place of a file, whole or not at all; an existing file's mode stays.

    A symbolic link is followed, so that a home kept in a dotfiles folder stays linked. Raises Unwritable.
    """
    real = Path(os.path.realpath(path))
    make_dirs(real.parent, private=private)
    temporary = real.with_name(f".{real.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    with writing(path):
        keep = mode
        if keep is None:
            with suppress(FileNotFoundError):
                keep = real.stat().st_mode & 0o7777
        if real.is_dir():
            raise IsADirectoryError(21, os.strerror(21), str(real))
        with suppress(FileNotFoundError):
            temporary.unlink()  # left by a process that had our number before and died
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            guarded = private or keep is not None  # what is to be private is so from its first byte
            fd = os.open(temporary, flags, PRIVATE_FILE if guarded else 0o666)
            with os.fdopen(fd, "wb") as file:
                file.write(data)
                file.flush()
                if keep is not None and hasattr(os, "fchmod"):
                    os.fchmod(file.fileno(), keep)
                os.fsync(file.fileno())
            _swap(temporary, real)
        finally:
            with suppress(OSError):  # swapped, it is not there any more
                temporary.unlink()
        _sync_folder(real.parent)


def replace_json(path: Path, value: Any) -> None:
    """Writes a small JSON document; same value, same bytes."""
    text = json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True)
    replace(path, (text + "\n").encode("utf-8", "replace"))


def read_json(path: Path, missing: Any = None) -> Any:
    """Reads a small JSON document; `missing` when there is none. Raises Unparsable with the line."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return missing
    except OSError as error:
        raise unreadable(path, error) from error
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise Unparsable(
            f"{path}:{line}: not valid JSON ({error})",
            hint="mend or remove that file; `cm doctor` says what it was for",
            path=str(path),
            line=line,
        ) from error


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, or "" when there is none."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return ""


def sweep_leftovers(*folders: Path, name: str = "") -> int:
    """Removes the temporary files of writers that are dead, of one file or of all; one that is at work keeps its own."""
    count = 0
    for folder in folders:
        with suppress(OSError):
            for left in folder.glob(f".{escape(name)}.*.tmp" if name else ".*.tmp"):
                found = _TEMPORARY.search(left.name)
                if found and not _is_alive(int(found.group(1))):
                    with suppress(OSError):
                        left.unlink()
                        count += 1
    return count


def _is_alive(pid: int) -> bool:
    if os.name == "nt":  # signal 0 would end the process there
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _swap(temporary: Path, real: Path) -> None:
    for pause in (0.02, 0.05, 0.1, 0.2, 0.4):
        try:
            os.replace(temporary, real)
            return
        except PermissionError:
            if os.name != "nt":  # only there does an open file resist being replaced
                raise
            time.sleep(pause)
    os.replace(temporary, real)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    with suppress(OSError):  # some file systems cannot sync a folder; the file itself is synced
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def _holder(path: Path) -> str:
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        return f"process {known['pid']} ({known['who']})"
    except (OSError, ValueError, KeyError, TypeError):
        return "it did not say who it is"


def _own_words() -> str:
    return " ".join(["cm", *sys.argv[1:2]])[:80]
