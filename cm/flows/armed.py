"""What the last arming said (`state/guard/armed.json`): how much is armed, what is in quarantine, what waits, what is gone.

Only reads; a damaged record says nothing. Who writes it: `flows/arming.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cm.flows.env import Env
from cm.flows.guard_policy import quiet_json
from cm.store.home import Home
from cm.store.traumas import Quarantined


@dataclass(frozen=True, slots=True)
class Waiting:
    """A line that would loosen, written by nobody who was asked; or one that came from another store and is to be translated."""

    place: str
    id: str
    digest: str
    why: str

    @property
    def needs_a_person(self) -> bool:
        """Whether a person's yes is what it waits for."""
        return "nobody was asked" in self.why


@dataclass(frozen=True, slots=True)
class Gone:
    """A trauma that was armed and whose line is not there any more, though nobody decided that."""

    place: str  # the registry
    id: str
    pattern: str
    scope: str = "command"


@dataclass(frozen=True, slots=True)
class Armed:
    """What is armed now, and what is not."""

    armed: int
    quarantined: tuple[Quarantined, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    gone: tuple[Gone, ...] = ()
    unknown_packs: tuple[str, ...] = ()
    took: float = 0.0  # seconds


def state_of(env: Env) -> Armed:
    """What the last arming said; nothing is looked at anew, but what was lifted until a moment counts again after it."""
    return told(record_of(env.home), env.stamp)


def record_of(home: Home) -> dict[str, Any]:
    """What the last arming wrote down; a damaged one is none, so that the next arming writes it anew."""
    held = quiet_json(home.guard / "armed.json")
    try:
        told(held, "")
        rows = [row for each in held.get("armed", {}).values() for row in each.values()]
        return held if "shipped" in held and all(isinstance(row, dict) for row in rows) else {}
    except (AttributeError, TypeError, ValueError):
        return {}


def told(record: Mapping[str, Any], now: str) -> Armed:
    """A record as what is armed at `now` and what is not. Raises AttributeError, TypeError or ValueError for one of another shape."""
    make: Callable[[type[Any], str], tuple[Any, ...]] = lambda kind, name: tuple(kind(*row) for row in record.get(name, ()))  # noqa: E731  # fmt: skip
    rows = [row for each in record.get("armed", {}).values() for row in each.values()]
    armed = int(record.get("shipped", 0)) + sum(_is_armed(row, now) for row in rows)
    return Armed(
        armed, make(Quarantined, "quarantined"), make(Waiting, "waiting"), make(Gone, "gone"),
        tuple(record.get("unknown", ())),
    )  # fmt: skip


def _is_armed(row: Mapping[str, Any], now: str) -> bool:
    until = row.get("until") or ""
    return row.get("status") == "active" or (row.get("status") == "healed" and "" < until <= now)
