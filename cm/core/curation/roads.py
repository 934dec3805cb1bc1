"""Who goes live: what comes by which road, with whose words, is active at once, and what waits as a draft.

Not here: who is let in at all (`core/curation/admit.py`), when a draft that waited goes live (`core/curation/decide.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from cm.core.curation.witness import sessions_behind, shares_words, turns_round
from cm.core.language.grammar import gives_orders
from cm.model.delta import Add, Merge, Replace, Source
from cm.model.rule import Kind
from cm.model.session import Event
from cm.model.settings import Admission, AdmissionPolicy

MACHINES: Final[frozenset[Source]] = frozenset(("agent", "heuristic", "model", "file"))
"""Roads on which nobody's own hand wrote the words: what comes by them needs a witness."""
PEOPLE: Final[frozenset[Source]] = frozenset(("human", "script", "review", "hand-edit"))


def state_of(
    delta: Add | Replace | Merge,
    kind: Kind,
    source: Source,
    policy: AdmissionPolicy,
    events: Mapping[str, Event],
) -> tuple[Admission, str]:
    """Whether what was admitted goes live or waits, by its road and its evidence."""
    by_user = any(item.by == "user" for item in delta.evidence)
    admission = _by_road(
        source, policy, quoted=by_user, lasting=isinstance(delta, Add) and delta.standing_words
    )
    if (
        source == "agent"
        and by_user
        and admission == "active"
        and not shares_words(delta.text, delta.evidence)
    ):
        return "draft", "the user's words that it quotes are about something else: a person has to approve it"
    if source in MACHINES and admission == "active" and turns_round(delta.text, delta.evidence, events):
        return "draft", "the words before its quote forbid what it asks for: a person has to approve it"
    if admission == "draft":
        behind = sessions_behind(delta.evidence, order=kind != "fact" or gives_orders(delta.text))
        if source in MACHINES and len(behind) >= policy.support_sessions:
            return "active", ""
        return "draft", "it waits for a second session or a person"
    return admission, ""


def _by_road(source: Source, policy: AdmissionPolicy, *, quoted: bool, lasting: bool) -> Admission:
    match source:
        case "human":
            return policy.human
        case "script":
            return policy.script
        case "agent":
            return policy.agent_quoted if quoted else policy.agent
        case "heuristic":
            return policy.standing_words if quoted and lasting else policy.heuristic
        case "model":
            return policy.model
        case "starter":
            return policy.starter
        case "import":
            return policy.imported
        case "file":
            return policy.file
        case "review" | "sweep" | "hand-edit" | "sync":
            return "active"
        case _:
            assert_never(source)
