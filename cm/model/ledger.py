"""The ledger: what happened to rules after they were made. Append-only lines; undoing is another line.

Not here: what follows from them (`core/serving/standing.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Verdict: TypeAlias = Literal["helpful", "harmful"]


@dataclass(frozen=True, slots=True)
class Mark:
    """Somebody found a rule helpful or harmful. Idempotent by `id`."""

    id: str  # "m-" + hash of (rule, verdict, session) or, without a session, of (rule, verdict, UTC day, nonce)
    rule: str
    verdict: Verdict
    at: str
    session: str = ""
    by: str = "human"  # human | agent | outcome | model | inline | import | script
    reason: str = ""
    note: str = ""
    weight: float = 1.0
    undoes: str = ""  # id of the mark this takes back
    tx: str = ""  # the change it belongs to


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a session ended, and the rules that were named or followed in it. `session` is "" where nobody said which."""

    id: str
    session: str
    status: Literal["success", "failure", "mixed", "partial", "unknown"]
    at: str
    rules: tuple[str, ...] = ()
    by: str = "heuristic"
    sentiment: str = "neutral"
    notes: str = ""
    followed: tuple[str, ...] = ()  # rules whose commands it ran, and never went against
    ignored: tuple[str, ...] = ()  # rules that its commands went against
    named: tuple[tuple[str, str], ...] = ()  # a rule, and the agent's words that say it acts on it
    checked: tuple[tuple[str, int, int, str, str], ...] = ()
    """A rule, how often followed and gone against, the last command that did either."""
    task: str = ""
    seconds: int = 0
    errors: int = 0
    retries: bool = False
    undoes: str = ""  # id of the outcome this takes back
    tx: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A delivery: what was given to whom. Being shown is not being obeyed."""

    id: str  # the envelope's id, "c-…"
    at: str
    door: str  # context, hook, mcp, export
    rules: tuple[str, ...]
    sha256: str  # of the delivered bytes
    task: str = ""  # scrubbed
    project: str = ""
    host: str = ""
    session: str = ""


@dataclass(frozen=True, slots=True)
class Blocked:
    """Withdrawn content: it does not come back under any id."""

    id: str
    rule: str
    text: str  # normalised
    at: str
    by: str
    reason: str = ""
    undoes: str = ""
    tx: str = ""
