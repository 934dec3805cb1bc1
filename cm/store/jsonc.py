"""JSON as people write it into settings, read with positions: comments and trailing commas allowed, every byte accounted for.

What is no such text is refused with its line and column. Changing it is `store/jsonc_splice.py`; nothing is opened here.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, TypeAlias

from cm.errors import Unparsable

DEEPEST: Final = 200
BOM: Final = b"\xef\xbb\xbf"

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_LINE_COMMENT: Final = re.compile(r"//[^\r\n]*")
_STRING: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9A-Za-z.])")
_WORD: Final = re.compile(r"(true|false|null)(?![0-9A-Za-z_$])")
_WORDS: Final = {"true": True, "false": False, "null": None}

Path: TypeAlias = Sequence[str | int]
"""Keys and list numbers from the root down."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value and the stretch of text that it takes."""

    start: int
    end: int
    value: Any  # plain, as json.loads would give it; of equal keys the last one counts
    parts: tuple[Part, ...] = ()  # of an object or a list

    @property
    def is_object(self) -> bool:
        return isinstance(self.value, dict)

    @property
    def is_list(self) -> bool:
        return isinstance(self.value, list)


@dataclass(frozen=True, slots=True)
class Part:
    """One element of a list, or one member of an object with its key."""

    start: int  # of the key, or of the element
    node: Node
    key: str | None = None
    comma: int = -1  # where the comma after it stands; -1 for none


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment and its place; a line comment ends before the line break."""

    start: int
    end: int
    to_line_end: bool


@dataclass(frozen=True, slots=True)
class Document:
    """A text that was read; `root` is None when there is nothing in it but space and comments."""

    text: str
    root: Node | None
    comments: tuple[Comment, ...]

    def at(self, path: Path) -> Node | None:
        """The value at a path; None when there is none."""
        node = self.root
        for step in path:
            part = find_part(node, step)
            if part is None:
                return None
            node = part.node
        return node

    def value_at(self, path: Path) -> Any:
        """The plain value at a path; None when there is none."""
        node = self.at(path)
        return None if node is None else node.value


def find_part(node: Node | None, step: str | int) -> Part | None:
    """The member of this name (of several the last one, which is the one that counts), or the element of this number."""
    if node is None:
        return None
    if isinstance(step, int):
        return node.parts[step] if node.is_list and 0 <= step < len(node.parts) else None
    if not node.is_object:
        return None
    return next((part for part in reversed(node.parts) if part.key == step), None)


def decode(data: bytes, name: str = "") -> tuple[bytes, str]:
    """The byte order mark and the text behind it. Raises Unparsable for what is not UTF-8."""
    mark = BOM if data.startswith(BOM) else b""
    body = data[len(mark) :]
    try:
        return mark, body.decode("utf-8")
    except UnicodeDecodeError as error:
        before = body[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise _unparsable(name, line, column, "not UTF-8 text") from error


def parse(text: str, name: str = "") -> Document:
    """Reads a text. Raises Unparsable with the line and the column, and `name` for the file."""
    return _Reader(text, name).document()


def line_and_column(text: str, at: int) -> tuple[int, int]:
    """Where a position stands, both counted from 1."""
    starts = [0, *(found.end() for found in re.finditer(r"\r\n|\n|\r", text))]
    line = bisect_right(starts, at)
    return line, at - starts[line - 1] + 1


def _unparsable(name: str, line: int, column: int, why: str) -> Unparsable:
    where = f"{name}:{line}:{column}" if name else f"line {line}, column {column}"
    return Unparsable(
        f"{where}: {why}, so nothing was written",
        hint="mend that place, then run it again; comments and trailing commas are fine",
        path=name,
        line=line,
        column=column,
    )


class _Reader:
    """One pass from left to right."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.at = 0
        self.comments: list[Comment] = []

    def document(self) -> Document:
        self._skip()
        root = None
        if self.at < len(self.text):
            root = self._value(0)
            self._skip()
            if self.at < len(self.text):
                self._stop("something stands after the end of the document")
        return Document(self.text, root, tuple(self.comments))

    def _stop(self, why: str, at: int | None = None) -> NoReturn:
        line, column = line_and_column(self.text, self.at if at is None else at)
        raise _unparsable(self.name, line, column, why)

    def _skip(self) -> None:
        """Over space and comments."""
        while True:
            self.at = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
            start = self.at
            if self.text.startswith("//", start):
                self.at = _LINE_COMMENT.match(self.text, start).end()  # type: ignore[union-attr]
                self.comments.append(Comment(start, self.at, True))
            elif self.text.startswith("/*", start):
                end = self.text.find("*/", start + 2)
                if end < 0:
                    self._stop("this comment has no end")
                self.at = end + 2
                self.comments.append(Comment(start, self.at, False))
            else:
                return

    def _value(self, depth: int) -> Node:
        if depth > DEEPEST:
            self._stop(f"nested more than {DEEPEST} deep")
        start, char = self.at, self.text[self.at : self.at + 1]
        if char == "{":
            return self._object(depth)
        if char == "[":
            return self._list(depth)
        if char == '"':
            value: Any = self._string()
        elif found := _WORD.match(self.text, start):
            self.at, value = found.end(), _WORDS[found.group()]
        elif found := _NUMBER.match(self.text, start):
            self.at, value = found.end(), _number(found.group())
        else:
            self._stop(self._expected("a value"))
        return Node(start, self.at, value)

    def _object(self, depth: int) -> Node:
        start = self.at
        self.at += 1
        parts: list[Part] = []
        self._skip()
        while not self._closes("}", start, "object"):
            if not self.text.startswith('"', self.at):
                self._stop(self._expected("a key in double quotes"))
            begins = self.at
            key = self._string()
            self._skip()
            if not self.text.startswith(":", self.at):
                self._stop(self._expected("a colon"))
            self.at += 1
            self._skip()
            node = self._value(depth + 1)
            parts.append(Part(begins, node, key, self._comma("}")))
        return Node(start, self.at, {part.key: part.node.value for part in parts}, tuple(parts))

    def _list(self, depth: int) -> Node:
        start = self.at
        self.at += 1
        parts: list[Part] = []
        self._skip()
        while not self._closes("]", start, "list"):
            node = self._value(depth + 1)
            parts.append(Part(node.start, node, None, self._comma("]")))
        return Node(start, self.at, [part.node.value for part in parts], tuple(parts))

    def _closes(self, bracket: str, start: int, what: str) -> bool:
        if self.at >= len(self.text):
            line, _ = line_and_column(self.text, start)
            self._stop(f"the text ends inside the {what} that begins on line {line}")
        if self.text[self.at] != bracket:
            return False
        self.at += 1
        return True

    def _comma(self, bracket: str) -> int:
        """Over what stands between an element and the next one; where the comma is, -1 before the closing bracket."""
        self._skip()
        if self.text.startswith(",", self.at):
            at = self.at
            self.at += 1
            self._skip()
            return at
        if self.at < len(self.text) and self.text[self.at] != bracket:
            self._stop(self._expected(f"a comma or `{bracket}`"))
        return -1

    def _string(self) -> str:
        found = _STRING.match(self.text, self.at)
        if found is None:
            self._stop("this text in quotes has no end on its line, or an escape that JSON does not know")
        self.at = found.end()
        return str(json.loads(found.group()))

    def _expected(self, what: str) -> str:
        char = self.text[self.at : self.at + 1]
        return f"expected {what}, not {char!r}" if char else f"expected {what}, but the text ends here"


def _number(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:  # too many digits to be made a number of
        return float(text)
