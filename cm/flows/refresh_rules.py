"""Puts the rules of a changed playbook into the index: only those that changed, with what the content checks say of them.

When and why is `refresh.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from cm.core.language.relevance import rule_terms
from cm.core.screening.labels import with_fit_quotes
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.serve import shelve
from cm.flows.shelving import brief_json, card_json, content_sha
from cm.model.playbook import Playbook
from cm.model.rule import Rule
from cm.model.standing import NO_MARKS
from cm.store import index_rules as rows
from cm.store.home import Home
from cm.store.index import Index
from cm.store.index_books import keep_rule, move_rules, sweep_kept
from cm.store.index_facets import put_facets
from cm.store.ledger import LedgerFiles
from cm.store.whole import whole_json

NO_BLOCKS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Read:
    """A playbook that was read in whole, and by which block of its file each rule is said."""

    book: Playbook
    blocks: Mapping[str, str] = field(default_factory=lambda: NO_BLOCKS)


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed of a playbook: the blocks it has now, the rules that were read of them, and what is known of the others."""

    blocks: tuple[str, ...]
    fresh: Mapping[str, Rule]  # by block
    known: Mapping[str, tuple[int, str, int]]  # number, id and place by block

    @property
    def ids(self) -> set[str]:
        """The rules that are new or other than they were."""
        return {rule.id for rule in self.fresh.values()}


def blocklist_of(logs: list[Path]) -> Blocklist:
    """What was withdrawn in these layers."""
    listed = Blocklist.from_lines(line for log in logs for line in LedgerFiles(log.parent).blocked())
    homes = (Home(log.parent.parent) for log in logs)
    for home in homes:
        if home.tombstones.exists():
            from cm.store.tombstones import read_tombstones

            listed = listed.with_erased(read_tombstones(home))
    return listed


def put_changes(index: Index, source: str, changes: Changes, blocklist: Blocklist) -> None:
    """Makes the index hold exactly the rules of a playbook, by what changed of it."""
    before = {row.id: row for row in _rows_of(index, source, changes)}
    moved: list[tuple[int, int]] = []
    for place, block in enumerate(changes.blocks):
        rule = changes.fresh.get(block)
        if rule is not None:
            put_one(index, source, rule, blocklist, before.pop(rule.id, None), (place, block))
        elif changes.known[block][2] != place:
            moved.append((changes.known[block][0], place))
    move_rules(index, moved)
    for gone in before.values():
        rows.drop_rule(index, gone.n)
    sweep_kept(index)


def _rows_of(index: Index, source: str, changes: Changes) -> list[rows.Row]:
    """The rows of the rules whose blocks are no more."""
    still = set(changes.blocks)
    numbers = {n for block, (n, _, _) in changes.known.items() if block not in still}
    if not numbers:
        return []
    return [row for row in rows.rows_of(index, source).values() if row.n in numbers]


def put_book(
    index: Index, source: str, book: Playbook, blocklist: Blocklist, blocks: Mapping[str, str] = NO_BLOCKS
) -> None:
    """Makes the index hold exactly the rules of a playbook; `blocks` tells by which block of its file each is said."""
    before = rows.rows_of(index, source)
    for place, rule in enumerate(book):
        old = before.pop(rule.id, None)
        put_one(index, source, rule, blocklist, old, (place, blocks.get(rule.id, "")))
    for gone in before.values():
        rows.drop_rule(index, gone.n)
    sweep_kept(index)
    whole = not book.extra and not any(rule.extra for rule in book)
    index.set_meta(f"flaws:{source}", str(len(book.flaws)))
    index.set_meta(f"flawed:{source}", json.dumps([[f.line, f.rule, f.reason, f.file] for f in book.flaws]))
    index.set_meta(f"whole:{source}", str(int(whole)))
    index.set_meta(f"cut:{source}", str(int(whole and bool(blocks))))


def put_one(
    index: Index, source: str, rule: Rule, blocklist: Blocklist, old: rows.Row | None, where: tuple[int, str]
) -> None:
    """Puts one rule into the index, or in the place of its `old` form; `where` is its place in the file and the hash of its block."""
    from cm.core.screening.screen import screen  # only when a playbook changed: its patterns cost time

    user = source == "user"
    brief = brief_json(rule)
    card = card_json(with_fit_quotes(rule, screen, blocklist.hit), user)
    sha = content_sha(brief, card)
    if old is not None and old.sha == sha:
        hit = withdrawn(blocklist, rule.text, rule.why)
        if hit != old.blocked_by:
            rows.set_content_checks(index, old.n, hit, old.screened)
        n = old.n
    else:
        shelved = shelve(rule, "user" if user else "repo", True, NO_MARKS, blocklist)
        n = rows.put_rule(
            index,
            source=source,
            id=rule.id,
            sha=sha,
            state=rule.state,
            card=card,
            rule=brief,
            terms=rule_terms(searched_fields(rule)),
            blocked_by=shelved.blocked_by,
            screened=shelved.screened,
        )
    put_facets(index, n, rule)
    keep_rule(index, n, *where, whole_json(rule))


def projects_of(index: Index) -> list[str]:
    """Every project that some rule is about, or that some session was in."""
    found = index.db.execute(
        "select json_extract(card, '$.scope.project') from rules union select project from sessions"
    )
    return [name for (name,) in found if name]


def searched_fields(rule: Rule) -> list[tuple[str, float]]:
    """What a rule is found by, and how much each field counts."""
    facets = " ".join(value for name, value in rule.scope.facets() if name not in ("project", "host"))
    return [
        (rule.text, 1.0),
        (" ".join(rule.tags), 0.9),
        (facets, 0.8),
        (" ".join(rule.anchors), 0.5),
        (rule.about, 0.6),
        (rule.category if rule.category != "general" else "", 0.35),
        (rule.why, 0.3),
    ]


def check_content(index: Index, source: str, blocklist: Blocklist) -> None:
    """Asks anew of every rule of a playbook whether its content was withdrawn, and of the quote that is shown with it."""
    found = index.db.execute(
        "select n, card, rule, blocked_by, screened from rules where source = ?", (source,)
    )
    for n, card, brief, blocked_by, screened in found.fetchall():
        shown = json.loads(card)
        hit = withdrawn(blocklist, shown["text"], shown["why"])
        if hit != blocked_by:
            rows.set_content_checks(index, n, hit, screened)
        kept = [item for item in shown["evidence"] if not blocklist.hit(item["quote"])]
        if kept != shown["evidence"]:
            without = json.dumps({**shown, "evidence": kept}, ensure_ascii=False, separators=(",", ":"))
            index.db.execute(
                "update rules set card = ?, sha = ? where n = ?", (without, content_sha(brief, without), n)
            )


def withdrawn(blocklist: Blocklist, text: str, why: str) -> str:
    """By which line the words of a rule were withdrawn, "" when by none."""
    return blocklist.hit(text) or (blocklist.hit(why) if why else "")
