"""Proposes deltas from one session without a model: what the user said should last, and what commands showed.

Pure: the gate (`core/curation/admit.py`) verifies every quote again and decides what goes live. Not here: how a sentence is
judged (`core/reading/directives.py`), how commands are read (`core/reading/repairs.py`, `core/reading/observations.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from cm.core.facts import FACT_KINDS, Entity, about_text
from cm.core.language.restated import restates
from cm.core.language.similar import compare
from cm.core.reading.categories import category_of
from cm.core.reading.directives import Directive, directives_in, takes_back, weigh
from cm.core.reading.disposed import Nothing, why_nothing
from cm.core.reading.observations import CommandHistory, observe_commands
from cm.core.reading.prose import sentences
from cm.core.reading.repairs import observe_repairs
from cm.core.reading.since import valid_of
from cm.core.reading.whom import about_of
from cm.core.secrets.scrub import holds_placeholder
from cm.model.delta import Add
from cm.model.diary import Diary
from cm.model.rule import Evidence, Origin, Scope
from cm.model.session import Event, SessionHead
from cm.model.stamp import stamp

CRITERIA: Final = 2
"""The version of what a session is judged by: with another one `cm reflect --again` decides drafts and refusals anew."""
MAX_PER_SESSION: Final = 40
_BEFORE: Final = 600  # characters of the agent's message that a correction may point at


@dataclass(frozen=True, slots=True)
class _Said:
    """A directive where it was said."""

    directive: Directive
    event: Event
    turn: int  # the number of the user's message in the session


@dataclass(frozen=True, slots=True)
class Read:
    """What a session suggests, and why the user's other messages suggest nothing."""

    adds: tuple[Add, ...] = ()
    nothing: Mapping[str, Nothing] = field(default_factory=dict)  # by event


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
    return read_session(
        head, events, diary, project=project, now=now, instructions=instructions, repeated=repeated
    ).adds


def read_session(
    head: SessionHead,
    events: Sequence[Event],
    diary: Diary,
    *,
    project: str,
    now: datetime,
    instructions: str = "",
    repeated: Mapping[str, CommandHistory] | None = None,
) -> Read:
    """The same, with the reason of each message of the user that nothing came of."""
    if head.own or head.parent:
        return Read()
    at = stamp(now)
    home = project or diary.project or head.project
    nothing: dict[str, Nothing] = {}
    said = []
    for item in _said(events, nothing):
        if restates(item.directive.text, instructions):
            nothing[item.event.id] = "instructed"
        else:
            said.append(item)
    folded = _folded([_add(head, item, home, at) for item in said])
    nothing.update(
        (each.event, "over-the-limit") for add in folded[MAX_PER_SESSION:] for each in add.evidence
    )
    found = [*folded[:MAX_PER_SESSION], *observe_repairs(head, events, project=home, at=at)]
    here = {key: history for key, history in (repeated or {}).items() if history.project == home}
    found += observe_commands(here, at=at)
    adds = tuple(
        of_project(add) for add in found if add.kind != "fact" or not restates(add.text, instructions)
    )
    return Read(adds, nothing)


def _said(events: Sequence[Event], nothing: dict[str, Nothing]) -> list[_Said]:
    """The user's directives in order, without those that a later message takes back; why there is none goes into `nothing`."""
    standing: list[_Said] = []
    before = ""
    turn = 0
    for event in events:
        if event.by == "user" and event.agent:
            nothing[event.id] = "subagent"
        elif event.by == "user" and event.kind == "interrupt":
            nothing[event.id] = "interruption"
        if event.kind != "message" or event.agent:
            continue
        if event.by == "agent":
            before = event.text[-_BEFORE:]
        if event.by != "user":
            continue
        turn += 1
        taken = takes_back(event.text)
        if taken is not None:
            left = [item for item in standing if not _is_taken_back(item, taken, turn)]
            nothing.update((item.event.id, "taken-back") for item in standing if item not in left)
            standing = left
        weighed = weigh(event.text, before)
        found = directives_in(event.text, weighed, before)
        for each in found:
            standing.append(_Said(replace(each, text=_without_secrets(each.text)), event, turn))
        if not found:
            nothing[event.id] = "takes-back" if taken is not None else why_nothing(weighed)
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
        about=about_of(
            directive.text, directive.kind, project=project if directive.scope_hint == "project" else ""
        ),
        valid=valid_of(directive.text, event.at or head.started) if directive.kind in FACT_KINDS else None,
    )


def of_project(add: Add) -> Add:
    """A fact that commands showed is of its project; one that somebody stated says itself whom it is of."""
    if add.kind != "fact" or add.about or not add.scope.project:
        return add
    return replace(add, about=about_text((Entity("project", add.scope.project),)))


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
