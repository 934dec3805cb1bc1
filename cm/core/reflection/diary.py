"""A diary by a model, on the terms of everything a model says: an entry stands when words of the session bear it out.

What is counted and judged (status, mood, files, commands) stays that of the diary made without one. Not here: asking
(`flows/model_diary.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from cm.core.curation.witness import hear
from cm.core.reflection.answer import evidence_of
from cm.core.reflection.brief import Work
from cm.core.screening.screen import screen
from cm.core.secrets.scrub import scrub
from cm.model.diary import Diary, Entry

NAME: Final = "entries"
SECTIONS: Final = ("request", "accomplishments", "decisions", "challenges", "preferences", "learnings")
_OF_USER: Final = ("request", "preferences")
MOST: Final = 8  # entries of one kind
LONGEST: Final = 300
HARMFUL: Final = frozenset(("secret", "personal", "injection", "control-characters"))
SCHEMA: Final[Mapping[str, Any]] = {
    "title": "diary",
    "type": "object",
    "additionalProperties": False,
    "required": [NAME],
    "properties": {
        NAME: {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["section", "text", "quotes"],
                "properties": {
                    "section": {"type": "string", "enum": list(SECTIONS)},
                    "text": {"type": "string"},
                    "quotes": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["event", "by", "quote"],
                            "properties": {
                                "event": {"type": "integer"},
                                "by": {"type": "string", "enum": ["user", "agent", "tool", "file"]},
                                "quote": {"type": "string"},
                            },
                        },
                    },
                },
            },
        }
    },
}


@dataclass(frozen=True, slots=True)
class Written:
    """The entries that stand, by kind, and why others do not."""

    entries: tuple[tuple[str, Entry], ...]
    left: Mapping[str, int]


def is_entry(item: Mapping[str, Any]) -> bool:
    """Whether an object that stands alone is an entry."""
    return item.get("section") in SECTIONS and isinstance(item.get("text"), str)


def written(items: Iterable[Mapping[str, Any]], work: Work) -> Written:
    """Checks every entry against the events that it quotes."""
    events = {event.id: event for event in work.evidence.events}
    kept: list[tuple[str, Entry]] = []
    left: Counter[str] = Counter()
    for item in items:
        text = item.get("text")
        if not is_entry(item) or not isinstance(text, str) or not text.strip():
            left["no entry"] += 1
            continue
        text = " ".join(scrub(text)[0].split())[:LONGEST]
        if screen(text) in HARMFUL:
            left["not to be kept"] += 1
            continue
        heard = hear(evidence_of(item, work), events, trusted=False).kept
        if not any(each.by == "user" or item["section"] not in _OF_USER for each in heard):
            left["no words bear it out"] += 1
            continue
        kept.append((str(item["section"]), Entry(text, tuple(dict.fromkeys(each.event for each in heard)))))
    return Written(tuple(kept), dict(left))


def by_model(diary: Diary, entries: Sequence[tuple[str, Entry]], model: str) -> Diary:
    """The diary with the words of a model in the place of those that were found without one."""

    def of(name: str) -> tuple[Entry, ...]:
        mine = {entry.text: entry for section, entry in entries if section == name}
        return tuple(mine.values())[:MOST]

    return replace(
        diary,
        model=model,
        request=of("request"),
        accomplishments=of("accomplishments"),
        decisions=of("decisions"),
        challenges=of("challenges"),
        preferences=of("preferences"),
        learnings=of("learnings"),
    )
