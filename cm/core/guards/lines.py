"""Which of several lines of one id counts, and whether a new one loosens what stands.

The engine decides the first in the same way (`guards/runtime.py`, Registry). Pure. Who may write what loosens: `flows/arming.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from cm.model.trauma import Trauma

_GRAVER: Final = {"caution": 0, "critical": 1, "fatal": 2}


def counting(traumas: Iterable[Trauma]) -> Mapping[str, Trauma]:
    """Of each id the line with the greatest time, of those with the same the last."""
    found: dict[str, Trauma] = {}
    for each in traumas:
        before = found.get(each.id)
        if before is None or each.at >= before.at:
            found[each.id] = each
    return found


def loosens(new: Trauma, now: Trauma | None) -> bool:
    """Whether a line takes away anything of what its id denies now, or is able to later."""
    if new.status != "active":
        return True
    if now is None or now.status == "retired" or (now.status == "healed" and not now.until):
        return False
    return not (denies_the_same(new, now) and _GRAVER[new.severity] >= _GRAVER[now.severity])


def denies_the_same(one: Trauma, other: Trauma) -> bool:
    """Whether two lines meet the very same commands."""
    return (one.pattern, one.scope, one.flags) == (other.pattern, other.scope, other.flags)


def is_lifted(trauma: Trauma, now: str) -> bool:
    """Whether a person lifted it, at this moment (an ISO time in UTC)."""
    return trauma.status == "healed" and not (trauma.until and trauma.until <= now)
