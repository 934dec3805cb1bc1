"""The curator: deltas in, decisions and the next book out. A pure function; the law tests in `tests/laws` bind it.

Each delta goes through the gate (`core/admit.py`), is answered once (`core/decide.py`) and folded in (`core/apply.py`);
then the sweep (`core/sweep.py`) looks at what the ledger says. Writing it all down: `flows/commit.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from cm.core.blocklist import Blocklist
from cm.model.decision import Decision, Reason
from cm.model.delta import Delta, Source
from cm.model.ledger import Mark
from cm.model.playbook import Playbook
from cm.model.session import Event
from cm.model.settings import CurationPolicy

Screen = Callable[[str], "Reason | None"]


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
    events: Mapping[str, Event] | None = None,
    instructions: str = "",
    screen: Screen | None = None,
    sweeping: bool = True,
) -> Curation:
    """Decides every delta against the book as it stands by then, then sweeps."""
    raise NotImplementedError


def refusals(decisions: Iterable[Decision]) -> dict[str, Decision]:
    """What was refused before, by the fingerprint of its text, with the first reason and all evidence seen since."""
    raise NotImplementedError
