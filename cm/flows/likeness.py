"""Which rules may be one, and which speak against each other: what `review` and `tidy` put before a person.

Candidates come from an index over words, and from vectors where an embedder is installed; nothing is merged here. Not here: how two
rules relate (`core/language/relation.py`), making vectors (`cm/llm`), what a person answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from sqlite3 import Error as DatabaseError
from typing import TYPE_CHECKING, Any, Final

from cm.core.curation.case import IN_SERVICE
from cm.core.curation.pairs import alike, least_near, opposed
from cm.core.language.nearness import Nearness
from cm.core.language.reach import overlap
from cm.core.language.related import Neighbours
from cm.core.language.relation import Relation, relate_rules, spoken
from cm.core.language.similar import likeness
from cm.errors import Unwritable
from cm.flows.env import Env
from cm.model.rule import Layer, Rule
from cm.model.standing import Shelved
from cm.store.vectors import Vectors, sha_of

if TYPE_CHECKING:
    from cm.llm.embedder import Embedder

FEW: Final = 150  # so many rules are all compared with one another
BESIDE: Final = 24  # candidates of one rule by its words
CLOSE_BY: Final = 8  # so many where only near ones are asked for
NEAREST: Final = 10  # and by its vector
BLOCK: Final = 512  # vectors that are multiplied at once
_UNUSABLE: Final = (
    OSError,
    DatabaseError,
    Unwritable,
)  # a cache that cannot be used costs time, nothing else


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two rules that a person should look at side by side."""

    a: str  # ids
    b: str
    relation: Relation
    semantic: bool = False  # seen by the embedder, not by the words
    near: float = 0.0  # the cosine of the two, or without an embedder how much their words are the same


def worth_asking(
    env: Env, shelved: Iterable[Shelved], layer: Layer, *, every: bool = False, keep: bool = True
) -> tuple[list[Suggestion], list[Suggestion]]:
    """The pairs of a layer that may be one, and those that contradict each other unmarked: few, unless `every` is wanted."""
    rules = {
        item.rule.id: item.rule
        for item in shelved
        if item.layer == layer and item.rule.state in IN_SERVICE and not item.screened
    }
    if len(rules) < 2:
        return [], []
    least = 0.0 if every else least_near(len(rules))
    known = suggestions(env, list(rules.values()), keep=keep, least=least)
    return list(alike(known, rules, every=every)), list(opposed(known, rules, every=every))


def suggestions(
    env: Env, rules: Sequence[Rule], *, keep: bool = True, least: float = 0.0
) -> tuple[Suggestion, ...]:
    """The pairs of these rules that contradict each other, and for each rule the one it may be one with, the surest first.

    `keep=False` leaves the cache of vectors as it is. Pairs that a person has settled are left out, and those that are
    less near than `least`, unless their words contradict each other.
    """
    found = {rule.id: rule for rule in rules}
    embedder = embedder_of(env)
    by_words = _pairs_by_words(list(found.values()), CLOSE_BY if least else BESIDE)
    cosines: dict[tuple[str, str], float] = {}
    vectors: dict[str, Sequence[float]] = {}
    if embedder is not None:
        vectors = vectors_of(env, embedder, found.values(), keep=keep)
        cosines = _pairs_by_vectors(list(found.values()), vectors, embedder.likely)
    pairs = [
        (a, b)
        for a, b in {**dict.fromkeys(by_words), **cosines}
        if _worth(found[a], found[b]) and (not least or _is_near(found[a], found[b], vectors, least))
    ]
    near = nearness(embedder, [(found[a], found[b]) for a, b in pairs])
    told: list[Suggestion] = []
    for (a, b), one in zip(pairs, near, strict=True):
        relation = relate_rules(found[a], found[b], closeness=one)
        if relation.kind not in ("likely-same", "contradiction"):
            continue
        semantic = one is not None and relate_rules(found[a], found[b]).kind != relation.kind
        close = one.whole if one is not None else likeness(spoken(found[a]), spoken(found[b]))
        told.append(Suggestion(a, b, relation, semantic, round(close, 3)))
    return tuple(_one_each(sorted(told, key=lambda each: (-each.relation.score, each.a, each.b))))


def _one_each(ranked: Iterable[Suggestion]) -> Iterator[Suggestion]:
    """Of the pairs that may be one the surest of each rule: when it is answered, the next one is asked. Contradictions all."""
    taken: set[str] = set()
    for each in ranked:
        if each.relation.kind == "likely-same":
            if each.a in taken or each.b in taken:
                continue
            taken.update((each.a, each.b))
        yield each


