"""What the end of a session shows, as named marks: what the user said last, what ran, what the agent admits, in which order.

Each mark points at the event it was read from. Not here: what a mark is worth (`core/reading/words/ends.py`), the verdict
(`core/reading/outcome.py`), the cue words of a message (`core/reading/mood.py`, `core/reading/claims.py`, `core/reading/end_words.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Final

from cm.core.reading.end_words import (
    AGENT_CUES,
    BY_USER,
    OUTPUT_CUES,
    Cues,
    clauses,
    cues_in,
    plain,
    words_of,
)
from cm.core.reading.mood import Said, read_mood
from cm.core.reading.turns import Step, Turn, Work, joined, work_of
from cm.model.session import Event


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a mark was seen, and in which words."""

    event: str = ""
    quote: str = ""


USER_WORD: Final = "u:"
AGENT_WORD: Final = "a:"
OUTPUT_WORD: Final = "o:"
"""What the mark of a single word starts with."""

_REMARK: Final = 400  # characters; a longer message is a task, its single words judge nothing
_REPORT: Final = 400  # characters of an agent's message that is no answer any more
_OUTPUT: Final = 600  # characters at the end of an output
_SAID: Final = tuple(field.name for field in fields(Said))
_CLAUSES: Final = 6  # clauses of a message that are read one by one
_UNDOES: Final = {"undoes": BY_USER["undoes"]}
_LENGTHS: Final = ((3, "tiny"), (8, "short"), (20, "middling"))


def marks_of(turns: Sequence[Turn]) -> dict[str, Seen]:
    """Returns what the end of a session shows: the name of each mark, and where it was seen."""
    return dict(_marks(turns, task=False))


def marks_of_status(turns: Sequence[Turn]) -> dict[str, Seen]:
    """The same without the words of a last message that was a task: what came of it counts, not how it was worded."""
    return dict(_marks(turns, task=_is_task(turns)))


def _is_task(turns: Sequence[Turn]) -> bool:
    """Whether commands ran after the last message, and it takes nothing back: a report of trouble is a task too."""
    last = turns[-1]
    if last.message is None or not any(step.event.kind == "command" for step in last.work):
        return False
    said = last.said
    undoes = any(cues_in(_UNDOES, plain(last.message.text[:_REMARK])))
    takes_back = said.sarcasm or said.damage or said.quit or said.reject or undoes
    return _place(turns) == "first" or not takes_back


def _marks(turns: Sequence[Turn], *, task: bool) -> Iterator[tuple[str, Seen]]:
    last = turns[-1]
    place = "first" if task else _place(turns)
    after = work_of(last.work)
    yield f"place {place} {'worked' if after.any else 'closed'}", Seen()
    if last.message is not None and not task:
        yield from _of_message(last.message, last.said, place)
    if not task:
        yield from _of_opening(turns, place)
    yield from _of_work(after, last.work, "after", place)
    if len(turns) > 1 and not task:
        earlier = turns[:-1][-2:]
        yield from _of_work(
            joined(turns[:-1]), [step for turn in earlier for step in turn.work], "before", place
        )


def _place(turns: Sequence[Turn]) -> str:
    """Whether the user's last words answer work, open the session, or are not there."""
    if turns[-1].message is None:
        return "silent"
    return "reply" if any(turn.worked for turn in turns[:-1]) else "first"


def _of_work(work: Work, steps: Sequence[Step], when: str, place: str) -> Iterator[tuple[str, Seen]]:
    if work.any:
        yield from _of_results(work, steps, when, place)
        yield from _of_claim(work, when, place)


def _of_message(message: Event, said: Said, place: str) -> Iterator[tuple[str, Seen]]:
    for name in _SAID:
        found = getattr(said, name)
        if found:
            seen = Seen(message.id, found if isinstance(found, str) else "")
            yield f"said {name}", seen
            yield f"{place} {name}", seen
    pleased, against = bool(said.praise or said.confirm), bool(said.against or said.mild)
    here = Seen(message.id, message.text)
    yield f"{place} {'pro' if pleased else 'no pro'} {'contra' if against else 'no contra'}", here
    if pleased and said.contrast:
        yield "said pro but", Seen(message.id, said.contrast)
    if said.quit and said.praise:
        yield "said praise quit", Seen(message.id, said.quit)
    text = plain(message.text)
    if len(text) > _REMARK:
        yield f"{place} long", here
        return
    yield from _cued(BY_USER, text, message, "user", place)
    yield from _halves(message, place)
    words = words_of(text)
    yield f"{place} {next((name for most, name in _LENGTHS if words.length <= most), 'wordy')}", here
    for word in words.found:
        seen = Seen(message.id, word)
        yield USER_WORD + word, seen


