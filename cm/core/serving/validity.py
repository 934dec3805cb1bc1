"""When a fact holds, read from how its ends are written: `2026`, `2026-03`, `2026-03-05` or a moment; as exact as the spelling.

`from` begins at the start of what it names, `until` includes the whole of it. Who asks: the predicate, the index, the sweep,
`cm stale`. Not here: what follows for a rule (`core/serving/serve.py`), how one fact ends where the next begins
(`core/curation/succession.py`). The quick doors import this module: standard library only.
"""

from __future__ import annotations

from datetime import datetime

from cm.model.rule import Rule, Valid
from cm.model.stamp import DAY, Precision, covered


def precision_of(text: str) -> Precision:
    """How exact a spelling is; "" for what names no time."""
    found = covered(text)
    return found[2] if found else ""


def begins(text: str) -> datetime | None:
    """The first moment of what is named; None for what names no time: it limits nothing."""
    found = covered(text)
    return found[0] if found else None


def ends(text: str) -> datetime | None:
    """The first moment after what is named, a moment itself for a moment; None for what names no time."""
    found = covered(text)
    return found[1] if found else None


def span_of(rule: Rule) -> tuple[datetime | None, datetime | None]:
    """From when a rule holds and from when no more; None is open."""
    valid = rule.valid
    return (begins(valid.since), ends(valid.until)) if valid is not None else (None, None)


def holds_at(rule: Rule, now: datetime) -> bool:
    """Whether a moment lies in a rule's validity."""
    since, until = span_of(rule)
    return (since is None or now >= since) and (until is None or now < until)


def is_due(rule: Rule, now: datetime) -> bool:
    """Whether the moment is there from which a person should look at a rule again; it is served all the same."""
    after = begins(rule.review_after)
    return after is not None and now >= after


def meet_in_time(a: Rule, b: Rule) -> bool:
    """Whether there is a moment at which both hold."""
    (a_since, a_until), (b_since, b_until) = span_of(a), span_of(b)
    return not (
        (a_until is not None and b_since is not None and a_until <= b_since)
        or (b_until is not None and a_since is not None and b_until <= a_since)
    )


def until_before(since: str) -> str:
    """The `until` of what ends where `since` begins, as exact as that is spelled; "" where it names no time.

    Before a day ends the day before; before a moment ends that moment.
    """
    found = covered(since)
    if found is None:
        return ""
    start, _, precision = found
    if precision == "moment":
        return since.strip()
    try:
        return _spelled(start - DAY, precision)
    except OverflowError:
        return ""


def said(valid: Valid | None) -> str:
    """A validity in words: `since 2026-03`, `until 2026-05-04`, `2026-03 to 2026-05-04`; "" where it is open."""
    if valid is None or not (valid.since or valid.until):
        return ""
    if not valid.until:
        return f"since {valid.since}"
    return f"{valid.since} to {valid.until}" if valid.since else f"until {valid.until}"


def _spelled(at: datetime, precision: Precision) -> str:
    shape = {"year": 4, "month": 7}.get(precision, 10)
    return at.date().isoformat()[:shape]
