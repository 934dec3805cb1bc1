"""What is asked of a language model and what comes back: messages, limits, a reply, or a failure of a named kind.

Not here: who answers (`cm/llm/`), what it costs (`core/spending.py`), what a reply says (`core/reflection/replies.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Role: TypeAlias = Literal["system", "user", "assistant"]
FailureKind: TypeAlias = Literal[
    "no-key", "refused-key", "no-such-model", "bad-request", "no-schema", "too-long", "declined", "rate-limited",
    "no-credit", "overloaded", "timed-out", "unreachable", "cut-off", "empty", "garbled", "stopped", "no-program", "over-budget",
]  # fmt: skip

AGAIN: Final[frozenset[FailureKind]] = frozenset(
    ("rate-limited", "overloaded", "timed-out", "unreachable", "cut-off", "empty", "garbled")
)
"""Failures that may pass when the same is asked again."""
NOT_WORKED_ON: Final[frozenset[FailureKind]] = frozenset(
    ("no-key", "refused-key", "no-such-model", "bad-request", "no-schema", "too-long", "rate-limited", "no-credit", "over-budget")
)  # fmt: skip
"""Failures by which a provider says that it did none of the work: where it says so by HTTP, nothing is owed for them."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of what is sent."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Limits:
    """What one call may take."""

    tokens_out: int = 4000
    seconds: float = 180.0


@dataclass(frozen=True, slots=True)
class Used:
    """What a provider says that a call took."""

    tokens_in: int  # cached ones included
    tokens_out: int
    cached: int = 0
    nano_usd: int | None = None  # where the provider names money itself


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model wrote."""

    text: str
    model: str = ""  # as the provider calls it
    used: Used | None = None  # None: the provider did not say
    whole: bool = True  # False: it ended because the limit of tokens was reached


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no reply, and what to do next."""

    kind: FailureKind
    say: str
    hint: str = ""
    status: int | None = None  # of HTTP
    retry_after: float | None = None  # seconds that the provider asks to wait
    raw: str = ""  # what came instead of a reply, scrubbed
    turned_away: bool = False  # nothing is owed: it was never sent, or sent back unread
    used: Used | None = None

    @property
    def may_pass(self) -> bool:
        """Whether asking again may help."""
        return self.kind in AGAIN
