"""What the ledger says of a rule now; computed by `core/serving/standing.py`, never stored in YAML."""

from __future__ import annotations

from dataclasses import dataclass

from cm.model.rule import Layer, Rule, Stage


@dataclass(frozen=True, slots=True)
class Standing:
    """Decayed sums, undecayed counts, score and stage of one rule at one moment."""

    helpful: float = 0.0
    harmful: float = 0.0
    score: float = 0.0
    n_plus: int = 0
    n_minus: int = 0
    stage: Stage = "candidate"
    last: str = ""  # the newest mark


NO_MARKS = Standing()


@dataclass(frozen=True, slots=True)
class Shelved:
    """A rule with all that the predicate needs to know of it: its layer, whether that is trusted, its standing, what speaks against it."""

    rule: Rule
    layer: Layer = "user"
    trusted: bool = True
    standing: Standing = NO_MARKS
    blocked_by: str = ""  # id of the blocked-log line whose content it repeats
    screened: str = ""  # reason code of the content screen, "" = clean
    gone: str = (
        ""  # what it relies on was in this working tree and is gone, as a clause; "" = nothing is known to be
    )
