"""Finds the answer in what a model wrote: a list of objects under a name, however it is wrapped.

Read the same as the bare document: thinking before it, prose around it, code fences, a document within a document or in quotes, a
list without its name, one object for a list, one object per line, the schema echoed before it or filled in, an end that is
missing. What holds no answer is `Unreadable` with a reason, never an empty answer. Not here: JSON as models write it
(`loose_json.py`), what the objects mean (`answer.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from cm.core.reflection.loose_json import Found, find_values

Why: TypeAlias = Literal["nothing", "no-json", "schema-echoed", "no-answer", "cut-off"]

_THOUGHT: Final = re.compile(
    r"<(/?)(think|thinking|thought|thoughts|reasoning|reflection|scratchpad)\b[^<>]{0,80}>", re.IGNORECASE
)
_FENCE: Final = re.compile(r"^[ \t>]*(?:```+|~~~+)[ \t]*[\w+.\-]*[ \t]*$", re.MULTILINE)
_WRAPPERS: Final = 3  # documents that an answer may lie in
_SAYS: Final[Mapping[Why, str]] = {
    "nothing": "it holds nothing",
    "no-json": "it holds no JSON",
    "schema-echoed": "it is the schema and not an answer to it",
    "no-answer": "it holds JSON, but not the object that was asked for",
    "cut-off": "it breaks off before the first item is whole",
}

Item: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Read:
    """The items of an answer; none is an answer too."""

    items: tuple[Item, ...]
    whole: bool = True  # False: something of it was cut off
    document: Mapping[str, Any] | None = None  # the object that the list lay in


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why nothing in a text is an answer."""

    why: Why

    @property
    def say(self) -> str:
        return _SAYS[self.why]


def read_reply(text: str, name: str, is_item: Callable[[Item], bool]) -> Read | Unreadable:
    """Reads the list called `name`; `is_item` knows an object of it that stands alone."""
    whole = _strictly(text)
    if whole is not None and (answer := _answer_in(whole, name, is_item, alone=True)) is not None:
        return Read(*answer)
    last: Unreadable = Unreadable("nothing")
    for part in _readings(text):
        found = _read(part, name, is_item)
        if isinstance(found, Read):
            return found
        if found.why != "nothing":
            last = found
            break  # what it says without its thoughts is what counts
    if last.why in ("nothing", "no-json"):
        # everything was said while thinking
        found = _read(text, name, is_item)
        return found if isinstance(found, Read) else last
    return last


def _readings(text: str) -> Iterator[str]:
    """The text without what was thought before it was said; a mark of thinking within a value is a part of it."""
    said: list[str] = []
    opened = ""
    at = lost = 0
    values = [(one.start, one.end) for one in find_values(text) if one.whole] if _THOUGHT.search(text) else []
    inside = 0
    for tag in _THOUGHT.finditer(text):
        while inside < len(values) and values[inside][1] <= tag.start():
            inside += 1
        if not opened and inside < len(values) and values[inside][0] < tag.start():
            continue
        closes, name = bool(tag[1]), tag[2].casefold()
        if opened:
            if closes and name == opened:
                opened, at = "", tag.end()
        elif not closes:
            said.append(text[at : tag.start()])
            opened, at = name, tag.start()
        else:  # its beginning was left out
            said.append(text[at : tag.start()])
            lost, at = len(said), tag.end()
    # what was opened and never closed is no thought
    said.append(said.pop() + text[at:] if opened else text[at:])
    yield " ".join(said[lost:])
    if lost:
        yield " ".join(said)


def _read(text: str, name: str, is_item: Callable[[Item], bool]) -> Read | Unreadable:
    if not text.strip():
        return Unreadable("nothing")
    found = list(find_values(text))
    if not found:
        return Unreadable("no-json")
    marks = [mark.start() for mark in _FENCE.finditer(text)]
    best: tuple[tuple[Item, ...], Mapping[str, Any] | None] | None = None
    loose: list[Item] = []
    broken = echoed = False
    for one in found:
        answer = _answer_in(one.value, name, is_item, alone=_is_alone(text, one, marks))
        if answer is None:
            echoed = echoed or is_schema(one.value)
            broken = broken or not one.whole
            continue
        items, _, document = answer
        if document is not None and (one.whole or not items):
            best = items, document  # of several whole answers the last one is meant
            loose = []
            continue
        broken = broken or not one.whole
        loose += items
        if one.whole and not items and best is None and document is None:
            best = (), None
    if best is not None and not loose:
        return Read(best[0], True, best[1])
    if loose:
        return Read((*(best[0] if best else ()), *loose), not broken)
    return Unreadable("cut-off" if broken else "schema-echoed" if echoed else "no-answer")


def _strictly(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _answer_in(
    value: Any, name: str, is_item: Callable[[Item], bool], *, alone: bool, deep: int = 0
) -> tuple[tuple[Item, ...], bool, Mapping[str, Any] | None] | None:
    """The items that a value holds, whether all of it was taken, and the object they lay in; None when it is no answer."""
    if isinstance(value, str) and deep < _WRAPPERS and ("{" in value or "[" in value):
        return _answer_in(_strictly(value), name, is_item, alone=alone, deep=deep + 1)
    if isinstance(value, list):
        items = tuple(each for each in value if isinstance(each, dict))
        if value and items and all(map(is_item, items)):
            return items, True, None
        if not value:
            return ((), True, None) if alone and not deep else None
        if len(value) == 1 and deep < _WRAPPERS:
            return _answer_in(value[0], name, is_item, alone=alone, deep=deep + 1)
        return None
    if not isinstance(value, dict):
        return None
    own = next((value[key] for key in value if key.strip().casefold() == name.casefold()), None)
    if own is not None and (items_of := _list_of(own, is_item)) is not None:
        return items_of, True, value
    if is_item(value):
        return (value,), True, None
    if deep < _WRAPPERS:
        for key, inner in value.items():
            if isinstance(inner, dict | list | str) and not (key == "items" and is_schema(value)):
                found = _answer_in(inner, name, is_item, alone=False, deep=deep + 1)
                if found is not None and (found[2] is not None or found[0]):
                    return found[0], True, found[2] or value
    return None


def _list_of(value: Any, is_item: Callable[[Item], bool]) -> tuple[Item, ...] | None:
    """What stands under the name: a list of objects, one object, none at all, or a text of one of these."""
    if isinstance(value, str):
        value = _strictly(value)
    if isinstance(value, dict):
        return None if is_schema(value) else (value,) if value else ()
    if not isinstance(value, list):
        return None
    return tuple(
        each for each in value if isinstance(each, dict) and not (is_schema(each) and not is_item(each))
    )


def is_schema(value: Any) -> bool:
    """Whether an object describes a shape and is none of that shape."""
    if not isinstance(value, dict):
        return False
    if "$schema" in value or "$defs" in value:
        return True
    kind = value.get("type")
    shaped = kind in ("object", "array", "string", "integer", "number", "boolean")
    return shaped and bool(
        {"properties", "items", "required", "enum", "description", "additionalProperties"} & set(value)
    )


def _is_alone(text: str, one: Found, marks: list[int]) -> bool:
    """Whether nothing but fences stands around a value, or it fills a fenced block."""
    before, after = text[: one.start], text[one.end :]
    if not _FENCE.sub("", before).strip() and not _FENCE.sub("", after).strip():
        return True
    inside = sum(mark < one.start for mark in marks) % 2 == 1
    return inside and not before[before.rfind("\n") + 1 :].strip() and not after.partition("\n")[0].strip()
