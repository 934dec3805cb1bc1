"""The work that is given to a model: a prompt filled in, numbered evidence, and the schema of the answer.

Whatever a session or a rule says stands between two lines that nothing in it can know. Not here: the prompt's words
(`cm/prompts/reflect.md`), what the answer proposes (`answer.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from cm.core.reflection.evidence import Numbered, number, size_of
from cm.core.reflection.exchanges import Part, exchanges_of, parts_of
from cm.core.serving.validity import said
from cm.core.spending import tokens_about
from cm.model.decision import Decision
from cm.model.diary import Diary, Entry
from cm.model.ids import short_hash
from cm.model.rule import KINDS, Rule
from cm.model.session import Event, SessionHead
from cm.model.standing import Standing
from cm.model.writing import Message

NAME: Final = "deltas"
DOES: Final = ("add", "replace", "merge", "contradict", "retire", "helpful", "harmful")
MOST_DELTAS: Final = 20
RULES: Final = 12
REFUSED: Final = 8
FACTS: Final = 20  # held facts of the same people and things
FACTS_CHARS: Final = 3000
ELSEWHERE: Final = 6  # things said in other sessions
ELSEWHERE_CHARS: Final = 300
LEAST_BUDGET: Final = 600
NONE: Final = "(none)"
_TEXT: Final[Mapping[str, Any]] = {"type": "string"}
SCHEMA: Final[Mapping[str, Any]] = {
    "title": "reflection",
    "type": "object",
    "additionalProperties": False,
    "required": [NAME],
    "properties": {
        NAME: {
            "type": "array",
            "maxItems": MOST_DELTAS,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": [
                    "do", "text", "kind", "about", "since", "until", "visibility", "category", "scope", "why", "wrong_if", "rules", "reason",
                    "quotes",
                ],
                "properties": {
                    "do": {"type": "string", "enum": list(DOES)},
                    "text": {"type": "string", "description": "the rule in one sentence; empty for retire, helpful, harmful"},
                    "kind": {"type": "string", "enum": list(KINDS)},
                    "about": {"type": "string", "description": "of a fact or a preference: person:NAME, org:NAME, workstream:NAME, project or user, with commas; else empty"},
                    "since": {"type": "string", "description": "of a fact: from when, as the words say it (2026, 2026-03 or 2026-03-05); else empty"},
                    "until": {"type": "string", "description": "of a fact: until when; else empty"},
                    "visibility": {"type": "string", "enum": ["", "private"], "description": "private when it is nobody else's business"},
                    "category": {"type": "string", "description": "one word, such as testing, git, style"},
                    "scope": {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["where", "path", "language", "framework", "task"],
                        "properties": {
                            "where": {"type": "string", "enum": ["project", "everywhere"]},
                            "path": _TEXT, "language": _TEXT, "framework": _TEXT, "task": _TEXT,
                        },
                    },
                    "why": _TEXT,
                    "wrong_if": {"type": "string", "description": "what one would see if this were wrong"},
                    "rules": {"type": "array", "items": _TEXT, "description": "ids of standing rules this is about"},
                    "reason": {"type": "string", "description": "why a standing rule changes, helped or misled"},
                    "quotes": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["event", "by", "quote"],
                            "properties": {
                                "event": {"type": "integer", "description": "the number in brackets"},
                                "by": {"type": "string", "enum": ["user", "agent", "tool", "file"]},
                                "quote": {"type": "string", "description": "the exact words"},
                            },
                        },
                    },
                },
            },
        }
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Known:
    """A standing rule as the reflector is told of it."""

    rule: Rule
    standing: Standing
    contested_with: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Work:
    """One question about a part of a session, and what its numbers stand for."""

    id: str  # the same question has the same id
    session: str
    project: str
    part: int  # from 1
    parts: int
    upto: int  # events of the session that are read with it
    messages: tuple[Message, ...]
    evidence: Numbered
    told: Mapping[str, str]  # what the prompt is filled with


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt's two sides with places to fill."""

    system: str
    work: str
    version: str


def prompt_of(text: str) -> Prompt:
    """Reads a prompt file. Raises ValueError when it is none."""
    system, line, work = text.partition("\n---\n")
    found = re.match(r'<cm-prompt name="[\w-]+" version="(\d+)">', system)
    if not line or found is None:
        raise ValueError(
            "a prompt begins with <cm-prompt name=… version=…> and has a line --- before the work"
        )
    return Prompt(system.strip(), work.strip(), found[1])


def works_of(
    prompt: Prompt, head: SessionHead, events: Sequence[Event], diary: Diary, *, project: str, budget: int,
    rules: Callable[[Sequence[Event]], Sequence[Known]], refused: Callable[[Sequence[Event]], Sequence[Decision]],
    known: int = 0, schema: Mapping[str, Any] = SCHEMA,
    elsewhere: Callable[[Sequence[Event]], Sequence[str]] = lambda _: (),
    facts: Callable[[Sequence[Event]], Sequence[Rule]] = lambda _: (),
) -> tuple[Work, ...]:  # fmt: skip
    """The questions that a session gives, each within about `budget` tokens; of a session that grew only the new part.

    `rules` and `refused` give what is related to a stretch of events, `elsewhere` what was said of it in other sessions, `facts`
    what is held of the people and things that it names.
    """
    fixed = (
        tokens_about(prompt.system)
        + tokens_about(prompt.work)
        + tokens_about(schema_text(schema))
        + tokens_about(_diary(diary))
    )
    beside = tokens_about(_rules(rules(events))) + tokens_about(_refused(refused(events)))
    beside += ELSEWHERE * ELSEWHERE_CHARS // 3 if elsewhere(events) else 0

    def held(stretch: Sequence[Event]) -> str:
        return _facts(facts(stretch), min(FACTS_CHARS, budget))

    beside += tokens_about(held(events)) if "{{facts}}" in prompt.work else 0
    room = max(budget - fixed - beside, LEAST_BUDGET)
    most = room // 2 - 40
    exchanges = exchanges_of(events)
    parts = parts_of(exchanges, lambda each: size_of(each, most), room, known=known)
    return tuple(
        _work(
            prompt,
            head,
            part,
            place,
            len(parts),
            diary,
            project,
            number(part, most),
            rules,
            refused,
            schema,
            elsewhere,
            held,
        )
        for place, part in enumerate(parts, 1)
    )


