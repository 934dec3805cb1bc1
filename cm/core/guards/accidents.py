"""Finds in one session the commands that were regretted: which dangerous command each sign of regret is about, and whether it is enough.

Pure: the session's events and a reader of dangers come in. What regret looks like is `regret.py`, what is dangerous `dangers.py` and
the packs; saving one is `flows/trauma_scan.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cm.core.guards.dangers import Danger, Dangers, Kind
from cm.core.guards.regret import Regret, anger_of, names_kind, regrets_of
from cm.model.session import Event


@dataclass(frozen=True, slots=True)
class Accident:
    """A command that ran and was regretted."""

    command: Event
    dangers: tuple[Danger, ...]
    regrets: tuple[Regret, ...]
    score: int

    @property
    def kind(self) -> Kind:
        """What was lost."""
        return self.dangers[0].kind


ENOUGH: Final = 3
_NAMED: Final = 2
_STRONG: Final = ("accused", "confessed", "lost")
_NEAR: Final = 80  # events between a command and the regret
_TURNS: Final = 3  # messages of the user that the regret may come after
_FAILED_WORDS: Final = re.compile(
    r"permission denied|no such file|not found|does not exist|cannot |could not |unable to|refused|denied|blocked|not allowed|nothing to|aborted|fatal:|error:|usage:",
    re.IGNORECASE,
)
_HELD_BACK: Final = re.compile(
    r"\b(?:denied|blocked|rejected|refused|not (?:executed|allowed|permitted)|cancel+ed|declined|disallowed)\b[^\n]{0,80}\b(?:by|hook|user|policy|permission|guard|sandbox|trauma)|\bdoesn't want to proceed\b|requires approval",
    re.IGNORECASE,
)
_JUST_NOW: Final = 4  # events
_THAT_COMMAND: Final = re.compile(r"\b(?:that|this|the|my) (?:\w+ )?(?:command|script)\b")
_EMPTY_WORDS: Final = "the a an of to in on for from with and or git rm sudo force hard recursive all main master origin head exec name type file dev null true false echo sh bash usr bin tmp src"
_EMPTY: Final = frozenset(_EMPTY_WORDS.split())


def accidents_of(events: Sequence[Event], dangers: Dangers) -> tuple[Accident, ...]:
    """The regretted commands of a session, in order; each sign of regret counts for one command only."""
    signs = [sign for event in events for sign in regrets_of(event)]
    if not any(sign.sign not in ("sorry", "looked") for sign in signs):
        return ()
    spoken = {sign.event for sign in signs}
    signs += [sign for event in events if event.id not in spoken for sign in anger_of(event)]
    ran = _ran(events)
    turns = _turns(events)
    seen: dict[str, tuple[Danger, ...]] = {}
    blamed: dict[str, list[tuple[Regret, int]]] = {}
    for sign in signs:
        best: tuple[float, int, str] | None = None
        for event in reversed(ran):
            if event.seq >= sign.seq:
                continue
            if sign.seq - event.seq > _NEAR or turns[sign.seq] - turns[event.seq] > _TURNS:
                break
            if event.id not in seen:
                seen[event.id] = tuple(dangers(event.text))
            if not seen[event.id] or event.id == sign.event:
                continue
            link = _link(sign, event, seen[event.id])
            if not _may_be_about(sign, event, seen[event.id], link, turns):
                continue
            grave = any(each.grave for each in seen[event.id])
            rank = (link * 3 + 2 * grave - (sign.seq - event.seq) / 20, link, event.id)
            best = max(best, rank) if best else rank
        if best:
            blamed.setdefault(best[2], []).append((sign, best[1]))
    by_id = {event.id: event for event in ran}
    found = []
    for name, told in blamed.items():
        score = _score(told)
        if score >= _needed(by_id[name], seen[name], told, events):
            regrets = tuple(sorted((sign for sign, _ in told), key=lambda each: each.seq))
            found.append(Accident(by_id[name], seen[name], _worth_telling(regrets), score))
    return _once(sorted(found, key=lambda each: each.command.seq))


def _ran(events: Sequence[Event]) -> list[Event]:
    """The commands that ran: not those that the user, the host or a hook held back."""
    held = set()
    for event in events:
        if not event.of:
            continue
        stopped = event.kind == "interrupt" or (event.kind == "error" and event.by == "host")
        if stopped or (event.kind in ("error", "output") and event.exit != 0 and _HELD_BACK.search(event.text[:400])):  # fmt: skip
            held.add(event.of)
    return [
        event
        for event in events
        if event.kind == "command" and event.by in ("agent", "user") and event.id not in held
    ]


def _turns(events: Sequence[Event]) -> Mapping[int, int]:
    """How many messages of the user came up to each event."""
    turns, count = {}, 0
    for event in events:
        count += event.kind == "message" and event.by == "user"
        turns[event.seq] = count
    return turns


def _may_be_about(
    sign: Regret, event: Event, dangers: Sequence[Danger], link: int, turns: Mapping[int, int]
) -> bool:
    """Whether a sign of regret can be meant for a command."""
    if sign.kinds:  # a repair: of the same kind, and for what is aimed at a thing, of that thing
        same = any(each.kind in sign.kinds for each in dangers)
        if sign.kinds == ("git",):
            return same
        return link >= _NAMED and (same or (sign.kinds == ("files",) and dangers[0].kind in ("git", "files")))
    if sign.sign in ("angry", "sorry"):
        return turns[sign.seq] - turns[event.seq] <= 1
    grave = any(each.grave for each in dangers)
    if link:
        return True
    return grave and turns[sign.seq] - turns[event.seq] <= 1 and sign.seq - event.seq <= 12


def _link(sign: Regret, event: Event, dangers: Sequence[Danger]) -> int:
    """How surely the words are about the command: 2 = they name it or its target, 1 = the kind of thing, 0 = neither."""
    low = sign.text.lower()
    for danger in dangers:
        words = danger.line.lower().split(" ")
        if len(words) > 1 and re.search(rf"\b{re.escape(words[0])} (?:-\S+ )*{re.escape(words[1])}", low):
            return _NAMED
        if any(word in low for word in _names_in(danger.line)):
            return _NAMED
    if sign.by == "agent" and sign.seq - event.seq <= _JUST_NOW and _THAT_COMMAND.search(low):
        return _NAMED
    if any(names_kind(low, danger.kind) for danger in dangers):
        return 1
    return 0


def _names_in(line: str) -> list[str]:
    """What a command is aimed at, in words that somebody would repeat."""
    names = []
    for word in re.split(r"[\s␣;,'\"()=]+", line.lower())[1:]:
        bare = word.rstrip("/*").rpartition("/")[2]
        if word.startswith("-") or bare in _EMPTY or len(bare) < 4 or bare.isdigit():
            continue
        names.append(bare)
    return names


def _score(told: Sequence[tuple[Regret, int]]) -> int:
    """The best of each voice, added up: the user's, the agent's, and what was repaired."""
    voices: dict[str, int] = {}
    for sign, _ in told:
        voice = "repair" if sign.kinds else sign.by
        if sign.kinds:
            voices[sign.sign] = max(voices.get(sign.sign, 0), sign.weight)
        else:
            voices[voice] = max(voices.get(voice, 0), sign.weight)
    named = any(link >= _NAMED and sign.sign in _STRONG for sign, link in told)
    return sum(voices.values()) + named


def _needed(
    event: Event, dangers: Sequence[Danger], told: Sequence[tuple[Regret, int]], events: Sequence[Event]
) -> int:
    """How much it takes: more for what failed, and for what is dangerous in a wide sense only."""
    needed = ENOUGH
    end = next((each for each in events if each.kind == "output" and each.of == event.id), None)
    if end is not None and end.exit not in (0, None) and _FAILED_WORDS.search(end.text or ""):
        needed += 2
    # an agent is sorry for many things: of what is dangerous in a wide sense only, it has to name it
    sure = [link >= (1 if sign.by == "user" else _NAMED) for sign, link in told if sign.sign in _STRONG]
    if not any(each.grave for each in dangers) and not any(sure):
        needed += 2
    return needed


def _worth_telling(regrets: Sequence[Regret]) -> tuple[Regret, ...]:
    """The strongest of each voice first, a few."""
    best: dict[tuple[str, str], Regret] = {}
    for each in sorted(regrets, key=lambda sign: (-sign.weight, sign.seq)):
        if each.kinds or each.event not in {other.event for other in best.values()}:
            best.setdefault((each.by if not each.kinds else "repair", each.sign), each)
    return tuple(sorted(best.values(), key=lambda sign: (-sign.weight, sign.seq))[:4])


def _once(found: Sequence[Accident]) -> tuple[Accident, ...]:
    """The same command line once, with what was said of it each time."""
    kept: dict[str, Accident] = {}
    for each in found:
        key = each.dangers[0].line
        if key in kept:
            before = kept[key]
            kept[key] = replace(
                before, regrets=_worth_telling([*before.regrets, *each.regrets]), score=max(before.score, each.score)
            )  # fmt: skip
        else:
            kept[key] = each
    return tuple(kept.values())
