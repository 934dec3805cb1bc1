"""The words of a text with their places, also where they are written as escapes, and the windows by which a copy is known.

Punctuation, case, white space, line ends and the marks of Markdown, JSON and YAML between words do not count. In scripts
without spaces every character is a word of half the weight. Not here: whose words these are (`core/serving/tombstones.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from unicodedata import category, normalize
from urllib.parse import unquote

from cm.core.language.scripts import RUN, may_be_unspaced

WINDOW: Final = 4.0  # the weight of a window: four words, or eight characters of a script without spaces
HALF: Final = 0.5
_WORDS: Final = int(WINDOW)

# everything that separates words; what is invisible inside of words is none of it
_BETWEEN: Final = (
    r"\s!-/:-@\[-`{-~\x00-\x1f\x7f-\xa9\xab\xac\xae-\xb1\xb4\xb6-\xb8\xbb-\xbf\xd7\xf7\u2010-\u205e\u20a0-\u20cf"
    r"\u2190-\u2bff\u2e00-\u2e7f\u3001-\u3004\u3008-\u3020\u3030\u303d\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20"
    r"\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff"
)
_WORD: Final = re.compile(f"[^{_BETWEEN}]+")
_ESCAPE: Final = re.compile(
    r"\\+(?:u(?P<high>[dD][89abAB][0-9a-fA-F]{2})\\+u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|u(?P<unit>[0-9a-fA-F]{4})|x(?P<byte>[0-9a-fA-F]{2})|(?P<short>[nrtbfv]))"
)
_PERCENT: Final = re.compile(r"(?:%[0-9a-fA-F]{2})+")

# words that carry grammar and no content; a copy without them, or with others of them, is the same copy
EMPTY: Final = frozenset(
    """a an the this that these those it its is are was were be been being am to of in on at by for from with as into than
    and or so then also just please do does did will would shall should can could may might have has had you your we our i my
    they their he she his her there here which who whom what very really always der die das den dem des ein eine einen einem
    und oder zu im am mit von ist sind wird werden bitte auch le la les un une des du de et ou est sont el los las una y o es
    son por il lo gli i e""".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Words:
    """The folded words of a text, and where each begins and ends in it."""

    keys: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.keys)

    def full(self) -> Words:
        """Those that carry content."""
        kept = [at for at, key in enumerate(self.keys) if key not in EMPTY]
        return Words(
            tuple(self.keys[at] for at in kept),
            tuple(self.starts[at] for at in kept),
            tuple(self.ends[at] for at in kept),
        )


@dataclass(frozen=True, slots=True)
class View:
    """A text as it reads when its escapes are taken for what they stand for, and the way back to its own places."""

    text: str
    pieces: tuple[
        tuple[int, int, int, int], ...
    ] = ()  # (place here, length here, from, to) of what was escaped

    def back(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original text that a span of this one stands for."""
        return self._at(start)[0], self._at(end - 1)[1]

    def _at(self, place: int) -> tuple[int, int]:
        shift = 0
        low, high = 0, len(self.pieces)
        while low < high:  # the last piece that begins at or before this place
            middle = (low + high) // 2
            if self.pieces[middle][0] <= place:
                low = middle + 1
            else:
                high = middle
        if low:
            here, length, begin, end = self.pieces[low - 1]
            if place < here + length:
                return begin, end
            shift = end - (here + length)
        return place + shift, place + shift + 1


def words_of(text: str) -> Words:
    """Takes a text apart."""
    keys: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for found in _WORD.finditer(text):
        raw = found.group()
        key = fold(raw)
        if not key:
            continue
        if may_be_unspaced(key) and RUN.search(key):
            _split(raw, key, found.start(), keys, starts, ends)
            continue
        keys.append(key)
        starts.append(found.start())
        ends.append(found.end())
    return Words(tuple(keys), tuple(starts), tuple(ends))


def vocabulary(text: str) -> set[str]:
    """The words of a text in ASCII, each once."""
    return set(_WORD.findall(text.lower()))


def weight(key: str) -> float:
    """How much a word counts in a window."""
    return HALF if len(key) == 1 and key > "\u0dff" else 1.0


def windows(words: Words) -> Iterator[tuple[int, int]]:
    """The first and last place of every window of words in a row."""
    plain = is_plain(words)
    for first in range(len(words)):
        last = window_at(words.keys, first, plain)
        if last < 0:
            return
        yield first, last


def is_plain(words: Words) -> bool:
    """Whether every word counts as one."""
    return all(len(key) > 1 or key <= "\u0dff" for key in words.keys)


def window_at(keys: tuple[str, ...], first: int, plain: bool = False) -> int:
    """The last place of the window that begins here; -1 when too little follows."""
    if plain:
        return first + _WORDS - 1 if first + _WORDS <= len(keys) else -1
    total = 0.0
    for last in range(first, len(keys)):
        total += weight(keys[last])
        if total >= WINDOW:
            return last
    return -1


def weighs(words: Words) -> float:
    """The weight of a whole text."""
    return sum(map(weight, words.keys))


def views(text: str) -> Iterator[View]:
    """The text as it is, then with its backslash escapes and its percent escapes read, where it has any."""
    yield View(text)
    if "\\" in text and _ESCAPE.search(text):
        yield _read(text, _ESCAPE, _unescaped)
    if "%" in text and _PERCENT.search(text):
        yield _read(text, _PERCENT, lambda found: unquote(found.group(), errors="replace"))


@lru_cache(maxsize=1 << 16)
def fold(word: str) -> str:
    """A word without case and without what cannot be seen, in one form of Unicode."""
    if word.isascii():
        return word.lower()
    spread = normalize("NFKC", normalize("NFKD", word).casefold())
    if spread.isalnum():
        return spread
    return "".join(c for c in spread if category(c) != "Cf" and not "\ufe00" <= c <= "\ufe0f")


def _split(raw: str, key: str, start: int, keys: list[str], starts: list[int], ends: list[int]) -> None:
    """A run that holds characters of a script without spaces: each of those is a word, and so is what lies between them."""
    exact = len(raw) == len(key)
    at = 0
    while at < len(key):
        run = RUN.match(key, at)
        if run:
            end = at + 1
        else:
            found = RUN.search(key, at)
            end = found.start() if found else len(key)
        keys.append(key[at:end])
        starts.append(start + at if exact else start)
        ends.append(start + end if exact else start + len(raw))
        at = end


def _read(text: str, pattern: re.Pattern[str], read: Callable[[re.Match[str]], str]) -> View:
    out: list[str] = []
    pieces: list[tuple[int, int, int, int]] = []
    at = length = 0
    for found in pattern.finditer(text):
        plain = text[at : found.start()]
        value = read(found)
        out += [plain, value]
        pieces.append((length + len(plain), len(value), found.start(), found.end()))
        length += len(plain) + len(value)
        at = found.end()
    out.append(text[at:])
    return View("".join(out), tuple(pieces))


def _unescaped(found: re.Match[str]) -> str:
    if found["high"]:
        high, low = int(found["high"], 16), int(found["low"], 16)
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    if code := found["unit"] or found["byte"]:
        return chr(int(code, 16))
    return " "
