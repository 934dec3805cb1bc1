"""What two claims see differently, and the ground on which they do: the raw material of a verdict.

A conflict is only a suspicion: npm here and pnpm there may be two projects. Not here: reading a rule (`claims.py`), weighing a
conflict (`compared.py`), the verdict (`relation.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from cm.core.language.claims import Claim, Hit
from cm.core.language.numbers import Value, agree, one_unit, places_settled
from cm.core.language.phrases import phrase_tables

Cause: TypeAlias = Literal["", "polarity", "tool", "value", "order", "exception", "scope", "meaning"]


@dataclass(frozen=True, slots=True)
class Match:
    """How much of two claims is the same."""

    shared: frozenset[str]
    only_a: frozenset[str]
    only_b: frozenset[str]
    both: float  # weight of what is shared
    more_a: float  # weight of what only a says
    more_b: float

    @property
    def cover_a(self) -> float:
        """How much of a is in b."""
        return self.both / (self.both + self.more_a) if self.both else 0.0

    @property
    def cover_b(self) -> float:
        """How much of b is in a."""
        return self.both / (self.both + self.more_b) if self.both else 0.0


@dataclass(frozen=True, slots=True)
class Conflict:
    """One thing that two rules see differently."""

    cause: Cause
    at_a: frozenset[int]  # tokens that carry it
    at_b: frozenset[int]
    plain: bool  # needs no other shared word
    say: str
    zone_a: str = "main"
    zone_b: str = "main"
    turned: bool = False  # one is for it, the other against it
    sure: bool = True  # it is what it seems: of numbers, that both count


def match_of(a: Claim, b: Claim) -> Match:
    shared = a.ideas.keys() & b.ideas.keys()
    only_a = a.ideas.keys() - shared
    only_b = b.ideas.keys() - shared
    return Match(
        frozenset(shared),
        frozenset(only_a),
        frozenset(only_b),
        sum(min(a.ideas[name].weight, b.ideas[name].weight) for name in shared),
        sum(a.ideas[name].weight for name in only_a),
        sum(b.ideas[name].weight for name in only_b),
    )


def swapped(a: Claim, b: Claim) -> bool:
    """Whether the two are one sentence with another word or two in one place: "cache the geo API", "cache the tax API"."""
    mine, yours = list(a.ideas), list(b.ideas)
    least = min(len(mine), len(yours))
    before = 0
    while before < least and mine[before] == yours[before]:
        before += 1
    after = 0
    while after < least - before and mine[-1 - after] == yours[-1 - after]:
        after += 1
    other_a, other_b = len(mine) - before - after, len(yours) - before - after
    changed = 1 <= other_a <= 2 and 1 <= other_b <= 2 and before + after >= min(other_a, other_b)
    return changed and not set(mine[before : before + other_a]) & set(yours[before : before + other_b])


def conflicts_of(a: Claim, b: Claim, match: Match) -> list[Conflict]:
    """Everything that two claims see differently."""
    agreed = sides_agree(a, b)
    found = [
        *_tools(a, b),
        *_values(a, b),
        *_polarity(a, b, match),
        *_orders(a, b),
        *_sides(a, b),
        *_ways(a, b),
    ]
    if a.values and b.values:
        settled_a, settled_b = places_settled(a.values, b.values)
        found = [each for each in found if not (each.at_a <= settled_a and each.at_b <= settled_b)]
    if tools_agree(a, b):
        return [conflict for conflict in found if conflict.cause == "value"]
    if agreed:  # "no network" and "offline": opposite signs, one wish
        return [conflict for conflict in found if conflict.cause == "value" or conflict.turned is False]
    return found


def sides_agree(a: Claim, b: Claim) -> bool:
    """Whether one asks for a side of an axis and the other forbids the opposite one."""
    for mine in a.sides:
        for yours in b.sides:
            if mine.line == yours.line and mine.member != yours.member and mine.sign * yours.sign < 0:
                return True
    return False


def tools_agree(a: Claim, b: Claim) -> bool:
    """Whether one wants a tool for a job and the other forbids only its rivals: "use pnpm" and "never npm"."""
    for one, other in ((a, b), (b, a)):
        for line in {hit.line for hit in one.tools} & {hit.line for hit in other.tools}:
            mine = [hit for hit in one.tools if hit.line == line]
            theirs = [hit for hit in other.tools if hit.line == line]
            wanted, banned = _members(mine, 1), _members(theirs, -1)
            if wanted and banned and not wanted & banned and not _members(theirs, 1) - wanted:
                return True
    return False


def _tools(a: Claim, b: Claim) -> list[Conflict]:
    """One wants this tool for a job, the other that one, or not this one."""
    if not a.tools or not b.tools:
        return []
    tables = phrase_tables()
    found: list[Conflict] = []
    for line in {hit.line for hit in a.tools} & {hit.line for hit in b.tools}:
        mine = [hit for hit in a.tools if hit.line == line]
        yours = [hit for hit in b.tools if hit.line == line]
        wanted_a, wanted_b = _members(mine, 1), _members(yours, 1)
        banned_a, banned_b = _members(mine, -1), _members(yours, -1)
        where = (_spots(mine), _spots(yours))
        plain = line in tables.plain
        zones = (mine[0].zone, yours[0].zone)
        if against := (wanted_a & banned_b - wanted_b) | (wanted_b & banned_a - wanted_a):
            name = tables.members[line, min(against)]
            found.append(
                Conflict(
                    "tool", *where, plain, f"one is for {name}, the other against it", *zones, turned=True
                )
            )
        elif wanted_a and wanted_b and not wanted_a & wanted_b:
            one, other = tables.members[line, min(wanted_a)], tables.members[line, min(wanted_b)]
            found.append(Conflict("tool", *where, plain, f"one says {one}, the other {other}", *zones))
    return sorted(found, key=lambda conflict: not conflict.plain)


def _members(hits: list[Hit], sign: int) -> set[int]:
    return {hit.member for hit in hits if hit.sign == sign}


def _spots(hits: list[Hit]) -> frozenset[int]:
    return frozenset(place for hit in hits for place in range(hit.at, hit.at + hit.size))


def _values(a: Claim, b: Claim) -> list[Conflict]:
    """Two numbers for one thing."""
    counted_a = [value for value in a.values if value.sign > 0 and not value.names]
    counted_b = [value for value in b.values if value.sign > 0 and not value.names]
    met = {(value.number, value.unit.lstrip(":")) for value in counted_a} & {
        (value.number, value.unit.lstrip(":")) for value in counted_b
    }
    same = {unit for _, unit in met}
    found: list[Conflict] = []
    for mine in counted_a:
        for yours in counted_b:
            if mine.unit.lstrip(":") in same or yours.unit.lstrip(":") in same:
                continue
            if not one_unit(mine, yours) or agree(mine, yours) or _one_number(mine, yours):
                continue
            found.append(
                Conflict(
                    "value",
                    _with_unit(a, mine),
                    _with_unit(b, yours),
                    False,
                    f"one says {_told(a, mine, yours)}, the other {_told(b, yours, mine)}",
                    a.tokens[mine.at].zone,
                    b.tokens[yours.at].zone,
                    sure=mine.sure and yours.sure and len(counted_a) == len(counted_b) == 1,
                )
            )
    return found[:1]


def _one_number(a: Value, b: Value) -> bool:
    """Whether two numbers are one, as far as it is known of what: "15 runs" and "15", though not 15 minutes and 15 seconds."""
    guessed = any(not unit or unit.startswith(":") for unit in (a.unit, b.unit))
    return a.amount is not None and a.amount == b.amount and a.bound == b.bound and guessed


def _told(claim: Claim, value: Value, beside: Value) -> str:
    """A number, with its unit where the number alone would not tell the two apart."""
    if value.number != beside.number:
        return value.number
    words = (claim.tokens[at].word for at in sorted(_with_unit(claim, value) - {value.at}))
    return " ".join((value.number, *words))


def _with_unit(claim: Claim, value: Value) -> frozenset[int]:
    after = value.at + 1
    if after < len(claim.tokens) and claim.tokens[after].root == value.unit:
        return frozenset((value.at, after))
    return frozenset((value.at,))


def _polarity(a: Claim, b: Claim, match: Match) -> list[Conflict]:
    """What one wants the other forbids."""
    opposed = {
        name
        for name in match.shared
        if a.ideas[name].sign * b.ideas[name].sign < 0 and a.ideas[name].weight >= 0.3
    }
    weight = sum(a.ideas[name].weight for name in opposed)
    agreed = sum(
        a.ideas[name].weight
        for name in match.shared
        if a.ideas[name].sign * b.ideas[name].sign > 0 and not a.ideas[name].context
    )
    if weight < 0.9 or weight < 0.6 * agreed:
        return []
    spots_a = frozenset(at for at, token in enumerate(a.tokens) if token.root in opposed)
    spots_b = frozenset(at for at, token in enumerate(b.tokens) if token.root in opposed)
    zones = ("main", "main")
    if all(a.ideas[name].zone == "exception" for name in opposed):
        zones = ("exception", "main")
    elif all(b.ideas[name].zone == "exception" for name in opposed):
        zones = ("main", "exception")
    return [
        Conflict(
            "polarity", spots_a, spots_b, False, "one forbids what the other asks for", *zones, turned=True
        )
    ]


def _orders(a: Claim, b: Claim) -> list[Conflict]:
    """The same two things the other way round: `[lon, lat]` and `(lat, lon)`, "x before y" and "y before x"."""
    mine, yours = a.orders, b.orders
    for (first, second), spots in mine.items():
        if (
            (turned := yours.get((second, first))) is not None
            and (first, second) not in yours
            and (second, first) not in mine
        ):
            return [
                Conflict(
                    "order",
                    frozenset(spots),
                    frozenset(turned),
                    False,
                    "they put the same things in opposite order",
                )
            ]
    return []


def _sides(a: Claim, b: Claim) -> list[Conflict]:
    """Opposite ways to do one thing."""
    tables = phrase_tables()
    found: list[Conflict] = []
    for line in {hit.line for hit in a.sides} & {hit.line for hit in b.sides}:
        mine = [hit for hit in a.sides if hit.line == line]
        yours = [hit for hit in b.sides if hit.line == line]
        side_a = {hit.member if hit.sign > 0 else 1 - hit.member for hit in mine}
        side_b = {hit.member if hit.sign > 0 else 1 - hit.member for hit in yours}
        if len(side_a) == 1 and len(side_b) == 1 and side_a != side_b:
            one, other = tables.axis_words[line, min(side_a)], tables.axis_words[line, min(side_b)]
            cause: Cause = "order" if one in ("before", "after") else "meaning"
            said = f"one says {one}, the other {other}"
            found.append(
                Conflict(cause, _spots(mine), _spots(yours), False, said, mine[0].zone, yours[0].zone)
            )
    return found


_WAYS: Final = "up/down on/off in/out over/under above/below before/after first/last with/without left/right top/bottom front/back inside/outside"
_TURNED: Final = {
    one: other for pair in _WAYS.split() for one, other in (pair.split("/"), pair.split("/")[::-1])
}


def _ways(a: Claim, b: Claim) -> list[Conflict]:
    """The same sentence with a small word turned round: "round prices up", "round prices down"."""
    if a.ideas.keys() != b.ideas.keys() or a.negative != b.negative:
        return []
    words_a = {token.word: at for at, token in enumerate(a.tokens) if token.word in _TURNED}
    words_b = {token.word: at for at, token in enumerate(b.tokens) if token.word in _TURNED}
    only_a, only_b = words_a.keys() - words_b.keys(), words_b.keys() - words_a.keys()
    if len(only_a) != 1 or len(only_b) != 1:
        return []
    one, other = min(only_a), min(only_b)
    if _TURNED[one] != other:
        return []
    spots = frozenset((words_a[one],)), frozenset((words_b[other],))
    return [Conflict("meaning", *spots, False, f"one says {one}, the other {other}")]


@dataclass(frozen=True, slots=True)
class Ground:
    """What two rules share apart from what they see differently."""

    both: float
    more_a: float
    more_b: float
    where_a: float  # weight of the places and circumstances that only a names
    where_b: float
    paths_a: int
    paths_b: int

    @property
    def cover(self) -> float:
        """How much of the rule that says less is in the other."""
        less = min(self.more_a, self.more_b)
        return self.both / (self.both + less) if self.both else 0.0


def ground_of(conflict: Conflict, a: Claim, b: Claim) -> Ground:
    rest_a, rest_b = _rest(a, conflict.at_a), _rest(b, conflict.at_b)
    shared = rest_a.keys() & rest_b.keys()
    where_a = {name for name in rest_a if name not in shared and (a.ideas[name].context or name in a.places)}
    where_b = {name for name in rest_b if name not in shared and (b.ideas[name].context or name in b.places)}
    return Ground(
        sum(min(rest_a[name], rest_b[name]) for name in shared),
        sum(weight for name, weight in rest_a.items() if name not in shared),
        sum(weight for name, weight in rest_b.items() if name not in shared),
        sum(rest_a.get(name, 1.0) for name in where_a),
        sum(rest_b.get(name, 1.0) for name in where_b),
        len(where_a & a.places),
        len(where_b & b.places),
    )


def _rest(claim: Claim, spots: frozenset[int]) -> dict[str, float]:
    """The ideas of a claim without those that stand at some of its tokens."""
    gone = {claim.names[at] for at in spots if at in claim.names}
    return {name: idea.weight for name, idea in claim.ideas.items() if name not in gone}
