"""The ledger on disk: marks, outcomes, deliveries and withdrawals, one JSON line each.

A line that cannot be used is left out and can be asked for (`skipped`); nothing here says what follows from a line.
Standard library only: the quick doors append and read here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, TypeVar

from cm.model.ledger import Blocked, Mark, Outcome, Shown
from cm.model.session import Skipped
from cm.store.home import Home
from cm.store.lines import append_lines, iter_lines

R = TypeVar("R")

WORDS: Final = ("reason", "note", "notes", "task", "text")
"""Fields that say something in somebody's own words."""
FILES: Final = ("feedback.jsonl", "outcomes.jsonl", "shown.jsonl", "blocked.jsonl")


class LedgerFiles:
    """The four logs in one `ledger/` folder; files that are missing are empty."""

    def __init__(self, folder: Path, *, private: bool = True) -> None:
        self.folder = folder
        self.private = private

    def marks(self) -> tuple[Mark, ...]:
        """Every mark in the order of the file, undone ones and their undoing included."""
        return self._read("feedback.jsonl", mark_of)

    def outcomes(self) -> tuple[Outcome, ...]:
        return self._read("outcomes.jsonl", outcome_of)

    def shown(self) -> tuple[Shown, ...]:
        return self._read("shown.jsonl", shown_of)

    def blocked(self) -> tuple[Blocked, ...]:
        """Every withdrawal in the order of the file, undone ones and their undoing included."""
        return self._read("blocked.jsonl", blocked_of)

    def append_all(
        self, marks: Iterable[Mark] = (), outcomes: Iterable[Outcome] = (), blocked: Iterable[Blocked] = (),
        shown: Iterable[Shown] = (),
    ) -> None:  # fmt: skip
        """Appends many lines with one write per log; withdrawals first, since they must not be missing."""
        for name, records in (
            ("blocked.jsonl", blocked),
            ("feedback.jsonl", marks),
            ("outcomes.jsonl", outcomes),
            ("shown.jsonl", shown),
        ):
            lines = self._cleaned(records)
            if lines:
                append_lines(self.folder / name, lines, private=self.private)

    def append_mark(self, mark: Mark) -> None:
        append_lines(self.folder / "feedback.jsonl", self._cleaned([mark]), private=self.private)

    def append_outcome(self, outcome: Outcome) -> None:
        append_lines(self.folder / "outcomes.jsonl", self._cleaned([outcome]), private=self.private)

    def append_shown(self, shown: Shown, *, sync: bool = True) -> None:
        append_lines(self.folder / "shown.jsonl", self._cleaned([shown]), sync=sync, private=self.private)

    def append_blocked(self, blocked: Blocked) -> None:
        append_lines(self.folder / "blocked.jsonl", self._cleaned([blocked]), private=self.private)

    def _cleaned(self, records: Iterable[Mark | Outcome | Shown | Blocked]) -> list[dict[str, Any]]:
        """The records as lines, in whose words nothing stands that was erased in this home."""
        lines = [line_of(each) for each in records]
        home = Home(self.folder.parent)
        if lines and home.tombstones.exists():
            from cm.store.tombstones import read_tombstones  # late: most homes never erased anything

            stones = read_tombstones(home)
            for line in lines:
                line.update((name, stones.cut(line[name]).text) for name in WORDS if name in line)
        return lines

    def skipped(self) -> dict[str, tuple[Skipped, ...]]:
        """The lines of each log that could not be used, and why."""
        readers: Mapping[str, Callable[[Mapping[str, Any]], object | None]] = {
            "feedback.jsonl": mark_of, "outcomes.jsonl": outcome_of, "shown.jsonl": shown_of, "blocked.jsonl": blocked_of,
        }  # fmt: skip
        found: dict[str, tuple[Skipped, ...]] = {}
        for name, reader in readers.items():
            bad = [
                item if isinstance(item, Skipped) else Skipped("unusable-line", detail=str(item)[:80])
                for item in iter_lines(self.folder / name)
                if isinstance(item, Skipped) or reader(item) is None
            ]
            if bad:
                found[name] = tuple(bad)
        return found

    def _read(self, name: str, reader: Callable[[Mapping[str, Any]], R | None]) -> tuple[R, ...]:
        found = (reader(item) for item in iter_lines(self.folder / name) if not isinstance(item, Skipped))
        return tuple(each for each in found if each is not None)


