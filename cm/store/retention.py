"""For how many days a host keeps its transcripts: what the user set in the host's own settings, else the host's default.

The host's file is read and never written. What follows from it is told by `cm doctor` (`flows/inventory.py`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cm.model.host import Host
from cm.store.transcripts import roots_of

_MOST_BYTES: Final = 4 << 20


def retention_of(host: Host, environ: Mapping[str, str], user_home: Path) -> tuple[int | None, str]:
    """The days (None = for good) and the file that says so ("" = the host's default)."""
    recipe = host.sessions
    if recipe is None:
        return None, ""
    if recipe.keeping is not None:
        for root in roots_of(host, environ, user_home):
            path = root / recipe.keeping.file
            days = _at(_read(path), recipe.keeping.key)
            if isinstance(days, int | float) and not isinstance(days, bool) and days >= recipe.keeping.least:
                return int(days), str(path)
    return recipe.retention_days, ""


def _read(path: Path) -> Any:
    try:
        with path.open("rb") as file:
            return json.loads(file.read(_MOST_BYTES).decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return None


def _at(value: Any, key: str) -> Any:
    for name in key.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value
