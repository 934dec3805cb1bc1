"""Words and meaning together: how well a rule fits by both, where the vectors of the rules are known.

The two are summed, not ranked and then counted: a sum keeps the floor's meaning, so that silence stays an answer
(`docs/adr/0030`). Reciprocal ranks are here to be measured beside it. Pure; a quick door imports it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence


class Scale:
    """What a cosine is worth beside words: a model and a word table each have their own."""

    __slots__ = ("alone", "floor_from", "floor_weight", "least_words", "order_from", "order_weight")

    def __init__(
        self,
        *,
        order_from: float,
        order_weight: float,
        floor_from: float,
        floor_weight: float,
        alone: float,
        least_words: float,
    ) -> None:
        self.order_from = order_from
        self.order_weight = order_weight
        self.floor_from = floor_from
        self.floor_weight = floor_weight
        self.alone = alone  # a cosine that may stand without a word in common
        self.least_words = least_words  # below this the words alone say nothing


# the task was read by the model that read the rules
MODEL = Scale(order_from=0.1, order_weight=5.0, floor_from=0.2, floor_weight=4.0, alone=0.35, least_words=0.2)
# only its words are known to the model, one by one
TABLE = Scale(order_from=0.1, order_weight=5.0, floor_from=0.1, floor_weight=2.5, alone=0.35, least_words=0.3)
SHARE = 0.27  # of the best; sums lie closer together than what words give
_K = 10.0
_MOST_WORDS = 60
_EVERYDAY = 0.3


def merit(words: float, near: float, scale: Scale) -> float:
    """By what a rule is ordered."""
    return words + scale.order_weight * max(0.0, near - scale.order_from)


def sure(words: float, near: float, scale: Scale) -> float:
    """What is held against the floor: meaning lifts what words found and puts down what only shares some of them."""
    if words < scale.least_words and near < scale.alone:
        return 0.0
    return words + scale.floor_weight * (near - scale.floor_from)


def by_ranks(lists: Iterable[Sequence[Hashable]]) -> dict[Hashable, float]:
    """Reciprocal rank fusion: every list gives a key one over its place."""
    found: dict[Hashable, float] = {}
    for ranked in lists:
        for place, key in enumerate(ranked, 1):
            found[key] = found.get(key, 0.0) + 1.0 / (_K + place)
    return found


def meant(text: str, tags: Sequence[str]) -> str:
    """What a model reads of a rule: its sentence, and its tags behind it."""
    return f"{text} ({', '.join(tags)})" if tags else text


def words_of(task: str) -> dict[str, float]:
    """The words of a task that a table of words is asked for, each with its weight; the everyday ones count little."""
    from cm.core.language import concepts
    from cm.core.language.terms import fold

    found: dict[str, float] = {}
    word = ""
    for char in fold(task[:4000]) + " ":
        if "a" <= char <= "z":
            word += char
            continue
        if len(word) > 1 and word not in concepts.STOP and len(found) < _MOST_WORDS:
            found[word] = found.get(word, 0.0) + (_EVERYDAY if word in concepts.GENERIC else 1.0)
        word = ""
    return found


def together(words: Mapping[str, float], vectors: Mapping[str, Sequence[float]]) -> list[float]:
    """The unit vector of words whose vectors are known; [] when none is."""
    total: list[float] = []
    for word, weight in words.items():
        vector = vectors.get(word)
        if vector is not None:
            total = [a + weight * b for a, b in zip(total or [0.0] * len(vector), vector, strict=True)]
    size = sum(value * value for value in total) ** 0.5
    return [value / size for value in total] if size else []


def nearest(near: Mapping[int, float], least: float) -> list[int]:
    """The keys that may stand without a word in common."""
    return [key for key, cosine in near.items() if cosine >= least]
