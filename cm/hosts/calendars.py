"""Calendars: `.ics` files (RFC 5545) as calendar programs export them; each event, task and journal entry is one text.

Nobody speaks here: all of it is by `file`. Of the people invited the names are kept, never their addresses; a series is told
in words and not counted out. Not here: cutting the file into components (`store/sections.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Final
from zoneinfo import ZoneInfo

from cm.hosts.handed import handed_over, named_by_place
from cm.hosts.shapes import kebab, table
from cm.hosts.threads import Recent, Thread
from cm.model.host import Markdown, Record, Source
from cm.model.ids import short_hash
from cm.model.session import Item, Skipped
from cm.model.stamp import stamp

NAME: Final = "calendars"

_BEGINS: Final = r"BEGIN:(?:VEVENT|VTODO|VJOURNAL|VTIMEZONE|VFREEBUSY)[ \t]*\r?$"
_FOLD: Final = re.compile(r"\r?\n[ \t]")
_LINE: Final = re.compile(
    r"([A-Za-z0-9-]{1,60})((?:;[A-Za-z0-9-]{1,60}=(?:\"[^\"]*\"|[^;:\",]*)(?:,(?:\"[^\"]*\"|[^;:\",]*))*)*):(.*)",
    re.DOTALL,
)
_PARAM: Final = re.compile(r";([A-Za-z0-9-]+)=(\"[^\"]*\"|[^;:\"]*)")
_ESCAPE: Final = re.compile(r"\\([\\;,nN])")
_DATE: Final = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$")
_SPAN: Final = re.compile(
    r"([+-])?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,5})S)?)?$"
)
_MAIL: Final = re.compile(r"(?:mailto:)?[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+", re.IGNORECASE)
_QUERY: Final = re.compile(r"(https?://[^\s?#<>\"]{1,500})[?#][^\s<>\"]*")
_DIAL: Final = re.compile(
    r"(?<!\w)\+?\d[\d ().-]{7,18}\d#*(?!\w)|\b(?:pin|passcode|password|access code|kennwort)\b\s{0,9}(?:[:#]\s{0,9})?\S{3,40}",
    re.IGNORECASE,
)
_TAGS: Final = re.compile(r"<[^<>\n]{1,300}>")
_KINDS: Final = {"VEVENT": "", "VTODO": "task: ", "VJOURNAL": "note: "}
_EVERY: Final = {"DAILY": ("daily", "days"), "WEEKLY": ("weekly", "weeks"), "MONTHLY": ("monthly", "months"), "YEARLY": ("yearly", "years"), "HOURLY": ("hourly", "hours")}  # fmt: skip
_DAYS: Final = {"MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday", "SA": "Saturday", "SU": "Sunday"}  # fmt: skip
_ABOUT: Final = 2_000  # characters of a description
_PEOPLE: Final = 20

_Property = tuple[Mapping[str, str], str]
"""Parameters and value of a line."""


class CalendarFold:
    """Turns each component into an event; a changed one is another event, so that what was planned before stays known."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._seen = Recent(4096, kept.get("seen"))
        self._before = self._state()

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns the header, or one component, into items."""
        value = record.value
        if not isinstance(value, str):
            if isinstance(value, dict):
                return (Skipped(f"unknown-type:{kebab(value.get('type'))}", record.line),)
            return (Skipped("not-object", record.line),)
        self._before = self._state()
        thread = self._thread
        thread.settle(named_by_place(thread.source, "calendar"))
        kind, properties = _component(value)
        if kind == "VCALENDAR":
            thread.title = _first(properties, "X-WR-CALNAME") or thread.title
            thread.version = _first(properties, "PRODID") or thread.version
            return (Skipped("bookkeeping:header", record.line),)
        if kind not in _KINDS:
            return (Skipped(f"bookkeeping:{kebab(kind)}", record.line),)
        if _first(properties, "CLASS").upper() in ("PRIVATE", "CONFIDENTIAL"):
            return (Skipped("private", record.line),)
        text = _told(kind, properties)
        if not text:
            return (Skipped("empty", record.line),)
        start = properties.get("DTSTART", properties.get("DUE", [({}, "")]))[0]
        at = _stamped(start)
        name = _first(properties, "UID")
        key = (name or "unnamed", _first(properties, "RECURRENCE-ID"), short_hash(20, text))
        if self._seen.get(" ".join(key)):
            return (Skipped("duplicate", record.line),)
        self._seen.put(" ".join(key))
        thread.passed(at)
        return (thread.event(key, at, "file", "message", text),)

    def finish(self) -> Iterable[Item]:
        """The head: one calendar."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """What held before the last component, which is read again."""
        return self._before

    def _state(self) -> dict[str, Any]:
        return {"thread": self._thread.carry(), "seen": self._seen.carry()}


def _component(text: str) -> tuple[str, dict[str, list[_Property]]]:
    """What a section is, and its own lines by name; those of components within it (alarms) are left out."""
    kind = ""
    inside: list[str] = []
    found: dict[str, list[_Property]] = {}
    for line in _FOLD.sub("", text).splitlines():
        parsed = _LINE.match(line.strip("\ufeff"))
        if parsed is None:
            continue
        name, value = parsed[1].upper(), parsed[3]
        if name == "BEGIN":
            inside.append(value.strip().upper())
            kind = kind or inside[0]
        elif name == "END":
            if inside and inside[-1] == value.strip().upper():
                inside.pop()
            if not inside:
                break
        elif len(inside) == 1:
            params = {key.upper(): given.strip('"') for key, given in _PARAM.findall(parsed[2])}
            found.setdefault(name, []).append((params, value))
    return kind, found


def _first(properties: Mapping[str, list[_Property]], name: str) -> str:
    found = properties.get(name)
    return _plain(found[0][1]) if found else ""


def _plain(value: str) -> str:
    return _ESCAPE.sub(lambda found: "\n" if found[1] in "nN" else found[1], value).strip()


def _told(kind: str, properties: Mapping[str, list[_Property]]) -> str:
    """What a person would tell of it."""
    title = _impersonal(" ".join(_first(properties, "SUMMARY").split()))
    when = _when(properties)
    about = _impersonal(_first(properties, "DESCRIPTION"))[:_ABOUT].strip()
    if not (title or about):
        return ""
    lines = [f"{_KINDS[kind]}{title or 'without a title'}"]
    lines += [f"when: {when}"] if when else []
    if series := "; ".join(_series(value) for _, value in properties.get("RRULE", ())):
        left = sum(len(value.split(",")) for _, value in properties.get("EXDATE", ()))
        lines.append(f"repeats: {series}" + (f", except {left}" if left else ""))
    if moved := _first(properties, "RECURRENCE-ID"):
        lines.append(f"instead of: {_spoken(_moment(({}, moved)))}")
    if where := _impersonal(" ".join(_first(properties, "LOCATION").split())):
        lines.append(f"where: {where[:200]}")
    if who := _people(properties):
        lines.append(f"who: {who}")
    status = _first(properties, "STATUS").lower()
    if status in ("cancelled", "tentative", "completed", "in-process", "needs-action"):
        lines.append(f"status: {status}")
    if about:
        lines.append(f"about: {about}")
    return "\n".join(lines)


def _when(properties: Mapping[str, list[_Property]]) -> str:
    """From when to when, in the words of the calendar, with its zone."""
    starts = properties.get("DTSTART")
    ends = properties.get("DTEND") or properties.get("DUE")
    start = _moment(starts[0]) if starts else None
    end = _moment(ends[0]) if ends else None
    if start is None:
        return f"until {end:%Y-%m-%d}" if end is not None else ""
    whole_day = len(starts[0][1].strip()) == 8 if starts else False
    if end is None and (span := _span(_first(properties, "DURATION"))) is not None:
        try:
            end = start + span
        except OverflowError:
            end = None
    zone = starts[0][0].get("TZID", "") if starts else ""
    zone = zone or ("UTC" if starts and starts[0][1].rstrip().endswith("Z") else "")
    if whole_day:
        last = end - timedelta(days=1) if end is not None and end > start else start
        return f"{start:%Y-%m-%d}" if last <= start else f"{start:%Y-%m-%d} to {last:%Y-%m-%d}"
    behind = f" ({zone})" if zone else ""
    if end is None or end <= start:
        return f"{_spoken(start)}{behind}"
    return f"{_spoken(start)} to {f'{end:%H:%M}' if end.date() == start.date() else _spoken(end)}{behind}"


def _spoken(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M}" if moment is not None else "another day"


def _moment(given: _Property) -> datetime | None:
    """A date, or a date and time, as it stands there, without its zone."""
    found = _DATE.match(given[1].strip())
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    try:
        return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001
    except ValueError:
        return None


def _stamped(given: _Property) -> str:
    """The same as a stored moment; a zone that nobody here knows counts as UTC."""
    moment = _moment(given)
    if moment is None:
        return ""
    zone: tzinfo = UTC
    name = given[0].get("TZID", "")
    if name and not given[1].strip().endswith("Z"):
        try:
            zone = ZoneInfo(name)
        except (ValueError, OSError, KeyError):  # a name of another system's, or no name at all
            zone = UTC
    try:
        return stamp(moment.replace(tzinfo=zone))
    except (ValueError, OverflowError):
        return ""


def _span(text: str) -> timedelta | None:
    found = _SPAN.match(text)
    if found is None or found[1] == "-" or not any(found.groups()[1:]):
        return None
    weeks, days, hours, minutes, seconds = (int(part or 0) for part in found.groups()[1:])
    return timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)


def _series(value: str) -> str:
    """A rule of repetition in words; what has none stands as it is."""
    parts = {}
    for part in value.split(";"):
        name, _, given = part.partition("=")
        parts[name.strip().upper()] = given.strip()
    once, many = _EVERY.get(parts.pop("FREQ", "").upper(), ("", ""))
    if not once:
        return value[:200]
    step = parts.pop("INTERVAL", "1")
    said = once if step in ("", "1") else f"every {step[:5]} {many}"
    parts.pop("WKST", "")
    if days := parts.pop("BYDAY", ""):
        said += " on " + ", ".join(_day(day.strip().upper()) for day in days.split(",")[:10])
    if dates := parts.pop("BYMONTHDAY", ""):
        said += f" on day {dates[:40]}"
    if months := parts.pop("BYMONTH", ""):
        said += f" in month {months[:40]}"
    count, until = parts.pop("COUNT", ""), parts.pop("UNTIL", "")
    said += f", {count[:6]} times" if count else ""
    if end := _moment(({}, until)):
        said += f", until {end:%Y-%m-%d}"
    return said + "".join(f", {name.lower()} {given[:40]}" for name, given in parts.items() if given)


def _day(text: str) -> str:
    name = _DAYS.get(text[-2:], text[-2:])
    place = text[:-2].lstrip("+")
    return f"{name} {place}" if place else name


def _people(properties: Mapping[str, list[_Property]]) -> str:
    """The names of those who take part; of whom only an address stands there is counted."""
    names: dict[str, str] = {}
    nameless = 0
    for role in ("ORGANIZER", "ATTENDEE"):
        for params, _ in properties.get(role, ()):
            if params.get("CUTYPE", "").upper() in ("ROOM", "RESOURCE"):
                continue
            name = " ".join(_impersonal(_plain(params.get("CN", ""))).split())[:80]
            if not name or name == _GONE:
                nameless += 1
            elif role == "ORGANIZER":
                names[name] = " (organizer)"
            else:
                declined = params.get("PARTSTAT", "").upper() == "DECLINED"
                names.setdefault(name, " (declined)" if declined else "")
    told = [f"{name}{behind}" for name, behind in names.items()]
    more = len(told) - _PEOPLE
    listed = "; ".join(told[:_PEOPLE]) + (f"; {more} more" if more > 0 else "")
    return listed + (f"{'; ' if listed else ''}{nameless} without a name" if nameless else "")


_GONE: Final = "(address)"


def _impersonal(text: str) -> str:
    """A text without addresses, numbers to call, and what a link carries behind its address."""
    text = _TAGS.sub(" ", text) if "</" in text or "<br" in text.lower() else text
    return _DIAL.sub("(number)", _MAIL.sub(_GONE, _QUERY.sub(r"\1", text)))


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether a text begins as a calendar does."""
    first = records[0] if records else None
    return isinstance(first, str) and first.lstrip("\ufeff \r\n")[:15].upper() == "BEGIN:VCALENDAR"


HOST: Final = handed_over(
    NAME, "calendars", "markdown", CalendarFold, _looks_like, markdown=Markdown(_BEGINS, (".ics",))
)
