"""Where the journal's folders are. Not here: what is in its files (`store/journal.py`)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path


def stamp_of(root: Path) -> str:
    """A text that changes whenever a session's file comes or goes; the folders are looked at, and no file."""
    seen = sorted(f"{folder}:{stat.st_mtime_ns}" for folder, stat in _folders(str(root), 3))
    return sha256("\n".join(seen).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _folders(root: str, depth: int) -> Iterator[tuple[str, os.stat_result]]:
    """A folder and those below it: the years, and their months."""
    try:
        yield root, os.stat(root)
        if depth > 1:
            with os.scandir(root) as entries:
                below = [entry.path for entry in entries if entry.is_dir()]
            for folder in below:
                yield from _folders(folder, depth - 1)
    except OSError:
        return
