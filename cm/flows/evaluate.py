"""`cm eval`: the tasks of a rubric asked in several ways, side by side: by words, by meaning, by both, and ranked again.

Each task is served, ranked, cut at the floor and packed by the functions that `cm context` uses, on the rubric's own rules or on the
user's; nothing is delivered or logged. Not here: the scores (`core/serving/rubric.py`), the past (`flows/lookback.py`).
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from cm.core.language import relevance
from cm.core.serving import fuse, select
from cm.core.serving.rubric import Given, Question, Scores, score
from cm.core.serving.serve import Reader, Served
from cm.errors import NoModel, Usage
from cm.flows.crossing import cross_encoder_of, order_by, why_not
from cm.flows.env import Env
from cm.flows.likeness import embedder_of
from cm.flows.refresh_rules import searched_fields
from cm.flows.shelving import card_json
from cm.model.rule import Rule
from cm.model.stamp import stamp
from cm.model.standing import Shelved
from cm.store.rubric import read_rubric

if TYPE_CHECKING:
    from datetime import datetime

    from cm.core.serving.select import Fit
    from cm.llm.cross_encoder import CrossEncoder
    from cm.llm.embedder import Embedder

Orders: TypeAlias = "Callable[[str, Sequence[str]], Sequence[int]]"
Mode: TypeAlias = Literal["lexical", "table", "semantic", "fused", "ranks", "reranked"]
MODES: Final[tuple[Mode, ...]] = get_args(Mode)
RERANKED: Final = 30
_SHARE_OF_WORDS: Final = 0.5  # of the closeness word by word, beside that of the whole


@dataclass(frozen=True, slots=True)
class Run:
    """One way of searching, and how good its answers were."""

    mode: Mode
    scores: Scores


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All ways side by side."""

    file: str
    rules: int
    model: str  # "" when none was asked
    budget: int
    max_rules: int
    runs: tuple[Run, ...]
    skipped: Mapping[str, str] = field(
        default_factory=dict
    )  # ways that were wanted and could not be gone, and why
    reranked_by: str = ""  # `local:MODEL`; "" when nothing was ordered anew
    notes: tuple[str, ...] = ()


class Bench:
    """Rules prepared for being asked many times: read once, as the index does."""

    def __init__(self, shelved: Sequence[Shelved], embedder: Embedder | None = None) -> None:
        self.shelved = {item.rule.id: item for item in shelved}
        rules = {item.rule.id: item.rule for item in shelved}
        self.terms = {key: relevance.rule_terms(searched_fields(rule)) for key, rule in rules.items()}
        self.found_in = Counter(term for each in self.terms.values() for term in each)
        self.cards = {key: json.loads(card_json(rule, True)) for key, rule in rules.items()}
        self.embedder = embedder
        self.orders: Orders | None = None  # a cross-encoder, where one orders anew in place of the embedder
        self.texts = {key: fuse.meant(rule.text, rule.tags) for key, rule in rules.items()}
        self.vectors: dict[str, Sequence[float]] = {}
        self.words: dict[str, Sequence[float]] = {}

    def read(self, questions: Iterable[Question], *, table: bool) -> None:
        """Has the model read the rules, and for `table` the words of the tasks that a table would hold."""
        from cm.flows import meaning

        if self.embedder is None:
            return
        keys = list(self.texts)
        self.vectors = dict(zip(keys, self.embedder.embed([self.texts[key] for key in keys]), strict=True))
        if table:
            held = set(meaning.words_for(self.embedder, self.texts.values()))
            asked = {word for each in questions for word in fuse.words_of(english(each.task))}
            words = sorted(asked & held)
            mean = meaning.mean_of(self.embedder)
            self.words = dict(zip(words, meaning.centred(self.embedder, words, mean), strict=True))


