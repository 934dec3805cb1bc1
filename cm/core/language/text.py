"""Texts as people mean them: one normal form, quotes found again in what was said, ids made from words.

Normal form: Unicode compatibility form, case, white space, curly quotes and dashes, invisible characters, and the
marks of Markdown do not count. Not here: which words may never differ between two rules (`core/language/meaning.py`), how alike
two rules are (`core/language/similar.py`). The quick doors import this module: standard library only.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, TypeAlias
from unicodedata import category, combining, normalize

from cm.model.ids import rule_birth_id
from cm.model.rule import Scope

QUOTES: Final = {
    **dict.fromkeys("“”„‟«»″〝〞＂", '"'),
    **dict.fromkeys("‘’‚‛′ʼ´＇", "'"),
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
}
LINE_MARK: Final = re.compile(r"[ \t]*(?:#{1,6}(?=\s|$)|>|[-+*•‣◦](?=\s|$)|\[[ xX]\](?=\s|$))")
MARKS: Final = "`*_#>~-+•‣◦["
INVISIBLE: Final = {code: None for code in (*range(0x20), 0x7F) if not chr(code).isspace()}
GLOB_BEFORE: Final = frozenset("/\\-=")
GLOB_AFTER: Final = frozenset("/\\.")
ELISION: Final = re.compile(r"\s*(?:\[\s*(?:\.{3}|…)\s*\]|\(\s*(?:\.{3}|…)\s*\)|\.{3,}|…+)\s*")
WIDEST_ELISION: Final = 240  # characters that one ellipsis may stand for
EDGE_POINTS: Final = " .,;:!?\"'。、，；：！？「」『』…"
CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")
WORD: Final = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+|[^\W_]+(?:['_][^\W_]+)*"
)


@lru_cache(maxsize=4096)
def _folded(cluster: str) -> str:
    """A character with its combining marks in compatibility form without case; '' for what cannot be seen."""
    seen = "".join(QUOTES.get(letter, letter) for letter in cluster)
    spread = normalize("NFKD", normalize("NFKD", seen).casefold())
    return "".join(
        " " if letter.isspace() else QUOTES.get(letter, letter)
        for letter in spread
        if letter.isspace()
        or not (category(letter) in ("Cf", "Cc", "Cs", "Co", "Cn") or "\ufe00" <= letter <= "\ufe0f")
    )


def _marks_of_markdown(text: str) -> frozenset[int]:
    """Offsets of characters that only shape the text: emphasis, code marks, headings, bullets, block quotes."""
    if not any(mark in text for mark in MARKS):
        return frozenset()
    gone: set[int] = set()
    start = 0
    for line in re.split(r"(?<=[\n\r\x0b\x0c\x85\u2028\u2029])", text):
        at = start
        while mark := LINE_MARK.match(text, at, start + len(line)):
            gone.update(range(at, mark.end()))
            at = mark.end()
        start += len(line)
    for run in re.finditer(r"`+|\*+|_+|~~+", text):
        before, after = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 1]
        if text[run.start()] == "_":
            keeps = before.isalnum() and after.isalnum()
        elif text[run.start()] == "*":
            between = (before.isalnum() and after.isalnum()) or (before == " " == after)
            keeps = between or before in GLOB_BEFORE or after in GLOB_AFTER
            keeps = keeps and bool(before or after)
        else:
            keeps = False
        if not keeps:
            gone.update(range(run.start(), run.end()))
    return frozenset(gone)


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Splits a text before every character that does not combine with what stands before it."""
    start = 0
    for place in range(1, len(text)):
        if text[place] < "\u0300" or not combining(text[place]):
            yield start, place
            start = place
    if text:
        yield start, len(text)


@lru_cache(maxsize=64)
def _spread(text: str) -> tuple[str, list[int], list[int]]:
    """The decomposed normal form, and for each of its characters where it begins and ends in the text."""
    gone = _marks_of_markdown(text)
    letters: list[str] = []
    begins: list[int] = []
    ends: list[int] = []
    for start, end in _clusters(text):
        if start in gone:
            continue
        cluster = text[start:end]
        for letter in cluster.lower() if "!" <= cluster <= "~" else _folded(cluster):
            if letter == " " and (not letters or letters[-1] == " "):
                continue
            letters.append(letter)
            begins.append(start)
            ends.append(end)
    if letters and letters[-1] == " ":
        del letters[-1], begins[-1], ends[-1]
    return "".join(letters), begins, ends


@lru_cache(maxsize=8192)
def normalise(text: str) -> str:
    """Returns the normal form: what two texts share when they differ only in how they are written down."""
    normal = _normal(text)
    while any(mark in normal for mark in MARKS) and (again := _normal(normal)) != normal:
        normal = again  # one mark may have hidden another
    return normal


