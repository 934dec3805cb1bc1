"""Where tombstones lie: `state/tombstones.jsonl` and the key beside it, both outside of the home's git history.

Without its key a tombstone says nothing; a copy of the home's history has neither. Not here: what they match
(`core/serving/tombstones.py`). Standard library only.
"""

from __future__ import annotations

import os
from contextlib import suppress

from cm.core.serving.buried import Tombstone, as_data, of_data
from cm.core.serving.tombstones import NOTHING_ERASED, Tombstones
from cm.model.session import Skipped
from cm.store.files import replace
from cm.store.home import Home
from cm.store.lines import append_line, iter_lines

_KEY_BYTES = 32


def read_tombstones(home: Home) -> Tombstones:
    """All that was erased; nothing when the key or the log is not there."""
    key = _key(home)
    if not key or not home.tombstones.exists():
        return NOTHING_ERASED
    found: dict[str, Tombstone] = {}
    for line in iter_lines(home.tombstones):
        stone = None if isinstance(line, Skipped) else of_data(line)
        if stone is not None:
            found[stone.id] = stone
    return Tombstones(key, tuple(found.values()))


def key_of(home: Home) -> bytes:
    """The key, made now when there is none. Raises Unwritable."""
    key = _key(home)
    if not key:
        key = os.urandom(_KEY_BYTES)
        replace(home.tombstone_key, key.hex().encode("ascii") + b"\n", mode=0o600)
    return key


def append_tombstone(home: Home, stone: Tombstone) -> None:
    """Keeps a tombstone; when it returns, what it stands for does not come in any more. Raises Unwritable."""
    append_line(home.tombstones, as_data(stone))


def _key(home: Home) -> bytes:
    with suppress(OSError, ValueError):
        return bytes.fromhex(home.tombstone_key.read_text(encoding="ascii").strip())
    return b""