def evaluate(
    env: Env,
    path: Path,
    *,
    modes: Sequence[Mode] = (),
    budget: int | None = None,
    max_rules: int | None = None,
) -> Evaluation:
    """Asks every task of a rubric in each way. Raises what reading the file raises, Usage for a way that does not exist."""
    if strange := [mode for mode in modes if mode not in MODES]:
        raise Usage(f"there is no way of searching called `{strange[0]}`", hint=f"one of {', '.join(MODES)}")
    rubric = read_rubric(path)
    shelved = _shelved(env, rubric.rules)
    embedder = embedder_of(env) if set(modes or MODES) - {"lexical"} else None
    bench = Bench(shelved, embedder)
    notes: list[str] = []
    with ExitStack() as open_models:
        cross = _cross_encoder(env, open_models, notes) if "reranked" in (modes or MODES) else None
        if cross is not None:
            bench.orders = lambda task, texts: order_by(cross, env, task, texts)
        skipped: dict[str, str] = {}
        if embedder is None:
            able = {"lexical", "reranked" if cross is not None else "lexical"}
            skipped = {
                mode: "no model is installed: cm models list" for mode in modes or MODES if mode not in able
            }
        wanted = [mode for mode in modes or MODES if mode not in skipped]
        bench.read(rubric.questions, table="table" in wanted)
        room = env.settings.context.budget if budget is None else budget
        most = env.settings.context.max_rules if max_rules is None else max_rules
        runs = []
        for mode in wanted:
            try:
                given = {each.id: answer(bench, each, mode, env.now, room, most) for each in rubric.questions}
            except NoModel as error:
                skipped[mode] = error.message
                continue
            runs.append(Run(mode, score(rubric.questions, given)))
    model = embedder.name if embedder is not None else ""
    by = ""
    if any(run.mode == "reranked" for run in runs):
        by = f"local:{cross.name if cross is not None else model}"
    return Evaluation(rubric.name, len(shelved), model, room, most, tuple(runs), skipped, by, tuple(notes))


def _cross_encoder(env: Env, open_models: ExitStack, notes: list[str]) -> CrossEncoder | None:
    """The one that is named, opened and ready; None, with the reason in `notes` when it cannot be used."""
    try:
        cross = cross_encoder_of(env)
        if cross is not None:
            open_models.callback(cross.close)
            order_by(cross, env, "Are you ready?", ["It is ready."])
        return cross
    except NoModel as error:
        notes.append(why_not(error))
        return None


def answer(bench: Bench, question: Question, mode: Mode, now: datetime, budget: int, most: int) -> Given:
    """What is handed over for one task in one way, best first."""
    start = time.perf_counter()
    fits = ranked(
        bench,
        question.task,
        Reader("context", project=question.project, task=question.task, audience="private"),
        mode,
        now,
    )
    chosen = select.freshest(select.choose(fits), bench.cards, stamp(now))  # type: ignore[arg-type]
    pack = select.select(chosen, bench.cards, budget=budget, max_rules=most)  # type: ignore[arg-type]
    spent = (time.perf_counter() - start) * 1000
    handed = set(pack.ids)
    ids = tuple(str(fit.key) for fit in chosen if str(fit.key) in handed)
    text = "\n".join(f"{bench.cards[key]['text']} {bench.cards[key]['why']}" for key in ids)
    return Given(ids, text, pack.used, spent)


