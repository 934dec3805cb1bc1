"""The places of a text that answer a query, and the piece of the text around the best of them.

Close to how the full-text table reads words (endings, accents and capitals do not count; the parts of names do), by plain
string finding: a quick door marks its hits with this. Pure. Not here: which texts answer at all (`store/index_words.py`).
"""

from __future__ import annotations

from cm.core.language.later import later
from cm.core.language.names import camel_parts
from cm.core.language.scripts import is_unspaced, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cm.core.language.query import Term

CHARS = 240
_CODE = later(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
MOST_PLACES = 400  # of one word in one text
_ENDINGS = (
    "izations", "ization", "ations", "ation", "ments", "ment", "ities", "ings", "edly", "ness", "ions", "ing", "ied", "ies",
    "ers", "ity", "ion", "ed", "er", "es", "ly", "y", "i", "e", "s",
)  # fmt: skip


class Sought:
    """A word as it is looked for in a text: exactly, by its beginning, or by its root."""

    __slots__ = ("exact", "pieces", "prefix", "start", "written")

    def __init__(self, pieces: tuple[str, ...], prefix: bool, exact: bool, written: str = "") -> None:
        self.pieces = pieces  # folded words that follow each other
        self.written = written or "".join(pieces)  # with the signs between them
        self.prefix = prefix
        self.exact = exact  # a run of a script without spaces: found inside others
        self.start = pieces[0] if exact or len(pieces) > 1 or prefix else root(pieces[0])


def sought(terms: Sequence[Term]) -> tuple[tuple[Sought, ...], ...]:
    """How to find each term: in one stretch, or, where scripts mix, in several."""
    found: list[tuple[Sought, ...]] = []
    for term in terms:
        ways: list[Sought] = []
        for piece, unspaced in split(term.text):
            words = tuple(words_of(fold(piece)))
            if unspaced:
                ways.append(Sought((fold(piece),), False, True))
            elif words:
                ways.append(Sought(words, term.prefix, False, fold(piece).strip()))
                ways += [Sought(tuple(fold(name).split()), term.prefix, False) for name in camel_parts(piece)]
        if ways:
            found.append(tuple(ways))
    return tuple(found)


def spans(text: str, wanted: Sequence[Sequence[Sought]]) -> list[tuple[int, int, int]]:
    """Every place of a text that answers: start, end, and which term; in order, none inside another."""
    low = fold(text)
    found: set[tuple[int, int, int]] = set()
    for number, ways in enumerate(wanted):
        for way in ways:
            found.update((start, end, number) for start, end in _places(low, text, way))
    kept: list[tuple[int, int, int]] = []
    for start, end, number in sorted(found, key=lambda span: (span[0], -span[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end, number))
    return kept


def _places(low: str, text: str, way: Sought) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = low.find(way.start)
    while at >= 0 and len(found) < MOST_PLACES:
        end = _end(low, text, at, way)
        if end:
            found.append((at, end))
        at = low.find(way.start, end or at + 1)
    return found


def _end(low: str, text: str, at: int, way: Sought) -> int:
    """Where the place that begins here ends; 0 when what begins here is another word."""
    if way.exact:
        return at + len(way.start)
    if at and low[at - 1].isalnum() and not _part_begins(text, at):
        return 0
    end = at
    for number, piece in enumerate(way.pieces):
        if number:
            begin = end
            while end < len(low) and not low[end].isalnum() and end - begin < 4:
                end += 1
        last = number == len(way.pieces) - 1
        if not low.startswith(piece if len(way.pieces) > 1 or way.prefix else way.start, end):
            return 0
        stop = _word_end(low, text, end, piece)
        word = low[end:stop]
        if word != piece and not (
            last and (word.startswith(piece) if way.prefix else root(word) == root(piece))
        ):
            return 0
        end = stop
    return end


def _part_begins(text: str, at: int) -> bool:
    """Whether a part of a name begins inside a word: `Profile` in `fetchUserProfile`, or Latin after another script."""
    before, here = text[at - 1], text[at]
    return (here.isupper() and not before.isupper()) or is_unspaced(here) != is_unspaced(before)


def _word_end(low: str, text: str, start: int, piece: str) -> int:
    """The end of the word that begins here: of its part when that alone is what is looked for."""
    end = start
    while end < len(low) and low[end].isalnum():
        if end - start == len(piece) and end < len(text) and _part_begins(text, end):
            return end
        if is_unspaced(low[end]):
            return end
        end += 1
    return end


def words_of(text: str) -> list[str]:
    """The words of a text as a full-text table splits them: letters, digits and the marks that sit on them."""
    return "".join(char if char.isalnum() or _is_mark(char) else " " for char in text).split()


def _is_mark(char: str) -> bool:
    if char.isascii():
        return False
    from unicodedata import category

    return category(char) in ("Mn", "Mc")


def root(word: str) -> str:
    """A word without its English endings, roughly: what is left is only compared with other roots."""
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    for _ in range(2):
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                word = word[: -len(ending)]
                break
        else:
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


class _Fold(dict[int, str]):
    """Lower case without accents, one character for one, so that places stay what they are."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        low = char.lower()
        if 0xC0 <= code < 0x2000:
            from unicodedata import normalize

            low = normalize("NFD", low)[:1]
        self[code] = low if len(low) == 1 else char
        return self[code]


_FOLD = _Fold()


def fold(text: str) -> str:
    """A text as it is compared: as many characters as before."""
    return text.lower() if text.isascii() else text.translate(_FOLD)


def excerpt(
    text: str, wanted: Sequence[Sequence[Sought]], most: int = CHARS
) -> tuple[str, tuple[tuple[int, int], ...], int]:
    """The piece of a text around its best places, on one line; where the places are in it; where it begins in the text."""
    start, end = _window(text, spans(text, wanted), most)
    piece = tidy(text[start:end])
    shown = ("…" if start else "") + piece + ("…" if end < len(text.rstrip()) else "")
    return shown, tuple((a, b) for a, b, _ in spans(shown, wanted)), start


def _window(text: str, places: Sequence[tuple[int, int, int]], most: int) -> tuple[int, int]:
    if len(text) <= most:
        return 0, len(text)
    if not places:
        return 0, _back_to_space(text, most)
    best, best_worth = (places[0][0], places[0][1]), (0, 0)
    last = 0
    for first, (begin, _, _) in enumerate(places):
        last = max(last, first)
        while last + 1 < len(places) and places[last + 1][1] - begin <= most:
            last += 1
        inside = places[first : last + 1]
        worth = (len({number for _, _, number in inside}), min(len(inside), 8))
        if worth > best_worth:
            best_worth, best = worth, (begin, inside[-1][1])
    room = max(0, most - (best[1] - best[0]))
    line = text.rfind("\n", 0, best[0]) + 1
    start = max(line if best[0] - line <= room // 2 else best[0] - room // 3, 0)
    if start and not text[start - 1].isspace():
        space = next((at for at in range(start, min(best[0], start + 24)) if text[at].isspace()), -1)
        start = space + 1 if space >= 0 else start
    return start, _back_to_space(text, max(best[1], start + most))


def _back_to_space(text: str, end: int) -> int:
    if end >= len(text):
        return len(text)
    space = next((at for at in range(end, max(0, end - 24), -1) if text[at].isspace()), -1)
    return space if space > 0 else end


def without_codes(text: str) -> str:
    """A text without the codes that colour a terminal."""
    return _CODE.sub("", text) if "\x1b" in text else text


def tidy(text: str) -> str:
    """On one line, without control characters."""
    text = without_codes(text)
    if not text.isprintable():
        text = "".join(char if char.isprintable() or char.isspace() else "" for char in text)
    return " ".join(text.split())
