"""How a rule lies in the index: a brief for the predicate, a card for the reader; and the predicate asked for all of them.

Not here: reading playbooks (`flows/refresh.py`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from cm.core.serving.across import Across, ties_across
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.serve import Reader, Served, serve, uncontested
from cm.core.serving.ties import sort_out
from cm.core.serving.together import certain, opposing, overruling
from cm.core.serving.validity import span_of
from cm.model.rule import Retirement, Rule, Scope, Unmerged, Valid
from cm.model.settings import StandingPolicy
from cm.model.stamp import EPOCH
from cm.model.standing import Shelved, Standing
from cm.store import index_rules as rows
from cm.store.index import Index
from cm.store.index_across import across_in

_SEVERAL = ("contests", "overrules", "settled", "anchors", "tags")


def content_sha(brief: str, card: str) -> str:
    """Changes when anything about a rule changes that the index holds."""
    return sha256(f"{brief}\n{card}".encode("utf-8", "surrogatepass")).hexdigest()[:24]


def brief_json(rule: Rule) -> str:
    """What the predicate needs of a rule."""
    brief: dict[str, Any] = {"id": rule.id, "text": rule.text, "kind": rule.kind, "state": rule.state}
    brief["scope"] = dict(rule.scope.facets())
    for name in ("category", "pinned", "approved", "replaced_by", "about", "stale", "visibility"):
        brief[name] = getattr(rule, name)
    for name in _SEVERAL:
        brief[name] = list(getattr(rule, name))
    brief["valid"] = [rule.valid.since, rule.valid.until] if rule.valid else None
    brief["unmerged"] = [rule.unmerged.branch, rule.unmerged.commit] if rule.unmerged else None
    brief["retired"] = [rule.retired.at, rule.retired.by, rule.retired.reason] if rule.retired else None
    return json.dumps(brief, ensure_ascii=False, separators=(",", ":"))


def rule_of_brief(text: str) -> Rule:
    """The rule a brief was made from, without evidence and earlier wordings."""
    brief = json.loads(text)
    for name in _SEVERAL:
        brief[name] = tuple(brief[name])
    brief["scope"] = Scope(**brief["scope"])
    brief["valid"] = Valid(*brief["valid"]) if brief["valid"] else None
    brief["unmerged"] = Unmerged(*brief["unmerged"]) if brief["unmerged"] else None
    brief["retired"] = Retirement(*brief["retired"]) if brief["retired"] else None
    return Rule(**brief)


def card_json(rule: Rule, user: bool) -> str:
    """What a reader is shown of a rule."""
    quotes = [
        {"by": item.by, "quote": item.quote, "event": item.event, "host": item.session.partition("/")[0]}
        for item in [each for each in rule.evidence if each.quote][:1]
    ]
    card: dict[str, Any] = {
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
        "origin": rule.origin.by,
        "proved": max((rule.origin.at, rule.approved, *(item.at for item in rule.evidence))),
    }
    if rule.about:
        card["about"] = rule.about
    if rule.valid is not None and (rule.valid.since or rule.valid.until):
        card["valid"] = [rule.valid.since, rule.valid.until]
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
        standing = standing_at((helpful, harmful, plus, minus, stage, last, ref), policy, now_s)
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


def standing_at(columns: Sequence[Any], policy: StandingPolicy, now_s: float) -> Standing:
    """A standing as the index keeps it, faded to this moment."""
    helpful, harmful, plus, minus, stage, last, ref = columns
    faded = decay(now_s - ref, policy.half_life_days) if ref else 1.0
    helpful, harmful = helpful * faded, harmful * faded
    return Standing(helpful, harmful, helpful - policy.harm_weight * harmful, plus, minus, stage, last)


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
    each rule is asked for as if the reader stood in the rule's own project: who searches looks at all of their rules. What
    becomes of rules that cannot all be told at once is said when they are asked for, since a task may change it.
    """
    told: dict[int, Served] = {}
    sure: dict[int, bool] = {}
    withheld: dict[str, int] = {}
    now_s = (now - EPOCH).total_seconds()
    until = now_s + rows.HOLD_SECONDS
    spots = ",".join("?" * len(sources))
    for n, shelved in shelved_rows(index, f"source in ({spots})", sources, trusted, policy, now):
        if withdrawn_here is not None and not shelved.blocked_by:
            shelved = replace(shelved, blocked_by=withdrawn_here.hit(shelved.rule.text))
        scope = shelved.rule.scope
        asking = reader
        if at_home:
            branch = reader.branch if scope.project in (reader.project, *reader.also) else ""
            asking = replace(reader, project=scope.project, host=scope.host, branch=branch)
        answer = serve(shelved, asking, now, policy=policy)
        until = min(until, *_edges(shelved.rule, now_s), until)
        item = uncontested(answer, asking)
        if item is not None:
            told[n] = item
            sure[n] = certain(item, asking) and not at_home
        elif asking.paths and scope.path and (item := _elsewhere(shelved, asking, now, policy)) is not None:
            told[n] = item
        elif not isinstance(answer, Served):
            _count(withheld, answer.reason, shelved.rule, reader)
    rules = {n: item.rule for n, item in told.items()}
    over, against = [*overruling(rules)], [*opposing(rules)]
    if trusted and len(sources) > 1:
        more_over, more_against = _across(index, sources[1], told)
        over, against = over + more_over, against + more_against
    met = {n for pair in against for n in pair}
    contested = {n for n, rule in rules.items() if rule.state == "contested"}
    found = sort_out(sure, contested, over, against)
    for n, rule in rules.items():
        if n in found.alone or n in found.overruled:
            _count(withheld, "contested" if n in found.alone else "overruled", rule, reader)
    tied = met | {n for pair in over for n in pair}
    kept = [
        (
            n,
            _bits(item)
            + (rows.TIED if n in tied else 0)
            + (rows.CONTESTED if n in contested else 0)
            + (0 if n in sure else rows.ELSEWHERE),
        )
        for n, item in told.items()
        if n in met or n not in contested
    ]
    ties = [*((a, b, True) for a, b in over), *((min(pair), max(pair), False) for pair in against)]
    if not index.writable:
        rows.shadow_verdicts(index)
    with index.write():
        number = rows.put_verdicts(index, key, until, kept, ties)
        if index.writable:
            index.set_meta(f"withheld:{key}", json.dumps(withheld))
    return number, withheld


