"""Scores answers against a rubric: tasks with the rules that belong to them, those that may stand beside, and tasks that no rule fits.

Pure numbers of lists of ids. Not here: reading the file (`store/rubric.py`), making the answers (`flows/evaluate.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from statistics import median

DEPTHS = (1, 3, 5, 10)


@dataclass(frozen=True, slots=True)
class Question:
    """A task of a rubric, and what a good answer to it holds."""

    id: str
    task: str
    project: str = ""  # where it is asked
    style: str = ""
    relevant: tuple[str, ...] = ()  # ids, at least one of them unless `none`
    also_ok: tuple[str, ...] = ()  # ids that are neither needed nor wrong
    must: tuple[str, ...] = ()  # words that the answer has to contain
    must_not: tuple[str, ...] = ()  # words or ids that it may not
    none: bool = False  # the right answer is silence


@dataclass(frozen=True, slots=True)
class Given:
    """What was handed over for a task."""

    ids: tuple[str, ...]
    text: str = ""
    tokens: int = 0
    ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Scores:
    """How good the answers to a rubric are; shares from 0 to 1, None where nothing could be counted."""

    asked: int  # tasks that have an answer
    recall: Mapping[str, float]  # by depth: share of the relevant among the first so many
    mrr: float | None
    ndcg: float | None  # of the first ten
    none: int  # tasks that have none
    silence: float | None  # share of those for which nothing was handed over
    false_injection: float | None  # the others
    rules_when_none: float | None  # rules handed over for such a task, in the mean
    wrongly_silent: float | None  # share of the tasks with an answer for which nothing was handed over
    irrelevant: float | None  # share of what was handed over that is neither relevant nor harmless
    rules: float | None  # rules handed over for a task with an answer
    kept: float | None  # share of `must` and `must_not` that was kept to
    broken: tuple[str, ...]  # the ids of tasks that broke one
    tokens: float | None  # of an answer, in the mean
    ms: float | None  # of an answer, the median
    by_style: Mapping[str, float]  # recall@5


def score(questions: Sequence[Question], given: Mapping[str, Given]) -> Scores:
    """Scores the answers of one way of searching."""
    asked = [each for each in questions if not each.none]
    silent = [each for each in questions if each.none]
    lists = {each.id: _struck(each, given[each.id].ids) for each in questions}
    styles: dict[str, list[float]] = {}
    for each in asked:
        styles.setdefault(each.style, []).append(recall_at(5, each.relevant, lists[each.id]))
    handed = sum(len(lists[each.id]) for each in asked)
    wrong = sum(rule not in each.relevant for each in asked for rule in lists[each.id])
    promises = [(each, kept) for each in questions for kept in _promises(each, given[each.id])]
    quiet = _mean(not lists[each.id] for each in silent)
    told = [given[each.id] for each in questions]
    return Scores(
        asked=len(asked),
        recall={
            str(depth): found
            for depth in DEPTHS
            if (found := _mean(recall_at(depth, each.relevant, lists[each.id]) for each in asked)) is not None
        },
        mrr=_mean(reciprocal_rank(each.relevant, lists[each.id]) for each in asked),
        ndcg=_mean(ndcg(each.relevant, lists[each.id]) for each in asked),
        none=len(silent),
        silence=quiet,
        false_injection=None if quiet is None else round(1 - quiet, 4),
        rules_when_none=_mean(len(lists[each.id]) for each in silent),
        wrongly_silent=_mean(not lists[each.id] for each in asked),
        irrelevant=round(wrong / handed, 4) if handed else None,
        rules=_mean(len(lists[each.id]) for each in asked),
        kept=_mean(kept for _, kept in promises),
        broken=tuple(dict.fromkeys(each.id for each, kept in promises if not kept)),
        tokens=_mean(each.tokens for each in told),
        ms=round(median(each.ms for each in told), 2) if told else None,
        by_style={name: round(sum(some) / len(some), 4) for name, some in sorted(styles.items())},
    )


def recall_at(depth: int, relevant: Sequence[str], given: Sequence[str]) -> float:
    """The share of the relevant rules, as many as could be there, that are among the first so many."""
    return sum(rule in given[:depth] for rule in relevant) / min(depth, len(relevant))


def reciprocal_rank(relevant: Sequence[str], given: Sequence[str]) -> float:
    """One over the place of the first relevant rule, 0 when there is none."""
    return next((1 / place for place, rule in enumerate(given, 1) if rule in relevant), 0.0)


def ndcg(relevant: Sequence[str], given: Sequence[str], depth: int = 10) -> float:
    """How far up the relevant rules stand, 1 when they are the first."""
    found = sum(1 / log2(place + 1) for place, rule in enumerate(given[:depth], 1) if rule in relevant)
    best = sum(1 / log2(place + 1) for place in range(1, min(depth, len(relevant)) + 1))
    return found / best


def _struck(question: Question, given: Sequence[str]) -> list[str]:
    """The list without what may stand in it: it neither helps nor harms the others."""
    return [rule for rule in given if rule in question.relevant or rule not in question.also_ok]


def _promises(question: Question, given: Given) -> Iterable[bool]:
    low = given.text.lower()
    yield from (word.lower() in low for word in question.must)
    yield from (word not in given.ids and word.lower() not in low for word in question.must_not)


def _mean(values: Iterable[float]) -> float | None:
    some = list(values)
    return round(sum(some) / len(some), 4) if some else None
