"""Where tombstones lie: `state/tombstones.jsonl` and the key beside it, both outside of the home's git history.

Without its key a tombstone says nothing; a copy of the home's history has neither. Not here: what they match
(`core/serving/tombstones.py`). Standard library only.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress

from cm.core.serving.buried import Tombstone, as_data, of_data
from cm.core.serving.tombstones import NOTHING_ERASED, Tombstones
from cm.model.session import Skipped
from cm.store.files import replace
from cm.store.home import Home
from cm.store.lines import append_line, iter_lines, writing

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
    if key:
        return key
    fresh = home.tombstone_key.with_name(
        f".{home.tombstone_key.name}.{os.getpid()}-{threading.get_ident()}.tmp"
    )
    replace(fresh, os.urandom(_KEY_BYTES).hex().encode("ascii") + b"\n", mode=0o600)
    with writing(home.tombstone_key):
        try:
            os.link(fresh, home.tombstone_key)  # of two that make one, the first has made it
        except OSError as error:
            # on one that cannot be read nothing rests; and some file systems know no links
            if not isinstance(error, FileExistsError) or not _key(home):
                os.replace(fresh, home.tombstone_key)
        fresh.unlink(missing_ok=True)
    return _key(home)


def append_tombstone(home: Home, stone: Tombstone) -> None:
    """Keeps a tombstone; when it returns, what it stands for does not come in any more. Raises Unwritable."""
    append_line(home.tombstones, as_data(stone))


def _key(home: Home) -> bytes:
    with suppress(OSError, ValueError):
        return bytes.fromhex(home.tombstone_key.read_text(encoding="ascii").strip())
    return b""
