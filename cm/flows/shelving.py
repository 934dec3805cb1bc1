"""How a rule lies in the index: a brief for the predicate, a card for the reader; and the predicate asked for all of them.

Not here: reading playbooks (`flows/refresh.py`).
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from cm.core.serving.blocklist import Blocklist
from cm.core.serving.serve import Reader, Served, Withheld, serve
from cm.model.rule import Retirement, Rule, Scope, Valid
from cm.model.settings import StandingPolicy
from cm.model.stamp import EPOCH, moment
from cm.model.standing import Shelved, Standing
from cm.store import index_rules as rows
from cm.store.index import Index

PROJECT_MATCHED = 1
ASK_WITH_TASK = 2
ASK_WITH_PATHS = 4
UNKNOWN = 8  # times how many facets the reader does not know


def content_sha(brief: str, card: str) -> str:
    """Changes when anything about a rule changes that the index holds."""
    return sha256(f"{brief}\n{card}".encode("utf-8", "surrogatepass")).hexdigest()[:24]


def brief_json(rule: Rule) -> str:
    """What the predicate needs of a rule."""
    brief: dict[str, Any] = {"id": rule.id, "text": rule.text, "kind": rule.kind, "state": rule.state}
    brief["scope"] = dict(rule.scope.facets())
    for name in ("category", "pinned", "approved", "replaced_by", "about"):
        brief[name] = getattr(rule, name)
    for name in ("contests", "anchors", "tags"):
        brief[name] = list(getattr(rule, name))
    brief["valid"] = [rule.valid.since, rule.valid.until] if rule.valid else None
    brief["retired"] = [rule.retired.at, rule.retired.by, rule.retired.reason] if rule.retired else None
    return json.dumps(brief, ensure_ascii=False, separators=(",", ":"))


def rule_of_brief(text: str) -> Rule:
    """The rule a brief was made from, without evidence and earlier wordings."""
    brief = json.loads(text)
    for name in ("contests", "anchors", "tags"):
        brief[name] = tuple(brief[name])
    brief["scope"] = Scope(**brief["scope"])
    brief["valid"] = Valid(*brief["valid"]) if brief["valid"] else None
    brief["retired"] = Retirement(*brief["retired"]) if brief["retired"] else None
    return Rule(**brief)


def card_json(rule: Rule, user: bool) -> str:
    """What a reader is shown of a rule."""
    quotes = [
        {"by": item.by, "quote": item.quote, "event": item.event, "host": item.session.partition("/")[0]}
        for item in rule.evidence[:1]
    ]
    card = {
        "id": rule.id,
        "text": rule.text,
        "kind": rule.kind,
        "category": rule.category,
        "scope": dict(rule.scope.facets()),
        "layer": "user" if user else "repo",
        "why": rule.why,
        "tags": list(rule.tags),
        "pinned": bool(rule.pinned),
        "evidence": quotes,
        "at": rule.origin.at,
    }
    return json.dumps(card, ensure_ascii=False, separators=(",", ":"))


def shelved_rows(
    index: Index, where: str, values: tuple[Any, ...], trusted: bool, policy: StandingPolicy, now: datetime
) -> list[tuple[int, Shelved]]:
    """Rules of the index with all that the predicate needs, their standing decayed to this moment."""
    found = index.db.execute(
        "select n, source, rule, blocked_by, screened, helpful, harmful, plus, minus, stage, last, ref from rules"
        f" where {where}",
        values,
    )
    now_s = (now - EPOCH).total_seconds()
    shelved = []
    for (
        n,
        source,
        rule,
        blocked_by,
        screened,
        helpful,
        harmful,
        plus,
        minus,
        stage,
        last,
        ref,
    ) in found.fetchall():
        faded = decay(now_s - ref, policy.half_life_days) if ref else 1.0
        score = (helpful - policy.harm_weight * harmful) * faded
        standing = Standing(helpful * faded, harmful * faded, score, plus, minus, stage, last)
        user = source == "user"
        shelved.append(
            (
                n,
                Shelved(
                    rule_of_brief(rule),
                    "user" if user else "repo",
                    user or trusted,
                    standing,
                    blocked_by,
                    screened,
                ),
            )
        )
    return shelved


def decay(seconds: float, half_life_days: float) -> float:
    """How much is left of a decayed sum after some seconds."""
    return float(2.0 ** (-max(0.0, seconds) / 86400 / half_life_days)) if half_life_days > 0 else 1.0


def ask_all(
    index: Index,
    key: str,
    reader: Reader,
    sources: tuple[str, ...],
    trusted: bool,
    policy: StandingPolicy,
    now: datetime,
    withdrawn_here: Blocklist | None = None,
    *,
    at_home: bool = False,
) -> tuple[int, dict[str, int]]:
    """Asks the predicate for every rule and remembers the verdicts; returns the reader's number and what was withheld.

    `withdrawn_here` is what a trusted repository withdrew: inside it, that holds for the user's own rules too. With `at_home`
    each rule is asked for as if the reader stood in the rule's own project: who searches looks at all of their rules.
    """
    kept: list[tuple[int, int]] = []
    withheld: dict[str, int] = {}
    now_s = (now - EPOCH).total_seconds()
    until = now_s + rows.HOLD_SECONDS
    spots = ",".join("?" * len(sources))
    for n, shelved in shelved_rows(index, f"source in ({spots})", sources, trusted, policy, now):
        if withdrawn_here is not None and not shelved.blocked_by:
            shelved = replace(shelved, blocked_by=withdrawn_here.hit(shelved.rule.text))
        scope = shelved.rule.scope
        asking = replace(reader, project=scope.project, host=scope.host) if at_home else reader
        answer = serve(shelved, asking, now, policy=policy)
        until = min(until, *_edges(shelved.rule, now_s), until)
        match answer:
            case Served():
                bits = PROJECT_MATCHED if "project" in answer.matched_facets or shelved.layer == "repo" else 0
                if "task" in answer.unknown_facets:
                    bits |= ASK_WITH_TASK
                if {"path", "language"} & set(answer.unknown_facets):
                    bits |= ASK_WITH_PATHS
                kept.append((n, bits + UNKNOWN * len(answer.unknown_facets)))
            case Withheld():
                about = shelved.rule.scope.project
                if about in ("", reader.project):
                    withheld[answer.reason] = withheld.get(answer.reason, 0) + 1
    if not index.writable:
        rows.shadow_verdicts(index)
    with index.write():
        number = rows.put_verdicts(index, key, until, kept)
        if index.writable:
            index.set_meta(f"withheld:{key}", json.dumps(withheld))
    return number, withheld


def _edges(rule: Rule, now: float) -> list[float]:
    """The next moments at which a rule's validity changes."""
    found = []
    for text in (rule.valid.since, rule.valid.until) if rule.valid else ():
        try:
            edge = (moment(text) - EPOCH).total_seconds() if text else 0.0
        except (ValueError, OverflowError):
            continue
        found += [each for each in (edge, edge + 86400) if each > now]
    return found


def ask_with_task(
    index: Index, numbers: list[int], reader: Reader, trusted: bool, policy: StandingPolicy, now: datetime
) -> dict[int, int]:
    """Of rules whose scope speaks of tasks or paths, those that hold for this one, and how many facets stay unknown."""
    spots = ",".join("?" * len(numbers))
    found: dict[int, int] = {}
    for n, shelved in shelved_rows(index, f"n in ({spots})", tuple(numbers), trusted, policy, now):
        answer = serve(shelved, reader, now, policy=policy)
        if isinstance(answer, Served):
            found[n] = len(answer.unknown_facets)
    return found
