"""`cm context --explain`: for each rule that has anything in common with a task every factor, and why it is in or out.

The same functions as `flows/context.py`, asked again one by one; nothing is delivered, nothing is logged. One rule's whole life is
`flows/why.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cm.core.language import relevance
from cm.core.serving import fuse, select
from cm.core.serving.serve import Reader, Withheld
from cm.flows.context import TABLE
from cm.flows.env import Env
from cm.flows.fitting import disputes, exceptions, find, gone_among
from cm.flows.near import Meaning
from cm.flows.reading import also_called, shelf, side_by_side
from cm.flows.refresh import answered
from cm.flows.refresh_rules import searched_fields
from cm.flows.surroundings import stopwatch, survey
from cm.store import index_rules as rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cm.core.serving.select import Fit
    from cm.flows.refresh import Refreshed
    from cm.store.index import Index

MOST = 20


@dataclass(frozen=True, slots=True)
class Weighed:
    """One rule, with what speaks for and against handing it over."""

    id: str
    text: str
    given: bool
    reason: str  # given | floor | behind | alike | budget | limit | anchor-gone | overruled | a reason of the predicate
    say: str
    words: float  # what its words give
    terms: Mapping[str, float] = field(default_factory=dict)  # what each of them gives; a topic begins with #
    breadth: float = 1.0  # the factor for how many there are
    near: float | None = None  # the cosine with the task, None when it is not known
    floor: float = 0.0  # what is held against the floor
    here: float = 1.0  # the factor for a rule of this project
    standing: float = 1.0  # the factor of its record, 0.6 to 1.4
    recent: float = 1.0  # the factor of its newest proof, 0.95 to 1.05; among those that are chosen it orders
    unsure: int = 0  # facets of its scope that are not known here, 0.9 for each
    value: float = 0.0  # by what it is ordered


@dataclass(frozen=True, slots=True)
class Explained:
    """Every candidate, those that are given first."""

    task: str
    project: str
    floor: float
    behind: float  # what falls below this share of the best is not given
    meaning: str  # table | none
    lookup: bool  # the task reads like a question of general knowledge
    read: tuple[str, ...]  # the words and topics that were read in the task
    rules: tuple[Weighed, ...]
    more: int
    degraded: tuple[str, ...] = ()


def explain_context(
    env: Env,
    task: str,
    *,
    budget: int | None = None,
    max_rules: int | None = None,
    host: str = "",
    most: int = MOST,
) -> Explained:
    """Asks as `cm context` would, and keeps every number on the way."""

    def asked(index: Index, done: Refreshed) -> Explained:
        return _explained(env, index, done, task, budget, max_rules, host, most)

    return answered(env, asked)


def _explained(
    env: Env,
    index: Index,
    done: Refreshed,
    task: str,
    budget: int | None,
    max_rules: int | None,
    host: str,
    most: int,
) -> Explained:
    here = survey(env, index, done, host)
    query = relevance.read_task(task)
    has_table = bool(index.path) and (env.home.cache / TABLE).exists()
    meaning = Meaning(index, task, stopwatch) if has_table else None
    fits, sorted_out = find(index, here, query, task, meaning)
    gone = gone_among(here, [fit.key for fit in fits])
    chosen = select.choose([fit for fit in fits if fit.key not in gone], floor=here.floor)
    limit = here.max_rules if max_rules is None else max_rules
    considered = chosen[: limit * 2 + 10]
    beside = disputes(index, sorted_out.paired, considered, fits)
    numbers = {*(fit.key for fit in fits), *(one.key for unit in beside.values() for one in unit)}
    cards = rows.cards(index, sorted(numbers)[:1000])
    considered = select.freshest(considered, cards, here.now)
    pack = select.select(
        considered, cards, budget=here.budget if budget is None else budget, max_rules=limit, beside=beside,
        excepted=exceptions(index, sorted_out.excepted),
    )  # fmt: skip
    handed, left = set(pack.ids), {each.id: each.reason for each in pack.left_out}
    keys = {fit.key for fit in chosen}
    found_in = rows.how_common(index, query.all_terms())
    total = int(index.meta("rules", "0"))
    floor = here.floor or relevance.FLOOR
    told = []
    for fit in sorted(fits, key=lambda fit: -fit.value):
        card = cards.get(fit.key)
        if card is None:
            continue
        if card["id"] in handed:
            reason = "given"
        elif fit.key in gone:
            reason = "anchor-gone"
        elif fit.relevance < floor:
            reason = "floor"
        elif fit.key not in keys:
            reason = "behind"
        else:
            reason = left.get(card["id"], "limit")
        told.append(_weighed(fit, card, reason, query, found_in, total, here.now, (*here.also, here.project)))
    told += _withheld(env, index, query, found_in, total, task, host, floor, {each.id for each in told})
    told.sort(key=lambda each: (not each.given, -each.value))
    share = fuse.SHARE if any(fit.near for fit in fits) else relevance.SHARE
    return Explained(
        task=task[:500], project=here.project, floor=floor, behind=share, meaning="table" if has_table else "none",
        lookup=query.lookup, read=tuple(query.all_terms()), rules=tuple(told[:most]), more=max(0, len(told) - most),
        degraded=(*here.degraded, *(meaning.degraded if meaning else ())),
    )  # fmt: skip


SAYS = {
    "given": "handed over",
    "floor": "below the floor: too little in common",
    "behind": "far behind the best",
    "alike": "says the same as one that is handed over",
    "budget": "no room in the budget",
    "limit": "as many as were asked for are handed over",
    "anchor-gone": "what it relies on was here and is gone",
}


def _weighed(
    fit: Fit, card: Mapping[str, Any], reason: str, query: relevance.Query, found_in: Mapping[str, int], total: int,
    now: str, names: Sequence[str],
) -> Weighed:  # fmt: skip
    terms, breadth = relevance.gains(query, fit.terms, found_in, total)
    ours = bool(names[-1]) and card["scope"].get("project", "-") in names
    here = select.HERE if ours else 1.0
    merit = fit.merit or fit.relevance
    return Weighed(
        id=card["id"], text=card["text"], given=reason == "given", reason=reason, say=SAYS[reason],
        words=round(fit.words, 3), terms=_rounded(terms), breadth=round(breadth, 3),
        near=round(fit.near, 3) if fit.near else None, floor=round(fit.relevance, 3), here=here,
        standing=round(fit.value / merit, 3) if merit else 1.0,
        recent=round(select.age_factor(card.get("proved", ""), now), 3), value=round(fit.value, 3),
    )  # fmt: skip


def _withheld(
    env: Env, index: Index, query: relevance.Query, found_in: Mapping[str, int], total: int, task: str, host: str,
    floor: float, known: set[str],
) -> list[Weighed]:  # fmt: skip
    """Rules whose words fit and that this reader may not see, with the predicate's reason."""
    shelved = shelf(env).shelved
    reader = Reader(
        "context",
        project=env.project,
        also=also_called(env, shelved),
        host=host or env.agent,
        task=task,
        audience=env.audience,
        branch=env.branch,
    )
    found = []
    for answer in side_by_side(env, shelved, reader):
        if (
            not isinstance(answer, Withheld)
            or answer.rule.id in known
            or answer.reason in ("blocked", "untrusted")
        ):
            continue
        terms = relevance.rule_terms(searched_fields(answer.rule))
        words = relevance.score(query, terms, found_in, total)
        if words >= floor:
            each, breadth = relevance.gains(query, terms, found_in, total)
            found.append(
                Weighed(
                    answer.rule.id, answer.rule.text, given=False, reason=answer.reason, say=answer.say,
                    words=round(words, 3), terms=_rounded(each), breadth=round(breadth, 3), floor=round(words, 3),
                    value=round(words, 3),
                )
            )  # fmt: skip
    return found


def _rounded(terms: Mapping[str, float]) -> dict[str, float]:
    return {term: round(gain, 2) for term, gain in sorted(terms.items(), key=lambda pair: -pair[1])}
