"""Moments as text: every stored time is `YYYY-MM-DDTHH:MM:SSZ`, so that sorting text sorts time; and what a year, a month or a day covers.

Not here: reading a clock (only `flows/env.py` does).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final, Literal, TypeAlias

Precision: TypeAlias = Literal["year", "month", "day", "moment", ""]

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
DAY: Final = timedelta(days=1)


def stamp(moment: datetime) -> str:
    """Writes a moment as the one stored form, in UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@lru_cache(maxsize=4096)  # logs say the same second again and again
def moment(text: str) -> datetime:
    """Reads any ISO-8601 form; one without a zone is UTC. Raises ValueError."""
    read = datetime.fromisoformat(
        text.strip().replace("Z", "+00:00") if text.endswith(("Z", "z")) else text.strip()
    )
    return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)


def covered(text: str) -> tuple[datetime, datetime, Precision] | None:
    """The first moment of what `2026`, `2026-03`, `2026-03-05` or a moment names, the first one after it, how exact it is; None for other texts."""
    said = text.strip()
    parts = said.split("-")
    try:
        if (
            said.isascii()
            and len(parts) <= 2
            and all(part.isdigit() for part in parts)
            and len(parts[0]) == 4
        ):
            year = int(said[:4])
            if len(parts) == 1:
                return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC), "year"
            if len(parts[1]) != 2:
                return None
            month = int(parts[1])
            start = datetime(year, month, 1, tzinfo=UTC)
            return start, datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC), "month"
        start = moment(said)
        if len(said) == 10 and ":" not in said:
            return start, start + DAY, "day"
        return start, start, "moment"
    except (ValueError, OverflowError):
        return None


def tidy_stamp(value: object) -> str:
    """Turns whatever a host wrote as a time (ISO text, seconds, milliseconds) into the stored form, or ''."""
    try:
        if isinstance(value, bool):
            return ""
        if isinstance(value, int | float):
            seconds = value / 1000 if value > 1e11 else float(value)
            return stamp(EPOCH + timedelta(seconds=seconds)) if 0 < seconds < 2.5e11 else ""
        return stamp(moment(value)) if isinstance(value, str) and value else ""
    except (ValueError, OverflowError):
        return ""
