"""What a model's answer proposes, as deltas with the events that their numbers stand for. Nothing is decided here: the gate does.

Whatever an item holds, something comes of it that the gate can answer: an item that makes no sense is an addition without proof,
and is refused and written down like any other. The scope is never wider than the evidence: a rule holds in the project of its
session unless the user's own words say that it holds everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from cm.core.facts import FACT_KINDS, Entity, about_text, entities_of, folded
from cm.core.language.text import locate
from cm.core.reading.categories import category_of
from cm.core.reading.directives import find_directives
from cm.core.reading.since import valid_of
from cm.core.reading.whom import about_of
from cm.core.reflection.brief import DOES, MOST_DELTAS, Work
from cm.core.serving.validity import begins, ends
from cm.model.delta import Add, Delta, Judge, Merge, Replace, Retire
from cm.model.ids import is_rule_id
from cm.model.rule import KINDS, Evidence, EvidenceBy, Kind, Origin, Scope, Valid
from cm.model.session import Event

NO_EVENT: Final = "e-none"  # an event that no journal has
WHY_MOST: Final = 600
QUOTES_MOST: Final = 12
MOST_ANSWERED: Final = 200  # items that get a decision each; those behind MOST_DELTAS a refusal
FACET_WORDS: Final = 6
ABOUT_MOST: Final = 300
_WORD: Final = re.compile(r"\w+")
_AUTHORS: Final[tuple[EvidenceBy, ...]] = ("user", "agent", "tool", "file")


@dataclass(frozen=True, slots=True)
class Proposed:
    """What one answer proposes, with the events it quotes."""

    deltas: tuple[Delta, ...]
    events: Mapping[str, Event]
    narrowed: int = 0  # proposals that claimed to hold everywhere
    left: int = 0  # items over any limit, that nobody looked at


def is_item(item: Mapping[str, Any]) -> bool:
    """Whether an object that stands alone is a proposal."""
    if item.get("do") in DOES:
        return True
    return isinstance(item.get("text"), str) and ("quotes" in item or item.get("kind") in KINDS)


def proposed_by(items: Sequence[Mapping[str, Any]], work: Work, *, at: str, model: str) -> Proposed:
    """One delta per item, in order."""
    deltas: list[Delta] = []
    events: dict[str, Event] = {}
    narrowed = 0
    for item in items[:MOST_DELTAS]:
        evidence = evidence_of(item, work)
        for each in evidence:
            if (event := work.evidence.of(_number_of(each, work))) is not None:
                events[event.id] = event
        delta, wide = _delta(item, evidence, work, at, model)
        narrowed += wide
        deltas.append(delta)
    left = max(0, len(items) - MOST_ANSWERED)
    for place, item in enumerate(items[MOST_DELTAS:MOST_ANSWERED], MOST_DELTAS + 1):
        add, _ = _add(
            item, _text(item.get("text")), "", (), work, at, model
        )  # refused, each told like any other
        more = f"{left:,} more behind it were not looked at" if left and place == MOST_ANSWERED else ""
        deltas.append(replace(add, surplus=True, record=more))
    return Proposed(tuple(deltas), events, narrowed, left)


def _delta(
    item: Mapping[str, Any], evidence: tuple[Evidence, ...], work: Work, at: str, model: str
) -> tuple[Delta, bool]:
    rules = tuple(name for name in dict.fromkeys(_texts(item.get("rules"))) if is_rule_id(name))
    text, why, reason = _text(item.get("text")), _why(item), _text(item.get("reason"))[:WHY_MOST]
    kind = item.get("kind")
    match item.get("do"):
        case "replace" if len(rules) == 1:
            since = _when(item, evidence, work).since
            return Replace(
                rules[0],
                text,
                why,
                reason,
                kind if kind in KINDS else None,
                evidence,
                since=since,
                wording=not since,
            ), False
        case "merge" if len(rules) > 1:
            return Merge(rules, text, why, reason, evidence), False
        case "retire" if len(rules) == 1 and evidence:  # it speaks against the rule; retiring is for people
            return Judge(
                rules[0], "harmful", work.session, f"no longer holds: {reason or why}", evidence
            ), False
        case "retire" if len(rules) == 1:
            return Retire(rules[0], reason or why), False
        case "contradict" if len(rules) == 1 and not text:
            return Judge(rules[0], "harmful", work.session, reason or why, evidence), False
        case "helpful" if len(rules) == 1:
            return Judge(rules[0], "helpful", work.session, reason or why, evidence), False
        case "harmful" if len(rules) == 1:
            return Judge(rules[0], "harmful", work.session, reason or why, evidence), False
        case _:
            return _add(item, text, why, evidence, work, at, model)


def _add(
    item: Mapping[str, Any],
    text: str,
    why: str,
    evidence: tuple[Evidence, ...],
    work: Work,
    at: str,
    model: str,
) -> tuple[Add, bool]:
    kind: Kind = item["kind"] if item.get("kind") in KINDS else "rule"
    told = item.get("scope")
    scope: Mapping[str, Any] = told if isinstance(told, dict) else {"where": told}
    wide = scope.get("where") == "everywhere"
    may = not work.project or holds_everywhere(evidence, work)
    category = "".join(
        char for char in _text(item.get("category")).casefold() if char.isalnum() or char == "-"
    )[:30]
    return Add(
        text=text,
        kind=kind,
        category=category or category_of(text, about_talk=kind == "preference"),
        scope=Scope(
            project="" if wide and may else work.project,
            **{name: _facet(scope.get(name)) for name in ("path", "language", "framework", "task")},
        ),
        why=why,
        evidence=evidence,
        origin=Origin("model", at, model),
        about=_about(item, text, kind, evidence, work),
        valid=valid if kind in FACT_KINDS and (valid := _when(item, evidence, work)) != Valid() else None,
        visibility="private" if item.get("visibility") == "private" else "",
    ), wide and not may


def _about(item: Mapping[str, Any], text: str, kind: Kind, evidence: Sequence[Evidence], work: Work) -> str:
    """Whom a fact is of: what the answer names, as far as its own words or the quoted ones name it; else what they show."""
    if kind not in FACT_KINDS:
        return ""
    said = _spaced(" ".join((text, *(each.quote for each in evidence))))
    found = []
    for entity in entities_of(_text(item.get("about"))[:ABOUT_MOST]):
        if entity.kind == "project" or (entity.kind == "thing" and folded(entity.name) == "project"):
            found += [Entity("project", work.project)] if work.project else []
        elif entity.kind == "user" or folded(entity.name) == "user":
            found.append(Entity("user"))
        elif _spaced(entity.name) in said:
            found.append(entity)
    return about_text(found) or about_of(text, kind, project=work.project)


def _spaced(text: str) -> str:
    """The words of a text with one space around each."""
    return f" {' '.join(_WORD.findall(folded(text)))} "


def _when(item: Mapping[str, Any], evidence: Sequence[Evidence], work: Work) -> Valid:
    """When a fact holds by the answer, as far as the quoted words say it themselves; a model's own idea of it is left out."""
    read = [
        valid
        for each in evidence
        if (event := work.evidence.of(_number_of(each, work))) is not None
        and (valid := valid_of(each.quote, event.at)) is not None
    ]
    quoted = _spaced(" ".join(each.quote for each in evidence))
    edges = []
    for name in ("since", "until"):
        said = _text(item.get(name))
        known = [value for valid in read if (value := getattr(valid, name))]
        exact = bool(begins(said)) and (said in known or _spaced(said) in quoted)
        edges.append(said if exact else next(iter(known), ""))
    start, end = begins(edges[0]), ends(edges[1])
    return Valid() if start is not None and end is not None and end <= start else Valid(*edges)