def _normal(text: str) -> str:
    if not text.isascii():
        return normalize("NFKC", _spread(text)[0])
    gone = _marks_of_markdown(text)
    kept = "".join(letter for at, letter in enumerate(text) if at not in gone) if gone else text
    return " ".join(kept.lower().translate(INVISIBLE).split())


def fingerprint(text: str) -> str:
    """The normal form without the full stop at its end: what exact duplicates share."""
    return normalise(text).rstrip(" .。!！;；")


def locate(quote: str, event_text: str) -> tuple[int, int] | None:
    """Finds a quote in what was said, as the offsets of the exact words there; `…` in the quote may skip a little.

    The words themselves are preferred to their normal form, and both to a quote with pieces left out.
    """
    if not quote.strip():
        return None
    at = first = event_text.find(quote)
    while at >= 0 and cuts_a_word(event_text, at):
        at = event_text.find(quote, at + 1)
    if first >= 0:
        at = at if at >= 0 else first
        return at, at + len(quote)
    wanted = _spread(quote)[0]
    said = _spread(event_text)
    return (
        _find(wanted, quote, event_text, said)
        or _find_pieces(quote, said)
        or _find_without_points(wanted, said)
    )


def cuts_a_word(text: str, start: int) -> bool:
    """Whether a span that starts there begins inside a word, as "use it" does in "because it"."""
    if start <= 0 or start >= len(text) or not (text[start - 1].isalnum() and text[start].isalnum()):
        return False
    return not CJK.match(text[start - 1]) and not CJK.match(text[start])


Said: TypeAlias = tuple[str, list[int], list[int]]


def _span(said: Said, at: int, length: int) -> tuple[int, int]:
    return said[1][at], said[2][at + length - 1]


def _find(wanted: str, quote: str, event_text: str, said: Said) -> tuple[int, int] | None:
    """The first place of which the normal form is that of the quote, where a word begins if there is one."""
    at = said[0].find(wanted) if wanted else -1
    best: tuple[int, int] | None = None
    while at >= 0:
        start, end = _span(said, at, len(wanted))
        same = _spread(event_text[start:end])[0] == wanted
        if same and not cuts_a_word(event_text, start):
            return start, end
        best = best or ((start, end) if same else None)
        at = said[0].find(wanted, at + 1)
    return best


def _find_without_points(wanted: str, said: Said) -> tuple[int, int] | None:
    """A quote may close with a full stop, or stand in quotes, where the speaker went on."""
    bare = wanted.strip(EDGE_POINTS)
    at = said[0].find(bare) if bare != wanted and weighs(bare) else -1
    return _span(said, at, len(bare)) if at >= 0 else None


def _find_pieces(quote: str, said: Said) -> tuple[int, int] | None:
    """The narrowest place where the pieces of an elided quote follow each other, each worth finding by itself."""
    pieces = [_spread(piece)[0].strip(EDGE_POINTS) for piece in ELISION.split(quote)]
    pieces = [piece for piece in pieces if piece]
    if not ELISION.search(quote) or not pieces or not all(weighs(piece) for piece in pieces):
        return None
    best: tuple[int, int] | None = None
    first = said[0].find(pieces[0])
    while first >= 0:
        end = first + len(pieces[0])
        for piece in pieces[1:]:
            at = said[0].find(piece, end, end + WIDEST_ELISION + len(piece))
            if at < 0:
                break
            end = at + len(piece)
        else:
            if best is None or end - first < best[1] - best[0]:
                best = (first, end)
        first = said[0].find(pieces[0], first + 1)
    return _span(said, best[0], best[1] - best[0]) if best else None


def weighs(text: str) -> bool:
    """Whether a quote, or a piece of one, has enough words to prove anything."""
    words = tokens(text)
    letters = sum(letter.isalnum() for letter in text)
    return letters >= 6 or len(words) >= 2 or (len(CJK.findall(text)) >= 2)


def tokens(text: str) -> tuple[str, ...]:
    """Words in normal form; runs of Chinese, Japanese and Korean script become overlapping pairs of characters."""
    found: list[str] = []
    for word in WORD.findall(normalise(text)):
        if CJK.match(word):
            found.extend(word[at : at + 2] for at in range(max(1, len(word) - 1)))
        else:
            found.append(word)
    return tuple(found)


def rule_id(kind: str, scope: Scope, text: str, taken: Collection[str]) -> str:
    """The id of a new rule: from kind, scope and normal text, with a suffix where that is taken."""
    born = rule_birth_id(kind, scope.key(), normalise(text))
    name, copy = born, 2
    while name in taken:
        name, copy = f"{born}-{copy}", copy + 1
    return name
