"""In which order changes were made: one line each in the home's state, for files whose clocks may disagree.

It carries no content and may be lost: then the moments that the lines themselves carry have to do. What a change
did stands in `decisions.jsonl` and in the ledger.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from cm.model.rule import Layer
from cm.store.home import Home
from cm.store.lines import append_line, iter_lines


@dataclass(frozen=True, slots=True)
class Change:
    """One change: when, by whom, by which road, in which layers."""

    tx: str
    at: str
    by: str
    source: str
    layers: tuple[Layer, ...]
    repo: str = ""  # the repository whose layer it touched
    undoes: str = ""  # what it takes back


def append(home: Home, change: Change) -> None:
    """Notes a change that is about to be written; one that never happened is in no other file."""
    line = {
        "tx": change.tx,
        "at": change.at,
        "by": change.by,
        "source": change.source,
        "layers": list(change.layers),
    }
    more = {name: value for name, value in (("repo", change.repo), ("undoes", change.undoes)) if value}
    append_line(home.changes, line | more, sync=False)


def read(home: Home) -> tuple[Change, ...]:
    """The changes in the order in which they were made; lines that cannot be used are left out."""
    found = []
    for line in iter_lines(home.changes):
        if isinstance(line, dict) and isinstance(line.get("tx"), str):
            text = {name: str(line.get(name, "")) for name in ("tx", "at", "by", "source", "repo", "undoes")}
            layers = tuple(each for each in get_args(Layer) if each in (line.get("layers") or ()))
            found.append(Change(layers=layers, **text))
    return tuple(found)
