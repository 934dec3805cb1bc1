"""Reads a changed playbook for the index: only what changed of it where that can be told apart, else the whole.

How that gets in is `refresh_rules.py`, how a file is cut `store/pieces.py`; when and why is `refresh.py`. Brings a YAML parser along.
"""

from __future__ import annotations

from pathlib import Path

from cm.flows.refresh_rules import Changes, Read
from cm.store.index import Index
from cm.store.index_books import kept_blocks
from cm.store.pieces import blocks_of, pieces_of
from cm.store.playbook import read_document


def read_changes(index: Index, source: str, path: Path) -> Changes | Read:
    """Reads a playbook that is other than the index has it: what changed, where that can be told apart, else the whole.

    Raises what reading a playbook raises.
    """
    known = kept_blocks(index, source) if index.meta(f"cut:{source}") == "1" else {}
    pieces = pieces_of(path, known) if known else None
    if pieces is None:
        return _whole(path)
    fresh = {rule.id for _, rule in pieces.changed}
    kept = {known[block][1] for block in pieces.blocks if block in known}
    if (
        len(fresh) != len(pieces.changed) or fresh & kept
    ):  # an id is there twice: the whole says which one holds
        return _whole(path)
    return Changes(pieces.blocks, dict(pieces.changed), known)


def _whole(path: Path) -> Read:
    document = read_document(path)
    return Read(document.playbook, blocks_of(document))
