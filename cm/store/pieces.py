"""Reads of a playbook only the rules whose text changed: the file is cut into the blocks of its rules, and known blocks are not parsed.

Only where that surely gives what reading the whole would give; else the answer is None and the whole is read. Where blocks lie says
`layout.py`, which looks at indentation: what is parsed here must come out as exactly the rules that were cut out, or it does not count.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import log
from pathlib import Path
from typing import Final

from cm.core.language.terms import fold
from cm.errors import BadState
from cm.model.playbook import SCHEMA, Playbook
from cm.model.rule import Rule
from cm.store.layout import layout_of
from cm.store.playbook import Document, document_of
from cm.store.yaml import read_text

_SMALL: Final = 60_000  # letters: below, the whole is read about as quickly
# what may reach from one block into another, or makes another parser read the whole: anchors, merge keys, tags
_REACHES: Final = re.compile(r"(?:^|[\s,\[{:])(?:&(?![&\s])|<<\s*:)|(?:[:\-,\[{]\s+)!", re.MULTILINE)
_OF_OTHERS: Final = ("overrules", "contests", "replaced_by", "settled")


@dataclass(frozen=True, slots=True)
class Pieces:
    """A playbook told apart by what is known of it."""

    blocks: tuple[str, ...]  # the hash of each block, in file order
    changed: tuple[tuple[str, Rule], ...]  # those that were not known, with the rule they say


@dataclass(frozen=True, slots=True)
class Likely:
    """A part of a playbook, and of the whole how many rules it has and in how many of them words are found."""

    book: Playbook
    rules: int
    found_in: Mapping[str, int]


def blocks_of(document: Document) -> dict[str, str]:
    """The hash of the block that says each rule, by its id; empty where a later change has to be read in whole."""
    if len(document.text) < _SMALL or document.playbook.flaws or _REACHES.search(document.text):
        return {}
    layout = layout_of(document.text)
    if layout is None or len(layout.items) != len(document.ids):
        return {}
    hashes = [_hash(document.text[item.start : item.end]) for item in layout.items]
    found = dict(zip(document.ids, hashes, strict=True))
    return found if len(set(hashes)) == len(hashes) == len(found) else {}


def pieces_of(path: Path, known: Collection[str]) -> Pieces | None:
    """Cuts a playbook into blocks and reads those that are not known; None when the whole has to be read."""
    taken = _cut(path)
    if taken is None:
        return None
    head, blocks = taken
    parts = {_hash(block): block for block in blocks}
    fresh = {name: block for name, block in parts.items() if name not in known}
    book = _read(path, head, list(fresh.values())) if len(parts) == len(blocks) else None
    if book is None or any(rule.extra for rule in book):
        return None
    return Pieces(tuple(parts), tuple(zip(fresh, book, strict=True)))


def count_changed(path: Path, known: Collection[str]) -> int | None:
    """How many blocks of a playbook are not known; None when the whole has to be read."""
    taken = _cut(path)
    return None if taken is None else sum(_hash(block) not in known for block in taken[1])


def likely_pieces(path: Path, words: Collection[str], most: int) -> Likely | None:
    """Reads of a playbook only the rules that hold the rarest of these words, with all that speak of other rules; None as above."""
    taken = _cut(path)
    if taken is None:
        return None
    head, blocks = taken
    told = [fold(block) for block in blocks]
    holding = {word: [at for at, text in enumerate(told) if word in text] for word in words}
    weight: dict[int, float] = {}
    for places in holding.values():
        for at in places:
            weight[at] = weight.get(at, 0.0) + log(1 + len(blocks) / len(places))
    best = set(sorted(weight, key=lambda at: (-weight[at], at))[:most])
    best |= {at for at, block in enumerate(blocks) if any(name in block for name in _OF_OTHERS)}
    book = _read(path, head, [blocks[at] for at in sorted(best)])
    if book is None:
        return None
    return Likely(book, len(blocks), {word: len(places) for word, places in holding.items() if places})


def _cut(path: Path) -> tuple[str, list[str]] | None:
    """What stands before the rules, and the block of each."""
    text = read_text(path)
    if text is None or len(text) < _SMALL or _REACHES.search(text):
        return None
    layout = layout_of(text)
    if layout is None or not layout.items:
        return None
    items = layout.items
    if any(line.strip() and line[0] != "#" for line in text[items[-1].end :].split("\n")):
        return None  # more than comments behind the rules
    return text[: items[0].start], [text[item.start : item.end] for item in items]


def _read(path: Path, head: str, blocks: list[str]) -> Playbook | None:
    """The rules of some blocks, if they are exactly what the blocks say."""
    try:
        document = document_of(
            path, head + "".join(block if block.endswith("\n") else block + "\n" for block in blocks)
        )
    except BadState:
        return None  # reading the whole says where
    book = document.playbook
    plain = not book.flaws and not book.extra and book.schema == SCHEMA
    return book if plain and len(document.ids) == len(blocks) else None


def _hash(block: str) -> str:
    return sha256(block.encode("utf-8", "surrogatepass")).hexdigest()[:24]
