"""`decisions.jsonl`: every decision, refusals included, and the checkpoints between them.

Folding the decisions since the last checkpoint gives the book. A change that was rolled back leaves a `void` line.
Appending is for `flows/commit.py`; what decisions mean is `core/curation/apply.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, get_args

from cm.model.decision import Decision, Reason, Verdict
from cm.model.delta import Source
from cm.model.playbook import Playbook, playbook_of
from cm.model.rule import Rule
from cm.model.session import Skipped
from cm.store.ledger import line_of, mark_of
from cm.store.lines import append_line, append_lines, iter_lines
from cm.store.schema import rule_of, rule_to_data

VERDICTS: Final[frozenset[str]] = frozenset(get_args(Verdict))
REASONS: Final[frozenset[str]] = frozenset(get_args(Reason))
SOURCES: Final[frozenset[str]] = frozenset(get_args(Source))


@dataclass(frozen=True, slots=True)
class Log:
    """What a decisions file holds: all that was decided, and what the book is replayed from."""

    decisions: tuple[Decision, ...] = ()
    checkpoint: Playbook | None = None
    since: int = 0  # how many of the decisions the checkpoint holds already
    skipped: tuple[Skipped, ...] = ()

    def later(self) -> tuple[Decision, ...]:
        """The decisions since the last checkpoint."""
        return self.decisions[self.since :]


def append_decisions(path: Path, decisions: Sequence[Decision], *, private: bool = True) -> None:
    """Appends decisions with one write."""
    append_lines(path, [decision_to_data(each) for each in decisions], private=private)


def append_checkpoint(path: Path, book: Playbook, *, at: str, tx: str, private: bool = True) -> None:
    """Appends the whole book: from here on it is replayed from this line."""
    line = {"checkpoint": 1, "tx": tx, "at": at, "rules": [rule_to_data(rule) for rule in book]}
    append_line(path, line, private=private)


def append_void(path: Path, tx: str, *, at: str, private: bool = True) -> None:
    """Says that a change never happened: its lines count no more."""
    append_line(path, {"void": tx, "at": at}, private=private)


def has_checkpoint(path: Path, tx: str) -> bool:
    """Whether a change wrote the whole book down."""
    return any(
        "checkpoint" in item and item.get("tx") == tx for item in iter_lines(path) if isinstance(item, dict)
    )


def read_decisions(path: Path) -> tuple[Decision, ...]:
    """Every decision that counts, oldest first."""
    return read_log(path).decisions


def read_log(path: Path) -> Log:
    """Reads the whole log; lines that cannot be used are named, never fatal."""
    decisions: list[Decision] = []
    skipped: list[Skipped] = []
    checkpoint: Playbook | None = None
    since = 0
    voided: set[str] = set()
    for item in iter_lines(path):
        if isinstance(item, Skipped):
            skipped.append(item)
        elif "checkpoint" in item:
            book = _book(item.get("rules"))
            if book is None:
                skipped.append(Skipped("damaged-checkpoint"))
            else:
                checkpoint, since = book, len(decisions)
        elif isinstance(item.get("void"), str):
            voided.add(item["void"])
        else:
            read = decision_of(item)
            (skipped if isinstance(read, Skipped) else decisions).append(read)  # type: ignore[arg-type]
    if voided:
        since -= sum(1 for each in decisions[:since] if each.tx in voided)
        decisions = [each for each in decisions if each.tx not in voided]
    return Log(tuple(decisions), checkpoint, since, tuple(skipped))


def decisions_about(decisions: Iterable[Decision], rule_id: str) -> tuple[Decision, ...]:
    """Those that are about a rule, oldest first."""
    return tuple(
        each for each in decisions if rule_id in each.rules or any(rule.id == rule_id for rule in each.after)
    )


def decision_to_data(decision: Decision) -> dict[str, Any]:
    """A decision as the object of its line; what says nothing is left out."""
    data: dict[str, Any] = {
        "id": decision.id,
        "tx": decision.tx,
        "at": decision.at,
        "verdict": decision.verdict,
        "reason": decision.reason,
        "say": decision.say,
        "source": decision.source,
        "proposed": decision.proposed,
        "rules": list(decision.rules),
        "after": [rule_to_data(rule) for rule in decision.after],
        "quotes": list(decision.quotes),
        "by": decision.by,
        "undoes": decision.undoes,
        "marks": [line_of(mark) for mark in decision.marks],
    }
    return {key: value for key, value in data.items() if value not in ("", [])}


def decision_of(data: Mapping[str, Any]) -> Decision | Skipped:
    """Reads one line's object."""
    verdict, reason, source = data.get("verdict"), data.get("reason"), data.get("source")
    if verdict not in VERDICTS or reason not in REASONS or source not in SOURCES:
        return Skipped("unknown-decision", detail=str(data)[:80])
    after: list[Rule] = []
    for each in data.get("after") or ():
        rule = rule_of(each)
        if isinstance(rule, str):
            return Skipped("damaged-decision", detail=rule)
        after.append(rule)
    return Decision(
        verdict=verdict,
        reason=reason,
        say=_text(data, "say"),
        at=_text(data, "at"),
        source=source,
        proposed=_text(data, "proposed"),
        rules=_texts(data, "rules"),
        after=tuple(after),
        quotes=_texts(data, "quotes"),
        id=_text(data, "id"),
        tx=_text(data, "tx"),
        by=_text(data, "by"),
        undoes=_text(data, "undoes"),
        marks=tuple(mark for each in _dicts(data, "marks") if (mark := mark_of(each)) is not None),
    )


def _book(rules: Any) -> Playbook | None:
    read = [rule_of(each) for each in rules] if isinstance(rules, list) else ["not a list"]
    good = [each for each in read if isinstance(each, Rule)]
    return playbook_of(*good) if len(good) == len(read) else None


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    return value if isinstance(value, str) else ""


def _dicts(data: Mapping[str, Any], name: str) -> tuple[Mapping[str, Any], ...]:
    value = data.get(name)
    return tuple(item for item in value if isinstance(item, Mapping)) if isinstance(value, list) else ()


def _texts(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = data.get(name)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()
