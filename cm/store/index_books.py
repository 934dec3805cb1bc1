"""Playbooks in the index as they lie in their files: each rule in full, its place, and a hash of the block of text that says it.

By the hashes a changed file is told apart into what changed and what did not (`pieces.py`), from the whole rules a listing is made without
reading YAML (`flows/kept.py`). Not here: what rules are found and served by (`index_rules.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cm.store.index import Index


def keep_rule(index: Index, n: int, place: int, block: str, whole: str) -> None:
    """Keeps a rule in full under its number in the index."""
    index.db.execute("insert or replace into books values (?, ?, ?, ?)", (n, place, block, whole))


def move_rules(index: Index, places: Iterable[tuple[int, int]]) -> None:
    """Gives rules (number, place) the places they have now."""
    index.db.executemany("update books set place = ? where n = ?", ((place, n) for n, place in places))


def sweep_kept(index: Index) -> None:
    """Forgets what was kept of rules that are no more."""
    index.db.execute("delete from books where n not in (select n from rules)")


def kept_blocks(index: Index, source: str) -> dict[str, tuple[int, str, int]]:
    """Number, id and place of each rule of a playbook, by the hash of its block."""
    found = index.db.execute(
        "select b.block, b.n, r.id, b.place from rules r join books b on b.n = r.n where r.source = ?",
        (source,),
    )
    return {block: (n, rule_id, place) for block, n, rule_id, place in found}


def kept_rows(index: Index, source: str) -> list[tuple[Any, ...]]:
    """The rules of a playbook in file order: whole, what speaks against their content, and the columns of their standing."""
    return index.db.execute(
        "select b.whole, r.blocked_by, r.screened, r.helpful, r.harmful, r.plus, r.minus, r.stage, r.last, r.ref"
        " from rules r join books b on b.n = r.n where r.source = ? order by b.place",
        (source,),
    ).fetchall()