def line_of(record: Mark | Outcome | Shown | Blocked) -> dict[str, Any]:
    """A record as the object of its line; fields at their default are left out."""
    line: dict[str, Any] = {}
    for each in fields(record):
        value = getattr(record, each.name)
        if value != each.default:
            line[each.name] = list(value) if isinstance(value, tuple) else value
    return line


def mark_of(line: Mapping[str, Any]) -> Mark | None:
    """Reads a line of feedback.jsonl; None when it is no usable mark."""
    if not _texts(line, "id", "rule", "at") or line.get("verdict") not in ("helpful", "harmful"):
        return None
    weight = line.get("weight", 1.0)
    if isinstance(weight, bool) or not isinstance(weight, int | float):
        return None
    return Mark(
        id=line["id"], rule=line["rule"], verdict=line["verdict"], at=line["at"], session=_text(line, "session"),
        by=_text(line, "by", "human"), reason=_text(line, "reason"), note=_text(line, "note"),
        weight=float(weight), undoes=_text(line, "undoes"), tx=_text(line, "tx"),
    )  # fmt: skip


def outcome_of(line: Mapping[str, Any]) -> Outcome | None:
    """Reads a line of outcomes.jsonl; None when it is no usable outcome."""
    known = ("success", "failure", "mixed", "partial", "unknown")
    if not _texts(line, "id", "at") or line.get("status") not in known:
        return None
    return Outcome(
        id=line["id"], session=_text(line, "session"), status=line["status"], at=line["at"], rules=_list(line, "rules"),
        by=_text(line, "by", "heuristic"), sentiment=_text(line, "sentiment", "neutral"), notes=_text(line, "notes"),
        followed=_list(line, "followed"), ignored=_list(line, "ignored"), task=_text(line, "task"),
        seconds=_count(line, "seconds"), errors=_count(line, "errors"), retries=line.get("retries") is True,
        named=_rows(line, "named", (str, str)), checked=_rows(line, "checked", (str, int, int, str, str)),
        undoes=_text(line, "undoes"), tx=_text(line, "tx"),
    )  # fmt: skip


def shown_of(line: Mapping[str, Any]) -> Shown | None:
    """Reads a line of shown.jsonl; None when it is no usable delivery."""
    if not _texts(line, "id", "at", "door"):
        return None
    return Shown(
        id=line["id"], at=line["at"], door=line["door"], rules=_list(line, "rules"), sha256=_text(line, "sha256"),
        task=_text(line, "task"), project=_text(line, "project"), host=_text(line, "host"), session=_text(line, "session"),
    )  # fmt: skip


def blocked_of(line: Mapping[str, Any]) -> Blocked | None:
    """Reads a line of blocked.jsonl; None when it is no usable withdrawal."""
    if not _texts(line, "id") or not (_text(line, "text") or _text(line, "undoes")):
        return None
    return Blocked(
        id=line["id"], rule=_text(line, "rule"), text=_text(line, "text"), at=_text(line, "at"), by=_text(line, "by"),
        reason=_text(line, "reason"), undoes=_text(line, "undoes"), tx=_text(line, "tx"),
    )  # fmt: skip


def _texts(line: Mapping[str, Any], *names: str) -> bool:
    for name in names:
        value = line.get(name)
        if not value or not isinstance(value, str):
            return False
    return True


def _text(line: Mapping[str, Any], name: str, default: str = "") -> str:
    value = line.get(name, default)
    return value if isinstance(value, str) else default


def _count(line: Mapping[str, Any], name: str) -> int:
    value = line.get(name, 0)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _list(line: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = line.get(name)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _rows(line: Mapping[str, Any], name: str, shape: tuple[type, ...]) -> tuple[Any, ...]:
    """The rows of that shape in a list; others are left out."""
    value = line.get(name)
    rows = (tuple(row) for row in value if isinstance(row, list)) if isinstance(value, list) else ()
    return tuple(row for row in rows if tuple(map(type, row)) == shape)
