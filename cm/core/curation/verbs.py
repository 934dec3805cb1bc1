"""The gate for what is done to rules that stand, and for whole rules from elsewhere: who may do it, and what may stand in it.

Here: retire, approve, pin, split, settle, judge, take, restore. Not here: new words (`core/curation/words.py`), and what becomes of any of
it in a book (`core/curation/decide.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, Final, Literal

from cm.core.curation.gate import SAY, Gate, Refused
from cm.core.curation.planted import refuse_verdict
from cm.core.curation.roads import MACHINES, PEOPLE
from cm.core.curation.witness import UNVERIFIED, hear, united
from cm.core.curation.words import (
    refuse_again,
    refuse_beside,
    refuse_private,
    refuse_quotes,
    refuse_words,
    unproved,
    withdrawn,
)
from cm.core.language.text import fingerprint
from cm.core.screening.labels import texts_beside
from cm.core.serving.scopes import tidy_scope
from cm.model.delta import (
    Approve,
    Delta,
    Doubt,
    Follow,
    Judge,
    Pin,
    Promote,
    Restore,
    Retire,
    Settle,
    Source,
    Split,
    Take,
)
from cm.model.ids import is_rule_id
from cm.model.rule import KINDS, STATES, Rule, State

CARRIERS: Final[frozenset[Source]] = PEOPLE | {"import", "starter"}
"""Who brings whole rules: somebody's hand, or a file that somebody named."""
SEES: Final[frozenset[Source]] = frozenset(("sweep", "file"))
"""Who tells what became of what a rule relies on: it was looked at, nobody was asked."""
SERVES: Final[tuple[State, ...]] = ("active", "contested")


@dataclass(frozen=True, slots=True)
class Passed:
    """What the gate lets in, tidied, before it is certified."""

    delta: Delta
    state: Literal["active", "draft"] = "active"
    say: str = ""


def spoken(
    delta: Retire | Approve | Pin | Promote | Follow | Doubt, rule: Rule, gate: Gate
) -> Passed | Refused:
    """Retiring is open to agents and the sweep too; saying yes and protecting is for people.

    What git says of a line of work, and that a rule may be out of date, is told by the sweep.
    """
    match delta:
        case Retire():
            may = PEOPLE | {"agent", "sweep"}
        case Promote() | Follow() | Doubt():
            may = PEOPLE | SEES
        case _:
            may = PEOPLE
    if gate.source not in may:
        return Refused(delta, "untrusted-author", "only a person may do that", (rule.id,))
    if isinstance(delta, Promote):
        return refuse_beside(delta, (delta.into, delta.how), gate, "the name of the branch") or Passed(delta)
    if isinstance(delta, Follow):
        return refuse_beside(delta, (delta.branch,), gate, "the name of the branch") or Passed(delta)
    if not isinstance(delta, Approve):
        refusal = refuse_beside(delta, (delta.reason,), gate, "the reason given")
        if refusal is None and isinstance(delta, Retire) and delta.avoid:
            refusal = refuse_words(delta, delta.avoid, gate)
            refusal = replace(refusal, say=f"what to avoid: {refusal.say}") if refusal else None
        return replace(refusal, rules=(rule.id,)) if refusal else Passed(delta)
    return _refuse_service(delta, rule, gate) or Passed(delta)


def _refuse_service(delta: Delta, rule: Rule, gate: Gate) -> Refused | None:
    """Whether a rule may not go into service as it stands: withdrawn, or refused by the content screen."""
    line = gate.blocked.hit(rule.text) or (gate.blocked.hit(rule.why) if rule.why else "")
    if line:
        return withdrawn(delta, line, rule.id)
    content = gate.screen(rule.text)
    if content:
        return Refused(delta, content, SAY.get(content, f"refused: {content}"), (rule.id,))
    return refuse_beside(delta, texts_beside(rule), gate, "what stands beside the text")


def split_up(delta: Split, rule: Rule, gate: Gate) -> Passed | Refused:
    """A person may make several rules of one; each of the new sentences is looked at like any other."""
    if gate.source not in PEOPLE:
        return Refused(delta, "not-a-person", "only a person may split a rule", (rule.id,))
    texts = {fingerprint(text): text.strip() for text in reversed(delta.texts)}
    if len(texts) < 2 or len(texts) != len(delta.texts):
        return Refused(delta, "empty", "a split makes two different sentences or more", (rule.id,))
    for text in delta.texts:
        refusal = refuse_words(delta, text.strip(), gate, beside=(delta.reason,))
        if refusal:
            return replace(refusal, rules=(rule.id,))
    return Passed(replace(delta, texts=tuple(text.strip() for text in delta.texts)))


def settled(delta: Settle, gate: Gate) -> Passed | Refused:
    """A person decides between two rules."""
    one, other = delta.rules
    if gate.source not in PEOPLE:
        return Refused(delta, "not-a-person", "only a person decides between two rules", delta.rules)
    if one == other or delta.keep not in (one, other, "both"):
        return Refused(delta, "unknown-rule", f"keep {one}, {other} or both", delta.rules)
    refusal = refuse_beside(delta, (delta.reason,), gate, "the reason given")
    for rule in map(gate.book.get, delta.rules):
        serves = rule is not None and (
            delta.keep == rule.id or (delta.keep == "both" and rule.state in SERVES)
        )
        if refusal is None and rule is not None and serves:
            refusal = _refuse_service(delta, rule, gate)
    return refusal or Passed(delta)


def settled_across(delta: Settle, theirs: str, gate: Gate) -> Passed | Refused:
    """A person says that a rule here and one of the other layer both hold; more cannot be said from here."""
    if delta.keep != "both":
        say = f"{theirs} is of another playbook: of the two only both can be kept"
        return Refused(delta, "bad-scope", say, delta.rules)
    return settled(delta, gate)


