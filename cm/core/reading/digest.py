"""Makes a session's diary from its events, without a model and always the same for the same events.

The words come from `core/reading/digest_talk.py`, what commands and edits show from `core/reading/digest_work.py`, the outcome from
`core/reading/outcome.py`; every entry points at the events it rests on. Not here: rules (`core/reading/propose.py`), keeping it
(`store/diaries.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cm.core.reading import digest_talk, digest_work
from cm.core.reading.mood import read_mood
from cm.core.reading.outcome import judge
from cm.core.reading.passages import shorten
from cm.model.diary import Diary, Entry
from cm.model.ids import short_hash
from cm.model.session import Event, SessionHead

REQUESTS: Final = 8
ENTRIES: Final = 12
FILES: Final = 40
COMMANDS: Final = 40
SIGNALS: Final = 12

_Turns = list[tuple[Event | None, list[Event]]]


def diary_id(session: str) -> str:
    """The id of a session's diary; it depends on the session alone."""
    return "y-" + short_hash(13, session)


def digest(head: SessionHead, events: Sequence[Event], *, directives: Sequence[Entry] = ()) -> Diary:
    """Returns the diary of a session; `directives` are standing words of the user when the caller knows them better."""
    main = [event for event in events if not event.agent and event.kind != "summary"]
    turns = _turns(main)
    ran = digest_work.runs(events)
    proof = frozenset(
        [event.id for event in events if event.kind == "edit"]
        + [one.output.id for one in ran if one.output is not None and one.colour == "green"]
    )
    judged = judge(main)
    displeased = _displeased(turns)
    troubles = digest_work.troubles(ran, list(events), ENTRIES)
    order = {event.id: n for n, event in enumerate(events)}
    challenges = sorted((*troubles, *displeased), key=lambda entry: order.get(entry.events[0], 0))
    repairs = digest_work.repairs(ran, list(events), head.cwd, ENTRIES // 2)
    return Diary(
        id=diary_id(head.id),
        session=head.id,
        project=head.project,
        branch=head.branch,
        started=head.started or next((event.at for event in events if event.at), ""),
        ended=head.ended or next((event.at for event in reversed(events) if event.at), ""),
        status=judged.status,
        mood=judged.mood,
        signals=judged.signals[:SIGNALS],
        request=() if head.parent else digest_talk.requests(turns, REQUESTS),
        accomplishments=digest_talk.accomplishments(turns, proof, ENTRIES),
        decisions=digest_talk.decisions(main, ENTRIES),
        challenges=tuple(challenges[: ENTRIES + 4]),
        preferences=tuple(directives[:ENTRIES])
        or (() if head.parent else digest_talk.preferences(main, ENTRIES)),
        learnings=(*repairs, *digest_talk.insights(main, ENTRIES - len(repairs))),
        files=digest_work.files(events, head.cwd, FILES),
        commands=digest_work.commands(ran, COMMANDS),
        events=len(events),
    )


def _turns(events: Sequence[Event]) -> _Turns:
    turns: _Turns = []
    for event in events:
        if event.by == "user" and event.kind == "message" and event.text.strip():
            turns.append((event, []))
        else:
            if not turns:
                turns.append((None, []))
            turns[-1][1].append(event)
    return turns


def _displeased(turns: _Turns) -> list[Entry]:
    """What the user objected to, in their own words; the first message tells the task, not displeasure."""
    found: list[Entry] = []
    started = False
    for message, work in turns:
        if message is not None and started and len(message.text) <= 1500:
            said = read_mood(message.text)
            if (
                said.sarcasm
                or said.damage
                or said.quit
                or said.reject
                or (said.unresolved and not said.asked)
            ):
                found.append(Entry("User: " + shorten(message.text, 200), (message.id,)))
        started = started or any(event.by in ("agent", "tool") for event in work)
    return found[-6:]
