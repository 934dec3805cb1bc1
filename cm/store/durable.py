"""Brings files that were written to the disk, many at once. Not here: writing them (`store/lines.py`, `store/files.py`)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cm.store.lines import writing

_FEW: Final = 4  # are not worth threads
_AT_ONCE: Final = 8


def sync_files(paths: Sequence[Path]) -> None:
    """When it returns, a power cut no longer takes what was written to these files. Raises Unwritable."""
    if len(paths) >= _FEW:
        from concurrent.futures import ThreadPoolExecutor

        # asked for together, a file system takes little longer over many files than over one
        try:
            with ThreadPoolExecutor(_AT_ONCE) as pool:
                list(pool.map(_sync, paths))
            return
        except RuntimeError:  # no more threads allowed
            pass
    for path in paths:
        _sync(path)


def _sync(path: Path) -> None:
    with writing(path):
        fd = os.open(path, os.O_RDWR)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
