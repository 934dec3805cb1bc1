"""What the journal says of a rule: where its situation came up, whether the behaviour was kept to, how it ended, who said so.

Behaviour is read from commands (`core/reading/followed.py`) and from the files that were written (`core/reading/touched.py`); words of
the user for it are found by what they share with the rule, words against it where they plainly say the opposite.
A verdict is a closed list with a reason, from counts that are shown. Not here: whether the words may stand at all (the gate).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from cm.core.curation.witness import share_of
from cm.core.language.grammar import bans
from cm.core.language.relation import forbidden, relate
from cm.core.reading.checks import Check
from cm.core.reading.directives import weigh
from cm.core.reading.followed import Watched, kept
from cm.core.reading.outcome import judge
from cm.core.reading.touched import wrote
from cm.model.diary import Status
from cm.model.rule import Evidence, Kind
from cm.model.session import Event, SessionHead

Verdict: TypeAlias = Literal["accepted", "draft", "refused"]
SHARED: Final = 0.5  # of a rule's telling words, from which a session has to do with it
VOICED: Final = -5.0  # the weight from which words of the user wish for something; see core/curation/words.py
WORSE: Final = 3  # sessions with the behaviour that ended badly, from which that is no chance
QUOTES: Final = 5
_ONE_RULE: Final = 300  # characters of a sentence that may be one


@dataclass(frozen=True, slots=True)
class Seen:
    """One session that has to do with a rule."""

    session: str
    at: str
    project: str
    status: Status
    followed: int
    against: int
    did: str  # the last command that told
    said: tuple[Evidence, ...]  # words of the user that wish for it
    against_it: tuple[Evidence, ...] = ()  # words of the user that say the opposite


@dataclass(frozen=True, slots=True)
class Ends:
    """How sessions ended."""

    sessions: int = 0
    success: int = 0
    failure: int = 0
    mixed: int = 0
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class History:
    """All of it, with and without the behaviour."""

    checkable: bool  # whether commands or written files can tell of it
    sessions: int  # that were looked through
    seen: tuple[Seen, ...]  # that have to do with it, the newest first
    with_it: Ends
    without_it: Ends
    neither: Ends  # the situation came up, and no command tells
    said_in: int  # sessions in which the user wishes for it
    opposed_in: int = 0  # sessions in which the user says the opposite


def seen_in(
    head: SessionHead,
    events: Sequence[Event],
    text: str,
    check: Check | None,
    *,
    rule: str = "new",
    kind: Kind = "rule",
    paths: tuple[str, ...] = (),
) -> Seen | None:
    """What one session says of a rule; None when it has nothing to do with it."""
    followed = against = 0
    did = ""
    if check is not None:
        for one in kept(events, (Watched(rule, check, "0"),), began=head.started or "1"):
            followed, against, did = one.followed, one.ignored, one.against or one.did
    if paths and (written := wrote(events, paths)):
        against, did = against + len(written), did or f"wrote {written[-1]}"
    order = forbidden(text) if kind == "anti-pattern" and not bans(text) else text
    voiced = tuple(_voiced(events, order))
    said = tuple(item for item, opposite in voiced if not opposite)
    opposed = tuple(item for item, opposite in voiced if opposite)
    about = bool(followed or against or voiced)
    if (
        not about
        and max((share_of(text, (event.text,)) or 0 for event in events if event.by == "user"), default=0)
        < SHARED
    ):
        return None
    main = [event for event in events if not event.agent and event.kind != "summary"]
    at = head.ended or head.started
    return Seen(
        head.id, at, head.project, judge(main).status, followed, against, did, said[:QUOTES], opposed[:QUOTES]
    )


def history_of(found: Iterable[Seen], *, sessions: int, checkable: bool) -> History:
    """Counts what was seen."""
    seen = tuple(sorted(found, key=lambda each: each.at, reverse=True))
    return History(
        checkable,
        sessions,
        seen,
        _ends(each for each in seen if each.followed and each.followed >= each.against),
        _ends(each for each in seen if each.against > each.followed),
        _ends(each for each in seen if not each.followed and not each.against),
        sum(bool(each.said) for each in seen),
        sum(bool(each.against_it) for each in seen),
    )


def weigh_history(history: History, *, support: int) -> tuple[Verdict, str]:
    """Accepted, a draft until more evidence, or refused, and why."""
    kept_to, left = history.with_it, history.without_it
    judged, others = kept_to.success + kept_to.failure, left.success + left.failure
    worse = others == 0 or kept_to.failure * others > left.failure * judged
    if kept_to.failure >= WORSE and kept_to.failure * 2 > judged and worse:
        rate = f"{kept_to.failure} of {judged}"
        other = f", without it {left.failure} of {others}" if others else ""
        return "refused", f"sessions that kept to it ended badly more often: {rate}{other}"
    if is_opposed(history, support=support):
        return "refused", f"the user says the opposite in {history.opposed_in} sessions"
    if history.opposed_in:
        return "draft", "the user also says the opposite: a person decides"
    if history.said_in >= support:
        return "accepted", f"the user wishes for it in {history.said_in} sessions"
    if history.said_in and kept_to.success > kept_to.failure:
        return (
            "accepted",
            f"the user wishes for it, and {kept_to.success} sessions that kept to it ended well",
        )
    if history.said_in:
        return "draft", "the user wishes for it in one session; a second one or a person has to support it"
    if kept_to.success >= support and not kept_to.failure and left.failure:
        return "draft", (
            f"{kept_to.success} sessions that kept to it ended well and {left.failure} that did not ended badly, but nobody asked for it"
        )
    if not history.seen:
        return "draft", "no session has to do with it: nothing speaks for it or against it"
    return "draft", "nobody asked for it, and how it ended does not tell"


def is_opposed(history: History, *, support: int) -> bool:
    """Whether the user says the opposite in as many sessions as would support it, and oftener than that they wish for it."""
    return history.opposed_in >= support and history.opposed_in > history.said_in


def told_of(history: History) -> str:
    """The record in one clause; "" when the journal tells nothing."""
    parts = []
    for name, ends in (("kept to in", history.with_it), ("gone against in", history.without_it)):
        if ends.sessions:
            counts = (("well", ends.success), ("badly", ends.failure))
            how = ", ".join(f"{count} ended {word}" for word, count in counts if count)
            sessions = "session" if ends.sessions == 1 else "sessions"
            parts.append(f"{name} {ends.sessions} {sessions}" + (f" ({how})" if how else ""))
    if history.said_in > 1:
        parts.append(f"asked for in {history.said_in} sessions")
    if history.opposed_in:
        sessions = "session" if history.opposed_in == 1 else "sessions"
        parts.append(f"the opposite is said in {history.opposed_in} {sessions}")
    return ", ".join(parts)


def _voiced(events: Sequence[Event], text: str) -> Iterable[tuple[Evidence, bool]]:
    """Words of the user that wish for something of which the rule speaks, and whether they say the opposite."""
    for event in events:
        if event.by != "user" or event.kind != "message" or event.agent:
            continue
        if not share_of(text, (event.text,)):
            continue
        for each in weigh(event.text):
            start, end = each.sentence.start, each.sentence.end
            sentence = event.text[start:end]
            if each.score < VOICED:
                continue
            told = Evidence("user", sentence, event.session, event.id, (start, end), event.at)
            found = relate(text, sentence) if len(sentence) <= _ONE_RULE else None
            if found is not None and found.kind == "contradiction":
                if found.strong:
                    yield told, True
                continue  # what may well be the opposite is no wish for it
            if (share_of(text, (sentence,)) or 0) >= SHARED:
                yield told, False


def _ends(found: Iterable[Seen]) -> Ends:
    every = [each.status for each in found]
    return Ends(len(every), *(every.count(name) for name in ("success", "failure", "mixed", "unknown")))