def _across(
    index: Index, source: str, told: Mapping[int, Served]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The ties between the layers, as refreshing found them."""
    found = (Across(mine, theirs, lies, say) for _, _, mine, theirs, lies, say in across_in(index, source))
    mine, theirs = (
        {item.rule.id: n for n, item in told.items() if item.layer == layer} for layer in ("user", "repo")
    )
    return ties_across(found, mine, theirs)


def _elsewhere(shelved: Shelved, reader: Reader, now: datetime, policy: StandingPolicy) -> Served | None:
    """The rule if it is only about another path than where the reader stands: a task may be about that one."""
    anywhere = replace(reader, paths=())
    return uncontested(serve(shelved, anywhere, now, policy=policy), anywhere)


def _count(withheld: dict[str, int], reason: str, rule: Rule, reader: Reader) -> None:
    if rule.scope.project in ("", reader.project):
        withheld[reason] = withheld.get(reason, 0) + 1


def _bits(item: Served) -> int:
    bits = rows.PROJECT_MATCHED if "project" in item.matched_facets or item.layer == "repo" else 0
    if "task" in item.unknown_facets:
        bits |= rows.ASK_WITH_TASK
    if item.rule.scope.path or item.rule.scope.language:  # known ones too: a task may be about another place
        bits |= rows.ASK_WITH_PATHS
    return bits + rows.UNKNOWN * len(item.unknown_facets)


def _edges(rule: Rule, now: float) -> list[float]:
    """The next moments at which a rule's validity changes."""
    edges = ((edge - EPOCH).total_seconds() for edge in span_of(rule) if edge is not None)
    return [edge for edge in edges if edge > now]


def ask_with_task(
    index: Index, numbers: list[int], reader: Reader, trusted: bool, policy: StandingPolicy, now: datetime
) -> dict[int, tuple[int, bool]]:
    """Of these rules those that hold for this task: how many facets stay unknown, and whether it certainly holds."""
    spots = ",".join("?" * len(numbers))
    found: dict[int, tuple[int, bool]] = {}
    for n, shelved in shelved_rows(index, f"n in ({spots})", tuple(numbers), trusted, policy, now):
        item = uncontested(serve(shelved, reader, now, policy=policy), reader)
        if item is not None:
            found[n] = (len(item.unknown_facets), certain(item, reader))
    return found