def _facet(value: Any) -> str:
    """A name or a path; what is a sentence is no place where a rule holds."""
    text = _text(value)[:120]
    return text if len(text.split()) <= FACET_WORDS else ""


def holds_everywhere(evidence: Iterable[Evidence], work: Work) -> bool:
    """Whether words of the user that are quoted say of themselves that they hold outside of the project, too."""
    for item in evidence:
        event = work.evidence.of(_number_of(item, work))
        span = locate(item.quote, event.text) if event is not None and event.by == item.by == "user" else None
        if event is None or span is None:
            continue
        for found in find_directives(event.text):
            if found.scope_hint == "user" and found.span[0] < span[1] and span[0] < found.span[1]:
                return True
    return False


def evidence_of(item: Mapping[str, Any], work: Work) -> tuple[Evidence, ...]:
    """The quotes of an item, at the events that their numbers stand for."""
    quotes = item.get("quotes", item.get("evidence"))
    listed = quotes if isinstance(quotes, list) else [quotes] if isinstance(quotes, dict | str) else []
    out = []
    for each in listed[:QUOTES_MOST]:
        told: Mapping[str, Any] = each if isinstance(each, dict) else {"quote": each}
        quote = _text(told.get("quote", told.get("text")))
        event = work.evidence.of(_number(told.get("event", item.get("event"))))
        if not quote:
            continue
        claimed = told.get("by", told.get("author"))
        by: EvidenceBy = "user" if event is None else event.by if event.by != "host" else "tool"
        by = next((each for each in _AUTHORS if each == claimed), by)
        out.append(Evidence(by, quote, work.session, event.id if event else NO_EVENT))
    return tuple(out)


def _number_of(item: Evidence, work: Work) -> int:
    return next((n for n, event in enumerate(work.evidence.events, 1) if event.id == item.event), 0)


def _number(value: Any) -> int:
    """A number, also one that was written as a text or in brackets."""
    if isinstance(value, bool):
        return 0
    if isinstance(value, int):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and (digits := value.strip(" []#e")).isdecimal() and len(digits) < 7:
        return int(digits)
    return 0


def _why(item: Mapping[str, Any]) -> str:
    why, wrong_if = _text(item.get("why")), _text(item.get("wrong_if"))
    if not wrong_if:
        return why[:WHY_MOST]
    return f"{why} (Wrong if: {wrong_if})".strip()[:WHY_MOST]


def _texts(value: Any) -> list[str]:
    listed = value if isinstance(value, list) else [value]
    return [text for each in listed if (text := _text(each).strip("[]"))]


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""
