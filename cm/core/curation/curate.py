"""The curator: deltas in, decisions and the next book out. A pure function; the law tests in `tests/laws` bind it.

Each delta goes through the gate (`core/curation/admit.py`), is answered once (`core/curation/decide.py`) and folded in (`core/curation/apply.py`);
then the sweep (`core/curation/sweep.py`) looks at what the ledger says. Writing it all down: `flows/commit.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Final

from cm.core.curation.admit import NOT_REMEMBERED, Refused, Screen, admit
from cm.core.curation.case import offered
from cm.core.curation.decide import decide
from cm.core.curation.sweep import sweep
from cm.core.language.similar import Candidates, Finder, Scan
from cm.core.language.text import fingerprint
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.standing import heirs, standings
from cm.model.decision import Decision, Reason
from cm.model.delta import Add, Delta, Merge, Replace, Settle, Source, Take
from cm.model.ledger import Mark
from cm.model.playbook import Playbook
from cm.model.session import Event
from cm.model.settings import CurationPolicy
from cm.model.stamp import stamp

FEW: Final = 12
"""Up to so many questions cost less without an index."""
UNSPEAKABLE: Final[frozenset[Reason]] = frozenset(("secret", "personal", "blocked"))
"""Refusals whose text is not written down again."""


@dataclass(frozen=True, slots=True)
class LedgerView:
    """What the curator is told of the past: marks, withdrawn content, and what was refused before."""

    marks: tuple[Mark, ...] = ()
    blocked: Blocklist = field(default_factory=Blocklist)
    refused: Mapping[str, Decision] = field(default_factory=dict)  # `refusals(decisions)`


@dataclass(frozen=True, slots=True)
class Curation:
    """The book after it all, one decision per delta in order, then those of the sweep."""

    book: Playbook
    decisions: tuple[Decision, ...]
    flagged: tuple[Decision, ...] = ()  # pinned rules that deserve otherwise: nothing was done


def curate(
    book: Playbook,
    deltas: Iterable[Delta],
    ledger: LedgerView,
    policy: CurationPolicy,
    now: datetime,
    *,
    source: Source,
    by: str = "",
    events: Mapping[str, Event] = MappingProxyType({}),
    instructions: str = "",
    screen: Screen | None = None,
    sweeping: bool = True,
) -> Curation:
    """Decides every delta against the book as it stands by then, then sweeps."""
    rules = dict(book.rules)  # the fold of `apply`, in place: `replay(book, decisions)` gives the same book
    open_book = replace(book, rules=MappingProxyType(rules))
    finder: Finder | None = None
    decisions: list[Decision] = []
    batch = tuple(deltas)
    for delta in batch:
        answer = admit(
            delta, book=open_book, events=events, blocked=ledger.blocked, policy=policy, source=source,
            refused=ledger.refused, instructions=instructions, screen=screen,
        )  # fmt: skip
        if isinstance(answer, Refused):
            decisions.append(refusal(answer, source, now))
            continue
        if finder is None:
            finder = Scan(open_book) if len(batch) <= FEW else Candidates(open_book)
        decision = decide(open_book, answer, policy, now, by=by, finder=finder)
        for rule in decision.after:
            rules[rule.id] = rule
            finder.put(rule.id, rule.text)
        decisions.append(decision)
    flagged: list[Decision] = []
    if sweeping and ledger.marks:
        found = standings(ledger.marks, policy.standing, now, heirs=heirs(open_book))
        for decision in sweep(
            open_book, found, policy, now, marks=ledger.marks, blocked=ledger.blocked, screen=screen
        ):
            (decisions if decision.changes else flagged).append(decision)
            rules.update((rule.id, rule) for rule in decision.after)
    return Curation(replace(book, rules=MappingProxyType(rules)), tuple(decisions), tuple(flagged))


def refusal(answer: Refused, source: Source, now: datetime) -> Decision:
    """Writes down what the gate refused; secrets are cut out, and what may not be said again is not repeated."""
    delta = answer.delta
    text = delta.text if isinstance(delta, Add | Replace | Merge) else ""
    return Decision(
        "refused", answer.reason, answer.say, stamp(now), source,
        proposed="" if answer.reason in UNSPEAKABLE else text,
        rules=answer.rules or _about(delta),
        quotes=offered(delta),
    )  # fmt: skip


def _about(delta: Delta) -> tuple[str, ...]:
    if isinstance(delta, Add):
        return ()
    if isinstance(delta, Take):
        return (delta.rule.id,)
    return delta.rules if isinstance(delta, Merge | Settle) else (delta.rule,)


def refusals(decisions: Iterable[Decision]) -> dict[str, Decision]:
    """What was refused before, by the fingerprint of its text, with the first reason and all evidence seen since.

    What went in later, by a person's hand or with new evidence, is refused no longer.
    """
    kept: dict[str, Decision] = {}
    for decision in decisions:
        print_ = fingerprint(decision.proposed)
        if not print_:
            continue
        if decision.verdict != "refused":
            if decision.changes:
                kept.pop(print_, None)
        elif decision.reason not in NOT_REMEMBERED:
            earlier = kept.get(print_)
            quotes = tuple(dict.fromkeys((*(earlier.quotes if earlier else ()), *decision.quotes)))
            kept[print_] = replace(earlier or decision, quotes=quotes)
    return kept
