"""The record of a change over several files, made before the first and removed after the last.

It carries ids and hashes, never text, so that erasing a rule need not look here. What is left at the next start is
completed or rolled back by `flows/recovery.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from cm.errors import Unparsable
from cm.store.files import read_json, replace_json
from cm.store.home import Home
from cm.store.lines import writing

SCHEMA: Final = 2
_NONE: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({})


AT_WORK: Final[set[str]] = set()
"""Erasures that this very process is at: what it calls on the way has nothing to mend there."""


@dataclass(frozen=True, slots=True)
class InLayer:
    """What a change does to one layer: how many decision lines it writes, and each rule's hash before and after."""

    playbook: str  # path of the file
    count: int
    before: Mapping[str, str]  # rule id -> hash; "" for a rule that was not there
    after: Mapping[str, str]
    checkpoint: bool = False  # whether the book is written down whole at the end


@dataclass(frozen=True, slots=True)
class Intent:
    """A change: its layers, and the ids of the ledger lines that belong to it, by the path of their log."""

    tx: str
    at: str
    layers: tuple[InLayer, ...]
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _NONE)
    receipt: Mapping[str, Any] = field(default_factory=lambda: _NONE)  # of the request that asked for it


def begin(home: Home, intent: Intent) -> Path:
    """Writes the record down, on disk before anything else is touched."""
    path = home.intents / f"{intent.tx}.json"
    replace_json(
        path,
        {
            "schema": SCHEMA,
            "tx": intent.tx,
            "at": intent.at,
            "layers": [
                {
                    "playbook": each.playbook,
                    "count": each.count,
                    "before": dict(each.before),
                    "after": dict(each.after),
                    "checkpoint": each.checkpoint,
                }
                for each in intent.layers
            ],
            "lines": {log: list(ids) for log, ids in intent.lines.items()},
            **({"receipt": dict(intent.receipt)} if intent.receipt else {}),
        },
    )
    return path


def finish(home: Home, tx: str) -> None:
    """Removes the record: the change is whole."""
    path = home.intents / f"{tx}.json"
    with writing(path), suppress(FileNotFoundError):
        path.unlink()


def pending(home: Home) -> tuple[Intent, ...]:
    """The changes that were cut short; a record that cannot be read says that its change never began."""
    found: list[Intent] = []
    if not home.intents.is_dir():
        return ()
    for path in sorted(home.intents.glob("*.json")):
        try:
            found.append(_read(read_json(path, {})))
        except (Unparsable, KeyError, TypeError, ValueError, AttributeError):
            with suppress(OSError):
                path.unlink()
    return tuple(sorted(found, key=lambda each: (each.at, each.tx)))


def any_pending(home: Home) -> bool:
    """Whether there may be something to mend; a look at two folders, no more."""
    if home.intents.is_dir() and any(home.intents.glob("*.json")):
        return True
    return home.erasing.is_dir() and any(path.stem not in AT_WORK for path in home.erasing.glob("*.json"))


def is_pending(home: Home, tx: str) -> bool:
    """Whether this change was begun and is not whole yet."""
    return bool(tx) and (home.intents / f"{tx}.json").exists()


def _read(data: Mapping[str, Any]) -> Intent:
    # the first schema knew one layer and no lines; its fields stood at the top
    layers = data["layers"] if data.get("schema", 1) > 1 else [data]
    return Intent(
        str(data["tx"]),
        str(data["at"]),
        tuple(
            InLayer(
                str(each["playbook"]), int(each["count"]), dict(each["before"]), dict(each["after"]),
                bool(each.get("checkpoint", False)),
            )
            for each in layers
        ),
        {str(log): tuple(map(str, ids)) for log, ids in dict(data.get("lines", {})).items()},
        dict(data.get("receipt", {})),
    )  # fmt: skip
