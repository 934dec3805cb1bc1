"""What the gate knows, and the two answers it gives. Every module of the gate uses these; none of them decides about a book.

Not here: letting in words (`core/curation/words.py`), verbs of people (`core/curation/verbs.py`), the door itself (`core/curation/admit.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from cm.core.serving.blocklist import Blocklist
from cm.model.decision import Decision, Reason
from cm.model.delta import Add, Delta, Judge, Merge, Replace, Source, Split, Take
from cm.model.playbook import Playbook
from cm.model.rule import Evidence, Layer
from cm.model.session import Event
from cm.model.settings import CurationPolicy

Screen = Callable[[str], Reason | None]

NOT_REMEMBERED: Final[frozenset[Reason]] = frozenset(
    (
        "blocked",
        "unknown-rule",
        "not-active",
        "would-duplicate",
        "pinned",
        "empty",
        "too-long",
        "bad-scope",
        "contradicts",
        "changed-since",
        "not-a-person",
        "ended-badly",
        "private",
    )
)
"""Refusals that speak of the moment and not of the words: they bind no later proposal."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """A delta that the gate let in: its evidence is verified, its scope tidy, and it is said whether it may go live."""

    delta: Delta
    source: Source
    state: Literal["active", "draft"] = "active"
    say: str = ""  # why it waits as a draft


@dataclass(frozen=True, slots=True)
class Refused:
    """A delta that the gate kept out, and why."""

    delta: Delta
    reason: Reason
    say: str
    rules: tuple[str, ...] = ()
    suspected: bool = False  # words of an agent, a tool or a file tried to become an order


@dataclass(frozen=True, slots=True)
class Gate:
    """What the gate knows while it looks at one delta."""

    book: Playbook
    events: Mapping[str, Event]
    blocked: Blocklist
    policy: CurationPolicy
    source: Source
    refused: Mapping[str, Decision]
    instructions: str
    screen: Screen
    proposal: Screen  # what is asked of the text of a new rule that no person wrote
    beside: Playbook | None = None  # the other layer's book, where a delta names a rule of it
    layer: Layer = "user"  # whose book it is
    at_home: Blocklist = field(default_factory=Blocklist)  # of a repository's book: what is private at home


def words_of(delta: Delta) -> str:
    """What a delta proposes to say, as decisions write it down and remember it."""
    match delta:
        case Add() | Replace() | Merge():
            return delta.text
        case Take():
            return delta.rule.text
        case Split():
            return " · ".join(delta.texts)
        case Judge():
            return f"{delta.verdict} {delta.rule} in {delta.session or 'no session'}"
        case _:
            return ""


def evidence_of(delta: Delta) -> tuple[Evidence, ...]:
    """The evidence that a delta brings."""
    if isinstance(delta, Add | Replace | Merge | Judge):
        return delta.evidence
    return delta.rule.evidence if isinstance(delta, Take) else ()


def offered(delta: Delta) -> tuple[str, ...]:
    """The places of the evidence that a delta brought."""
    return tuple(
        dict.fromkeys(
            place(item.session, item.event) for item in evidence_of(delta) if item.event or item.session
        )
    )


def place(session: str, event: str) -> str:
    """Where a piece of evidence stands, as decisions remember it."""
    return f"{session}#{event}"


SAY: Final[Mapping[Reason, str]] = MappingProxyType(
    {
        "secret": "it holds a secret",
        "personal": "it is about a person",
        "injection": "it tries to steer the agent that reads it",
        "control-characters": "it has characters that cannot be seen",
        "own-output": "it repeats what was put there from this playbook",
        "not-lasting": "it speaks of a passing state and not of what should hold later",
        "path-noise": "it is a list of paths or machine output without guidance",
        "refusal-text": "it is an agent's refusal, not a lesson",
        "self-reference": "it is about this memory itself",
        "too-vague": "it does not say what to do differently",
    }
)
