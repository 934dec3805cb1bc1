"""Reads what somebody offers for import: YAML, JSON or JSON lines, as items with their lines; what is broken is named, the rest is there.

Nothing here says what an item means: that are `store/schema.py` (rules of ours) and `core/exchange` (those of others).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from cm.errors import ConflictMarkers, Unparsable, Usage
from cm.model.playbook import Flaw
from cm.store.layout import layout_of
from cm.store.yaml import parse

Form: TypeAlias = Literal["yaml", "json"]
Shape: TypeAlias = Literal["rules", "bullets", "list"]

LARGEST: Final = 64 * 1024 * 1024
_LISTS: Final[tuple[Shape, ...]] = ("rules", "bullets")
_SHAPES: Final[tuple[Shape, ...]] = (*_LISTS, "list")
_DECODER: Final = json.JSONDecoder(strict=False)
_SPACE: Final = re.compile(r"[\s,]*")
_BLANK: Final = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of a list: what it is, and the line it begins on (0: not known)."""

    line: int
    data: Any


@dataclass(frozen=True, slots=True)
class Offered:
    """A file taken apart: in which shape its items come, what it says beside them, and what could not be read."""

    shape: Shape
    items: tuple[Item, ...]
    flaws: tuple[Flaw, ...] = ()
    beside: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


def read_offered(data: bytes, name: str, form: Form | None = None) -> Offered:
    """Takes a file apart. Raises Usage for what holds no rules at all, Unparsable for what is neither YAML nor JSON."""
    text = _text(data, name)
    if not text.strip():
        raise Usage(f"{name} is empty", hint="cm export FILE writes one that `cm import` takes")
    json_first = text.lstrip()[:1] in ("[", "{")
    if form == "json" and not json_first:
        raise Unparsable(
            f"{name}:1: not JSON", hint="leave out --format, or say --format yaml", path=name, line=1
        )
    if form != "yaml" and json_first:
        found = _of_json(text, name)
        if found.items or form == "json" or not found.flaws:
            return _said(found, name)
    return _said(_of_yaml(text, name), name)


def _said(found: Offered, name: str) -> Offered:
    if found.items or found.flaws or found.shape != "list":
        return found
    raise Usage(
        f"{name} has no rules in it",
        hint="a playbook has a list `rules:`; a list of sentences, or of objects with a `text`, is taken too",
    )


def _is_rule(value: Mapping[Any, Any]) -> bool:
    return "text" in value or "content" in value


def _text(data: bytes, name: str) -> str:
    if len(data) > LARGEST:
        raise Usage(f"{name} is larger than {LARGEST // 2**20} MB", hint="split it, and import the parts")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            pass
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unparsable(
            f"{name}:{line}: not UTF-8", hint="save the file as UTF-8", path=name, line=line
        ) from error


# --- JSON, as far as it goes


def _of_json(text: str, name: str) -> Offered:
    """Everything up to the first fault; after the first document, one more per line."""
    lines = _Lines(text)
    at = _past(_BLANK, text, 0)
    reader = _Reader(text, name, lines)
    if text[at] == "[":
        items, _ = reader.array(at)
        return Offered("list", tuple(items), tuple(reader.flaws))
    found, end = reader.document(at)
    rest = _past(_BLANK, text, end)
    if rest >= len(text) and found.shape == "list" and not reader.flaws and _is_rule(found.beside):
        return Offered("list", (Item(lines.at(at), dict(found.beside)),))
    if rest >= len(text) or reader.flaws or found.items:
        return Offered(found.shape, found.items, (*found.flaws, *reader.flaws), found.beside)
    one = Item(lines.at(at), dict(found.beside))
    return Offered("list", (one, *reader.one_per_line(rest)), tuple(reader.flaws))


def _past(filler: re.Pattern[str], text: str, at: int) -> int:
    """The offset behind what fills the space at another one."""
    found = filler.match(text, at)
    return found.end() if found else at


