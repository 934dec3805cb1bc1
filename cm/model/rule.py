"""A rule and what it carries: scope, evidence, origin, earlier wordings.

Standing is not here: it is computed from the ledger (`core/serving/standing.py`). How a rule looks in YAML: `store/schema.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

Kind: TypeAlias = Literal["rule", "anti-pattern", "fact", "preference"]
State: TypeAlias = Literal["draft", "active", "contested", "superseded", "retired"]
Stage: TypeAlias = Literal["candidate", "established", "proven"]
OriginBy: TypeAlias = Literal[
    "heuristic", "model", "agent", "human", "script", "starter", "import", "inversion", "merge", "file"
]
EvidenceBy: TypeAlias = Literal["user", "agent", "tool", "file", "human", "import"]
Layer: TypeAlias = Literal["user", "repo"]
Visibility: TypeAlias = Literal["private", "team", "public"]

KINDS: Final[tuple[Kind, ...]] = ("rule", "anti-pattern", "fact", "preference")
VISIBILITIES: Final[tuple[Visibility, ...]] = ("private", "team", "public")
STATES: Final[tuple[State, ...]] = ("draft", "active", "contested", "superseded", "retired")
EMPTY: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a rule holds: every facet that is set must hold; none set = everywhere."""

    project: str = ""
    path: str = ""
    language: str = ""
    framework: str = ""
    task: str = ""
    host: str = ""

    def facets(self) -> tuple[tuple[str, str], ...]:
        """The facets that are set, in a fixed order."""
        pairs = (("project", self.project), ("path", self.path), ("language", self.language))
        more = (("framework", self.framework), ("task", self.task), ("host", self.host))
        return tuple((name, value) for name, value in pairs + more if value)

    def key(self) -> str:
        """One text that two scopes share exactly when they are the same."""
        return ";".join(f"{name}={value}" for name, value in self.facets())


@dataclass(frozen=True, slots=True)
class Evidence:
    """The words that prove a rule: the exact span of a journal event, and who said it."""

    by: EvidenceBy
    quote: str
    session: str = ""
    event: str = ""
    span: tuple[int, int] | None = None  # character offsets of the quote in the event's text
    at: str = ""
    note: str = ""  # e.g. "scrubbing rules changed", "unverified"


@dataclass(frozen=True, slots=True)
class Origin:
    """Which road a rule came by."""

    by: OriginBy
    at: str
    name: str = ""  # starter's name, importing file, model


@dataclass(frozen=True, slots=True)
class Was:
    """An earlier wording, kept with its reason."""

    text: str
    why: str = ""
    until: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Retirement:
    at: str
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Valid:
    """When a fact holds; either end may be open, and each is as exact as it is written: `2026`, `2026-03`, a day, a moment."""

    since: str = ""  # `from` in YAML
    until: str = ""  # a bare year, month or day is still part of it


@dataclass(frozen=True, slots=True)
class Unmerged:
    """The line of work that a rule was learned on and that has not reached the main branch: it is served only there."""

    branch: str
    commit: str = ""  # the one that has to reach the main branch


@dataclass(frozen=True, slots=True)
class Rule:
    """One lesson, with all that supports it."""

    id: str
    text: str
    kind: Kind = "rule"
    category: str = "general"
    scope: Scope = field(default_factory=Scope)
    state: State = "active"
    why: str = ""
    evidence: tuple[Evidence, ...] = ()
    origin: Origin = field(default_factory=lambda: Origin("human", ""))
    tags: tuple[str, ...] = ()
    pinned: str = ""  # the reason it is pinned; "" = not pinned
    approved: str = ""  # when a human approved it
    valid: Valid | None = None
    review_after: str = ""  # when a person should look at it again; it is served until then and after
    visibility: Visibility | Literal[""] = ""  # "" = by its kind (`core/serving/audience.py`)
    about: str = ""  # whom or what it is of: `person:Amal`, `project:shop`; several with commas
    unmerged: Unmerged | None = None
    anchors: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    replaced_by: str = ""
    contests: tuple[str, ...] = ()  # rules it cannot stand beside: review decides
    overrules: tuple[str, ...] = ()  # wider rules that do not hold where this one does
    settled: tuple[
        str, ...
    ] = ()  # rules a person said it may stand beside, however alike or opposed they look
    stale: str = ""  # why it may be out of date: held back until a person says that it still holds
    retired: Retirement | None = None
    was: tuple[Was, ...] = ()
    extra: Mapping[str, Any] = field(
        default_factory=lambda: EMPTY
    )  # fields this version does not know: kept, served, named by doctor

    @property
    def forbids(self) -> bool:
        """Whether the rule says what not to do."""
        return self.kind == "anti-pattern"
