"""Proposed changes to a playbook. A delta decides nothing: `core/curation/admit.py` lets it in, `core/curation/decide.py` answers it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from cm.model.ledger import Verdict
from cm.model.rule import Evidence, Kind, Origin, Rule, Scope, Unmerged, Valid, Visibility

Source: TypeAlias = Literal[
    "human",
    "script",
    "agent",
    "heuristic",
    "model",
    "starter",
    "import",
    "review",
    "sweep",
    "hand-edit",
    "sync",
    "file",
]
"""The road a delta comes by; policy per source says what goes live (DESIGN 4)."""


@dataclass(frozen=True, slots=True)
class Add:
    """A new rule."""

    text: str
    kind: Kind = "rule"
    category: str = ""
    scope: Scope = field(default_factory=Scope)
    why: str = ""
    evidence: tuple[Evidence, ...] = ()
    tags: tuple[str, ...] = ()
    origin: Origin | None = None
    standing_words: bool = False  # the user's own words say that it should last ("always", "from now on")
    valid: Valid | None = None
    review_after: str = ""
    visibility: Visibility | Literal[""] = ""
    about: str = ""
    unmerged: Unmerged | None = None
    id: str = ""  # a wished id (import, starters); "" = from the content
    record: str = ""  # what earlier sessions tell of it, with and without the behaviour
    ended_badly: bool = False  # by that record, sessions that kept to it went wrong more often
    opposed: bool = False  # by that record, the user says the opposite oftener
    surplus: bool = False  # it stands behind the most that one answer may propose
    reconsidered: bool = (
        False  # its session is judged by other criteria than before: an earlier refusal does not bind
    )


@dataclass(frozen=True, slots=True)
class Replace:
    """New words for a standing rule; the old ones are kept in `was`."""

    rule: str
    text: str
    why: str = ""
    reason: str = ""
    kind: Kind | None = None
    evidence: tuple[Evidence, ...] = ()
    since: str = ""  # of a fact: from when the new words hold, and the old ones no more; "" = from now on
    wording: bool = False  # of a fact: it was only said badly, nothing changed


@dataclass(frozen=True, slots=True)
class Merge:
    """Several rules become one; the first keeps its id, the others are superseded by it."""

    rules: tuple[str, ...]
    text: str
    why: str = ""
    reason: str = ""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Retire:
    """A rule leaves service; its text and evidence stay in the file."""

    rule: str
    reason: str
    avoid: str = ""  # the sentence of an anti-pattern that takes its place; "" leaves nothing behind
    heir: str = ""  # the rule of either layer that says it from now on, and for which its marks count


@dataclass(frozen=True, slots=True)
class Approve:
    """A human says yes to a draft or a contested rule, or that a rule holds still."""

    rule: str
    until: str = ""  # when to look at it again; "" where that is due: not asked again


@dataclass(frozen=True, slots=True)
class Pin:
    """A human protects a rule from every automatic change; an empty reason unpins."""

    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class Split:
    """A person makes several rules of one; the first keeps its id, its marks and its evidence."""

    rule: str
    texts: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Settle:
    """A person decides between two rules that look opposed or alike: one of them holds, or both do."""

    rules: tuple[str, str]
    keep: str  # the id of the one that holds, or "both"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Judge:
    """A reflector found a rule helpful or harmful in a session: a ledger event when the gate lets it in."""

    rule: str
    verdict: Verdict
    session: str
    reason: str = ""
    evidence: tuple[Evidence, ...] = ()
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Take:
    """A whole rule from elsewhere, with its history: an import, a migration, another machine."""

    rule: Rule
    live: bool = False  # a person said that what was in service there goes live here too


@dataclass(frozen=True, slots=True)
class Restore:
    """A rule becomes again what it was before a decision that is taken back."""

    rule: str
    to: Rule | None  # None: it was not there; it retires
    undoes: str  # the decision
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Promote:
    """What a rule was learned on reached the main branch: it holds everywhere from now on."""

    rule: str
    line: Unmerged  # the line of work that was asked about: the rule may have another one by now
    into: str  # the main branch
    how: str = ""  # by which sign, where the commit itself is not in it


@dataclass(frozen=True, slots=True)
class Follow:
    """The branch that a rule was learned on has another name by now: the rule is of that one."""

    rule: str
    line: Unmerged  # the line of work that was asked about
    branch: str  # its name now


@dataclass(frozen=True, slots=True)
class Doubt:
    """A rule may be out of date: held back until a person says that it holds."""

    rule: str
    reason: str


Delta: TypeAlias = (
    Add
    | Replace
    | Merge
    | Retire
    | Approve
    | Pin
    | Split
    | Settle
    | Judge
    | Take
    | Restore
    | Promote
    | Follow
    | Doubt
)
