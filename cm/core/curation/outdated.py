"""A document changed under its facts: which of them it no longer says, and what it says in their place.

Touched is only what came from files alone and what no file says any more; what a person, a session or another file supports
stays as it is. Not here: reading documents (`flows/file_facts.py`), what they say (`core/reading/statements.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cm.core.curation.witness import EARLIER, UNVERIFIED
from cm.core.language.relation import relate
from cm.core.language.text import fingerprint, normalise
from cm.core.language.values import other_value
from cm.core.reading.statements import plain
from cm.model.delta import Delta, Doubt, Replace
from cm.model.rule import Evidence, Rule
from cm.model.settings import Admission

NO_LONGER: Final = "no longer said in "
"""How the doubt about a fact begins whose document says it no more; it ends when the document says it again."""
IN_SERVICE: Final = ("active", "draft", "contested")

_KEY: Final = re.compile(r"^(`[^`]+`|[^:—–]{2,60}?)\s*(?::|—|–|\s-\s)\s*(\S.*)$")
_VALUE: Final = re.compile(r"`[^`]*`|https?://\S+|\b[\w.-]*\d[\w.:-]*\b")


@dataclass(frozen=True, slots=True)
class Said:
    """A statement of the new version with its evidence."""

    text: str
    evidence: Evidence


def outdated(
    rules: Iterable[Rule], session: str, *, says: Callable[[str], bool], lives: Callable[[Evidence], bool]
) -> tuple[Rule, ...]:
    """The facts that came from this document alone and that neither it nor another one says now."""
    found = []
    for rule in rules:
        mine = [item for item in rule.evidence if item.by == "file" and item.session == session]
        if rule.kind != "fact" or rule.origin.by != "file" or rule.state not in IN_SERVICE or not mine:
            continue
        others = [
            item for item in rule.evidence if item not in mine and item.note not in (EARLIER, UNVERIFIED)
        ]
        if any(item.by != "file" or lives(item) for item in others):
            continue
        now = [item for item in mine if item.note != EARLIER]
        own = [item for item in now if fingerprint(plain(item.quote)) == fingerprint(rule.text)]
        if not says(rule.text) and not any(says(item.quote) for item in own or now):
            found.append(rule)
    return tuple(found)


def successors(gone: Sequence[Rule], said: Sequence[Said]) -> Mapping[str, Said]:
    """For each fact the one statement of the new version that says something else of the same; none where two might be meant."""
    near = [
        (weight, number, place)
        for number, rule in enumerate(gone)
        for place, each in enumerate(said)
        if (weight := _of_one_subject(rule.text, each.text))
    ]
    found: dict[str, Said] = {}
    taken: set[int] = set()
    for weight, number, place in sorted(near, key=lambda item: (-item[0], item[1], item[2])):
        rivals = sum(w == weight and n == number and p not in taken for w, n, p in near)
        claims = sum(w == weight and p == place and gone[n].id not in found for w, n, p in near)
        if gone[number].id not in found and place not in taken and rivals == 1 and claims == 1:
            found[gone[number].id] = said[place]
            taken.add(place)
    return found


def deltas_for(
    gone: Sequence[Rule],
    heirs: Mapping[str, Said],
    held: Iterable[Rule],
    *,
    name: str,
    road: Admission,
    missing: bool = False,
) -> tuple[Delta, ...]:
    """What is proposed for facts that a document says no more; a person's yes is taken back by a person alone.

    A successor takes the place of a draft, and of a fact in force where files may speak for themselves; else it waits as a draft
    that would, and the fact is held back until somebody looks.
    """
    held_texts = {fingerprint(rule.text) for rule in held if rule.state in IN_SERVICE}
    made: list[Delta] = []
    for rule in gone:
        heir = heirs.get(rule.id)
        if heir is not None and fingerprint(heir.text) in held_texts:
            heir = None
        vouched = bool(rule.approved or rule.pinned)
        waits = rule.state == "draft"
        if heir is not None and not (vouched and road == "active"):
            reason = f"{name} changed and says so now"
            made.append(Replace(rule.id, heir.text, reason=reason, evidence=(heir.evidence,)))
        if heir is not None and not vouched and (waits or road == "active"):
            continue
        now = f"; it says now: {heir.text}" if heir is not None else ""
        made.append(Doubt(rule.id, f"{NO_LONGER}{name}" + (", which is gone" if missing else now)))
    return tuple(made)


def _of_one_subject(old: str, new: str) -> float:
    """How surely two statements speak of one thing and say something else of it; 0 for not."""
    if fingerprint(old) == fingerprint(new):
        return 0.0
    frames = [_VALUE.sub("#", normalise(text)) for text in (old, new)]
    if frames[0] == frames[1] and "#" in frames[0] and len(frames[0].split()) > 2:
        return 0.95
    keys = [found[1] if (found := _KEY.match(text)) else "" for text in (old, new)]
    if keys[0] and normalise(keys[0]) == normalise(keys[1]):
        return 1.0
    if other_value(old, new) is not None:
        return 0.9
    relation = relate(old, new)
    return round(0.6 + 0.2 * relation.score, 3) if relation.kind == "contradiction" else 0.0
