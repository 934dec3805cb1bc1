"""Rules that are like a rule or a text: `cm similar` by words and meaning, `cm search --semantic` as an answer to a question.

Looks only. With a model installed meaning counts, the vectors come from the cache; without one it is said and words decide.
What may be one rule, and what a person is asked then, is `flows/likeness.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from cm.core.language.relation import relate_rules, spoken
from cm.core.language.similar import likeness
from cm.core.serving.serve import Reader
from cm.errors import NoModel
from cm.flows.crossing import cross_encoder_of, order_by, why_not
from cm.flows.env import Env
from cm.flows.evaluate import Bench, Mode, again, in_order, ranked
from cm.flows.kept import renew
from cm.flows.likeness import embedder_of
from cm.flows.meaning import vectors_of_texts
from cm.flows.named import shelved_named
from cm.flows.reading import served, shelf
from cm.model.rule import Rule
from cm.model.standing import Shelved

if TYPE_CHECKING:
    from cm.core.serving.select import Fit
    from cm.llm.embedder import Embedder

MOST: Final = 10
_ID: Final = re.compile(r"r-[a-z0-9]{3,}")
LEAST_WORDS: Final = 0.5
LEAST_NEAR: Final = 0.3
NO_MODEL: Final = "semantic: no model is installed, words alone were compared: cm models list"


@dataclass(frozen=True, slots=True)
class Alike:
    """A rule beside what was asked for."""

    id: str
    text: str
    project: str
    words: float  # how much of the words is the same, or what they give
    near: float | None  # the cosine, None without a model
    relation: str = ""  # same, likely-same, narrower, contradiction, unrelated; "" where a question was asked


@dataclass(frozen=True, slots=True)
class Similar:
    """The likest rules, the likest first."""

    asked: str
    rules: tuple[Alike, ...]
    model: str
    degraded: tuple[str, ...] = ()
    reranked_by: str = ""  # who ordered the first anew, where that was asked: `local:MODEL` or `words`


def similar(env: Env, asked: str, *, most: int = MOST) -> Similar:
    """The rules that are like a rule (by its id, or the beginning of it) or like a text. Raises NotFound, Ambiguous."""
    renew(env)
    rules = [
        each.rule
        for each in served(
            env, Reader("list", project=env.project, audience=env.audience, branch=env.branch)
        )[0]
    ]
    rule = shelved_named(shelf(env).shelved, asked).rule if _ID.fullmatch(asked) else None
    text = spoken(rule) if rule is not None else asked
    others = [each for each in rules if rule is None or each.id != rule.id]
    embedder = embedder_of(env)
    near = _cosines(env, embedder, text, [spoken(each) for each in others])
    probe = rule or Rule(id="r-asked", text=asked)
    found = []
    for place, each in enumerate(others):
        words = likeness(text, spoken(each))
        cosine = near[place] if near else None
        if words >= LEAST_WORDS or (cosine or 0.0) >= LEAST_NEAR:
            relation = relate_rules(probe, each).kind
            found.append(Alike(each.id, each.text, each.scope.project, round(words, 3), cosine, relation))
    found.sort(key=lambda item: (-max(item.words, item.near or 0.0), item.id))
    return _told(asked if rule is None else rule.id, found[:most], embedder)


def search_meaning(env: Env, task: str, *, most: int = MOST, rerank: bool = False) -> Similar:
    """The rules that answer a question best, by words and the embedder; `rerank` has a model read the first thirty beside the question."""
    known = served(env, Reader("list", project=env.project, audience=env.audience, branch=env.branch))[0]
    shelved = [Shelved(each.rule, each.layer, standing=each.standing) for each in known]
    embedder = embedder_of(env)
    bench = Bench(shelved, embedder)
    mode: Mode = "lexical"
    if embedder is not None and shelved:
        made = vectors_of_texts(env, embedder, list(bench.texts.values()))
        bench.vectors = {key: made[text] for key, text in bench.texts.items()}
        mode = "fused"
    asking = Reader("list", project=env.project, task=task, audience=env.audience, branch=env.branch)
    fits: Sequence[Fit] = ranked(bench, task, asking, mode, env.now)
    by, notes = "", list[str]()
    if rerank:
        fits, by, notes = _again(env, bench, task, fits)
    fits = sorted((fit for fit in fits if fit.relevance > 0), key=lambda fit: -fit.value)[:most]
    rules = {item.rule.id: item.rule for item in shelved}
    found = [
        Alike(
            rule.id, rule.text, rule.scope.project, round(fit.words, 3),
            round(fit.near, 3) if embedder is not None else None,
        )
        for fit in fits
        if (rule := rules[str(fit.key)])
    ]  # fmt: skip
    told = _told(task, found, embedder)
    return replace(told, degraded=(*told.degraded, *notes), reranked_by=by)


def _again(env: Env, bench: Bench, task: str, fits: Sequence[Fit]) -> tuple[Sequence[Fit], str, list[str]]:
    """The first ones ordered by the cross-encoder, else by the embedder, else as they are; by whom, and why not by another."""
    notes: list[str] = []
    if sum(fit.relevance > 0 for fit in fits) < 2:
        return fits, "words", notes
    try:
        cross = cross_encoder_of(env)
        if cross is not None:
            with closing(cross):
                done = in_order(
                    task, fits, bench.texts, lambda asked, texts: order_by(cross, env, asked, texts)
                )
            return done, f"local:{cross.name}", notes
    except NoModel as error:
        notes.append(why_not(error))
    if bench.embedder is None:
        return fits, "words", notes
    return again(bench.embedder, task, fits, bench.texts), f"local:{bench.embedder.name}", notes


def _cosines(env: Env, embedder: Embedder | None, text: str, others: Sequence[str]) -> list[float]:
    if embedder is None or not others:
        return []
    made = vectors_of_texts(env, embedder, others)
    (asked,) = embedder.embed([text])
    return [round(sum(a * b for a, b in zip(asked, made[other], strict=True)), 3) for other in others]


def _told(asked: str, found: Sequence[Alike], embedder: Embedder | None) -> Similar:
    model = embedder.name if embedder is not None else ""
    return Similar(asked, tuple(found), model, () if embedder is not None else (NO_MODEL,))
