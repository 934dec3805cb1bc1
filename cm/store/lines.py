"""Append-only logs: one JSON object per line, one `O_APPEND` write per append, a reader that survives damage.

Also here: making folders, and turning the system's refusals to write into `Unwritable`.
Standard library only: the quick doors append. Replacing whole files is `store/files.py`.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from cm.errors import BadState, Unwritable
from cm.model.session import Skipped

PRIVATE_FILE: Final = 0o600
PRIVATE_DIR: Final = 0o700

_HINTS: Final[Mapping[int, tuple[str, str]]] = {
    errno.ENOSPC: ("the disk is full", "free some space and run it again; nothing was lost"),
    errno.EDQUOT: ("the disk quota is used up", "free some space and run it again; nothing was lost"),
    errno.EFBIG: ("the file may not grow any more", "raise the limit on file sizes (ulimit -f)"),
    errno.EROFS: ("the file system is read-only", "set CM_HOME to a folder that can be written"),
    errno.EACCES: ("no permission", "check the owner and mode of the folder, or set CM_HOME to another one"),
    errno.EPERM: ("not permitted", "check the owner and mode of the folder, or set CM_HOME to another one"),
    errno.ENOTDIR: ("a part of the path is a file", "move that file away, or set CM_HOME to another folder"),
    errno.EEXIST: ("a file stands where a folder should be", "move that file away"),
    errno.EISDIR: ("a folder stands where a file should be", "move that folder away"),
    errno.ENAMETOOLONG: ("the path is too long", "set CM_HOME to a shorter path"),
    errno.ELOOP: ("the path goes round in links", "mend the symbolic link, or set CM_HOME to another folder"),
    errno.EIO: ("the disk failed", "check the disk; nothing was acknowledged"),
}


def unwritable(path: Path, error: OSError) -> Unwritable:
    """Says in plain words why a path cannot be written and what to do."""
    known = _HINTS.get(error.errno or 0)
    what, hint = known or (
        error.strerror or type(error).__name__,
        "check the path, or set CM_HOME to another folder",
    )
    return Unwritable(f"cannot write {path}: {what}", hint=hint, path=str(path), errno=error.errno)


def unreadable(path: Path, error: OSError) -> BadState:
    """Says in plain words why a path cannot be read and what to do."""
    what, hint = _HINTS.get(
        error.errno or 0, (error.strerror or type(error).__name__, "check the permissions")
    )
    kind = (
        Unwritable if error.errno == errno.ENOTDIR else BadState
    )  # where no folder is, nothing can be kept either
    return kind(f"cannot read {path}: {what}", hint=hint, path=str(path), errno=error.errno)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turns any OSError of the body into Unwritable that names the path."""
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from error


def make_dirs(path: Path, *, private: bool = True) -> None:
    """Makes a folder and its parents; what it makes is for the user's eyes only unless told otherwise."""
    if path.is_dir():
        return
    with writing(path):
        # makedirs gives the mode to the last folder only
        missing = []
        folder = path
        while not os.path.lexists(folder):
            missing.append(folder)
            folder = folder.parent
        for each in reversed(missing):
            try:
                os.mkdir(each, PRIVATE_DIR if private else 0o777)
            except FileExistsError:
                continue  # another process was quicker
        if not path.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))


_encoded = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def json_line(obj: Mapping[str, Any]) -> bytes:
    """One object as one line of UTF-8 JSON."""
    try:
        return _encoded(obj).encode("utf-8") + b"\n"
    except UnicodeEncodeError:  # a lone surrogate: keep it as an escape
        return json.dumps(obj, separators=(",", ":")).encode("ascii") + b"\n"


def append_line(path: Path, obj: Mapping[str, Any], *, sync: bool = True, private: bool = True) -> None:
    """Appends one object; when it returns, the line is in the file."""
    append_lines(path, (obj,), sync=sync, private=private)


def append_lines(
    path: Path, objs: Iterable[Mapping[str, Any]], *, sync: bool = True, private: bool = True
) -> None:
    """Appends objects with ONE write, so that lines of two writers never mix.

    A tail left torn by a killed writer is closed first. Raises Unwritable.
    """
    append_bytes(path, b"".join(map(json_line, objs)), sync=sync, private=private)


def append_bytes(path: Path, data: bytes, *, sync: bool = True, private: bool = True) -> None:
    """The same for lines that are JSON already."""
    if not data:
        return
    make_dirs(path.parent, private=private)
    with writing(path):
        flags = (
            os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
        )
        fd = os.open(path, flags, PRIVATE_FILE if private else 0o666)
        try:
            if _torn(fd):
                data = b"\n" + data
            written = os.write(fd, data)
            while written < len(data):  # only a disk that is filling up writes less than asked
                written += os.write(fd, data[written:])
            if sync:
                _sync(fd)
        finally:
            os.close(fd)


def read_lines(path: Path, *, offset: int = 0) -> tuple[list[dict[str, Any]], list[Skipped]]:
    """Reads every object that can be read, and says which lines could not and why; a missing file is empty."""
    objs: list[dict[str, Any]] = []
    skipped: list[Skipped] = []
    for item in iter_lines(path, offset=offset):
        if isinstance(item, Skipped):
            skipped.append(item)
        else:
            objs.append(item)
    return objs, skipped


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; a device or a pipe under its name is an OSError, since reading it may never end."""
    mode = os.stat(path).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "it is no regular file", str(path))
    return path.read_bytes()


def iter_lines(path: Path, *, offset: int = 0) -> Iterator[dict[str, Any] | Skipped]:
    """The same, one line at a time."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # a log sent to the empty device is empty
            if os.path.isdir(path):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
            return
        file = open(path, "rb")  # noqa: SIM115 - closed below; the missing file is handled apart
    except FileNotFoundError:
        return
    except OSError as error:
        raise unreadable(path, error) from error
    with file:
        file.seek(offset)
        for number, line in enumerate(file, 1):
            item = _parse(line, number)
            if item is not None:
                yield item


def _parse(line: bytes, number: int) -> dict[str, Any] | Skipped | None:
    text = line.strip(b" \t\r\n")
    if number == 1:
        text = text.removeprefix(b"\xef\xbb\xbf")
    if not text:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        if text.startswith((b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||")):
            return Skipped("conflict-marker", number)
        reason = "not-json" if line.endswith(b"\n") else "unfinished-last-line"
        return Skipped(reason, number, text[:60].decode("utf-8", "replace"))
    return value if isinstance(value, dict) else Skipped("not-an-object", number)


def _torn(fd: int) -> bool:
    """Whether the file has a last line without its end."""
    try:
        size = os.lseek(fd, 0, os.SEEK_END)
        if size == 0:
            return False
        os.lseek(fd, size - 1, os.SEEK_SET)
        return os.read(fd, 1) != b"\n"
    except OSError as error:
        if error.errno in (errno.ESPIPE, errno.EINVAL):  # not a regular file
            return False
        raise


def _sync(fd: int) -> None:
    try:
        os.fsync(fd)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EROFS):  # a device or pipe cannot be synced
            raise
