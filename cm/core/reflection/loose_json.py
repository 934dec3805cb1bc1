"""Reads JSON as models write it: trailing or missing commas, comments, quotes of other kinds, raw line breaks, and ends that are missing.

What breaks off gives what was whole until then. Work grows with the length of the text, whatever it holds; nothing raises.
Not here: which of the values found is the answer (`replies.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

DEEPEST: Final = 40
STRICT_TRIES: Final = 50  # each may go through all of the text
_OPENING: Final = re.compile(r"[{\[]")
_SPACE: Final = re.compile(r"(?:[\s\ufeff]|//[^\n]*|/\*.*?\*/|#[^\n]*)*", re.DOTALL)
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WORD: Final = re.compile(r"[A-Za-z_$][\w$.\-]*")
_WORDS: Final[dict[str, Any]] = {
    "true": True, "false": False, "null": None, "True": True, "False": False, "None": None, "undefined": None, "NaN": None,
}  # fmt: skip
_QUOTES: Final = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "«": "»"}
_PLAIN: Final = {quote: re.compile(rf"[^\\{quote}]*") for quote in {*_QUOTES.values()}}
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "/": "/", "\\": "\\", '"': '"'}
_HEX: Final = re.compile(r"u([0-9a-fA-F]{4})")
_NOTHING: Final = object()


@dataclass(frozen=True, slots=True)
class Found:
    """A container that stands in a text."""

    value: Any
    start: int
    end: int
    whole: bool  # False: it breaks off, and this is what was whole until then


def find_values(text: str) -> Iterator[Found]:
    """Every outermost object and list of a text, in order, strict JSON or not."""
    at = 0
    patience = STRICT_TRIES
    strict = json.JSONDecoder(strict=False)
    while (opening := _OPENING.search(text, at)) is not None:
        start = opening.start()
        try:
            if patience <= 0:
                raise ValueError
            value, end = strict.raw_decode(text, start)
            yield Found(value, start, end, True)
        except (ValueError, RecursionError):
            patience -= 1
            reader = _Reader(text, start)
            value = reader.value(0)
            end = max(reader.at, start + 1)
            if value is not _NOTHING and value not in ({}, []):
                yield Found(value, start, end, not reader.broken)
            elif not reader.broken or reader.at >= len(text):
                yield Found({} if value is _NOTHING else value, start, end, not reader.broken)
        at = end


class _Reader:
    """Goes through a text once; `broken` from the moment that something is not as it should be."""

    def __init__(self, text: str, at: int) -> None:
        self.text, self.at, self.broken = text, at, False

    def value(self, depth: int) -> Any:
        self._skip()
        char = self._char()
        if char in ("{", "[") and depth >= DEEPEST:
            return self._break()
        if char == "{":
            return self._object(depth)
        if char == "[":
            return self._list(depth)
        if char in _QUOTES:
            return self._string()
        if (found := _NUMBER.match(self.text, self.at)) is not None:
            self.at = found.end()
            try:
                return json.loads(found[0])
            except ValueError:
                return found[0]
        if (found := _WORD.match(self.text, self.at)) is not None and found[0] in _WORDS:
            self.at = found.end()
            return _WORDS[found[0]]
        return self._break()

    def _list(self, depth: int) -> list[Any]:
        out: list[Any] = []
        self.at += 1
        while True:
            self._skip(commas=True)
            if self._char() == "]":
                self.at += 1
                return out
            item = self.value(depth + 1)
            if self.broken:  # an item that is not whole is none
                return out
            out.append(item)

    def _object(self, depth: int) -> dict[str, Any]:
        out: dict[str, Any] = {}
        self.at += 1
        while True:
            self._skip(commas=True)
            if self._char() == "}":
                self.at += 1
                return out
            key = self._key()
            self._skip()
            if self.broken or self._char() not in (":", "="):
                self._break()
                return out
            self.at += 1
            value = self.value(depth + 1)
            if not self.broken:
                out[key] = value
                continue
            if isinstance(value, list | dict) and value:
                out[key] = value  # what holds whole items
            return out

    def _key(self) -> str:
        if self._char() in _QUOTES:
            key = self._string()
            return key if isinstance(key, str) else ""
        found = _WORD.match(self.text, self.at)
        if found is None:
            self._break()
            return ""
        self.at = found.end()
        return found[0]

    def _string(self) -> Any:
        close = _QUOTES[self.text[self.at]]
        plain = _PLAIN[close]
        self.at += 1
        out: list[str] = []
        while True:
            found = plain.match(self.text, self.at)
            assert found is not None  # it may match nothing
            out.append(found[0])
            self.at = found.end()
            char = self._char()
            if char == close:
                self.at += 1
                return _joined("".join(out))
            if char == "":
                return self._break()
            self.at += 1  # a backslash
            if (code := _HEX.match(self.text, self.at)) is not None:
                out.append(chr(int(code[1], 16)))
                self.at = code.end()
            else:
                letter = self._char()
                out.append(_ESCAPES.get(letter, letter))
                self.at += 1

    def _skip(self, commas: bool = False) -> None:
        while (found := _SPACE.match(self.text, self.at)) is not None:
            self.at = found.end()
            if not commas or self._char() not in (",", ";"):
                return
            self.at += 1

    def _char(self) -> str:
        return self.text[self.at : self.at + 1]

    def _break(self) -> Any:
        self.broken = True
        return _NOTHING


def _joined(text: str) -> str:
    """Halves of characters that were escaped one by one, put together; a half that is alone is a question mark."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
