"""What the ledgers and decisions say that are heard here: the user's, and those of a trusted repository; and what of it may be printed.

A stranger's decisions and marks say nothing. Where an agent reads, words that the content screen holds back, that were withdrawn,
or that were said to another agent are left out. Not here: rules (`flows/reading.py`), what follows from any of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from cm.core.serving.blocklist import Blocklist
from cm.core.serving.standing import effective_marks, lines_that_hold
from cm.flows.env import Env
from cm.flows.permission import only_host
from cm.flows.strangers import ELSEWHERE, SCREENED, WITHDRAWN, printable_decision, printable_text
from cm.model.decision import Decision
from cm.model.ledger import Mark, Outcome, Shown
from cm.model.rule import Layer
from cm.store.decisions import read_decisions
from cm.store.ledger import LedgerFiles
from cm.store.tombstones import read_tombstones

QUOTING: Final = ("outcome", "inline", "model")  # who gives marks with words of the session as their reason


@dataclass(frozen=True)
class Heard:
    """What was decided, marked, delivered and withdrawn, as it is kept; each log is read when it is first asked for."""

    env: Env

    @cached_property
    def by_layer(self) -> tuple[tuple[Layer, Decision], ...]:
        """Every decision with its layer, oldest first."""
        env = self.env
        found: list[tuple[Layer, Decision]] = [("user", each) for each in read_decisions(env.home.decisions)]
        if env.repo and env.trusted:
            found += [("repo", each) for each in read_decisions(env.repo.decisions)]
            found.sort(key=lambda pair: pair[1].at)  # stable: what one log says in one second keeps its order
        return tuple(found)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision, oldest first."""
        return tuple(each for _, each in self.by_layer)

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """The marks that count."""
        return effective_marks(mark for ledger in self._ledgers for mark in ledger.marks())

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes that hold."""
        return lines_that_hold(each for ledger in self._ledgers for each in ledger.outcomes())

    @cached_property
    def shown(self) -> tuple[Shown, ...]:
        """Every delivery; those are kept at home alone."""
        return LedgerFiles(self.env.home.ledger_dir).shown()

    @cached_property
    def blocklist(self) -> Blocklist:
        """What was withdrawn."""
        lines = (line for ledger in self._ledgers for line in ledger.blocked())
        return Blocklist.from_lines(lines).with_erased(read_tombstones(self.env.home))

    @cached_property
    def _ledgers(self) -> tuple[LedgerFiles, ...]:
        env = self.env
        home = LedgerFiles(env.home.ledger_dir)
        return (home, LedgerFiles(env.repo.ledger_dir)) if env.repo and env.trusted else (home,)

    # --- what may be printed of it

    @property
    def _some_left_out(self) -> bool:
        return bool(self.env.agent) or self.env.audience != "private"

    def printable(self, decision: Decision) -> Decision:
        """A decision as it may be printed here."""
        if not self._some_left_out:
            return decision
        told = printable_decision(self.env, decision, self.blocklist)
        return replace(told, proposed=ELSEWHERE) if told.proposed and self._is_said_elsewhere(told) else told

    def _is_said_elsewhere(self, decision: Decision) -> bool:
        """Whether its words stand in sessions alone that are closed here, and became no rule, which is for all."""
        hosts = {place.partition("/")[0] for place in decision.quotes}
        return bool(hosts) and not decision.changes and self.only not in ("", *hosts)

    def text(self, text: str) -> str:
        """A sentence as it may be printed here."""
        return printable_text(self.env, text, self.blocklist) if self.env.agent else text

    def mark(self, mark: Mark) -> Mark:
        """A mark as it may be printed here."""
        if not self.env.agent:
            return mark
        reason, note = self.note(mark.reason), self.note(mark.note)
        if mark.by in QUOTING:
            host = mark.session.partition("/")[0]
            reason, note = self._of(host, reason), self._of(host, note)
        return replace(mark, reason=reason, note=note)

    def delivery(self, shown: Shown) -> Shown:
        """A delivery as it may be printed here: what another agent was asked to do is its own."""
        return shown if not self.env.agent else replace(shown, task=self._of(shown.host, shown.task))

    def outcome(self, outcome: Outcome) -> Outcome:
        """An outcome as it may be printed here."""
        if not self.env.agent:
            return outcome
        host = outcome.session.partition("/")[0]
        return replace(
            outcome,
            task=self._of(host, outcome.task),
            notes=self._of(host, self.note(outcome.notes)),
            named=tuple((rule, self._of(host, self.note(words))) for rule, words in outcome.named),
            checked=tuple(
                (rule, good, bad, self._of(host, self.note(did)), self._of(host, self.note(against)))
                for rule, good, bad, did, against in outcome.checked
            ),
        )

    def note(self, text: str) -> str:
        """Talk about a rule, or a command, as it may be printed here: it may speak of passing things, as no rule may."""
        from cm.core.screening.labels import HARMFUL
        from cm.core.screening.screen import screen

        if not self.env.agent or not text:
            return text
        if screen(text) in HARMFUL:
            return SCREENED
        return WITHDRAWN if self.blocklist.hit(text) else text

    def _of(self, host: str, text: str) -> str:
        return text if self.only in ("", host) else ""

    @cached_property
    def only(self) -> str:
        """The one host whose sessions may be shown here, "" when all may."""
        return only_host(self.env)


def ids_beginning(decisions: Iterable[Decision], text: str) -> Sequence[str]:
    """The rules that decisions name under this id or its beginning, in order: some are in no playbook any more."""
    asked = text.strip()
    if len(asked) <= 3:
        return ()
    known = {
        each: None
        for decision in decisions
        for each in (*decision.rules, *(rule.id for rule in decision.after))
        if each.startswith((asked, f"r-{asked}"))
    }
    return (asked,) if asked in known else tuple(known)
