"""When each rule was last handed out, or named in a session: what the sweep asks before it calls a rule unused.

Not here: marks, which the curator is given anyway, and what follows from age (`core/curation/aging.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from cm.core.curation.aging import Uses
from cm.core.curation.undoing import pardoned
from cm.core.serving.standing import lines_that_hold
from cm.errors import BadState
from cm.flows.env import Env
from cm.model.decision import Decision
from cm.store.hostfiles import read_exports
from cm.store.ledger import LedgerFiles


def last_uses(env: Env, decisions: Iterable[Decision]) -> Uses:
    """The newest delivery or mention of every rule; what stands in an exported file is seen to this day."""
    ledger = LedgerFiles(env.home.ledger_dir)
    seen: dict[str, str] = {}

    def note(rules: Iterable[str], at: str) -> None:
        for rule in rules:
            seen[rule] = max(at, seen.get(rule, ""))

    for shown in ledger.shown():
        note(shown.rules, shown.at)
    for outcome in lines_that_hold(ledger.outcomes()):
        note((*outcome.rules, *outcome.followed, *(rule for rule, _ in outcome.named)), outcome.at)
    with suppress(BadState):
        for file in read_exports(env.home.exports).files.values():
            if not file.copy:
                note(file.rules, env.stamp)
    return Uses(seen, pardoned(decisions))
