"""What a session's commands, edits and errors tell its diary. Not here: what was said (`core/reading/digest_talk.py`)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cm.core.reading.commands import Family, family, normal_command
from cm.core.reading.passages import shorten
from cm.core.reading.results import Colour, read_run
from cm.model.diary import CommandEntry, Entry
from cm.model.session import Event

_LINE: Final = 240
_DECLINED: Final = re.compile(
    r"user (?:doesn't|does not|did not|didn't) want|(?:rejected|declined|denied|cancell?ed|aborted) by (?:the )?user|user (?:rejected|declined|denied|cancell?ed|aborted)",
    re.IGNORECASE,
)
_POINTS: Final = 6  # events one entry points at


@dataclass(frozen=True, slots=True)
class Ran:
    """A command, its end when one was written down, and how it ended."""

    command: Event
    output: Event | None
    text: str
    family: Family
    colour: Colour
    quote: str = ""


def runs(events: Sequence[Event]) -> tuple[Ran, ...]:
    """The commands of a session in order; those that only look are left out."""
    ends: dict[str, Event] = {}
    for event in events:
        if event.kind == "output" and event.of:
            ends[event.of] = event
    found: list[Ran] = []
    for event in events:
        if event.kind != "command":
            continue
        kind = family(event.text)
        if kind == "look":
            continue
        end = ends.get(event.id)
        result = read_run(kind, end.text, end.exit) if end else None
        colour: Colour = result.colour if result else "none"
        found.append(
            Ran(
                event,
                end,
                normal_command(event.text),
                kind,
                colour,
                _why(end, result.quote if result else ""),
            )
        )
    return tuple(found)


def _why(end: Event | None, quote: str) -> str:
    """The line of the output that says what went wrong."""
    if end is None:
        return ""
    lines = [line.strip() for line in end.text.splitlines() if line.strip()]
    telling = [
        line
        for line in lines
        if any(
            word in line.lower()
            for word in (
                "error",
                "failed",
                "fatal",
                "not found",
                "cannot",
                "denied",
                "panic",
                "exception",
                "no such",
                "失败",
                "エラー",
                "fehler",
            )
        )
    ]
    for line in telling[:1] or lines[-1:]:
        return shorten(line, 140)
    return quote


def commands(ran: Sequence[Ran], most: int) -> tuple[CommandEntry, ...]:
    """Each command once, with counts; tests, builds and checks first, then what was run most."""
    groups: dict[str, list[Ran]] = {}
    for one in ran:
        if one.text:
            groups.setdefault(one.text, []).append(one)
    entries = [
        (
            group[0].family in ("test", "build", "lint"),
            CommandEntry(
                text,
                passed=sum(one.colour == "green" for one in group),
                failed=sum(one.colour == "red" for one in group),
                unknown=sum(one.colour == "none" for one in group),
                events=tuple(one.command.id for one in group[:_POINTS]),
            ),
        )
        for text, group in groups.items()
    ]
    entries.sort(key=lambda pair: (not pair[0], -(pair[1].passed + pair[1].failed + pair[1].unknown)))
    return tuple(entry for _, entry in entries[:most])


def files(events: Sequence[Event], cwd: str, most: int) -> tuple[Entry, ...]:
    """The files written, most often written first; one event per edit, so that their number is the count."""
    edits: dict[str, list[str]] = {}
    for event in events:
        if event.kind == "edit" and event.text.strip():
            edits.setdefault(relative(event.text.strip(), cwd), []).append(event.id)
    ranked = sorted(edits.items(), key=lambda item: -len(item[1]))
    return tuple(Entry(path, tuple(ids[:50])) for path, ids in ranked[:most])


def relative(path: str, cwd: str) -> str:
    """A path as the project would spell it, when it lies below the session's folder."""
    root = cwd.replace("\\", "/").rstrip("/")
    plain = path.replace("\\", "/")
    if root and plain.lower().startswith(root.lower() + "/"):
        return plain[len(root) + 1 :]
    return plain


