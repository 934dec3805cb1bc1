"""`cm log`: what was decided, newest first; of one rule also its versions, of a change or a decision all that belongs to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from cm.core.curation.versions import Version, versions
from cm.core.facts import is_fact
from cm.errors import NotFound
from cm.flows.env import Env
from cm.flows.facts import chain_of, may_be_told
from cm.flows.heard import Heard, ids_beginning
from cm.flows.named import several, shelved_named
from cm.flows.reading import shelf
from cm.flows.sessions import since_of
from cm.model.decision import Decision
from cm.model.rule import Layer, Rule, Valid

LIMIT: Final = 20


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which decisions are asked for; an empty field asks for nothing in particular."""

    thing: str = ""  # a rule, a decision (d-…) or a change (t-…)
    since: str = ""  # 7d, 12h, 2w or a date
    source: str = ""
    verdict: str = ""
    reason: str = ""
    most: int = LIMIT  # 0 = all


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision."""

    id: str
    tx: str  # the change it belongs to
    at: str
    verdict: str
    reason: str
    say: str
    source: str
    by: str
    layer: Layer
    rules: tuple[str, ...]
    text: str  # the words it is about: the rule's after it, or what was proposed
    undoes: str = ""
    undone_by: str = ""


@dataclass(frozen=True, slots=True)
class Stood:
    """A fact of a line in which each took the place of the one before."""

    rule: str
    text: str
    state: str
    since: str
    until: str
    told: str  # when it was first told
    by: str  # by which road
    ended: str = ""  # when another one took its place, or it left service
    ended_by: str = ""
    reason: str = ""  # why


@dataclass(frozen=True, slots=True)
class Log:
    """What was found, newest first."""

    rule: str  # "" when not one rule was asked for
    entries: tuple[Entry, ...]
    more: int  # that the limit left out
    versions: tuple[Version, ...] = ()  # of the one rule, newest first
    line: tuple[Stood, ...] = ()  # of a fact: itself and those that took each other's place, newest first
    reasons: Mapping[str, int] = field(default_factory=dict)  # how often each, of all that were found


def log(env: Env, wanted: Wanted) -> Log:
    """Tells what was decided. Raises NotFound, Ambiguous, Usage."""
    heard = Heard(env)
    since = since_of(wanted.since, env.now)
    rule = ""
    line: tuple[Stood, ...] = ()
    found = list(heard.by_layer)
    if wanted.thing:
        if wanted.thing.startswith(("d-", "t-")):
            found = _of_change(found, wanted.thing)
        else:
            rule = rule_named(env, heard, wanted.thing)
            line = line_of(env, rule)
            names = [each.rule for each in line] or [rule]
            found = [pair for pair in found if any(is_about(pair[1], name) for name in names)]
    chosen = [
        (layer, each)
        for layer, each in found
        if each.at >= since
        and wanted.source in ("", each.source)
        and wanted.verdict in ("", each.verdict)
        and wanted.reason in ("", each.reason)
    ]
    chosen.reverse()
    kept = chosen[: wanted.most] if wanted.most else chosen
    undone = undone_by(heard)
    told = versions((heard.printable(each) for _, each in found), rule) if rule else ()
    return Log(
        rule=rule,
        entries=tuple(
            entry(heard.printable(each), layer, undone, "" if line else rule) for layer, each in kept
        ),
        more=len(chosen) - len(kept),
        versions=tuple(reversed(told)),
        line=line,
        reasons=dict(Counter(each.reason for _, each in chosen).most_common()),
    )


def line_of(env: Env, rule: str) -> tuple[Stood, ...]:
    """The line in which a fact stands, newest first; nothing for one that took nobody's place, and for rules."""
    found = {item.rule.id: item for item in shelf(env).shelved}
    one = found.get(rule)
    if one is None or not is_fact(one.rule):
        return ()
    by_id = {name: item.rule for name, item in found.items() if may_be_told(env, item)}
    names = chain_of(one.rule, by_id)
    return tuple(_stood(by_id[name]) for name in reversed(names) if name in by_id) if len(names) > 1 else ()


def _stood(rule: Rule) -> Stood:
    left, valid = rule.retired, rule.valid or Valid()
    ended = (left.at, left.by, left.reason) if left else ("", "", "")
    return Stood(
        rule.id, rule.text, rule.state, valid.since, valid.until, rule.origin.at, rule.origin.by, *ended
    )


def entry(decision: Decision, layer: Layer, undone: Mapping[str, str], rule: str = "") -> Entry:
    """A decision that may be printed, as it is told; with `rule` it is told of that one."""
    after = next((each for each in decision.after if each.id == rule), None)
    after = after or (decision.after[0] if decision.after else None)
    return Entry(
        id=decision.id, tx=decision.tx, at=decision.at, verdict=decision.verdict, reason=decision.reason, say=decision.say,
        source=decision.source, by=decision.by, layer=layer, rules=decision.rules or tuple(each.id for each in decision.after),
        text=after.text if after and decision.verdict != "refused" else decision.proposed,
        undoes=decision.undoes, undone_by=undone.get(decision.id, ""),
    )  # fmt: skip


def undone_by(heard: Heard) -> dict[str, str]:
    """Which decision took back which, as it holds now: one that was itself taken back takes back nothing."""
    found: dict[str, str] = {}
    for each in reversed(heard.decisions):
        if each.undoes and each.id not in found:
            found.setdefault(each.undoes, each.id)
    return found


def is_about(decision: Decision, rule: str) -> bool:
    """Whether a decision names a rule, or changes it."""
    return rule in decision.rules or any(each.id == rule for each in decision.after)


def rule_named(env: Env, heard: Heard, text: str) -> str:
    """The id that is meant, of a rule that is kept or of one that only decisions know. Raises NotFound, Ambiguous."""
    try:
        return shelved_named(shelf(env).shelved, text).rule.id
    except NotFound:
        known = ids_beginning(heard.decisions, text)
        if len(known) > 1:
            raise several(text, "rules", known) from None
        if not known:
            raise
        return known[0]


def decision_named(heard: Heard, text: str) -> tuple[Layer, Decision]:
    """The one decision whose id is `text` or begins with it. Raises NotFound, Ambiguous."""
    near = [pair for pair in heard.by_layer if pair[1].id.startswith(text.strip())]
    exact = [pair for pair in near if pair[1].id == text.strip()]
    if len(exact or near) == 1:
        return (exact or near)[0]
    if near:
        raise several(text, "decisions", (each.id for _, each in near))
    raise NotFound(f"there is no decision `{text}`", hint="`cm log` shows decisions with their ids")


def _of_change(found: list[tuple[Layer, Decision]], thing: str) -> list[tuple[Layer, Decision]]:
    """The decisions of one change, or the one decision, by the id or its beginning."""
    named = [
        pair for pair in found if (pair[1].tx if thing.startswith("t-") else pair[1].id).startswith(thing)
    ]
    if not named:
        what = "change" if thing.startswith("t-") else "decision"
        raise NotFound(f"there is no {what} `{thing}`", hint="`cm log` shows decisions with their ids")
    return named
