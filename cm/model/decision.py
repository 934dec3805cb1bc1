"""What the curator decided: one per delta, refusals included. Decisions are data; `core/curation/apply.py` only folds them.

Each one carries the rules as they are after it, so that folding decisions rebuilds the book without knowing why.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from cm.model.ledger import Mark
from cm.model.rule import Rule

Verdict: TypeAlias = Literal[
    "added", "reinforced", "replaced", "merged", "retired", "approved", "pinned", "unpinned",
    "inverted", "adopted", "refused", "unchanged", "contested", "settled", "split", "marked", "undone", "stale", "promoted",
    "moved", "raised", "lowered",
]  # fmt: skip

Reason: TypeAlias = Literal[
    # why something was done
    "new", "exact-duplicate", "near-duplicate", "supported-again", "asked", "standing", "hand-edit", "first-sight", "other-machine",
    "contradicts", "narrower-scope", "newer-words", "higher-authority", "duplicate-elsewhere", "expired", "stale", "undone",
    "merged", "renamed", "gone-against",
    # why something was refused, or changed nothing
    "blocked", "secret", "personal", "injection", "untrusted-author", "quote-not-found", "no-evidence", "not-lasting",
    "path-noise", "refusal-text", "self-reference", "own-output", "restates-instructions", "empty", "too-long", "too-vague",
    "control-characters", "unknown-rule", "not-active", "same-text", "would-duplicate", "pinned", "bad-scope",
    "changed-since", "not-a-person", "ended-badly", "private",
]  # fmt: skip

REFUSALS: Final[tuple[Reason, ...]] = (
    "blocked", "secret", "personal", "injection", "untrusted-author", "quote-not-found", "no-evidence", "not-lasting",
    "path-noise", "refusal-text", "self-reference", "own-output", "restates-instructions", "empty", "too-long", "too-vague",
    "control-characters", "unknown-rule", "not-active", "would-duplicate", "pinned", "bad-scope", "contradicts",
    "changed-since", "not-a-person", "ended-badly", "private",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Decision:
    """One answer to one delta (or one finding of the sweep)."""

    verdict: Verdict
    reason: Reason
    say: str  # one sentence for people
    at: str
    source: str  # model/delta.py: Source
    proposed: str = ""  # the text that was proposed, scrubbed; "" where the delta had none
    rules: tuple[str, ...] = ()  # ids this is about, the one that stands first
    after: tuple[Rule, ...] = ()  # rules as they are now; empty when nothing changed
    quotes: tuple[
        str, ...
    ] = ()  # "session#event" places of the evidence, or sessions that went against a rule
    id: str = ""  # given by commit: "d-…"
    tx: str = ""  # the change it belongs to
    by: str = ""  # who: human, script, or the agent's host
    undoes: str = ""  # the decision that this one takes back
    marks: tuple[Mark, ...] = ()  # what it adds to the ledger

    @property
    def changes(self) -> bool:
        """Whether the book is different after it."""
        return bool(self.after)

    @property
    def taken_over(self) -> bool:
        """Whether it tells of a file that was changed by other hands, and not of what was asked for."""
        return self.source in ("hand-edit", "sync")
