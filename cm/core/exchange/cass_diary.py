"""A diary of a store in the CASS form as one of ours, marked as imported. Bullets and ledgers are `cass.py` and `cass_ledgers.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cm.core.exchange.cass_fields import NAME, Ways
from cm.core.exchange.portable import clean
from cm.core.reading.digest import diary_id
from cm.model.diary import Diary, Entry, Status
from cm.model.stamp import tidy_stamp

_TAKEN: Final = frozenset(
    ("id", "sessionPath", "timestamp", "agent", "workspace", "status", "accomplishments", "decisions", "challenges", "preferences", "keyLearnings")
)  # fmt: skip
_STATUS: Final[Mapping[object, Status]] = {"success": "success", "failure": "failure", "mixed": "mixed"}


def diary_of(data: Any, ways: Ways) -> tuple[Diary, tuple[str, ...]] | str:
    """Reads one diary and the names of the fields it left, or says in words why it is none."""
    if not isinstance(data, Mapping):
        return "not an object"
    path = data.get("sessionPath") or data.get("id")
    agent = data.get("agent")
    session = (
        ways.session(path, agent if isinstance(agent, str) else "") if isinstance(path, str) and path else ""
    )
    if not session:
        return "it names no session"
    at = tidy_stamp(data.get("timestamp"))
    folder = data.get("workspace")
    status = data.get("status")
    diary = Diary(
        id=diary_id(session), session=session,
        project=ways.project(folder) if isinstance(folder, str) and folder else ways.here, branch="",
        started=at, ended="", status=_STATUS.get(status, "unknown") if isinstance(status, str) else "unknown",
        mood="neutral", signals=(), request=(), accomplishments=_entries(data, "accomplishments"),
        decisions=_entries(data, "decisions"), challenges=_entries(data, "challenges"),
        preferences=_entries(data, "preferences"), learnings=_entries(data, "keyLearnings"), files=(), commands=(),
        events=0, imported=NAME,
    )  # fmt: skip
    left = tuple(
        sorted(
            str(key) for key, value in data.items() if key not in _TAKEN and value not in (None, "", [], {})
        )
    )
    return diary, left


def _entries(data: Mapping[str, Any], name: str) -> tuple[Entry, ...]:
    raw = data.get(name)
    said = [raw] if isinstance(raw, str) else raw if isinstance(raw, list | tuple) else []
    return tuple(
        Entry(text, ()) for item in said if isinstance(item, str) and (text := " ".join(clean(item).split()))
    )
