"""Puts the rules of a changed playbook into the index: only those that changed, with what the content checks say of them.

When and why is `refresh.py`.
"""

from __future__ import annotations

import json
from pathlib import Path

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
from cm.store.ledger import LedgerFiles


def blocklist_of(logs: list[Path]) -> Blocklist:
    """What was withdrawn in these layers."""
    listed = Blocklist.from_lines(line for log in logs for line in LedgerFiles(log.parent).blocked())
    homes = (Home(log.parent.parent) for log in logs)
    for home in homes:
        if home.tombstones.exists():
            from cm.store.tombstones import read_tombstones

            listed = listed.with_erased(read_tombstones(home))
    return listed


def put_book(index: Index, source: str, book: Playbook, blocklist: Blocklist) -> None:
    """Makes the index hold exactly the rules of a playbook."""
    from cm.core.screening.screen import screen  # only when a playbook changed: its patterns cost time

    before = rows.rows_of(index, source)
    user = source == "user"
    for rule in book:
        brief = brief_json(rule)
        card = card_json(with_fit_quotes(rule, screen, blocklist.hit), user)
        sha = content_sha(brief, card)
        old = before.pop(rule.id, None)
        if old is not None and old.sha == sha:
            hit = _withdrawn(blocklist, rule.text, rule.why)
            if hit != old.blocked_by:
                rows.set_content_checks(index, old.n, hit, old.screened)
            continue
        shelved = shelve(rule, "user" if user else "repo", True, NO_MARKS, blocklist)
        rows.put_rule(
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
    for gone in before.values():
        rows.drop_rule(index, gone.n)
    index.set_meta(f"flaws:{source}", str(len(book.flaws)))


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
        hit = _withdrawn(blocklist, shown["text"], shown["why"])
        if hit != blocked_by:
            rows.set_content_checks(index, n, hit, screened)
        kept = [item for item in shown["evidence"] if not blocklist.hit(item["quote"])]
        if kept != shown["evidence"]:
            without = json.dumps({**shown, "evidence": kept}, ensure_ascii=False, separators=(",", ":"))
            index.db.execute(
                "update rules set card = ?, sha = ? where n = ?", (without, content_sha(brief, without), n)
            )


def _withdrawn(blocklist: Blocklist, text: str, why: str) -> str:
    return blocklist.hit(text) or (blocklist.hit(why) if why else "")