def judged(delta: Judge, gate: Gate) -> Passed | Refused:
    """A judgement of a machine needs words of the session that bear it out; what is said beside it is screened."""
    if not (isfinite(delta.weight) and delta.weight > 0):
        return Refused(delta, "empty", "a mark without weight says nothing", (delta.rule,))
    beside = (delta.reason, *(item.note for item in delta.evidence))
    refusal = refuse_beside(delta, beside, gate, "the reason given")
    if refusal:
        return replace(refusal, rules=(delta.rule,))
    heard = hear(delta.evidence, gate.events, trusted=gate.source not in MACHINES)
    kept = tuple(item for item in heard.kept if not delta.session or item.session in ("", delta.session))
    if gate.source in MACHINES:
        refusal = None if kept else _unheard(delta, gate)
        if gate.source == "model":
            refusal = refusal or refuse_verdict(delta, kept, gate)
    else:
        refusal = refuse_quotes(delta, delta.evidence, gate)
    refusal = refusal or refuse_again(delta, kept, gate)
    return replace(refusal, rules=(delta.rule,)) if refusal else Passed(replace(delta, evidence=kept))


def _unheard(delta: Judge, gate: Gate) -> Refused:
    heard = hear(delta.evidence, gate.events, trusted=False)
    if heard.misattributed:
        whose = ", ".join(sorted(set(heard.misattributed)))
        return Refused(delta, "untrusted-author", f"the quoted words are of: {whose}", suspected=True)
    if heard.kept:
        return Refused(delta, "no-evidence", f"what it quotes was not said in {delta.session}")
    return unproved(delta, heard, gate, needed=True) or Refused(delta, "no-evidence", "it quotes nobody")


def restored(delta: Restore, rule: Rule, gate: Gate) -> Passed | Refused:
    """A person takes a decision back, or an agent its own; what was withdrawn does not come back that way."""
    if gate.source not in PEOPLE | {"agent"}:
        return Refused(
            delta, "not-a-person", "only a person, or the agent that did it, takes it back", (rule.id,)
        )
    refusal = refuse_beside(delta, (delta.reason,), gate, "the reason given")
    if refusal:
        return replace(refusal, rules=(rule.id,))
    to = delta.to
    if to is not None and to.id != rule.id:
        return Refused(delta, "unknown-rule", f"{to.id} is not {rule.id}", (rule.id,))
    if gate.source == "agent" and (rule.pinned or (to is not None and to.pinned)):
        return Refused(delta, "pinned", f"{rule.id} is pinned: {rule.pinned or 'it was'}", (rule.id,))
    falls = to is not None and to.state == "draft" and rule.state in SERVES
    as_it_is = (
        to is not None and (to.text, to.why) == (rule.text, rule.why) and (falls or to.state == rule.state)
    )
    if to is not None and to.state in (*SERVES, "draft") and not as_it_is:
        return _refuse_service(delta, to, gate) or Passed(delta)
    return Passed(delta)


def taken(delta: Take, gate: Gate) -> Passed | Refused:
    """A whole rule comes in with every text in it looked at; what nobody here has seen claims no yes and no pin."""
    rule = delta.rule
    scope = tidy_scope(rule.scope)
    if gate.source not in CARRIERS:
        return Refused(delta, "untrusted-author", "a whole rule comes from a file that a person named")
    if not is_rule_id(rule.id):
        return Refused(
            delta, "bad-scope", f"{rule.id[:40]!r} is no id: letters, digits, and - _ . : after them"
        )
    if scope is None or rule.kind not in KINDS or rule.state not in STATES:
        return Refused(delta, "bad-scope", "its scope, kind or state is none", (rule.id,))
    text, why = rule.text.strip(), rule.why.strip()
    refusal = refuse_private(delta, gate) or refuse_words(delta, text, gate, why=why, beside=_beside(rule))
    refusal = refusal or refuse_quotes(delta, rule.evidence, gate) or refuse_again(delta, rule.evidence, gate)
    if refusal:
        return replace(refusal, rules=(rule.id,))
    heard = hear(rule.evidence, gate.events, trusted=True)
    lost = (replace(item, note=item.note or UNVERIFIED) for item in heard.lost)
    forgotten = tuple(was for was in rule.was if gate.blocked.hit(was.text) or gate.blocked.hit(was.why))
    clean = replace(
        rule, text=text, why=why, scope=scope, evidence=united(heard.kept, lost),
        was=tuple(was for was in rule.was if was not in forgotten),
    )  # fmt: skip
    say = "an earlier wording of it was withdrawn here and is left out" if forgotten else ""
    if delta.live or rule.state in ("retired", "superseded"):
        return Passed(replace(delta, rule=clean), "active", say)
    wanted = gate.policy.admission.starter if gate.source == "starter" else gate.policy.admission.imported
    if wanted == "refuse":
        return Refused(delta, "untrusted-author", f"the configuration refuses what comes from {gate.source}")
    clean = replace(clean, approved="", pinned="")
    waits = wanted == "draft" or rule.state == "draft"
    return Passed(
        replace(delta, rule=clean),
        "draft" if waits else "active",
        "; ".join(part for part in ("it waits for a person" if waits else "", say) if part),
    )


def _beside(rule: Rule) -> Iterator[str]:
    """Every other text of a whole rule, those that this version does not know of included."""
    yield from texts_beside(rule)
    yield from (rule.pinned, rule.stale, rule.origin.name, *rule.anchors)
    for was in rule.was:
        yield from (was.text, was.why, was.reason)
    for item in rule.evidence:
        yield item.note
    yield from _strings(rule.extra)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from (str(name), *_strings(inner))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)
