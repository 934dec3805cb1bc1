"""Two claims as numbers, and what the numbers speak for: duplicate, contradiction, refinement or nothing.

Every number is the same whichever of the two comes first. The weights are fitted (`relation_weights.py`, by
`tests/bench/fit_pairs.py`): one table without an embedder, one with the cosine alone, one with its words too. Not here: reading a
rule (`claims.py`), the verdict and its words (`relation.py`).
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from cm.core.language.claims import Claim
from cm.core.language.conflicts import Conflict, Ground, Match, ground_of, sides_agree, swapped
from cm.core.language.nearness import Nearness

CLASSES: Final = ("duplicate", "contradiction", "refinement", "unrelated")


def features(
    a: Claim, b: Claim, match: Match, conflicts: list[Conflict], near: Nearness | None
) -> dict[str, float]:
    """What is measured of two claims, by name."""
    found = _said(a, b, match)
    found.update(_seen_differently(a, b, conflicts))
    if near is not None:
        found["near"] = near.whole
        found["near_enough"] = min(near.whole, 0.5)
        found["near_unlike"] = min(near.whole, 0.8) * (1.0 - found["cover_least"])
        if near.met_a or near.met_b:
            other_word = swapped(a, b)
            found.update(
                new_least=min(near.new_a, near.new_b),
                new_most=max(near.new_a, near.new_b),
                new_enough=min(near.new_a, near.new_b, 0.4),
                new_strange=max(0.0, 0.4 - min(near.new_a, near.new_b)) * min(match.both, 3.0),
                met_contains=float(
                    max(near.met_a, near.met_b) >= 0.7 and abs(near.met_a - near.met_b) >= 0.2
                ),
                met_least=min(near.met_a, near.met_b),
                met_apart=abs(near.met_a - near.met_b),
                own_least=min(near.own_a, near.own_b),
                own_most=max(near.own_a, near.own_b),
                alone_least=min(near.alone_a, near.alone_b),
                alone_most=max(near.alone_a, near.alone_b),
                worst_least=min(near.worst_a, near.worst_b),
                worst_most=max(near.worst_a, near.worst_b),
                rest=near.rest,
                swap=float(other_word),
                swap_apart=float(other_word) * (1.0 - near.rest),
                lost_least=float(min(near.lost_a, near.lost_b, 8)),
                lost_most=float(min(max(near.lost_a, near.lost_b), 8)),
            )
    return found


def _said(a: Claim, b: Claim, match: Match) -> dict[str, float]:
    size_a, size_b = match.both + match.more_a, match.both + match.more_b
    terms_a, terms_b = a.terms | a.places, b.terms | b.places
    numbers_a, numbers_b = {value.number for value in a.values}, {value.number for value in b.values}
    where_a = sum(a.ideas[name].weight for name in match.only_a if a.ideas[name].context)
    where_b = sum(b.ideas[name].weight for name in match.only_b if b.ideas[name].context)
    opposed = agreed = denied = 0.0
    for name in match.shared:
        one, other = a.ideas[name], b.ideas[name]
        if one.sign * other.sign < 0:
            opposed += min(one.weight, other.weight)
        elif one.sign * other.sign > 0:
            agreed += min(one.weight, other.weight)
            if one.sign < 0:
                denied += min(one.weight, other.weight)
    return {
        "cover_least": min(match.cover_a, match.cover_b),
        "cover_most": max(match.cover_a, match.cover_b),
        "both": min(match.both, 5.0),
        "size": min(size_a, size_b) / max(size_a, size_b, 0.1),
        "numbers_differ": float(bool(numbers_a - numbers_b) and bool(numbers_b - numbers_a)),
        "numbers_same": float(bool(numbers_a & numbers_b)),
        "number_new": float(bool(numbers_a - numbers_b) != bool(numbers_b - numbers_a)),
        "excepts": float(a.excepts != b.excepts),
        "permits": float(a.permits != b.permits),
        "only": float(a.only != b.only),
        "agree": float(sides_agree(a, b)),
        "terms_apart": float(min(len(terms_a - terms_b), len(terms_b - terms_a), 3)),
        "terms_same": float(min(len(terms_a & terms_b), 3)),
        "opposed": min(opposed, 4.0),
        "agreed": min(agreed, 4.0),
        "denied": min(denied, 3.0),
        "contains": float(
            max(match.cover_a, match.cover_b) >= 0.95 and min(match.cover_a, match.cover_b) <= 0.7
        ),
        "frame": min(match.both, 3.0) * float(min(match.more_a, match.more_b) >= 0.9),
        "paths_apart": float(bool(a.places - b.places) and bool(b.places - a.places)),
        "where_least": min(where_a, where_b, 4.0),
        "where_most": min(max(where_a, where_b), 5.0),
    }


def _seen_differently(a: Claim, b: Claim, conflicts: list[Conflict]) -> dict[str, float]:
    found = dict.fromkeys(_CONFLICT, 0.0)
    if not conflicts:
        return found
    for conflict in conflicts:
        found["c_" + conflict.cause] = 1.0
    conflict, ground = best_conflict(a, b, conflicts)
    found["conflict"] = 1.0
    found["ground"] = min(ground.both, 3.0)
    found["ground_cover"] = ground.cover
    found["ground_less"] = min(3.0, ground.more_a, ground.more_b)
    found["ground_more"] = min(4.0, max(ground.more_a, ground.more_b))
    found["places_apart"] = float(bool(ground.where_a and ground.where_b))
    found["place_in_one"] = float(bool(ground.where_a) != bool(ground.where_b))
    found["path_in_one"] = float(bool(ground.paths_a or ground.paths_b))
    found["plain"] = float(conflict.plain)
    found["turned_only"] = float(conflict.turned and a.only != b.only)
    found["turned_cover"] = ground.cover if conflict.turned else 0.0
    found["clearly"] = float(
        min(ground.more_a, ground.more_b) <= 0.4
        and max(ground.more_a, ground.more_b) <= 1.1
        and a.clauses == b.clauses == 1
    )
    found["in_context"] = float(_in_context(a, conflict.at_a) and _in_context(b, conflict.at_b))
    found["zones"] = float(conflict.zone_a != conflict.zone_b)
    found["universal"] = float(a.universal or b.universal)
    found["permitted"] = float(a.permits != b.permits)
    return found


def _in_context(claim: Claim, spots: frozenset[int]) -> bool:
    return all(claim.tokens[at].context or claim.tokens[at].kind == "stop" for at in spots)


_CONFLICT: Final = (
    "c_tool", "c_value", "c_polarity", "c_order", "c_meaning", "conflict", "ground", "ground_cover", "ground_less", "ground_more",
    "places_apart", "place_in_one", "path_in_one", "plain", "turned_only", "turned_cover", "clearly", "in_context", "zones", "universal", "permitted",
)  # fmt: skip


def best_conflict(a: Claim, b: Claim, conflicts: list[Conflict]) -> tuple[Conflict, Ground]:
    """The conflict with the most common ground."""
    grounds = [(conflict, ground_of(conflict, a, b)) for conflict in conflicts]
    return max(
        grounds,
        key=lambda found: (
            found[1].cover + (0.5 if found[0].plain else 0.0) + (0.01 if found[0].cause == "value" else 0.0)
        ),
    )


def chances(found: dict[str, float]) -> tuple[float, float, float, float]:
    """How likely two claims are duplicate, contradiction, refinement, unrelated."""
    bias, weights = _weights("words" if "met_least" in found else "whole" if "near" in found else "alone")
    sums = list(bias)
    for name, value in found.items():
        if value:
            for at, weight in enumerate(weights[name]):
                sums[at] += weight * value
    top = max(sums)
    raised = [exp(value - top) for value in sums]
    total = sum(raised)
    return raised[0] / total, raised[1] / total, raised[2] / total, raised[3] / total


@lru_cache(maxsize=3)
def _weights(table: str) -> tuple[tuple[float, ...], dict[str, tuple[float, ...]]]:
    from cm.core.language.relation_weights import TABLES

    rows = {}
    for line in TABLES[table].strip().splitlines():
        name, *numbers = line.split()
        rows[name] = tuple(map(float, numbers))
    return rows.pop("bias"), rows
