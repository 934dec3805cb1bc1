"""The record of a change over several files, made before the first and removed after the last.

It carries ids and hashes, never text, so that erasing a rule need not look here. What is left at the next start is
completed or rolled back by `flows/recovery.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cm.errors import Unparsable
from cm.store.files import read_json, replace_json
from cm.store.home import Home
from cm.store.lines import writing


@dataclass(frozen=True, slots=True)
class Intent:
    """A change to one layer's playbook: how many decision lines it writes, and each rule's hash before and after."""

    tx: str
    at: str
    playbook: str  # path of the file
    count: int
    before: Mapping[str, str]  # rule id -> hash; "" for a rule that was not there
    after: Mapping[str, str]


def begin(home: Home, intent: Intent) -> Path:
    """Writes the record down, on disk before anything else is touched."""
    path = home.intents / f"{intent.tx}.json"
    replace_json(
        path,
        {
            "schema": 1,
            "tx": intent.tx,
            "at": intent.at,
            "playbook": intent.playbook,
            "count": intent.count,
            "before": dict(intent.before),
            "after": dict(intent.after),
        },
    )
    return path


def finish(home: Home, tx: str) -> None:
    """Removes the record: the change is whole."""
    path = home.intents / f"{tx}.json"
    with writing(path), suppress(FileNotFoundError):
        path.unlink()


def pending(home: Home) -> tuple[Intent, ...]:
    """The changes that were cut short, oldest first; a record that cannot be read says that its change never began."""
    found: list[Intent] = []
    if not home.intents.is_dir():
        return ()
    for path in sorted(home.intents.glob("*.json")):
        try:
            data = read_json(path, {})
            found.append(
                Intent(
                    str(data["tx"]),
                    str(data["at"]),
                    str(data["playbook"]),
                    int(data["count"]),
                    dict(data["before"]),
                    dict(data["after"]),
                )
            )
        except (Unparsable, KeyError, TypeError, ValueError):
            with suppress(OSError):
                path.unlink()
    return tuple(sorted(found, key=lambda each: (each.at, each.tx)))


def any_pending(home: Home) -> bool:
    """Whether there may be something to mend; a look at a folder, no more."""
    return home.intents.is_dir() and any(home.intents.glob("*.json"))
