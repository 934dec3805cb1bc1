"""Counts of everything: rules, marks, deliveries, decisions, sessions. Nothing here decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cm.core.serving.standing import effective_marks
from cm.flows.env import Env
from cm.flows.reading import shelf
from cm.store.decisions import read_decisions
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles

MOST = 5


@dataclass(frozen=True, slots=True)
class Marked:
    """A rule and what was said of it."""

    id: str
    text: str
    helpful: int
    harmful: int
    shown: int


@dataclass(frozen=True, slots=True)
class Stats:
    """The counts."""

    states: Mapping[str, int]
    kinds: Mapping[str, int]  # of rules in force
    stages: Mapping[str, int]  # of rules in force
    projects: Mapping[str, int]  # of rules in force; "" = everywhere
    helpful: int
    harmful: int
    deliveries: int
    blocked: int
    decisions: Mapping[str, int]
    refusals: Mapping[str, int]
    sessions: Mapping[str, int]  # by host
    first: str  # when the oldest session began
    last: str
    top: tuple[Marked, ...]


def stats(env: Env) -> Stats:
    """Counts."""
    shelved = shelf(env).shelved
    active = [item for item in shelved if item.rule.state == "active"]
    ledger = LedgerFiles(env.home.ledger_dir)
    marks = effective_marks(ledger.marks())
    shown = ledger.shown()
    decisions = read_decisions(env.home.decisions)
    heads = [head for head in Journal(env.home.journal).sessions() if not head.own and not head.parent]
    times = Counter(rule for delivery in shown for rule in delivery.rules)
    top = sorted(
        (
            Marked(
                item.rule.id, item.rule.text, item.standing.n_plus, item.standing.n_minus, times[item.rule.id]
            )
            for item in active
        ),
        key=lambda item: (-item.helpful + item.harmful, -item.shown, item.id),
    )
    return Stats(
        states=_counts(item.rule.state for item in shelved),
        kinds=_counts(item.rule.kind for item in active),
        stages=_counts(item.standing.stage for item in active),
        projects=_counts(item.rule.scope.project for item in active),
        helpful=sum(mark.verdict == "helpful" for mark in marks),
        harmful=sum(mark.verdict == "harmful" for mark in marks),
        deliveries=len(shown),
        blocked=len(ledger.blocked()),
        decisions=_counts(item.verdict for item in decisions),
        refusals=_counts(item.reason for item in decisions if item.verdict == "refused"),
        sessions=_counts(head.host for head in heads),
        first=min((head.started for head in heads if head.started), default=""),
        last=max((head.ended or head.started for head in heads), default=""),
        top=tuple(item for item in top if item.helpful or item.harmful or item.shown)[:MOST],
    )


def _counts(items: Iterable[str]) -> dict[str, int]:
    return dict(Counter(items).most_common())
