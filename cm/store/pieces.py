"""Reads of a playbook only the rules whose text changed: the file is cut into the blocks of its rules, and known blocks are not parsed.

Only where that surely gives what reading the whole would give; else the answer is None and the whole is read. Where blocks lie says
`layout.py`, which looks at indentation: what is parsed here must come out as exactly the rules that were cut out, or it does not count.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from cm.errors import BadState
from cm.model.playbook import SCHEMA
from cm.model.rule import Rule
from cm.store.layout import layout_of
from cm.store.playbook import Document, document_of
from cm.store.yaml import read_text

_SMALL: Final = 60_000  # letters: below, the whole is read about as quickly
# what may reach from one block into another, or makes another parser read the whole: anchors, merge keys, tags
_REACHES: Final = re.compile(r"(?:^|[\s,\[{:])(?:&(?![&\s])|<<\s*:)|(?:[:\-,\[{]\s+)!", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Pieces:
    """A playbook told apart by what is known of it."""

    blocks: tuple[str, ...]  # the hash of each block, in file order
    changed: tuple[tuple[str, Rule], ...]  # those that were not known, with the rule they say


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
    text = read_text(path)
    if text is None or len(text) < _SMALL or _REACHES.search(text):
        return None
    layout = layout_of(text)
    if layout is None or not layout.items:
        return None
    items = layout.items
    if any(line.strip() and line[0] != "#" for line in text[items[-1].end :].split("\n")):
        return None  # more than comments behind the rules
    parts = {_hash(block): block for block in (text[item.start : item.end] for item in items)}
    if len(parts) != len(items):
        return None
    fresh = {name: block for name, block in parts.items() if name not in known}
    cut = "".join(block if block.endswith("\n") else block + "\n" for block in fresh.values())
    try:
        document = document_of(path, text[: items[0].start] + cut)
    except BadState:
        return None  # reading the whole says where
    book = document.playbook
    plain = not book.flaws and not book.extra and book.schema == SCHEMA
    if not plain or len(document.ids) != len(fresh) or any(rule.extra for rule in book):
        return None
    return Pieces(tuple(parts), tuple(zip(fresh, book, strict=True)))


def _hash(block: str) -> str:
    return sha256(block.encode("utf-8", "surrogatepass")).hexdigest()[:24]
