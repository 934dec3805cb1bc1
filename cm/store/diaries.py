"""Diaries on disk: one JSON file per session below `diary/YYYY/MM/`, written whole or not at all.

The month is that of the session's start, "undated" when no time is known. Not here: what stands in a diary
(`core/reading/digest.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sized
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cm.core.reading.digest import diary_id
from cm.errors import BadState
from cm.model.diary import CommandEntry, Diary, Entry, Signal
from cm.model.session import SessionHead
from cm.store.files import read_json, replace_json

_LISTS = ("request", "accomplishments", "decisions", "challenges", "preferences", "learnings", "files")


class Diaries:
    """All diaries below one folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, diary: Diary) -> Path:
        """Writes a diary in place of the session's earlier one."""
        path = self.path_of(diary.session, diary.started)
        for other in self._places(diary.id):
            if other != path:  # the start became known, or another one
                other.unlink(missing_ok=True)
        replace_json(path, asdict(diary))
        return path

    def read(self, session: str, started: str = "") -> Diary | None:
        """Reads a session's diary, or None when there is none that can be read."""
        for path in dict.fromkeys((self.path_of(session, started), *self._places(diary_id(session)))):
            if found := _read(path):
                return found
        return None

    def places(self, session: str) -> list[Path]:
        """Every file that is a diary of this session."""
        return self._places(diary_id(session))

    def all(self) -> Iterator[Diary]:
        """Every diary, the newest month first; damaged files are left out."""
        for path in sorted(self.root.glob("*/*/y-*.json"), reverse=True):
            if found := _read(path):
                yield found

    def damaged(self) -> Iterator[Path]:
        """The files that should be diaries and cannot be read."""
        for path in sorted(self.root.glob("*/*/y-*.json")):
            if _read(path) is None:
                yield path

    def at(self, path: Path) -> Diary | None:
        """Reads the diary that lies there, or None when it cannot be read."""
        return _read(path)

    def named(self, text: str) -> tuple[Diary, ...]:
        """The diaries whose id is `text` or begins with it."""
        plain = text.replace("-", "").isalnum()
        found = sorted(self.root.glob(f"*/*/{text}*.json")) if plain else []
        return tuple(diary for path in found if (diary := _read(path)))

    def path_of(self, session: str, started: str) -> Path:
        """Where a session's diary lies."""
        month = started[:7].split("-")
        dated = len(month) == 2 and month[0].isdigit() and month[1].isdigit()
        year, number = (month[0], month[1]) if dated else ("undated", "00")
        return self.root / year / number / f"{diary_id(session)}.json"

    def _places(self, name: str) -> list[Path]:
        return sorted(self.root.glob(f"*/*/{name}.json"))


def write_diary(root: Path, diary: Diary) -> Path:
    """Writes one diary below the folder of diaries."""
    return Diaries(root).write(diary)


def read_diary(root: Path, head: SessionHead) -> Diary | None:
    """Reads the diary of a session, or None."""
    return Diaries(root).read(head.id, head.started)


def is_of_more(root: Path, head: SessionHead, events: Sized) -> bool:
    """Whether a session's diary was made from more events than are kept of it: it cannot be made again."""
    found = read_diary(root, head)
    return found is not None and found.events > len(events)


def _read(path: Path) -> Diary | None:
    try:
        data = read_json(path)
        return _diary(data) if isinstance(data, dict) else None
    except (BadState, KeyError, TypeError, ValueError):
        return None  # derived from the journal: it is made anew, and `Diaries.damaged` tells of it


def _diary(data: dict[str, Any]) -> Diary:
    fields = {name: value for name, value in data.items() if name in Diary.__slots__}
    for name in _LISTS:
        fields[name] = tuple(Entry(str(e["text"]), tuple(e["events"])) for e in data.get(name, ()))
    fields["commands"] = tuple(
        CommandEntry(**{**command, "events": tuple(command["events"])})
        for command in data.get("commands", ())
    )
    fields["signals"] = tuple(Signal(**signal) for signal in data.get("signals", ()))
    return Diary(**fields)
