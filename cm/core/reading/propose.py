"""Proposes deltas from one session without a model: what the user said should last, and what commands showed.

Pure: the gate (`core/curation/admit.py`) verifies every quote again and decides what goes live. Not here: how a sentence is
judged (`core/reading/directives.py`), how commands are read (`core/reading/repairs.py`, `core/reading/observations.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from cm.core.language.restated import restates
from cm.core.language.similar import compare
from cm.core.reading.categories import category_of
from cm.core.reading.directives import Directive, find_directives, takes_back
from cm.core.reading.observations import CommandHistory, observe_commands
from cm.core.reading.prose import sentences
from cm.core.reading.repairs import observe_repairs
from cm.core.secrets.scrub import holds_placeholder
from cm.model.delta import Add
from cm.model.diary import Diary
from cm.model.rule import Evidence, Origin, Scope
from cm.model.session import Event, SessionHead
from cm.model.stamp import stamp

MAX_PER_SESSION: Final = 40
_BEFORE: Final = 600  # characters of the agent's message that a correction may point at


@dataclass(frozen=True, slots=True)
class _Said:
    """A directive where it was said."""

    directive: Directive
    event: Event
    turn: int  # the number of the user's message in the session


def propose(
    head: SessionHead,
    events: Sequence[Event],
    diary: Diary,
    *,
    project: str,
    now: datetime,
    instructions: str = "",
    repeated: Mapping[str, CommandHistory] | None = None,
) -> tuple[Add, ...]:
    """Returns what a session suggests for the playbook, each with verbatim evidence; nothing for a session of our own."""
    if head.own or head.parent:
        return ()
    at = stamp(now)
    home = project or diary.project or head.project
    said = [item for item in _said(events) if not restates(item.directive.text, instructions)]
    adds = [_add(head, item, home, at) for item in said]
    found = [*_folded(adds)[:MAX_PER_SESSION], *observe_repairs(head, events, project=home, at=at)]
    here = {key: history for key, history in (repeated or {}).items() if history.project == home}
    found += observe_commands(here, at=at)
    return tuple(add for add in found if add.kind != "fact" or not restates(add.text, instructions))


def _said(events: Sequence[Event]) -> list[_Said]:
    """The user's directives in order, without those that a later message takes back."""
    standing: list[_Said] = []
    before = ""
    turn = 0
    for event in events:
        if event.kind != "message" or event.agent:
            continue
        if event.by == "agent":
            before = event.text[-_BEFORE:]
        if event.by != "user":
            continue
        turn += 1
        taken = takes_back(event.text)
        if taken is not None:
            standing = [item for item in standing if not _is_taken_back(item, taken, turn)]
        for found in find_directives(event.text, before=before):
            standing.append(_Said(replace(found, text=_without_secrets(found.text)), event, turn))
        before = ""
    return standing


def _without_secrets(text: str) -> str:
    """The text without the sentences a secret was taken out of; unchanged, for the gate to refuse, where no other is left."""
    if not holds_placeholder(text):
        return text
    kept, last = [], 0
    for sentence in sentences(text):
        if holds_placeholder(text[sentence.start : sentence.end]):
            kept.append(text[last : sentence.start].strip())
            last = sentence.end
    left = " ".join(part for part in (*kept, text[last:].strip()) if any(map(str.isalnum, part)))
    return left or text


def _is_taken_back(item: _Said, about: frozenset[str], turn: int) -> bool:
    """Whether a retraction means this directive: it names what it is about, or stands right after it."""
    words = frozenset(_words(item.directive.text))
    return bool(words & about) if about else item.turn == turn - 1


def _words(text: str) -> list[str]:
    return [
        word for word in "".join(char if char.isalnum() else " " for char in text.casefold()).split() if word
    ]


def _add(head: SessionHead, item: _Said, project: str, at: str) -> Add:
    directive, event = item.directive, item.event
    start, end = directive.span
    quote = Evidence(
        "user", event.text[start:end], event.session or head.id, event.id, (start, end), event.at
    )
    return Add(
        text=directive.text,
        kind=directive.kind,
        category=category_of(directive.text, about_talk=directive.kind == "preference"),
        scope=Scope(project=project) if directive.scope_hint == "project" else Scope(),
        why=directive.why,
        evidence=(quote,),
        origin=Origin("heuristic", at),
        standing_words=directive.standing_words,
    )


def _folded(adds: Sequence[Add]) -> list[Add]:
    """One addition for what was said more than once, with every piece of its evidence."""
    kept: list[Add] = []
    for add in adds:
        for index, earlier in enumerate(kept):
            if earlier.scope == add.scope and compare(earlier.text, add.text).duplicate:
                kept[index] = replace(
                    earlier,
                    evidence=(*earlier.evidence, *add.evidence),
                    standing_words=earlier.standing_words or add.standing_words,
                )
                break
        else:
            kept.append(add)
    return kept
