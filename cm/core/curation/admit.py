"""The gate: every road into the playbook passes here, and nothing else makes an `Admitted`.

It checks who says it and with which words (`core/curation/witness.py`), what it says (`core/curation/words.py`), whether it was withdrawn
or refused before, and says whether it may go live or waits as a draft. Verbs without words of their own are let in by
`core/curation/verbs.py`. Not here: what becomes of it among the rules that stand (`core/curation/decide.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from cm.core.curation.gate import Admitted, Gate, Refused, Screen
from cm.core.curation.planted import borrows_reason, refuse_opposite
from cm.core.curation.roads import MACHINES, state_of
from cm.core.curation.verbs import (
    Passed,
    judged,
    restored,
    settled,
    settled_across,
    split_up,
    spoken,
    taken,
)
from cm.core.curation.witness import hear
from cm.core.curation.words import (
    refuse_again,
    refuse_beside,
    refuse_private,
    refuse_witness,
    refuse_words,
    repeats_private,
)
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.scopes import tidy_scope
from cm.model.decision import Decision
from cm.model.delta import (
    Add,
    Approve,
    Delta,
    Doubt,
    Follow,
    Judge,
    Merge,
    Pin,
    Promote,
    Replace,
    Restore,
    Retire,
    Settle,
    Source,
    Split,
    Take,
)
from cm.model.ids import is_rule_id
from cm.model.playbook import Playbook
from cm.model.rule import KINDS, Kind, Layer
from cm.model.session import Event
from cm.model.settings import CurationPolicy

__all__ = ["Admitted", "Refused", "Screen", "admit", "own_screen", "proposal_screen"]


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
    beside: Playbook | None = None,
    at_home: Blocklist | None = None,
    layer: Layer = "user",
) -> Admitted | Refused:
    """Lets a delta in with verified evidence, or refuses it with one reason; `screen` is `core/screening/screen.py` unless given."""
    gate = Gate(
        book,
        events,
        blocked or Blocklist(),
        policy or CurationPolicy(),
        source,
        refused,
        instructions,
        screen or own_screen(),
        screen or proposal_screen(),
        beside,
        layer,
        at_home or Blocklist(),
    )
    answer = _passed(delta, gate)
    if isinstance(answer, Refused):
        return answer
    return Admitted(answer.delta, source, answer.state, answer.say)


def _passed(delta: Delta, gate: Gate) -> Passed | Refused:
    match delta:
        case Add():
            return _add(delta, gate)
        case Replace():
            rule = gate.book.get(delta.rule)
            if rule is None:
                return _unknown(delta, delta.rule)
            return _wording(delta, delta.kind or rule.kind, gate)
        case Merge():
            missing = [rule_id for rule_id in delta.rules if gate.book.get(rule_id) is None]
            if missing:
                return _unknown(delta, missing[0])
            kinds = [rule.kind for rule in map(gate.book.get, delta.rules) if rule is not None]
            return _wording(delta, kinds[0] if kinds else "rule", gate)
        case Take():
            return taken(delta, gate)
        case Retire() | Approve() | Pin() | Split() | Judge() | Restore() | Promote() | Follow() | Doubt():
            rule = gate.book.get(delta.rule)
            if rule is None:
                return _unknown(delta, delta.rule)
            match delta:
                case Split():
                    return split_up(delta, rule, gate)
                case Judge():
                    return judged(delta, gate)
                case Restore():
                    return restored(delta, rule, gate)
                case _:
                    return spoken(delta, rule, gate)
        case Settle():
            missing = [rule_id for rule_id in delta.rules if gate.book.get(rule_id) is None]
            if len(missing) == 1 and gate.beside is not None and gate.beside.get(missing[0]) is not None:
                return settled_across(delta, missing[0], gate)
            return _unknown(delta, missing[0]) if missing else settled(delta, gate)
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


def _add(delta: Add, gate: Gate) -> Passed | Refused:
    scope = tidy_scope(delta.scope)
    if scope is None:
        return Refused(
            delta,
            "bad-scope",
            "a path of a scope is relative to the project and stays inside it; no facet has line breaks",
        )
    if delta.kind not in KINDS:
        return Refused(delta, "bad-scope", f"there is no kind {delta.kind}")
    labels = (delta.id, delta.category, delta.about, *delta.tags, *(value for _, value in scope.facets()))
    refusal = refuse_private(delta, gate) or refuse_beside(delta, labels, gate, "a label of it")
    if refusal:
        return refusal
    if delta.id and not is_rule_id(delta.id):
        return Refused(
            delta, "bad-scope", f"{delta.id[:40]!r} is no id: letters, digits, and - _ . : after them"
        )
    delta = replace(delta, scope=scope, text=delta.text.strip(), why=delta.why.strip())
    return _wording(delta, delta.kind, gate)


def _wording(delta: Add | Replace | Merge, kind: Kind, gate: Gate) -> Passed | Refused:
    """The road of every delta that brings words."""
    beside = (getattr(delta, "reason", ""), *(item.note for item in delta.evidence))
    refusal = refuse_words(delta, delta.text, gate, why=delta.why, beside=beside)
    if refusal and gate.source != "model":
        return refusal
    if isinstance(delta, Add) and delta.surplus and not refusal:
        say = "it stands behind the most that one answer may propose"
        return Refused(delta, "too-long", f"{say}; {delta.record}" if delta.record else say)
    heard = hear(delta.evidence, gate.events, trusted=gate.source not in MACHINES)
    if refusal:  # that somebody planted it is told, whatever else speaks against it
        planted = refuse_witness(delta, kind, heard, gate)
        return replace(refusal, suspected=planted is not None and planted.suspected)
    refusal = (
        refuse_witness(delta, kind, heard, gate)
        or refuse_again(delta, heard.kept, gate)
        or repeats_private(delta, (item.quote for item in heard.kept), gate)
    )
    if refusal:
        return refusal
    if isinstance(delta, Add) and delta.ended_badly and gate.source in MACHINES:
        return Refused(delta, "ended-badly", delta.record)
    if isinstance(delta, Add) and delta.opposed and gate.source in MACHINES:
        return Refused(delta, "contradicts", delta.record)
    if gate.source == "model" and (refusal := refuse_opposite(delta, kind, heard)):
        return refusal
    delta = replace(delta, evidence=heard.kept)
    unsaid = ""
    if gate.source == "model" and borrows_reason(delta.why, heard, gate):
        delta = replace(delta, why="")
        unsaid = "its reason is left out: it is an order of a tool, a file or a page"
    state, say = state_of(delta, kind, gate.source, gate.policy.admission, gate.events)
    if state == "refuse":
        return Refused(delta, "untrusted-author", f"the configuration refuses what comes from {gate.source}")
    record = delta.record if isinstance(delta, Add) else ""
    return Passed(delta, state, "; ".join(part for part in (say, unsaid, record) if part))
