"""What the hosts that keep their sessions in databases share: knowing a database by its tables, and its rows.

And, for every host that gives no exit status of its own, the one that an output tells in words.

Not here: running SQL (`store/databases.py`), what a row means (each host's own file).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

_EXIT: Final = re.compile(
    r"\b(?:exit(?:ed)?(?: with)?|returned(?: with)?|failed with)?(?: (?:exit|non-zero))* ?(?:exit )?(?:code|status)[:=]? (-?\d{1,6})\b",
    re.IGNORECASE,
)


def holds(records: Sequence[Any], tables: Mapping[str, frozenset[str]]) -> bool:
    """Whether the file shown is a database that has these tables with these columns."""
    if len(records) != 1 or not isinstance(records[0], dict):
        return False
    there = records[0].get("tables")
    return isinstance(there, dict) and all(
        isinstance(there.get(name), frozenset) and columns <= there[name] for name, columns in tables.items()
    )


def table_of(value: Any) -> str:
    """What the rows are called that a record is one of; nothing when it is no row."""
    name = value.get("table") if isinstance(value, dict) else None
    return name if isinstance(name, str) else ""


def exit_in(text: str) -> int | None:
    """The exit status that an output tells in words at its beginning or end, or None."""
    for part in (text[:300], text[-300:]):
        found = _EXIT.search(part)
        if found:
            return int(found[1])
    return None