def _halves(message: Event, place: str) -> Iterator[tuple[str, Seen]]:
    """One clause content and another not, in which order."""
    sides: list[tuple[bool, str]] = []
    for clause in clauses(message.text)[:_CLAUSES]:
        said = read_mood(clause)
        content = said.praise or said.confirm or said.likes
        cross = said.against or said.mild or said.dislikes
        if bool(content) != bool(cross):
            sides.append((bool(content), clause))
    if not sides:
        return
    first, last = sides[0], sides[-1]
    names = {True: "content", False: "cross"}
    name = names[first[0]] if first[0] == last[0] else f"{names[first[0]]} then {names[last[0]]}"
    yield f"clauses {name}", Seen(message.id, last[1].strip())
    yield f"clauses {name} {place}", Seen(message.id, last[1].strip())


def _of_opening(turns: Sequence[Turn], place: str) -> Iterator[tuple[str, Seen]]:
    """What was asked at first: a question is answered by an answer."""
    opening = next((turn for turn in turns if turn.message is not None), None)
    if opening is None or opening.message is None or place == "silent":
        return
    text = plain(opening.message.text)
    if text.rstrip().endswith(("?", "吗", "呢", "か")):
        yield f"opened by question {place}", Seen(opening.message.id)


def _of_results(work: Work, steps: Sequence[Step], when: str, place: str) -> Iterator[tuple[str, Seen]]:
    colour = work.last.colour if work.last else "none"
    at = Seen(work.at.id if work.at else "", work.last.quote if work.last else "")
    yield f"{place} {when} last {colour}", at
    if work.last is not None:
        if work.last.verdict:
            yield f"{when} verdict {colour}", at
        if work.last.passed:
            yield f"{when} counts {'both' if work.last.failed else 'pass'}", at
        if work.green_before:
            yield f"{when} green then {colour}", at
    if work.stopped:
        yield f"{when} stopped", Seen()
    colours = [step.result.colour for step in steps if step.result.colour != "none"]
    if len(set(colours)) > 1:
        yield f"{when} red and green, last {colours[-1]}", at
    elif colours:
        yield f"{when} all {colours[0]}{' often' if len(colours) > 1 else ''}", at
    if work.at is not None:
        text = plain(work.at.text[-_OUTPUT:])
        yield from _cued(OUTPUT_CUES, text, work.at, "output", when)
        for word in words_of(text).found:
            if " " not in word:
                yield OUTPUT_WORD + word, Seen(work.at.id, word)


def _of_claim(work: Work, when: str, place: str) -> Iterator[tuple[str, Seen]]:
    if work.claimed is None:
        return
    claim, event = work.claim, work.claimed
    yield f"{when} spoke {'last' if work.after else 'earlier'}", Seen(event.id)
    for name in ("done", "unable", "partial", "pending", "asks"):
        if getattr(claim, name):
            yield f"{when} agent {name}", Seen(event.id, getattr(claim, name))
    if claim.done and (claim.partial or claim.unable):
        yield f"{when} agent halves", Seen(event.id, claim.partial or claim.unable)
    elif claim.done and not claim.pending and not claim.asks:
        yield (
            f"{when} agent claims over {work.last.colour if work.last else 'none'}",
            Seen(event.id, claim.done),
        )
    if len(event.text) > _REPORT:
        return  # a report tells of many things; what it claims was read from its first and last words
    text = plain(event.text)
    yield from _cued(AGENT_CUES, text, event, f"{when} agent", place)
    for word in words_of(text).found:
        yield AGENT_WORD + word, Seen(event.id, word)


def _cued(cues: Cues, text: str, event: Event, whose: str, place: str) -> Iterator[tuple[str, Seen]]:
    for name, quote in cues_in(cues, text):
        yield f"{whose} {name}", Seen(event.id, quote)
        yield f"{whose} {name} {place}", Seen(event.id, quote)
