"""The curator: deltas in, decisions and the next book out. A pure function; the law tests in `tests/laws` bind it.

Each delta goes through the gate (`core/curation/admit.py`), is answered once (`core/curation/decide.py`) and folded in (`core/curation/apply.py`);
then the sweep (`core/curation/sweep.py`) looks at what the ledger says. Writing it all down: `flows/commit.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from types import MappingProxyType
from typing import Final

from cm.core.curation.admit import admit
from cm.core.curation.aging import Uses, aging_over
from cm.core.curation.case import Case
from cm.core.curation.contest import squared
from cm.core.curation.decide import decide
from cm.core.curation.gate import NOT_REMEMBERED, Refused, Screen, offered, words_of
from cm.core.curation.nearby import Beside, Near, Nearby, Relate
from cm.core.curation.sweep import sweeping_over
from cm.core.language.text import fingerprint
from cm.core.secrets.scrub import scrub
from cm.core.serving.audience import as_private_as
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.standing import heirs, standings
from cm.model.decision import Decision, Reason
from cm.model.delta import Add, Delta, Merge, Replace, Restore, Retire, Settle, Source, Split, Take
from cm.model.ledger import Mark
from cm.model.playbook import Playbook
from cm.model.rule import Layer, Rule
from cm.model.session import Event
from cm.model.settings import CurationPolicy
from cm.model.stamp import stamp

UNSPEAKABLE: Final[frozenset[Reason]] = frozenset(("secret", "personal", "blocked", "private"))
"""Refusals whose text is not written down again."""


@dataclass(frozen=True, slots=True)
class LedgerView:
    """What the curator is told of the past: marks, withdrawn content, what was refused before, and what was decided."""

    marks: tuple[Mark, ...] = ()
    blocked: Blocklist = field(default_factory=Blocklist)
    refused: Mapping[str, Decision] = field(default_factory=dict)  # `refusals(decisions)`
    decisions: tuple[Decision, ...] = ()  # of this layer: a decision that is taken back is looked up here
    uses: Uses | None = None  # None: nobody asked what time alone does to rules


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
    beside: Playbook | None = None,
    at_home: Blocklist | None = None,
    layer: Layer = "user",
    project: str = "",
    relate: Relate | None = None,
    neighbours: Near | None = None,
) -> Curation:
    """Decides every delta against the book as it stands by then, then sweeps.

    `beside` is the other layer's book, where it is trusted, and `project` the one that the repository's rules are about; `at_home` is
    what of the user's own book no machine brings into a repository's.
    `relate` and `neighbours` say how rules relate and which are worth asking; `core/language` does where they are not given.
    """
    rules = dict(book.rules)  # the fold of `apply`, in place: `replay(book, decisions)` gives the same book
    open_book = replace(book, rules=MappingProxyType(rules))
    batch = tuple(deltas)
    nearby = Nearby(
        open_book.rules, texts=tuple(text for delta in batch for text in _texts(delta)), relation=relate, neighbours=neighbours,
        blocked=ledger.blocked, layer=layer, beside=Beside(beside, project, layer == "user") if beside is not None else None,
        past=_past(ledger.decisions), marks=lambda: frozenset(mark.id for mark in ledger.marks),
    )  # fmt: skip
    who = by or source
    decisions: list[Decision] = []
    restores = [delta.rule for delta in batch if isinstance(delta, Restore)]
    for delta in batch:
        if isinstance(delta, Restore):
            restores.pop(0)
        nearby.pending = frozenset(restores)
        answer = admit(
            delta, book=open_book, events=events, blocked=ledger.blocked, policy=policy, source=source,
            refused=ledger.refused, instructions=instructions, screen=screen, beside=beside, layer=layer, at_home=at_home,
        )  # fmt: skip
        if isinstance(answer, Refused):
            decisions.append(refusal(answer, source, now, by=who))
            continue
        decision = decide(open_book, answer, policy, now, by=who, nearby=nearby)
        _fold(decision, rules, nearby)
        decisions.append(decision)
    flagged: list[Decision] = []
    if sweeping and (ledger.marks or ledger.uses is not None):

        def weighed(decision: Decision) -> Decision:
            if not decision.after:
                return decision
            asked = admit(Retire(decision.rules[-1], ""), book=open_book, source="sweep", screen=screen)
            if isinstance(asked, Refused):
                return refusal(asked, "sweep", now)
            decision = _for_whom(decision, open_book, layer)
            return squared(Case(open_book, asked, policy, stamp(now), "sweep", "sweep", nearby), decision)

        # marks of a rule at home count for the team's rule that took its place, as they do where rules are read
        books = (open_book, beside) if beside is not None and layer == "repo" else (open_book,)
        found = standings(ledger.marks, policy.standing, now, heirs=heirs(*books))
        swept = sweeping_over(
            open_book, found, policy, now, marks=ledger.marks, blocked=ledger.blocked, screen=screen, weighed=weighed
        )  # fmt: skip
        aged = aging_over(open_book, found, ledger.uses, policy, now, weighed=weighed) if ledger.uses else ()
        for decision in chain(swept, aged):
            (decisions if decision.changes else flagged).append(decision)
            _fold(decision, rules, nearby)
    return Curation(replace(book, rules=MappingProxyType(rules)), tuple(decisions), tuple(flagged))


def _for_whom(decision: Decision, book: Playbook, layer: Layer) -> Decision:
    """A warning that the sweep makes of a private rule is as private as that."""
    made = tuple(
        rule
        if rule.id in book.rules
        else as_private_as(rule, (old for name in rule.replaces if (old := book.get(name))), layer)
        for rule in decision.after
    )
    return replace(decision, after=made)


def _fold(decision: Decision, rules: dict[str, Rule], nearby: Nearby) -> None:
    for rule in decision.after:
        rules[rule.id] = rule
        nearby.put(rule)


def _texts(delta: Delta) -> tuple[str, ...]:
    """The texts that a delta asks about."""
    if isinstance(delta, Split):
        return delta.texts
    if isinstance(delta, Take):
        return (delta.rule.text,)
    return (delta.text,) if isinstance(delta, Add | Replace | Merge) else ()


def _past(decisions: tuple[Decision, ...]) -> Callable[[str], Decision | None]:
    """Finds a decision by its id; the list is gone through when it is first asked."""
    known: dict[str, Decision] = {}

    def past(name: str) -> Decision | None:
        if not known:
            known.update((decision.id, decision) for decision in decisions if decision.id)
        return known.get(name)

    return past


SUSPECTED: Final = "suspected planting: "
"""How a refusal begins that tells of words of a tool, a file or the web that tried to become an order through a model."""


def refusal(answer: Refused, source: Source, now: datetime, *, by: str = "") -> Decision:
    """Writes down what the gate refused; secrets are cut out, and what may not be said again is not repeated."""
    delta = answer.delta
    planted = source == "model" and (answer.suspected or answer.reason == "injection")
    say = f"{SUSPECTED}{answer.say}" if planted else answer.say
    return Decision(
        "refused", answer.reason, say, stamp(now), source,
        proposed="" if answer.reason in UNSPEAKABLE else words_of(delta),
        rules=tuple(each for each in answer.rules or _about(delta) if not scrub(each)[1]),
        quotes=offered(delta),
        by=by or source,
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
