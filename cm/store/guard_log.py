"""The guard log: what the generated guards denied, asked about, could not judge, or found amiss with themselves.

A guard writes it, one line each (`guards/door.py`); here it is only read, with the older part that was put aside and what a
guard wrote beside itself when its own place could not be written. A line that is damaged is counted, not told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from cm.model.session import Skipped
from cm.store.home import Home
from cm.store.lines import iter_lines

GuardKind: TypeAlias = Literal["denied", "asked", "unjudged", "again", "protected", "allowed", "fault"]
KINDS: Final[tuple[GuardKind, ...]] = (
    "denied",
    "asked",
    "unjudged",
    "again",
    "protected",
    "allowed",
    "fault",
)
CANARY: Final = "cm-guard-canary"  # a program that does not exist: whoever runs it tries a guard
TEST_SESSION: Final = "cm-guard-test"  # the session and call in whose name `cm guard test` asks


@dataclass(frozen=True, slots=True)
class GuardLine:
    """One line of the guard log; `line` is what was met in canonical form, `command` a hash of the command's text."""

    at: str
    kind: str
    host: str = ""
    session: str = ""
    call: str = ""
    cwd: str = ""
    tool: str = ""
    id: str = ""
    place: str = ""
    line: str = ""
    command: str = ""
    doubts: tuple[str, ...] = ()
    ms: float = 0.0

    @property
    def by_test(self) -> bool:
        """Whether `cm guard test`, `install` or `cm doctor --live` asked, and no agent at work."""
        return TEST_SESSION in (self.session, self.call) or self.line == CANARY


def read_guard_log(home: Home, since: str = "") -> tuple[list[GuardLine], int]:
    """The lines from `since` on, the oldest first, and how many could not be read."""
    found, damaged = [], 0
    for path in (home.guard / "log.1.jsonl", home.guard / "log.jsonl", home.guards / "log.jsonl"):
        try:
            for row in iter_lines(path):
                line = None if isinstance(row, Skipped) else _line(row)
                if line is None:
                    damaged += 1
                elif line.at >= since:
                    found.append(line)
        except OSError:  # there is none, or it is no file: then nothing of it is told
            continue
    found.sort(key=lambda each: each.at)
    return found, damaged


def _line(row: dict[str, Any]) -> GuardLine | None:
    if not isinstance(row.get("at"), str) or not isinstance(row.get("kind"), str):
        return None
    texts = {
        name: str(row.get(name) or "")
        for name in ("at", "kind", "host", "session", "call", "cwd", "tool", "id", "place", "line", "command")
    }
    doubts, took = row.get("doubts"), row.get("ms")
    return GuardLine(
        **texts,
        doubts=tuple(map(str, doubts)) if isinstance(doubts, list) else (),
        ms=float(took) if isinstance(took, int | float) and not isinstance(took, bool) else 0.0,
    )