class _Lines:
    """Which line an offset is on, asked in rising order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at, self._line = 0, 1

    def at(self, offset: int) -> int:
        if offset < self._at:
            return self._text.count("\n", 0, offset) + 1
        self._line += self._text.count("\n", self._at, offset)
        self._at = offset
        return self._line


class _Reader:
    """Walks JSON value by value, so that what stands before a fault is kept."""

    def __init__(self, text: str, name: str, lines: _Lines) -> None:
        self.text, self.name, self.lines = text, name, lines
        self.flaws: list[Flaw] = []

    def value(self, at: int) -> tuple[Any, int] | None:
        try:
            return _DECODER.raw_decode(self.text, at)
        except (ValueError, RecursionError) as error:
            said = getattr(error, "msg", "") or (
                "nested too deep" if isinstance(error, RecursionError) else str(error)
            )
            where = self.lines.at(at)
            broken = getattr(error, "pos", at)
            line = self.text.count("\n", 0, broken) + 1
            more = f" (it breaks off in line {line})" if line != where else ""
            self.flaws.append(Flaw(where, "", f"not JSON from here on: {said[:120]}{more}", self.name))
            return None

    def array(self, at: int) -> tuple[list[Item], int]:
        """The elements of an array that begins at `at`."""
        items: list[Item] = []
        at += 1
        while True:
            at = _past(_SPACE, self.text, at)
            if at >= len(self.text):
                self.flaws.append(
                    Flaw(self.lines.at(at), "", "the list has no end: the file was cut off here", self.name)
                )
                return items, at
            if self.text[at] == "]":
                return items, at + 1
            read = self.value(at)
            if read is None:
                return items, len(self.text)
            items.append(Item(self.lines.at(at), read[0]))
            at = read[1]

    def document(self, at: int, *, inner: bool = False) -> tuple[Offered, int]:
        """An object: the list in it, and what it says beside; one that is `inner` is not looked into any further."""
        beside: dict[str, Any] = {}
        items: list[Item] = []
        shape: Shape = "list"
        at += 1
        while True:
            at = _past(_SPACE, self.text, at)
            if at >= len(self.text):
                if not self.flaws:
                    self.flaws.append(
                        Flaw(
                            self.lines.at(at),
                            "",
                            "the object has no end: the file was cut off here",
                            self.name,
                        )
                    )
                break
            if self.text[at] == "}":
                at += 1
                break
            key = self.value(at)
            if key is None or not isinstance(key[0], str):
                at = len(self.text)
                break
            at = _past(_BLANK, self.text, key[1])
            at = _past(_BLANK, self.text, at + 1)  # behind the colon
            opened = self.text[at : at + 1]
            if opened == "[" and key[0] in _LISTS:
                shape = key[0]
                items, at = self.array(at)
            elif opened == "{" and key[0] == "data" and not inner:  # what a command printed with --json
                found, at = self.document(at, inner=True)
                beside |= found.beside
                if found.items or found.shape != "list":
                    shape, items = found.shape, list(found.items)
            else:
                read = self.value(at)
                if read is None:
                    at = len(self.text)
                    break
                beside[key[0]] = read[0]
                at = read[1]
        return Offered(shape, tuple(items), (), MappingProxyType(beside)), at

    def one_per_line(self, at: int) -> Iterator[Item]:
        """JSON lines."""
        first = self.lines.at(at)
        for number, line in enumerate(self.text[at:].split("\n"), first):
            if not line.strip():
                continue
            try:
                yield Item(number, json.loads(line))
            except (ValueError, RecursionError):
                self.flaws.append(Flaw(number, "", "this line is not JSON", self.name))


# --- YAML


def _of_yaml(text: str, name: str) -> Offered:
    try:
        value = parse(text, Path(name))
    except ConflictMarkers:
        raise
    except Unparsable as error:
        parts = _by_blocks(text, name)
        if parts is None:
            raise error
        return parts
    except RecursionError as error:
        raise Unparsable(
            f"{name}: nested too deep", hint="this is no list of rules", path=name, line=1
        ) from error
    if isinstance(value, Mapping):
        for shape in _LISTS:
            if isinstance(found := value.get(shape), list):
                beside = {str(key): each for key, each in value.items() if key != shape}
                return Offered(shape, _items(found, _line_numbers(text, shape)), (), MappingProxyType(beside))
        named = next((shape for shape in _LISTS if shape in value), None)
        if named:
            return Offered(
                named, (), (), MappingProxyType({str(k): v for k, v in value.items() if k != named})
            )
        return Offered("list", (Item(1, value),) if _is_rule(value) else ())
    if isinstance(value, list):
        return Offered("list", _items(value, _line_numbers(text, "")))
    return Offered("list", ())


def _items(values: list[Any], lines: list[int]) -> tuple[Item, ...]:
    known = lines if len(lines) == len(values) else [0] * len(values)
    return tuple(Item(line, value) for line, value in zip(known, values, strict=True))


def _as_rules(text: str, key: str) -> tuple[str, int]:
    """The text with its list under the key `rules`, for whoever looks at indentation; and how many lines were added."""
    if key == "rules":
        return text, 0
    if key:
        return re.sub(rf"^([\"']?){key}\1(?=[ \t]*:)", "rules", text, count=1, flags=re.MULTILINE), 0
    return "rules:\n" + re.sub(r"^(?:---|%).*$", "#", text, flags=re.MULTILINE), 1


def _line_numbers(text: str, key: str) -> list[int]:
    written, added = _as_rules(text, key)
    layout = layout_of(written)
    return [item.line - added for item in layout.items] if layout is not None else []


def _by_blocks(text: str, name: str) -> Offered | None:
    """The items of a file that does not parse as a whole, each by itself; None when no list shows."""
    for shape in _SHAPES:
        key = "" if shape == "list" else shape
        if key and not re.search(rf"^[\"']?{key}[\"']?[ \t]*:", text, re.MULTILINE):
            continue
        written, added = _as_rules(text, key)
        layout = layout_of(written)
        if layout is None or not layout.items:
            continue
        items: list[Item] = []
        flaws: list[Flaw] = []
        for block in layout.items:
            line = block.line - added
            try:
                value = parse(written[block.start : block.end], Path(name))
            except (Unparsable, RecursionError) as error:
                said = str(getattr(error, "message", "nested too deep")).rpartition("not valid YAML: ")[2]
                flaws.append(Flaw(line, "", f"not YAML: {' '.join(said.split())[:160]}", name))
                continue
            items += [Item(line, each) for each in (value if isinstance(value, list) else [value])]
        rest = written[layout.items[-1].end :].strip()
        if rest and not items:
            return None
        return Offered(shape, tuple(items), tuple(flaws))
    return None
