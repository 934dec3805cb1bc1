"""What stands behind a fact where it is told: since when it holds, and of whom it is where its words do not say so.

Nothing of it costs a rule without these fields a letter. Not here: whether it holds now (`core/serving/validity.py`), how a whole
answer looks (`render.py`, `export.py`). Standard library only, and no records: a quick door imports it.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")  # fmt: skip
_KINDS = ("project", "person", "org", "workstream")
_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:\Z|T)")


def day_said(text: str) -> str:
    """A year, a month or a day as people say it: `2026-03` is March 2026; what names none stays as it is."""
    found = _DATE.match(text.strip())
    if found is None:
        return " ".join(text.split())
    year, month, day = found.groups()
    if month is None:
        return year
    if not 1 <= int(month) <= 12:
        return text.strip()
    return f"{f'{int(day)} ' if day else ''}{MONTHS[int(month) - 1]} {year}"


def span_said(since: str, until: str) -> str:
    """A validity as people say it; "" where it is open."""
    if since and until:
        return f"{day_said(since)} to {day_said(until)}"
    return f"since {day_said(since)}" if since else f"until {day_said(until)}" if until else ""


def said_of(text: str, about: str, since: str, until: str) -> tuple[str, ...]:
    """What is said behind a fact with these words: its validity, and each entity that the words do not name."""
    whom = ", ".join(_unnamed(text.casefold(), about)) if about else ""
    span = span_said(since, until)
    return (*((f"about {whom}",) if whom else ()), *((span,) if span else ()))


def _unnamed(words: str, about: str) -> Iterator[str]:
    for part in about.split(","):
        kind, colon, name = part.strip().partition(":")
        if colon and kind.strip().casefold() in _KINDS:
            if kind.strip().casefold() == "project":  # where it holds says that already
                continue
            name = name.strip()
        else:
            name = part.strip()
        if name and name.casefold() not in ("user", "project") and name.casefold() not in words:
            yield " ".join(name.split())
