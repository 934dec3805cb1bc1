"""What models wrote, as long as it is needed: replies that were paid for and not used yet, and those that could not be read.

One small JSON file each below `state/`, scrubbed before it is written; erasing words goes through them like through everything
there. Losing them costs asking again.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from cm.errors import BadState
from cm.store.files import read_json, replace_json
from cm.store.home import Home

MOST_FAILED: Final = 50


def replies_dir(home: Home) -> Path:
    """Where they lie."""
    return home.state / "replies"


def keep_reply(home: Home, question: str, session: str, text: str, *, at: str, model: str) -> Path:
    """Keeps a reply until it is used; the same question asked again is answered by it."""
    path = _path(home, question)
    replace_json(path, {"schema": 1, "at": at, "model": model, "session": session, "text": text, "why": ""})
    return path


def fail_reply(home: Home, question: str, session: str, text: str, why: str, *, at: str, model: str) -> Path:
    """Keeps what could not be read, for a person to look at; the oldest of many go."""
    path = _path(home, question)
    replace_json(path, {"schema": 1, "at": at, "model": model, "session": session, "text": text, "why": why})
    failed = sorted((each for each in replies_dir(home).glob("q-*.json") if _read(each).get("why")), key=_age)
    for old in failed[:-MOST_FAILED]:
        old.unlink(missing_ok=True)
    return path


def kept_reply(home: Home, question: str) -> str | None:
    """The reply to a question that was paid for and not used; None when there is none that can be read."""
    found = _read(_path(home, question))
    text = found.get("text")
    return text if isinstance(text, str) and not found.get("why") else None


def drop_replies(home: Home, questions: Iterable[str]) -> None:
    """They were used."""
    for question in questions:
        with suppress(OSError):
            _path(home, question).unlink(missing_ok=True)


def drop_replies_of(home: Home, sessions: Iterable[str]) -> None:
    """Takes out all that was said about these sessions."""
    gone = frozenset(sessions)
    for path in replies_dir(home).glob("q-*.json"):
        if _read(path).get("session") in gone:
            path.unlink(missing_ok=True)


def _path(home: Home, question: str) -> Path:
    return replies_dir(home) / f"{question}.json"


def _read(path: Path) -> dict[str, Any]:
    try:
        found = read_json(path, {})
    except BadState:
        return {}
    return found if isinstance(found, dict) else {}


def _age(path: Path) -> tuple[str, str]:
    return str(_read(path).get("at", "")), path.name
