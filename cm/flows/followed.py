"""How often each rule was followed and gone against, over all sessions that were reflected on; told by the outcomes' lines.

Not here: reading a session for it (`core/reading/followed.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cm.core.curation.credit import HEURISTIC
from cm.flows.env import Env
from cm.flows.heard import Heard
from cm.flows.named import shelved_named
from cm.flows.reading import shelf


class Total(NamedTuple):
    """How often followed, how often not, and the newest command that told."""

    followed: int = 0
    ignored: int = 0
    last: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One rule, and what commands tell of it."""

    rule: str
    text: str
    state: str
    followed: int
    ignored: int
    did: str
    against: str
    sessions: int
    last: str  # when


@dataclass(frozen=True, slots=True)
class Followed:
    rows: tuple[Row, ...]
    checkable: int  # rules in service that commands can tell of


def totals(heard: Heard) -> dict[str, Total]:
    """Counts for every rule of which commands tell: followed, gone against, and the newest command that told."""
    found: dict[str, Total] = {}
    for _, rule, good, bad, did, against in _told(heard):
        before = found.get(rule, Total())
        found[rule] = Total(before.followed + good, before.ignored + bad, against or did or before.last)
    return found


def followed(env: Env, rule: str = "") -> Followed:
    """Tells which rules were followed and which were not, the most ignored first. Raises NotFound, Ambiguous."""
    from cm.core.curation.ending import watch

    shelved = shelf(env).shelved
    only = shelved_named(shelved, rule).rule.id if rule else ""
    rows: dict[str, Row] = {}
    known = {item.rule.id: item.rule for item in shelved}
    for at, name, good, bad, did, against in _told(Heard(env)):
        if name not in known or only not in ("", name):
            continue
        it = known[name]
        was = rows.get(name, Row(name, it.text, it.state, 0, 0, "", "", 0, ""))
        rows[name] = Row(
            name, it.text, it.state, was.followed + good, was.ignored + bad, did or was.did, against or was.against,
            was.sessions + 1, at,
        )  # fmt: skip
    order = sorted(rows.values(), key=lambda row: (-row.ignored, -row.followed, row.rule))
    return Followed(tuple(order), len(watch(item.rule for item in shelved if only in ("", item.rule.id))))


def _told(heard: Heard) -> list[tuple[str, str, int, int, str, str]]:
    """Every session's words on every rule, oldest first; of those that may not be printed here the counts alone."""
    holding = sorted(
        (each for each in heard.outcomes if each.by == HEURISTIC), key=lambda one: (one.at, one.id)
    )
    return [(each.at, *row) for each in map(heard.outcome, holding) for row in each.checked]
