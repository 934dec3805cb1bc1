"""One line onto a log, for the quick doors: one `O_APPEND` write, a torn tail closed first, nothing imported.

Everything else about logs is `store/lines.py`.
"""

from __future__ import annotations

import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def append(path: str, line: Mapping[str, Any], *, sync: bool = False) -> bool:
    """Appends one object as a line; returns False when the place cannot be written."""
    data = (
        json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
        + b"\n"
    )
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        fd = os.open(path, flags, 0o600)
        try:
            size = os.lseek(fd, 0, os.SEEK_END)
            if size:
                os.lseek(fd, size - 1, os.SEEK_SET)
                if os.read(fd, 1) != b"\n":
                    data = b"\n" + data
            whole = os.write(fd, data) == len(data)
            if sync:
                os.fsync(fd)
            return whole
        finally:
            os.close(fd)
    except OSError:
        return False


def sha256(text: str) -> str:
    """The hash of a text's UTF-8 bytes, without loading OpenSSL for it where Python has its own."""
    data = text.encode("utf-8", "surrogatepass")
    try:
        from _sha256 import sha256 as digest  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        from hashlib import sha256 as digest
    return str(digest(data).hexdigest())
