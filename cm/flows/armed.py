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


@dataclass(frozen=True, slots=True)
class Gone:
    """A trauma that was armed and whose line is not there any more, though nobody decided that."""

    place: str  # the registry
    id: str
    pattern: str


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
    """What the last arming said; nothing is looked at anew."""
    return told(record_of(env.home))


def record_of(home: Home) -> dict[str, Any]:
    """What the last arming wrote down; a damaged one is none, so that the next arming writes it anew."""
    held = quiet_json(home.guard / "armed.json")
    try:
        told(held)
        rows = [row for each in held.get("armed", {}).values() for row in each.values()]
        return held if all(isinstance(row, dict) for row in rows) else {}
    except (AttributeError, TypeError, ValueError):
        return {}


def told(record: Mapping[str, Any]) -> Armed:
    """A record as what is armed and what is not. Raises AttributeError, TypeError or ValueError for one of another shape."""
    make: Callable[[type[Any], str], tuple[Any, ...]] = lambda kind, name: tuple(kind(*row) for row in record.get(name, ()))  # noqa: E731  # fmt: skip
    return Armed(
        int(record.get("count", 0)), make(Quarantined, "quarantined"), make(Waiting, "waiting"), make(Gone, "gone"),
        tuple(record.get("unknown", ())),
    )  # fmt: skip