def troubles(ran: Sequence[Ran], events: Sequence[Event], most: int) -> tuple[Entry, ...]:
    """Commands that failed, tools that failed, and stops by the user, in the order they first came."""
    order = {event.id: n for n, event in enumerate(events)}
    found: list[tuple[int, Entry]] = []
    groups: dict[str, list[Ran]] = {}
    for one in ran:
        if one.colour == "red":
            groups.setdefault(one.text, []).append(one)
    for text, group in groups.items():
        times = f" {len(group)} times" if len(group) > 1 else ""
        why = next((one.quote for one in reversed(group) if one.quote), "")
        ids = tuple(one.output.id if one.output else one.command.id for one in group[:_POINTS])
        found.append(
            (
                order[ids[0]],
                Entry(shorten(f"`{text}` failed{times}" + (f": {why}" if why else ""), _LINE), ids),
            )
        )
    declined = [e for e in events if e.kind == "error" and _DECLINED.search(e.text[:400])]
    for tool_name in dict.fromkeys(e.tool for e in declined):
        ids = tuple(e.id for e in declined if e.tool == tool_name)[:_POINTS]
        times = f" {len(ids)} times" if len(ids) > 1 else ""
        found.append((order[ids[0]], Entry(f"The user declined {tool_name or 'a tool'}{times}.", ids)))
    refused = {e.id for e in declined}
    errors: Mapping[str, list[Event]] = _grouped(
        [e for e in events if e.kind == "error" and e.id not in refused]
    )
    for text, group_of in errors.items():
        times = f" ({len(group_of)} times)" if len(group_of) > 1 else ""
        tool = f"{group_of[0].tool}: " if group_of[0].tool else ""
        ids = tuple(e.id for e in group_of[:_POINTS])
        found.append((order[ids[0]], Entry(shorten(tool + text, _LINE - 12) + times, ids)))
    stops = [event for event in events if event.kind == "interrupt"]
    if stops:
        times = f" {len(stops)} times" if len(stops) > 1 else ""
        ids = tuple(e.id for e in stops[:_POINTS])
        found.append((order[ids[0]], Entry(f"The user stopped the agent{times}.", ids)))
    if len(found) > most:  # keep what came up most often, and tell it in order
        found = sorted(found, key=lambda pair: -len(pair[1].events))[:most]
    return tuple(entry for _, entry in sorted(found, key=lambda pair: pair[0]))


def _grouped(errors: Sequence[Event]) -> dict[str, list[Event]]:
    groups: dict[str, list[Event]] = {}
    for event in errors:
        lines = [line.strip() for line in event.text.splitlines() if line.strip()]
        if lines:
            groups.setdefault(shorten(lines[0], 160), []).append(event)
    return groups


def repairs(ran: Sequence[Ran], events: Sequence[Event], cwd: str, most: int) -> tuple[Entry, ...]:
    """What failed and later passed: the same command after edits, or another way of running it."""
    place = {event.id: n for n, event in enumerate(events)}
    found: list[Entry] = []
    told: Counter[str] = Counter()
    for n, bad in enumerate(ran):
        if bad.colour != "red" or bad.family in ("other", "version-control") or told[bad.text]:
            continue
        for good in ran[n + 1 :]:
            if good.colour != "green" or good.text != bad.text:
                continue
            told[bad.text] += 1
            between = [
                relative(e.text, cwd)
                for e in events[place[bad.command.id] : place[good.command.id]]
                if e.kind == "edit"
            ]
            names = ", ".join(dict.fromkeys(f"`{path.rsplit('/', 1)[-1]}`" for path in between[-3:]))
            after = f" after edits to {names}" if names else " on another try"
            why = f" ({bad.quote})" if bad.quote else ""
            ids = tuple(e.id for e in (bad.output or bad.command, good.output or good.command))
            found.append(Entry(shorten(f"`{bad.text}` failed{why}, then passed{after}.", 300), ids))
            break
    return tuple(found[:most])
