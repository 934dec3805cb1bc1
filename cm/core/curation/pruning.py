"""Which sessions leave the journal: those older than the days that are kept, then the oldest until the rest fits.

Pure. Taking them out is `flows/journal.py`; what was denied is taken out elsewhere (`flows/purge.py`) and at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from cm.model.stamp import stamp

Because: TypeAlias = Literal["older than is kept", "more than may be kept"]


@dataclass(frozen=True, slots=True)
class Held:
    """A session in the journal."""

    id: str
    at: str  # when it ended
    bytes: int
    stays: int = 0  # bytes that stay in any case: events that a rule's evidence points at
    waits: bool = False  # nothing was learned of it yet

    @property
    def free(self) -> int:
        """What taking it out gives back."""
        return max(0, self.bytes - self.stays)


def due(
    sessions: Iterable[Held], now: datetime, *, days: int, most_bytes: int, waiting: bool = False
) -> list[tuple[Held, Because]]:
    """The sessions to take out, oldest first, each with the reason; 0 = no limit. `waiting`: also those not learned from."""
    held = sorted(sessions, key=lambda item: (item.at, item.id))
    total = sum(item.bytes for item in held)
    before = stamp(now - timedelta(days=days)) if days > 0 else ""
    chosen: list[tuple[Held, Because]] = []
    for item in held:
        if not item.free or (item.waits and not waiting):
            continue
        if before and item.at and item.at < before:
            chosen.append((item, "older than is kept"))
        elif most_bytes > 0 and total > most_bytes:
            chosen.append((item, "more than may be kept"))
        else:
            continue
        total -= item.free
    return chosen
