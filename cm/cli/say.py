"""Plain text pieces that renderers share: wrapped lines, quotes, columns, short ids, counts.

No colours, no boxes: the same bytes on a terminal and in a pipe. Widths come from the terminal, 80 in a pipe.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

NARROWEST: Final = 32
WIDEST: Final = 100
SHORT_ID: Final = 10  # "r-" and eight characters: copied back, it is still one rule

_OWN_ID: Final = re.compile(r"[a-z]-[a-z2-7]{13}")
_BEGINS_WITH_TIME: Final = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}(?=-7)|(?:20[0-9]{6,15}|1[0-9]{12})(?![0-9a-f])|[a-z]{1,5}_[0-9a-f]{8,12}|0[0-9A-HJKMNP-TV-Z]{12}(?=[0-9A-HJKMNP-TV-Z]{13})"
)
_UNSAFE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_PAINT: Final = re.compile(
    rf"(\x1b\[(?:1|2|22|31|32|36|39)m)|{_UNSAFE.pattern}"
)  # what `paint.py` writes, else unsafe


def width() -> int:
    """How wide a line may be: COLUMNS, else the terminal's width, else 80."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdigit() and int(asked) > 0:
        columns = int(asked)
    else:
        try:
            columns = os.get_terminal_size(sys.stdout.fileno()).columns or 80
        except (OSError, ValueError):
            columns = 80
    return max(NARROWEST, min(WIDEST, columns))


def clean(text: str) -> str:
    """One line without control and direction characters, so that stored text cannot drive a terminal."""
    return _UNSAFE.sub("", " ".join(text.split()))


def harmless(text: str) -> str:
    """A text of several lines without control and direction characters, its white space as it stands."""
    return _UNSAFE.sub("", text)


def at_terminal(text: str) -> str:
    """The same, with the colours that are our own: for what is shown as it is."""
    return _PAINT.sub(lambda found: found[1] or "", text)


def para(text: str, indent: int = 0, first: str = "", hang: int | None = None) -> str:
    """Wraps one paragraph: `first` opens it, later lines hang below its text."""
    lead = " " * indent + harmless(first)
    rest = " " * (cells(lead) if hang is None else hang)
    return "\n".join(_wrap(clean(text), lead, rest, width()))


def wrapped(text: str, first: str, rest: str, room: int) -> list[str]:
    """The same as lines, in a column of so many cells."""
    return _wrap(clean(text), harmless(first), rest, max(room, 12))


def lines(*parts: str) -> str:
    """Joins the parts that say something, one under another, with one line break at the end."""
    body = "\n".join(part.rstrip() for part in parts if part)
    return body + "\n" if body else ""


def blocks(*parts: str) -> str:
    """Joins the parts that say something with an empty line between."""
    body = "\n\n".join(part.strip("\n") for part in parts if part.strip())
    return body + "\n" if body else ""


def fit(text: str) -> str:
    """Wraps what is still wider than a line, below its own indent; a command to copy stays whole. Nothing in it drives a terminal."""
    room = width()
    return "\n".join(
        line if cells(line) <= room or line.lstrip().startswith("$ ") else _wrapped(line)
        for line in harmless(text).split("\n")
    )


def count(n: int, one: str, many: str = "") -> str:
    """ "1 rule", "2 rules"."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def size(n: int) -> str:
    """Bytes as people say them."""
    if n < 1000:
        return count(n, "byte")
    return f"{n / 1e6:,.1f} MB" if n >= 100_000 else f"{n / 1e3:,.1f} kB"


def short(item_id: str, taken: Iterable[str] = ()) -> str:
    """The shortest form of an id, at least ten characters, that no other id in `taken` begins with.

    An id that somebody chose, such as `r-general-01`, stays whole.
    """
    if not _OWN_ID.fullmatch(item_id):
        return item_id
    others = [other for other in taken if other != item_id]
    for length in range(SHORT_ID, len(item_id)):
        if not any(other.startswith(item_id[:length]) for other in others):
            return item_id[:length]
    return item_id


def shortened(ids: Iterable[str]) -> dict[str, str]:
    """Every id with its shortest form among these."""
    known = sorted(set(ids))
    out: dict[str, str] = {}
    for place, item in enumerate(known):
        near = [known[i] for i in (place - 1, place + 1) if 0 <= i < len(known)]
        out[item] = short(item, near)
    return out


def session_name(session: str) -> str:
    """A session as people name it: host and as much of its id as tells it from its neighbours.

    Ids that begin with the time have the same first characters for a minute or a day: of those the time is whole.
    """
    host, slash, native = session.partition("/")
    timed = _BEGINS_WITH_TIME.match(native)
    return f"{host}/{timed[0] if timed else native[:8]}" if slash else session[:20]


def day(stamp: str) -> str:
    """The date of a stored time, or a dash."""
    return stamp[:10] or "-"


def minute(stamp: str) -> str:
    """Date and minute of a stored time, in UTC as all times here."""
    return f"{stamp[:10]} {stamp[11:16]}" if len(stamp) >= 16 else stamp or "-"


def cut(text: str, room: int) -> str:
    """A text in at most `room` cells, with an ellipsis where something was left off."""
    text = clean(text)
    if cells(text) <= room:
        return text
    kept, used = "", 0
    for char in text:
        used += _cell(char)
        if used > max(1, room - 1):
            break
        kept += char
    return kept.rstrip() + "…"


def project(name: str) -> str:
    """A project's name; of a repository that has only its first commit for one, as much of it as tells it from others."""
    return name[: len("root:") + 8] if name.startswith("root:") else name