def again(prompt: Prompt, work: Work, have: Iterable[str]) -> Work:
    """The same question, with what was answered already."""
    told = {**work.told, "have": "\n".join(f"- {_flat(text, 500)}" for text in have) or NONE}
    messages = _messages(prompt, told, work.session, work.project, f"{work.part} of {work.parts}")
    return replace(work, id=_id(prompt, work.session, told), messages=messages, told=told)


def schema_text(schema: Mapping[str, Any] = SCHEMA) -> str:
    """The schema as it stands in the prompt."""
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":"))


def _work(
    prompt: Prompt, head: SessionHead, part: Part, place: int, parts: int, diary: Diary, project: str, evidence: Numbered,
    rules: Callable[[Sequence[Event]], Sequence[Known]], refused: Callable[[Sequence[Event]], Sequence[Decision]],
    schema: Mapping[str, Any], elsewhere: Callable[[Sequence[Event]], Sequence[str]],
    held: Callable[[Sequence[Event]], str],
) -> Work:  # fmt: skip
    events = [event for each in part.fresh for event in each.events]
    told = {
        "diary": _diary(diary), "rules": _rules(rules(events)), "refused": _refused(refused(events)), "have": NONE,
        "elsewhere": "\n".join(f"- {_flat(text, ELSEWHERE_CHARS)}" for text in elsewhere(events)[:ELSEWHERE]) or NONE,
        "evidence": evidence.text,
    }  # fmt: skip
    if "{{facts}}" in prompt.work:
        told["facts"] = held(events)
    messages = _messages(prompt, told, head.id, project, f"{place} of {parts}", schema)
    return Work(
        _id(prompt, head.id, told), head.id, project, place, parts, part.upto, messages, evidence, told
    )


def _messages(
    prompt: Prompt,
    told: Mapping[str, str],
    session: str,
    project: str,
    part: str,
    schema: Mapping[str, Any] = SCHEMA,
) -> tuple[Message, ...]:
    fence = "=====" + short_hash(10, *told.values())
    values = {name: _safe(text) for name, text in told.items()}
    values |= {
        "fence": fence, "schema": schema_text(schema), "project": _attribute(project or "none"), "session": _attribute(session),
        "part": part,
    }  # fmt: skip
    return (Message("system", _filled(prompt.system, values)), Message("user", _filled(prompt.work, values)))


def _id(prompt: Prompt, session: str, told: Mapping[str, str]) -> str:
    """The id of what is asked about: what is related to it may be other things when a reply that was paid for is used."""
    return "q-" + short_hash(16, prompt.system, session, told["evidence"], told["have"])


def _filled(template: str, values: Mapping[str, str]) -> str:
    """Fills every place once; what is filled in is not looked at again."""
    return re.sub(r"\{\{(\w+)\}\}", lambda place: values.get(place[1], place[0]), template)


def _safe(text: str) -> str:
    """The text without the marks by which our own prompts and answers are known; the line that ends it depends on it and is not in it."""
    return re.sub(r"<(/?)(?=cm-prompt|cm-context)", r"<\1 ", text)


def _attribute(text: str) -> str:
    return re.sub(r'[<>"\n\r]', " ", text)[:200]


def _diary(diary: Diary) -> str:
    def section(name: str, entries: Sequence[Entry]) -> list[str]:
        return [f"{name}: {_flat(entry.text, 200)}" for entry in entries[:4]]

    lines = [
        f"how it ended: {diary.status}",
        *section("asked", diary.request),
        *section("done", diary.accomplishments),
        *section("decided", diary.decisions),
        *section("hard", diary.challenges),
    ]
    return "\n".join(lines)


def _rules(rules: Sequence[Known]) -> str:
    out = []
    for known in rules[:RULES]:
        rule, standing = known.rule, known.standing
        facets = ", ".join(f"{name} {value}" for name, value in rule.scope.facets()) or "everywhere"
        marks = f"{standing.n_plus} helpful, {standing.n_minus} harmful"
        out.append(
            f"[{rule.id}] ({rule.kind}, {rule.state}, {standing.stage}, {marks}; {facets}) {_flat(rule.text, 500)}"
        )
        if rule.why:
            out.append(f"    why: {_flat(rule.why, 300)}")
        if against := (*known.contested_with, *rule.contests):
            out.append(f"    says otherwise than {', '.join(dict.fromkeys(against))}")
    return "\n".join(out) or NONE


def _facts(facts: Sequence[Rule], room: int) -> str:
    """Held facts, each in a line with whom it is of and when it holds, as many as have room."""
    out: list[str] = []
    for rule in facts[:FACTS]:
        when = said(rule.valid)
        line = f"[{rule.id}] ({', '.join(part for part in (rule.kind, rule.about, when) if part)}) {_flat(rule.text, 300)}"
        room -= len(line)
        if room < 0:
            break
        out.append(line)
    return "\n".join(out) or NONE


def _refused(decisions: Sequence[Decision]) -> str:
    lines = [
        f"- {_flat(each.proposed, 300)} ({each.reason}: {_flat(each.say, 160)})"
        for each in decisions[:REFUSED]
    ]
    return "\n".join(lines) or NONE


def _flat(text: str, most: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"
