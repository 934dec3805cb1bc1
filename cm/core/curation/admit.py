"""The gate: every road into the playbook passes here, and nothing else makes an `Admitted`.

It checks who says it and with which words (`core/curation/witness.py`), what it says (`core/screening/screen.py`), whether it was withdrawn
or refused before, and says whether it may go live or waits as a draft. Not here: what becomes of it among the rules that
stand (`core/curation/decide.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal, assert_never

from cm.core.curation.roads import MACHINES, PEOPLE, state_of
from cm.core.curation.witness import Heard, hear
from cm.core.language.grammar import gives_orders
from cm.core.language.restated import restates
from cm.core.language.text import fingerprint, normalise
from cm.core.screening.labels import HARMFUL
from cm.core.secrets.scrub import holds_placeholder
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.scopes import tidy_scope
from cm.model.decision import Decision, Reason
from cm.model.delta import (
    Add,
    Approve,
    Delta,
    Judge,
    Merge,
    Pin,
    Replace,
    Restore,
    Retire,
    Settle,
    Source,
    Split,
    Take,
)
from cm.model.playbook import Playbook
from cm.model.rule import KINDS, Kind
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
        "refused-before",
        "empty",
        "too-long",
        "bad-scope",
    )
)
"""Refusals that speak of the moment and not of the words: they bind no later proposal."""
_VAGUE: Final = """
be careful good better best clean code write practice practices quality properly well follow things thing do
great nice high try work hard smart correct correctly right use maintain keep improve software standards proper
more the a and
"""
VAGUE: Final = frozenset(_VAGUE.split())
UNPROVED: Final[frozenset[Reason]] = frozenset(("quote-not-found", "no-evidence"))


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
class _Gate:
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


def admit(
    delta: Delta,
    *,
    book: Playbook,
    events: Mapping[str, Event] = MappingProxyType({}),
    blocked: Blocklist | None = None,
    policy: CurationPolicy | None = None,
    source: Source,
    refused: Mapping[str, Decision] = MappingProxyType({}),
    instructions: str = "",
    screen: Screen | None = None,
) -> Admitted | Refused:
    """Lets a delta in with verified evidence, or refuses it with one reason; `screen` is `core/screening/screen.py` unless given."""
    gate = _Gate(
        book,
        events,
        blocked or Blocklist(),
        policy or CurationPolicy(),
        source,
        refused,
        instructions,
        screen or own_screen(),
        screen or proposal_screen(),
    )
    match delta:
        case Add():
            return _admit_add(delta, gate)
        case Replace():
            rule = book.get(delta.rule)
            if rule is None:
                return _unknown(delta, delta.rule)
            return _admit_wording(delta, delta.kind or rule.kind, gate)
        case Merge():
            missing = [rule_id for rule_id in delta.rules if book.get(rule_id) is None]
            if missing:
                return _unknown(delta, missing[0])
            kinds = [rule.kind for rule in map(book.get, delta.rules) if rule is not None]
            return _admit_wording(delta, kinds[0] if kinds else "rule", gate)
        case Retire() | Approve() | Pin():
            return _admit_verb(delta, gate)
        case Split() | Settle() | Judge() | Take() | Restore():
            return Refused(delta, "not-a-person", "nobody may do that yet")
        case _:
            assert_never(delta)


def own_screen() -> Screen:
    """The content screen that everything uses."""
    from cm.core.screening.screen import screen  # late: its patterns cost time, and tests may bring their own

    return screen


def proposal_screen() -> Screen:
    """The content screen, and that the text has the form of guidance or of a fact that holds."""
    from cm.core.reading.form import screen_proposal  # late, as above

    return screen_proposal


def _unknown(delta: Delta, rule_id: str) -> Refused:
    return Refused(delta, "unknown-rule", f"there is no rule {rule_id}", (rule_id,))


def _admit_add(delta: Add, gate: _Gate) -> Admitted | Refused:
    scope = tidy_scope(delta.scope)
    if scope is None:
        return Refused(
            delta,
            "bad-scope",
            "a path of a scope is relative to the project and stays inside it; no facet has line breaks",
        )
    if delta.kind not in KINDS:
        return Refused(delta, "bad-scope", f"there is no kind {delta.kind}")
    for label in (delta.category, delta.about, *delta.tags, *(value for _, value in scope.facets())):
        reason = gate.screen(label) if label else None
        if reason in HARMFUL:
            return Refused(delta, reason, f"a label of it is refused: {SAY[reason]}")
    delta = replace(delta, scope=scope, text=delta.text.strip(), why=delta.why.strip())
    return _admit_wording(delta, delta.kind, gate)


def _admit_wording(delta: Add | Replace | Merge, kind: Kind, gate: _Gate) -> Admitted | Refused:
    """The road of every delta that brings words."""
    refusal = _refuse_words(delta, gate)
    if refusal:
        return refusal
    heard = hear(delta.evidence, gate.events, trusted=gate.source not in MACHINES)
    refusal = _refuse_witness(delta, kind, heard, gate) or _refuse_again(delta, heard, gate)
    if refusal:
        return refusal
    delta = replace(delta, evidence=heard.kept)
    state, say = state_of(delta, kind, gate.source, gate.policy.admission, gate.events)
    if state == "refuse":
        return Refused(delta, "untrusted-author", f"the configuration refuses what comes from {gate.source}")
    return Admitted(delta, gate.source, state, say)


def _refuse_words(delta: Add | Replace | Merge, gate: _Gate) -> Refused | None:
    """Looks at the words alone: shape, content, withdrawn or not."""
    text = delta.text
    if not any(letter.isalnum() for letter in text):
        return Refused(delta, "empty", "it says nothing")
    most = gate.policy.max_rule_chars
    if len(text) > most:
        return Refused(delta, "too-long", f"it has {len(text)} characters, a rule has at most {most}")
    if gate.source in MACHINES and holds_placeholder(text):
        return Refused(delta, "secret", "a secret was taken out of it")
    proposed = gate.source in MACHINES and isinstance(delta, Add)
    reason = gate.proposal(text) if proposed else gate.screen(text)
    if reason:
        return Refused(delta, reason, SAY.get(reason, f"refused: {reason}"))
    for beside in (delta.why, getattr(delta, "reason", ""), *(item.note for item in delta.evidence)):
        reason = gate.screen(beside) if beside else None
        if reason in HARMFUL:
            return Refused(delta, reason, f"what stands beside the text is refused: {SAY[reason]}")
    line = gate.blocked.hit(text) or (gate.blocked.hit(delta.why) if delta.why else "")
    if line:
        return Refused(
            delta, "blocked", f"its content was withdrawn ({line}) and does not come back", suspected=False
        )
    words = set(normalise(text).replace(".", " ").replace(",", " ").split())
    if words <= VAGUE:
        return Refused(delta, "too-vague", "it does not say what to do differently")
    if gate.source in MACHINES and isinstance(delta, Add) and restates(text, gate.instructions):
        return Refused(delta, "restates-instructions", "an instruction file of the project says it already")
    return None


def _refuse_witness(delta: Add | Replace | Merge, kind: Kind, heard: Heard, gate: _Gate) -> Refused | None:
    """Looks at who said it: a machine needs the user's words for an order, and somebody's words for a fact."""
    if gate.source not in MACHINES:
        for item in delta.evidence:
            reason = gate.screen(item.quote)
            if reason in HARMFUL:
                return Refused(delta, reason, f"a quote of it is refused: {SAY[reason]}")
        return None
    said_by_user = any(item.by == "user" for item in heard.kept)
    order = kind != "fact" or gives_orders(delta.text)
    if not order and heard.kept:
        return None
    if said_by_user:
        return None
    if heard.kept or heard.misattributed:
        whose = ", ".join(sorted({item.by for item in heard.kept} | set(heard.misattributed)))
        return Refused(
            delta,
            "untrusted-author",
            f"only the user's words can found it, and these are of: {whose}",
            suspected=True,
        )
    if heard.own:
        return Refused(delta, "own-output", "its only evidence is what was put there from this playbook")
    if heard.lost:
        return Refused(
            delta,
            "quote-not-found",
            f"the quoted words are not in the event that it names: {heard.lost[0].quote[:80]!r}",
        )
    if gate.source == "agent":
        return None  # the policy of unquoted proposals decides: a draft that waits for a person
    return Refused(delta, "no-evidence", "it quotes nobody")


def _refuse_again(delta: Add | Replace | Merge, heard: Heard, gate: _Gate) -> Refused | None:
    """What was refused before stays refused, with the reason of then, until there is new evidence or a person asks."""
    earlier = gate.refused.get(fingerprint(delta.text))
    if earlier is None or gate.source in PEOPLE or earlier.reason in NOT_REMEMBERED:
        return None
    fresh = [item for item in heard.kept if place(item.session, item.event) not in earlier.quotes]
    if earlier.reason == "untrusted-author":
        fresh = [item for item in fresh if item.by == "user"]
    if fresh or (earlier.reason in UNPROVED and heard.kept):
        return None
    return Refused(
        delta,
        earlier.reason,
        f"refused again, there is no new evidence: {earlier.say.removeprefix('refused again, there is no new evidence: ')}",
    )


def place(session: str, event: str) -> str:
    """Where a piece of evidence stands, as decisions remember it."""
    return f"{session}#{event}"


def _admit_verb(delta: Retire | Approve | Pin, gate: _Gate) -> Admitted | Refused:
    rule = gate.book.get(delta.rule)
    if rule is None:
        return _unknown(delta, delta.rule)
    may = PEOPLE | {"agent", "sweep"} if isinstance(delta, Retire) else PEOPLE
    if gate.source not in may:
        return Refused(delta, "untrusted-author", "only a person may do that", (rule.id,))
    reason = "" if isinstance(delta, Approve) else delta.reason
    found = gate.screen(reason) if reason else None
    if found in HARMFUL:
        return Refused(delta, found, f"the reason given is refused: {SAY[found]}", (rule.id,))
    if isinstance(delta, Retire) and delta.avoid and (refusal := _refuse_avoiding(delta, gate)):
        return refusal
    if isinstance(delta, Approve):
        line = gate.blocked.hit(rule.text)
        if line:
            return Refused(
                delta, "blocked", f"its content was withdrawn ({line}) and does not come back", (rule.id,)
            )
        content = gate.screen(rule.text)
        if content:
            return Refused(delta, content, SAY.get(content, f"refused: {content}"), (rule.id,))
    return Admitted(delta, gate.source)


def _refuse_avoiding(delta: Retire, gate: _Gate) -> Refused | None:
    """Looks at the sentence that is to stay behind as any new rule is looked at."""
    if len(delta.avoid) > gate.policy.max_rule_chars:
        return Refused(delta, "too-long", f"what to avoid has {len(delta.avoid)} characters", (delta.rule,))
    if content := gate.screen(delta.avoid):
        say = SAY.get(content, content)
        return Refused(delta, content, f"what to avoid is refused: {say}", (delta.rule,))
    if line := gate.blocked.hit(delta.avoid):
        return Refused(delta, "blocked", f"what to avoid was withdrawn before ({line})", (delta.rule,))
    return None


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