def about(names: str) -> str:
    """Whom facts are of, one or several with commas, as a heading says it."""
    parts = (each.partition("project:") for each in names.split(", "))
    return ", ".join(kind + colon + (rest if kind else project(rest)) for kind, colon, rest in parts)


def place(name: str, room: int) -> str:
    """A project's name in at most `room` cells; its end tells more than its beginning."""
    name = project(clean(name))
    while cells(name) > room:
        rest = name.removeprefix("…/")
        head, slash, tail = rest.partition("/") if not rest.startswith("/") else ("/", "/", rest[1:])
        if not slash or not head:
            return cut(rest, room)
        name = "…/" + tail
    return name


def quote(text: str, who: str, session: str = "", at: str = "", indent: int = 2) -> str:
    """The words that prove something, and who said them where and when."""
    where = ", ".join(part for part in (who, session_name(session) if session else "", at[:10]) if part)
    words = f"“{clean(text)}”" if text.strip() else "(the words were not kept)"
    said = para(words, indent=indent, hang=indent + 1)
    room = width() - cells(said.rsplit("\n", 1)[-1])
    tail = f"— {clean(where)}"
    return said + (f" {tail}" if cells(tail) + 1 <= room else f"\n{' ' * (indent + 1)}{tail}")


def columns(rows: Sequence[Sequence[str]], head: Sequence[str] = (), indent: int = 0) -> str:
    """Aligned columns; the last one takes what is left of the line, and is cut there."""
    table = [[clean(cell) for cell in row] for row in ([head, *rows] if head else rows)]
    if not table:
        return ""
    sizes = [max(cells(row[i]) for row in table) for i in range(len(table[0]))]
    room = width() - indent - sum(sizes[:-1]) - 2 * (len(sizes) - 1)
    if room < 16 and len(sizes) > 1:
        return "\n".join(_stacked(row, indent) for row in table[1 if head else 0 :])
    out = []
    for row in table:
        fixed = [cell + " " * (size - cells(cell)) for cell, size in zip(row[:-1], sizes, strict=False)]
        out.append((" " * indent + "  ".join([*fixed, cut(row[-1], room)])).rstrip())
    return "\n".join(out)


def pairs(items: Sequence[tuple[str, str]], indent: int = 0) -> str:
    """Names and values, the values aligned and wrapped."""
    shown = [(name, value) for name, value in items if value]
    if not shown:
        return ""
    size = max(cells(name) for name, _ in shown) + 2
    return "\n".join(
        para(value, indent=indent, first=name + " " * (size - cells(name))) for name, value in shown
    )


def cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return len(text) if text.isascii() else sum(map(_cell, text))


def _wrapped(line: str) -> str:
    text = line.lstrip(" ")
    return para(text, len(line) - len(text))


def _cell(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _stacked(row: Sequence[str], indent: int) -> str:
    head, *rest = row
    return "\n".join([para(head, indent), *(para(cell, indent + 2) for cell in rest if cell)])


def _wrap(text: str, lead: str, rest: str, room: int) -> list[str]:
    opening = text.partition(" ")[0]
    if lead.strip() and cells(lead) + cells(opening) > room >= cells(rest) + cells(opening):
        return [lead.rstrip(), *_wrap(text, rest, rest, room)]  # what fits on a line of its own is not broken
    if text.isascii():
        return textwrap.wrap(
            text, room, initial_indent=lead, subsequent_indent=rest, break_on_hyphens=False
        ) or [lead.rstrip()]
    out, line, begun = [], lead, False
    for word in text.split(" "):
        if begun and cells(line) + 1 + cells(word) > room:
            out.append(line)
            line, begun = rest, False
        line += (" " if begun else "") + word
        begun = True
        while cells(line) > room and cells(line[len(rest) :]) > 1:
            kept = _fitting(line, room)
            if kept <= len(rest):
                break
            out.append(line[:kept])
            line = rest + line[kept:]
    return [*out, line]


def _fitting(line: str, room: int) -> int:
    used = 0
    for place, char in enumerate(line):
        used += _cell(char)
        if used > room:
            return place
    return len(line)