def ranked(bench: Bench, task: str, reader: Reader, mode: Mode, now: datetime) -> list[Fit]:
    """The rules that may be seen, scored in one way."""
    from cm.core.serving.serve import serve

    query = relevance.read_task(task)
    rows = []
    for key, item in bench.shelved.items():
        told = serve(item, reader, now)
        if isinstance(told, Served):
            here = "project" in told.matched_facets
            rows.append(
                (
                    key,
                    bench.terms[key],
                    told.standing.score,
                    told.standing.stage,
                    here,
                    len(told.unknown_facets),
                )
            )
    near: dict[str, float] = {}
    scale = None
    if mode != "lexical" and bench.embedder is not None:
        vector, scale = _asked(bench, task, mode)
        if vector:
            near = {row[0]: _dot(vector, bench.vectors[row[0]]) for row in rows}
    if mode == "semantic":
        rows = [(key, {}, *rest) for key, _, *rest in rows]  # type: ignore[misc]
    fits = select.rank(query, rows, bench.found_in, len(bench.shelved), near=near, scale=scale)  # type: ignore[arg-type]
    if mode == "ranks":
        return _by_ranks(fits)
    if mode == "reranked" and bench.orders is not None:
        return in_order(task, fits, bench.texts, bench.orders)
    return again(bench.embedder, task, fits, bench.texts) if mode == "reranked" and bench.embedder else fits


def in_order(task: str, fits: Sequence[Fit], texts: Mapping[str, str], orders: Orders) -> list[Fit]:
    """The best of a ranking in the order that a cross-encoder gives them. Raises what that raises."""
    first = sorted(fits, key=lambda fit: -fit.value)
    head = [fit for fit in first if fit.relevance > 0][:RERANKED]
    if len(head) < 2:
        return first
    found: list[Fit] = []
    value = head[0].value
    for at, place in zip(orders(task, [texts[str(fit.key)] for fit in head]), head, strict=True):
        # what is good enough was decided before: the places' values change hands, and no two stay alike
        value = min(value, place.value)
        merit = head[at].merit or head[at].relevance
        found.append(select.Fit(**{**head[at].data(), "merit": merit, "value": value}))
        value *= 1 - 1e-9
    taken = {fit.key for fit in head}
    return [*found, *(fit for fit in first if fit.key not in taken)]


def again(embedder: Embedder, task: str, fits: Sequence[Fit], texts: Mapping[str, str]) -> list[Fit]:
    """The best of a ranking ordered anew: the model reads task and rule side by side, word by word."""
    first = sorted(fits, key=lambda fit: -fit.value)
    head = first[:RERANKED]
    if not head:
        return []
    near = embedder.near([(task[:600], texts[str(fit.key)]) for fit in head])
    found = []
    for fit, one in zip(head, near, strict=True):
        side = one.met_a or one.whole
        closer = (1 - _SHARE_OF_WORDS) * one.whole + _SHARE_OF_WORDS * side - fit.near
        factor = 1.0 + max(-0.5, min(0.5, closer))
        found.append(
            select.Fit(
                **{**fit.data(), "value": fit.value * factor, "merit": (fit.merit or fit.relevance) * factor}
            )
        )
    return [*found, *first[RERANKED:]]


def english(task: str) -> str:
    """A task as a table of English words can be asked for it."""
    if task.isascii():
        return task
    from cm.core.language.tongues import in_english

    return in_english(task)


def _asked(bench: Bench, task: str, mode: Mode) -> tuple[Sequence[float], fuse.Scale]:
    """The vector of a task, and what a cosine with it is worth."""
    if mode == "table":
        return fuse.together(fuse.words_of(english(task)), bench.words), fuse.TABLE
    assert bench.embedder is not None
    return bench.embedder.embed([task[:600]])[0], fuse.MODEL


def _by_ranks(fits: Sequence[Fit]) -> list[Fit]:
    """Reciprocal rank fusion, for comparison: the floor is the same, the order is that of places."""
    words = [fit.key for fit in sorted(fits, key=lambda fit: -fit.words) if fit.words > 0]
    near = [fit.key for fit in sorted(fits, key=lambda fit: -fit.near)]
    places = fuse.by_ranks([words, near])
    return [select.Fit(**{**fit.data(), "value": places[fit.key]}) for fit in fits]


def _shelved(env: Env, rules: Sequence[Rule] | None) -> list[Shelved]:
    if rules is not None:
        return [Shelved(rule) for rule in rules]
    from cm.flows.reading import shelf

    return list(shelf(env).shelved)


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))
