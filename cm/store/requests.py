"""Receipts of requests: which request was answered by which change, in hashes and ids; no id as it was given, no word of a rule.

One line each in the home's state, kept for thirty days. A change that a killed process left half done brings its receipt along
in its intent (`store/intents.py`), so that both are there or neither. What a request is: `flows/requests.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from cm.store.files import replace
from cm.store.home import Home
from cm.store.lines import append_line, iter_lines, json_line

DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class Receipt:
    """One answered request."""

    request: str  # the keyed hash of its id
    content: str  # the keyed hash of what was asked
    verb: str
    at: str
    by: str = ""
    tx: str = ""  # the change; "" when nothing had to be changed
    layers: tuple[str, ...] = ()  # in the order of the change
    repo: str = ""  # the repository's `.cm/`, when its layer was touched
    rule: str = ""  # the rule that was named
    named: tuple[str, ...] = ()  # other rules that the answer names and that did not change


@dataclass(frozen=True, slots=True)
class Exports:
    """What became, after the change, of the files that hold its rules."""

    refreshed: tuple[str, ...]
    left: tuple[str, ...]


def as_data(receipt: Receipt) -> dict[str, Any]:
    """A receipt as the object of its line; what says nothing is left out."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(receipt).items() if value}  # fmt: skip


def of_data(data: Mapping[str, Any]) -> Receipt | None:
    """A receipt from its line, None for one that is none."""
    texts = {
        name: data.get(name, "") for name in ("request", "content", "verb", "at", "by", "tx", "repo", "rule")
    }
    lists = [data.get(name, []) for name in ("layers", "named")]
    if not all(isinstance(each, str) for each in texts.values()) or not texts["request"]:
        return None
    if not all(isinstance(each, list) for each in lists):
        return None
    return Receipt(**texts, layers=tuple(map(str, lists[0])), named=tuple(map(str, lists[1])))


def keep(home: Home, receipt: Receipt, *, before: str) -> None:
    """Keeps a receipt, durably; call it with the home's lock held. Those from `before` that moment go. Raises Unwritable."""
    _prune(home, before)
    append_line(home.requests, as_data(receipt))


def complete(home: Home, request: str, exports: Exports) -> None:
    """Adds what became of exported files; until then a repetition sees to them again. Raises Unwritable."""
    append_line(
        home.requests,
        {"request": request, "refreshed": list(exports.refreshed), "left": list(exports.left)},
    )


def find(home: Home, request: str) -> tuple[Receipt, Exports | None] | None:
    """The latest receipt of a request, by its hash, with what became of the exports once that is known."""
    found: Receipt | None = None
    exports: Exports | None = None
    for line in _lines(home):
        if line.get("request") != request:
            continue
        if "refreshed" in line:
            exports = _exports(line)
        elif (receipt := of_data(line)) is not None:
            found, exports = receipt, None
    return (found, exports) if found is not None else None


def read_receipts(home: Home) -> tuple[Receipt, ...]:
    """Every receipt, oldest first; lines that cannot be used are left out."""
    return tuple(found for line in _lines(home) if (found := of_data(line)) is not None and found.content)


def _lines(home: Home) -> Iterator[dict[str, Any]]:
    return (line for line in iter_lines(home.requests) if isinstance(line, dict))


def _exports(line: Mapping[str, Any]) -> Exports:
    refreshed, left = (line.get(name) for name in ("refreshed", "left"))
    return Exports(
        tuple(map(str, refreshed)) if isinstance(refreshed, list) else (),
        tuple(map(str, left)) if isinstance(left, list) else (),
    )


def _prune(home: Home, before: str) -> None:
    """Drops what is past, once the oldest is."""
    lines = list(_lines(home))
    first = next((str(line["at"]) for line in lines if isinstance(line.get("at"), str)), "")
    if not first or first >= before:
        return
    last = {str(line.get("request")): str(line["at"]) for line in lines if isinstance(line.get("at"), str)}
    kept = [line for line in lines if last.get(str(line.get("request")), "") >= before]
    replace(home.requests, b"".join(map(json_line, kept)))
