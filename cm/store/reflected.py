"""How far each session was reflected on: the size of its journal file at that time. Losing it costs one more reflection."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cm.errors import Unparsable
from cm.model.session import SessionHead
from cm.store.files import read_json, replace_json
from cm.store.home import Home
from cm.store.journal import Journal


def reflected_path(home: Home) -> Path:
    """Where it is kept."""
    return home.state / "reflected.json"


def read_reflected(home: Home) -> dict[str, int]:
    """The size of each session's journal when it was reflected on; a damaged record is as good as none."""
    try:
        value = read_json(reflected_path(home), {})
    except Unparsable:
        return {}
    sessions = value.get("sessions") if isinstance(value, dict) else None
    if not isinstance(sessions, dict):
        return {}
    return {str(name): size for name, size in sessions.items() if isinstance(size, int)}


def write_reflected(home: Home, sessions: Mapping[str, int]) -> None:
    """Remembers the sizes."""
    replace_json(reflected_path(home), {"schema": 1, "sessions": dict(sessions)})


def size_of(journal: Journal, head: SessionHead) -> int:
    """How large a session's journal file is now."""
    try:
        return journal.path_of(head).stat().st_size
    except OSError:
        return 0