def embedder_of(env: Env) -> Embedder | None:
    """The embedder that is installed, or None; opening its model waits until it is asked."""
    from cm.llm.embedder import find_embedder
    from cm.llm.places import with_pulled

    return find_embedder(with_pulled(env.environ, models_folder(env)))


def models_folder(env: Env) -> Path:
    """Where models that were pulled lie: outside the home's history."""
    return env.home.root / "state" / "models"


def nearness(embedder: Embedder | None, pairs: Sequence[tuple[Rule, Rule]]) -> list[Nearness | None]:
    """What the embedder says of each pair; None for each when there is no embedder."""
    if embedder is None or not pairs:
        return [None] * len(pairs)
    return list(embedder.near([(spoken(a), spoken(b)) for a, b in pairs]))


def vectors_of(
    env: Env, embedder: Embedder, rules: Iterable[Rule], *, keep: bool = True
) -> dict[str, Sequence[float]]:
    """The vectors of rules by their ids, from the cache where they are in it."""
    texts = {rule.id: spoken(rule) for rule in rules}
    names = {text: sha_of(text) for text in texts.values()}
    known: dict[str, Sequence[float]] = {}
    place = vectors_file(env)
    with suppress(*_UNUSABLE), Vectors.open(place, embedder.name, embedder.revision, write=keep) as cache:
        known = cache.get(names.values())
    missing = [text for text, name in names.items() if name not in known]
    if missing:
        made = dict(zip((names[text] for text in missing), embedder.embed(missing), strict=True))
        known.update(made)
        if keep:
            with suppress(*_UNUSABLE), Vectors.open(place, embedder.name, embedder.revision) as cache:
                cache.put(made)
    return {rule_id: known[names[text]] for rule_id, text in texts.items()}


def vectors_file(env: Env) -> Path:
    """Where vectors are kept; an erasure deletes them with all that is derived."""
    return env.home.cache / "vectors.db"


def _worth(a: Rule, b: Rule) -> bool:
    """Whether a person could be asked about two rules at all."""
    return b.id not in a.settled and a.id not in b.settled and overlap(a.scope, b.scope) != "apart"


def _is_near(a: Rule, b: Rule, vectors: Mapping[str, Sequence[float]], least: float) -> bool:
    """Whether two rules are as near as is asked, or contradict each other by their words alone and nobody marked that."""
    if b.id in a.contests or a.id in b.contests:
        return False
    if vectors:
        close = sum(x * y for x, y in zip(vectors[a.id], vectors[b.id], strict=True))
    else:
        close = likeness(spoken(a), spoken(b))
    return close >= least or relate_rules(a, b).kind == "contradiction"


def _pairs_by_words(rules: Sequence[Rule], beside: int = BESIDE) -> dict[tuple[str, str], None]:
    if len(rules) <= FEW:
        return dict.fromkeys(combinations(sorted(rule.id for rule in rules), 2))
    index = Neighbours((rule.id, rule.text) for rule in rules)
    found: dict[tuple[str, str], None] = {}
    for rule in rules:
        for other in index.of(rule.text, beside + 1):
            if other != rule.id:
                found[min(rule.id, other), max(rule.id, other)] = None
    return found


def _pairs_by_vectors(
    rules: Sequence[Rule], vectors: dict[str, Sequence[float]], likely: float
) -> dict[tuple[str, str], float]:
    """For each rule those whose vectors are nearest, if they are near enough."""
    import numpy as np

    ids = [rule.id for rule in rules]
    if len(ids) < 2:
        return {}
    matrix: Any = np.array([vectors[rule_id] for rule_id in ids], dtype=np.float32)
    most = min(NEAREST, len(ids) - 1)
    found: dict[tuple[str, str], float] = {}
    for start in range(0, len(ids), BLOCK):
        cosines = matrix[start : start + BLOCK] @ matrix.T
        for row in range(len(cosines)):
            cosines[row, start + row] = -1.0
        nearest = np.argpartition(-cosines, most - 1, axis=1)[:, :most]
        for row, places in enumerate(nearest):
            for place in places:
                cosine = float(cosines[row, place])
                if cosine >= likely:
                    a, b = ids[start + row], ids[int(place)]
                    found[min(a, b), max(a, b)] = cosine
    return found
