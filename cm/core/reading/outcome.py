"""How a session ended: what the end shows is weighed for each status, and where nothing stands out nothing is said.

A linear model with named marks: each status, and each mood, scores the sum of the weights of the marks that the end
shows; the shares of the softmax say how sure that is. What the user says outweighs results, and results outweigh
claims, by the weights. Not here: the marks (`core/reading/ends.py`), their weights (`core/reading/words/ends.py`), what an outcome
means for rules (`core/serving/standing.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import exp
from typing import Final

from cm.core.reading.ends import AGENT_WORD, OUTPUT_WORD, USER_WORD, Seen, marks_of, marks_of_status
from cm.core.reading.turns import Turn, turns_of, work_of
from cm.core.reading.words.ends import MOODS, STATUSES, Table, mood_table, status_table
from cm.model.diary import Judgement, Mood, Signal, Status
from cm.model.session import Event

_QUOTE: Final = 120
_RECENT: Final = 400  # events at the end that are looked at; what came before cannot be the end
_SURE: Final = 0.45  # a status with a smaller share is not said
_SAFE: Final = 0.2  # with so large a share of failure success is not said
_TOLD: Final = 4  # signals that are named, each for status and mood
_WORDS: Final = {USER_WORD: "user's word", AGENT_WORD: "agent's word", OUTPUT_WORD: "word of the output"}


def judge(events: Sequence[Event]) -> Judgement:
    """Returns how the session ended, the user's mood at the end, and the signals behind both."""
    turns = _turns(events)
    if not turns:
        return Judgement("unknown", "neutral")
    marks, felt = marks_of_status(turns), marks_of(turns)
    status = status_of(shares(marks, status_table(), STATUSES))
    mood = mood_of(shares(felt, mood_table(), MOODS))
    signals = _signals(marks, status_table(), "success", "failure", STATUSES, status)
    if _broken_off(turns):
        status, signals = "unknown", (Signal("interrupted", 0.0, ""), *signals)
    elif _only_claimed(turns) and "user undoes" not in felt:
        status, signals = "unknown", (Signal("nothing but a claim", 0.0, ""), *signals)
    if bitter := _bitter(turns[-1]):
        mood = "negative" if mood == "positive" else mood
        if status == "success":
            status, signals = "unknown", (Signal("praise over trouble", 0.0, "", bitter), *signals)
    return Judgement(
        status, mood, (*signals, *_signals(felt, mood_table(), "positive", "negative", MOODS, mood))
    )


def marks_at_end(events: Sequence[Event]) -> Mapping[str, Seen]:
    """What the end of these events shows."""
    turns = _turns(events)
    return marks_of(turns) if turns else {}


def shares(marks: Collection[str], table: Table, classes: Sequence[str]) -> dict[str, float]:
    """How sure each class is, together 1."""
    scores = list(table[""])
    for mark in marks:
        for number, weight in enumerate(table.get(mark, ())):
            scores[number] += weight
    most = max(scores)
    raised = [exp(score - most) for score in scores]
    return {name: one / sum(raised) for name, one in zip(classes, raised, strict=True)}


def status_of(sure: Mapping[str, float]) -> Status:
    """The status that stands out; failure called success is the costliest error, so a doubt is enough against it."""
    best: Status = "unknown"
    for one in _STATUSES:
        if sure[one] > sure[best]:
            best = one
    if sure[best] < _SURE or (best == "success" and sure["failure"] > _SAFE):
        return "unknown"
    return best


def mood_of(sure: Mapping[str, float]) -> Mood:
    """The mood with the largest share."""
    best: Mood = "neutral"
    for one in _MOODS:
        if sure[one] > sure[best]:
            best = one
    return best


_STATUSES: Final[tuple[Status, ...]] = ("failure", "mixed", "success")
_MOODS: Final[tuple[Mood, ...]] = ("negative", "positive")


def _turns(events: Sequence[Event]) -> list[Turn]:
    main = [
        e for e in events if not e.agent and e.kind != "summary" and e.by in ("user", "agent", "tool", "host")
    ]
    return turns_of(main[-_RECENT:], {e.id: e.text for e in main if e.kind == "command"})


def _broken_off(turns: Sequence[Turn]) -> bool:
    work = turns[-1].work
    return bool(work) and work[-1].event.kind == "interrupt"


def _only_claimed(turns: Sequence[Turn]) -> bool:
    """The last message asks for work and judges none, nothing ran after it, and the agent admits nothing."""
    said, work = turns[-1].said, work_of(turns[-1].work)
    judges = said.against or said.mild or said.praise or said.confirm or said.polite or said.partial
    admits = work.claim.unable or work.claim.partial
    return said.asked and not judges and not admits and (work.last is None or work.last.colour == "none")


def _bitter(last: Turn) -> str:
    """The words of praise that are said over something broken: "great, now everything is broken" does not please."""
    said = last.said
    if said.confirm or said.contrast or not said.praise:
        return ""
    return said.praise if said.sarcasm or said.unresolved or said.damage else ""


def _signals(
    marks: Mapping[str, Seen], table: Table, good: str, bad: str, classes: Sequence[str], chosen: str
) -> tuple[Signal, ...]:
    """The marks that spoke loudest for what was chosen; a positive weight speaks for a good end, a negative one against."""
    at, plus, minus = classes.index(chosen), classes.index(good), classes.index(bad)
    weighed = [(table[mark], mark) for mark in marks if mark in table and table[mark][at] > 0]
    weighed.sort(key=lambda one: (-one[0][at], one[1]))
    return tuple(
        Signal(
            _WORDS.get(mark[:2], mark),
            round(weights[plus] - weights[minus], 2),
            marks[mark].event,
            marks[mark].quote[:_QUOTE],
        )
        for weights, mark in weighed[:_TOLD]
    )
