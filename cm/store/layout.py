"""Where the rules of a playbook lie in its text: the block of each list item and the lines of each of its fields.

A look at indentation, not a parser: whoever changes text by it parses the result and compares (`store/playbook_writer.py`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Style: TypeAlias = Literal["block", "empty", "absent"]

_RULES: Final = re.compile(r"""^["']?rules["']?[ \t]*:(?P<rest>[^\r\n]*)""")
_NOTHING: Final = re.compile(r"[ \t]*(?:\[[ \t]*\]|~|null)?[ \t]*(?:#.*)?")
_ITEM: Final = re.compile(r"^( *)-(?=[ \t\r\n]|$)")
_KEY: Final = re.compile(r"""^( *)(?P<key>[A-Za-z_][\w.\-]*|"[^"\n]+"|'[^'\n]+')[ \t]*:(?=[ \t\r\n]|$)""")


@dataclass(frozen=True, slots=True)
class Item:
    """One `- …` block: offsets in the text, its first line's number, the column of its dash."""

    start: int
    end: int  # after its last own line; comments that follow at the list's depth or above are not its own
    line: int
    indent: int


@dataclass(frozen=True, slots=True)
class Field:
    """One `key: value` of an item: offsets within the item's text, the column of the key."""

    key: str
    start: int
    end: int
    indent: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A playbook's text, taken apart."""

    style: Style
    items: tuple[Item, ...]
    insert: int  # where a new item goes
    indent: int  # the column of new items' dashes
    newline: str
    head: tuple[int, int] = (0, 0)  # the `rules:` line, for style "empty"


def layout_of(text: str) -> Layout | None:
    """Finds the items; None when the list is written in a way that lines do not show (flow style)."""
    newline = "\r\n" if "\r\n" in text else "\n"
    at = 0
    head: tuple[int, int] | None = None
    items: list[Item] = []
    started: tuple[int, int] | None = None  # offset and line of the item that is open
    own_end = at
    indent = -1
    for number, line in enumerate(_by_newline(text), 1):
        start, at = at, at + len(line)
        if head is None:
            if found := _RULES.match(line.removeprefix("\ufeff") if number == 1 else line):
                if not _NOTHING.fullmatch(found.group("rest")):
                    return None
                head = (start, at)
            continue
        bare = line.lstrip(" ")
        depth = len(line) - len(bare)
        if not bare.strip() or (bare.startswith("#") and (started is None or depth <= indent)):
            continue
        if (opened := _ITEM.match(line)) and (indent < 0 or len(opened.group(1)) == indent):
            if started is not None:
                items.append(Item(started[0], own_end, started[1], indent))
            indent = len(opened.group(1))
            started, own_end = (start, number), at
        elif started is not None and (depth > indent or bare.startswith("\t")):
            own_end = at
        elif depth > 0 and depth >= indent:
            return None
        else:
            break
    if started is not None:
        items.append(Item(started[0], own_end, started[1], indent))
    if head is None:
        return Layout("absent", (), len(text), 2, newline)
    if not items:
        return Layout("empty", (), head[1], 2, newline, head)
    return Layout("block", tuple(items), items[-1].end, indent, newline, head)


def fields_of(block: str) -> tuple[Field, ...] | None:
    """The fields of one item's text; None when it is no plain block mapping."""
    opened = _ITEM.match(block)
    if opened is None:
        return None
    # the dash is a column like any other: with a space in its place the item is a mapping
    text = block[: opened.end() - 1] + " " + block[opened.end() :]
    fields: list[Field] = []
    at, own_end, indent = 0, 0, -1
    key, started = "", 0
    for line in _by_newline(text):
        start, at = at, at + len(line)
        bare = line.lstrip(" ")
        depth = len(line) - len(bare)
        if not bare.strip() or (bare.startswith("#") and (indent < 0 or depth <= indent)):
            continue
        found = _KEY.match(line)
        if found and (indent < 0 or depth == indent):
            if key:
                fields.append(Field(key, started, own_end, indent))
            indent = depth
            key, started, own_end = found.group("key").strip("\"'"), start, at
        elif key:
            own_end = at
        else:
            return None
    if key:
        fields.append(Field(key, started, own_end, indent))
    return tuple(fields) or None


def _by_newline(text: str) -> list[str]:
    # not splitlines: it also ends lines at characters that are no line ends in YAML
    return re.findall(r"[^\n]*\n|[^\n]+", text)
