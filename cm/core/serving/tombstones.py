"""What was erased, known again without being kept: keyed hashes of words in a row, of whole short texts, of events, of sessions.

Erasing is about the words and not about what they say: a negation of an erased sentence holds its words, and is a copy.
`spans` finds them inside a longer text, `cut` puts a placeholder there, `hit` says whether a text holds any.
Not here: what was withdrawn but is kept (`blocklist.py`), where the hashes lie (`store/tombstones.py`). No key, no sense: the
hashes say nothing to who has not the key, which lies outside of every history.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from cm.core.language.windows import Words, is_plain, views, vocabulary, window_at, words_of
from cm.core.serving.buried import Buried, Tombstone, keyed, mark_of, plain, row

ERASED: Final = "[erased]"
SHARE: Final = 0.7  # of the windows of an erased text, found close together, make a copy of it
FRAGMENT: Final = (
    5  # so many windows without a gap (eight words in a row) are a piece of it, however long it was
)
GAP: Final = 8  # words that may stand between two windows of one copy
FEWEST_FULL: Final = 3  # windows of content words prove nothing when there are fewer
_MEMO: Final = 200_000


@dataclass(frozen=True, slots=True)
class _Word:
    """What a word may be the beginning of."""

    starts: tuple[tuple[int, int], ...]  # erased texts, and where in the word they would begin
    row: bool
    full: bool


@dataclass(frozen=True, slots=True)
class Cut:
    """A text without what was erased."""

    text: str
    spans: int
    by: str = ""  # the tombstone


@dataclass(slots=True)
class Tombstones:
    """All that was erased, ready to be asked about any text."""

    key: bytes = b""
    stones: tuple[Tombstone, ...] = ()
    _ready: bool = field(default=False, repr=False, compare=False)
    _texts: list[tuple[Buried, str]] = field(default_factory=list, repr=False, compare=False)
    _rows: dict[str, dict[str, list[int]]] = field(default_factory=dict, repr=False, compare=False)
    _marks: dict[str, frozenset[int]] = field(default_factory=dict, repr=False, compare=False)
    _words: dict[str, _Word | None] = field(default_factory=dict, repr=False, compare=False)
    _firsts: dict[tuple[int, int], list[int]] = field(default_factory=dict, repr=False, compare=False)
    _inner: set[tuple[int, bool]] = field(default_factory=set, repr=False, compare=False)
    _events: dict[str, str] = field(default_factory=dict, repr=False, compare=False)
    _sessions: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    def __bool__(self) -> bool:
        return bool(self.stones)

    def hit(self, text: str) -> str:
        """The id of the tombstone whose words this text holds, exactly or nearly; "" when none."""
        if not self.stones or not text:
            return ""
        found = self._found(text, "")
        if found:
            return found[0][2]
        words = words_of(text)
        full = words.full()
        if full.keys:
            bag = keyed(self.key, "bag", *sorted(full.keys))
            return next((stone for buried, stone in self._texts if buried.bag == bag), "")
        return ""

    def spans(self, text: str, event: str = "") -> list[tuple[int, int]]:
        """Where a text holds what was erased, in order and apart; `event` is the journal event it belongs to."""
        return [(start, end) for start, end, _ in self._found(text, event)]

    def may_hold(self, text: str) -> bool:
        """Whether a text, or a part of it that stands by itself, may hold what was erased."""
        return bool(self._found(text, "", loose=True))

    def cut(self, text: str, event: str = "", put: str = ERASED) -> Cut:
        """The text with a placeholder wherever it holds what was erased."""
        found = self._found(text, event)
        if not found:
            return Cut(text, 0)
        out: list[str] = []
        at = 0
        for start, end, _ in found:
            out += [text[at:start], put]
            at = end
        return Cut("".join([*out, text[at:]]), len(found), found[0][2])

    def holds_event(self, event: str) -> str:
        """The tombstone of an event that was erased whole, or ""."""
        self._prepare()
        return self._events.get(keyed(self.key, "event", event), "") if self._events and event else ""

    def holds_session(self, session: str) -> str:
        """The tombstone of a session that was erased, or ""."""
        self._prepare()
        return (
            self._sessions.get(keyed(self.key, "session", session), "") if self._sessions and session else ""
        )

    def only(self, stone: str) -> Tombstones:
        """The same key with one of the tombstones."""
        return Tombstones(self.key, tuple(each for each in self.stones if each.id == stone))

    # --- how

    def _prepare(self) -> None:
        if self._ready:
            return
        self._ready = True
        marks: dict[str, set[int]] = {"row": set(), "full": set()}
        for stone in self.stones:
            self._events.update((each, stone.id) for each in stone.events)
            self._sessions.update((each, stone.id) for each in stone.sessions)
            for buried in stone.texts:
                number = len(self._texts)
                self._texts.append((buried, stone.id))
                self._firsts.setdefault((buried.first, buried.mark), []).append(number)
                if buried.inside:
                    self._inner.add((buried.first, buried.words == 1))
                for kind, hashes in (("row", buried.rows), ("full", buried.full)):
                    for each in hashes:
                        marks[kind].add(int(each[:2], 16))
                        self._rows.setdefault(kind, {}).setdefault(each, []).append(number)
        self._marks = {kind: frozenset(found) for kind, found in marks.items()}

    def _found(self, text: str, event: str, *, loose: bool = False) -> list[tuple[int, int, str]]:
        if not self.stones or not text:
            return []
        self._prepare()
        if not self._texts:
            return []
        spans: list[tuple[int, int, str]] = []
        for view in views(text):
            if view.text.isascii() and not any(map(self._word, vocabulary(view.text))):
                continue
            words = words_of(view.text)
            told = [self._word(key) for key in words.keys]
            if not any(told):
                continue
            rows = [at for at, each in enumerate(told) if each and each.row]
            spans += [
                (*view.back(start, end), stone)
                for start, end, stone in self._wholes(view.text, words, told, event, loose)
            ]
            spans += [
                (*view.back(start, end), stone) for start, end, stone in self._copies("row", words, rows)
            ]
            if any(each and each.full for each in told):
                own = words.full()
                rows = [at for at, key in enumerate(own.keys) if (each := self._word(key)) and each.full]
                spans += [
                    (*view.back(start, end), stone) for start, end, stone in self._copies("full", own, rows)
                ]
        return _merged(spans)

    def _wholes(
        self, text: str, words: Words, told: list[_Word | None], event: str, loose: bool
    ) -> Iterator[tuple[int, int, str]]:
        """Every place where all words of an erased text stand in a row."""
        keys = words.keys
        for at, each in enumerate(told):
            for number, offset in each.starts if each else ():
                buried, stone = self._texts[number]
                end = at + buried.words - 1
                if end >= len(keys) or not self._is_whole(keys, at, end, offset, buried):
                    continue
                by_itself = loose or not buried.alone or (at == 0 and end == len(keys) - 1)
                if not by_itself and not self._of(buried, event):
                    continue
                begin, close = _edges(words, at, end, offset, buried)
                if buried.exact:
                    begin, close = begin - buried.lead, close + buried.tail
                    if begin < 0 or keyed(self.key, "exact", plain(text[begin:close])) != buried.exact:
                        continue
                yield begin, close, stone

    def _of(self, buried: Buried, event: str) -> bool:
        return bool(event and buried.events) and keyed(self.key, "event", event) in buried.events

    def _word(self, word: str) -> _Word | None:
        """What is known of a word; nearly always nothing."""
        if word in self._words:
            return self._words[word]
        if len(self._words) > _MEMO:
            self._words.clear()
        starts = tuple(self._may_start(word))
        mark = mark_of(self.key, word)
        row, full = mark in self._marks["row"], mark in self._marks["full"]
        found = self._words[word] = _Word(starts, row, full) if starts or row or full else None
        return found

    def _may_start(self, word: str) -> Iterator[tuple[int, int]]:
        """The erased texts whose first word this is, or ends with, or (for a single one) holds; and where in the word."""
        for number in self._firsts.get((len(word), mark_of(self.key, word)), ()):
            yield number, 0
        for length, single in self._inner:
            places: Iterable[int] = range(len(word) - length + 1) if single else (len(word) - length,)
            for place in places if len(word) > length else ():
                mark = mark_of(self.key, word[place : place + length])
                for number in self._firsts.get((length, mark), ()):
                    buried = self._texts[number][0]
                    if buried.inside and (buried.words == 1) == single:
                        yield number, place

    def _is_whole(self, keys: tuple[str, ...], at: int, end: int, offset: int, buried: Buried) -> bool:
        first = keys[at][offset : offset + buried.first]
        if buried.words == 1:
            return keyed(self.key, "whole", first) == buried.whole
        last = keys[end]
        if len(last) != buried.last and not (buried.inside and len(last) > buried.last):
            return False
        return keyed(self.key, "whole", first, *keys[at + 1 : end], last[: buried.last]) == buried.whole

    def _copies(self, kind: str, words: Words, places: list[int]) -> Iterator[tuple[int, int, str]]:
        """Near copies and pieces: enough windows of one erased text close together."""
        rows = self._rows.get(kind)
        if not rows or not places:
            return
        seen: dict[int, list[tuple[int, int, str]]] = {}
        even = is_plain(words)
        for first in places:
            last = window_at(words.keys, first, even)
            if last >= 0:
                each = row(self.key, kind, words.keys[first : last + 1])
                for number in rows.get(each, ()):
                    seen.setdefault(number, []).append((first, last, each))
        for number, matched in seen.items():
            buried, stone = self._texts[number]
            whole = buried.rows if kind == "row" else buried.full
            if kind == "full" and len(whole) < FEWEST_FULL:
                continue
            enough = ceil(SHARE * len(whole))
            common = frozenset(buried.common)
            for run in _runs(matched, GAP, apart=bool(common)):
                told = {each for _, _, each in run}
                if len(told) >= enough and told - common:
                    yield words.starts[run[0][0]], words.ends[run[-1][1]], stone
            for run in _runs(matched, None):
                if len(run) >= FRAGMENT and {each for _, _, each in run} - common:
                    yield words.starts[run[0][0]], words.ends[run[-1][1]], stone


def _runs(
    matched: list[tuple[int, int, str]], gap: int | None, *, apart: bool = False
) -> Iterator[list[tuple[int, int, str]]]:
    """Windows that lie together: at most so many words apart, or with None one beginning at each word.

    `apart`: where a window comes again another text begins, which may be one that stays.
    """
    run: list[tuple[int, int, str]] = []
    for each in matched:
        far = run and (each[0] - run[-1][1] > gap if gap is not None else each[0] != run[-1][0] + 1)
        if far or (apart and any(each[2] == known for _, _, known in run)):
            yield run
            run = []
        run.append(each)
    if run:
        yield run


def _merged(spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    out: list[tuple[int, int, str]] = []
    for start, end, stone in sorted(spans):
        if out and start < out[-1][1]:
            if end > out[-1][1]:
                out[-1] = (out[-1][0], end, out[-1][2])
        elif end > start:
            out.append((start, end, stone))
    return out


def _edges(words: Words, at: int, end: int, offset: int, buried: Buried) -> tuple[int, int]:
    """The span in the text; where folding changed the length of a word, the word goes as a whole."""
    begin, close = words.starts[at], words.ends[end]
    if words.ends[at] - words.starts[at] == len(words.keys[at]):
        begin += offset
        if buried.words == 1:
            return begin, begin + buried.first
    if words.ends[end] - words.starts[end] == len(words.keys[end]) and buried.words > 1:
        close = words.starts[end] + buried.last
    return begin, close


def erased_whole(text: str) -> bool:
    """Whether nothing but placeholders is left of a text."""
    return ERASED in text and not any(letter.isalnum() for letter in text.replace(ERASED, ""))


NOTHING_ERASED: Final = Tombstones()
