"""How two rules relate: the same, perhaps the same, against each other, one narrower than the other, or nothing of these.

Lexical by nature; the closeness of an embedder, where one is installed, moves only what a person is asked. What is merged
without asking is decided by `similar.compare` alone. Not here: reading a rule (`claims.py`), which rules to compare (`related.py`),
what is done about it (`core/curation`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from cm.core.language.claims import PLACES, Claim, Hit, claim_of
from cm.core.language.grammar import bans
from cm.core.language.phrases import phrase_tables
from cm.core.language.reach import overlap
from cm.core.language.similar import compare
from cm.model.rule import Rule

Kind: TypeAlias = Literal["same", "likely-same", "contradiction", "narrower", "unrelated"]
Cause: TypeAlias = Literal["", "polarity", "tool", "value", "order", "exception", "scope", "meaning"]


@dataclass(frozen=True, slots=True)
class Relation:
    """What one rule is to another."""

    kind: Kind
    score: float = 0.0  # 0 to 1: how sure
    cause: Cause = ""
    strong: bool = False  # a contradiction so plain that nobody has to be asked
    say: str = ""  # one clause for people


UNRELATED: Final = Relation("unrelated")


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


def relate(a: str, b: str, *, closeness: float | None = None) -> Relation:
    """Says how two rules that hold in one place relate; `closeness` is the cosine of their vectors."""
    known = compare(a, b)
    if known.duplicate:
        return Relation("same", known.score, say="they say the same")
    one, other = claim_of(a), claim_of(b)
    if not one.ideas or not other.ideas:
        return UNRELATED
    match = _match(one, other)
    for conflict in _conflicts(one, other, match):
        found = _weigh(conflict, one, other, match, closeness)
        if found is not None:
            return found
    return _alike(one, other, match, closeness)


def relate_rules(a: Rule, b: Rule, *, closeness: float | None = None) -> Relation:
    """Says how two rules relate where both hold; rules that never meet are unrelated."""
    reach = overlap(a.scope, b.scope)
    if reach == "apart":
        return UNRELATED
    found = relate(_spoken(a), _spoken(b), closeness=closeness)
    if reach == "same" or found.kind == "unrelated":
        return found
    if found.kind in ("same", "likely-same"):
        return replace(found, kind="likely-same") if reach != "crossing" else UNRELATED
    if found.kind == "contradiction":
        return Relation("narrower", found.score, "scope", False, f"one holds in a narrower place: {found.say}")
    return found


def _spoken(rule: Rule) -> str:
    """The text as an order: an anti-pattern that does not say so forbids."""
    return f"Avoid: {rule.text}" if rule.kind == "anti-pattern" and not bans(rule.text) else rule.text


def _match(a: Claim, b: Claim) -> Match:
    shared = a.ideas.keys() & b.ideas.keys()
    only_a = a.ideas.keys() - shared
    only_b = b.ideas.keys() - shared
    return Match(
        frozenset(shared),
        frozenset(only_a),
        frozenset(only_b),
        sum(min(a.ideas[name][0], b.ideas[name][0]) for name in shared),
        sum(a.ideas[name][0] for name in only_a),
        sum(b.ideas[name][0] for name in only_b),
    )


def _conflicts(a: Claim, b: Claim, match: Match) -> list[Conflict]:
    return [*_tools(a, b), *_values(a, b), *_polarity(a, b, match), *_orders(a, b), *_sides(a, b)]


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
        if (against := (wanted_a & banned_b - wanted_b) | (wanted_b & banned_a - wanted_a)):
            name = tables.members[line, min(against)]
            found.append(Conflict("tool", *where, plain, f"one is for {name}, the other against it", *zones))
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
    found: list[Conflict] = []
    same = {(value.number, value.unit.lstrip(":")) for value in a.values if value.sign > 0} & {
        (value.number, value.unit.lstrip(":")) for value in b.values if value.sign > 0
    }
    for mine in a.values:
        for yours in b.values:
            if mine.number == yours.number or mine.sign <= 0 or yours.sign <= 0 or not _one_unit(mine.unit, yours.unit):
                continue
            if any(unit == mine.unit.lstrip(":") for _, unit in same):
                continue
            said = f"one says {mine.number}, the other {yours.number}"
            found.append(
                Conflict("value", frozenset({mine.at}), frozenset({yours.at}), False, said, a.tokens[mine.at].zone, b.tokens[yours.at].zone)
            )
    return found[:1]


def _one_unit(a: str, b: str) -> bool:
    return a.lstrip(":") == b.lstrip(":") or a.startswith(":") or b.startswith(":") or not a or not b


def _polarity(a: Claim, b: Claim, match: Match) -> list[Conflict]:
    """What one wants the other forbids."""
    opposed = {
        name
        for name in match.shared
        if a.ideas[name][1] * b.ideas[name][1] < 0 and a.ideas[name][0] >= 0.3
    }
    weight = sum(a.ideas[name][0] for name in opposed)
    agreed = sum(
        a.ideas[name][0] for name in match.shared if a.ideas[name][1] * b.ideas[name][1] > 0 and not a.ideas[name][2]
    )
    if weight < 1.0 or weight <= agreed:
        return []
    spots_a = frozenset(at for at, token in enumerate(a.tokens) if token.root in opposed)
    spots_b = frozenset(at for at, token in enumerate(b.tokens) if token.root in opposed)
    zones = ("main", "main")
    if all(a.ideas[name][3] == "exception" for name in opposed):
        zones = ("exception", "main")
    elif all(b.ideas[name][3] == "exception" for name in opposed):
        zones = ("main", "exception")
    return [Conflict("polarity", spots_a, spots_b, False, "one forbids what the other asks for", *zones)]


def _orders(a: Claim, b: Claim) -> list[Conflict]:
    """The same two things the other way round: `[lon, lat]` and `(lat, lon)`, "x before y" and "y before x"."""
    mine, yours = a.orders, b.orders
    for (first, second), spots in mine.items():
        if (turned := yours.get((second, first))) is not None and (first, second) not in yours and (second, first) not in mine:
            return [Conflict("order", frozenset(spots), frozenset(turned), False, "they put the same things in opposite order")]
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
            found.append(Conflict(cause, _spots(mine), _spots(yours), False, said, mine[0].zone, yours[0].zone))
    return found


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


def _ground(conflict: Conflict, a: Claim, b: Claim) -> Ground:
    rest_a, rest_b = _rest(a, conflict.at_a), _rest(b, conflict.at_b)
    shared = rest_a.keys() & rest_b.keys()
    where_a = {name for name in rest_a if name not in shared and (a.ideas[name][2] or name in PLACES or name in a.places)}
    where_b = {name for name in rest_b if name not in shared and (b.ideas[name][2] or name in PLACES or name in b.places)}
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
    return {name: idea[0] for name, idea in claim.ideas.items() if name not in gone}


def _weigh(
    conflict: Conflict, a: Claim, b: Claim, match: Match, closeness: float | None
) -> Relation | None:
    """Whether two rules that see something differently speak of one thing in one situation."""
    ground = _ground(conflict, a, b)
    less, more = sorted((ground.more_a, ground.more_b))
    if ground.where_a and ground.where_b and not (a.universal or b.universal):
        return None  # each has a place of its own
    if ground.paths_a and ground.paths_b:
        return None
    on_topic = ground.both >= MEETS or (conflict.plain and less <= 0.4)
    near = less <= ALONE or ground.cover >= COVERS
    if closeness is not None:
        on_topic = on_topic or closeness >= 0.6
        near = near or closeness >= 0.6
    if not on_topic or not near:
        return None
    if conflict.zone_a != conflict.zone_b:
        return Relation("narrower", 0.6, "exception", say="one makes an exception to the other")
    if (exception := _is_exception(conflict, ground, a, b)) is not None:
        return exception
    if conflict.cause in ("meaning", "order") and more > 2.5 and not a.negative == b.negative:
        return None
    plainly = less <= 0.4 and more <= 0.8 and not (a.conditional or b.conditional or a.excepts or b.excepts)
    strong = plainly and conflict.cause in ("polarity", "tool", "value") and a.clauses == b.clauses == 1
    score = min(1.0, 0.55 + 0.25 * ground.cover + (0.2 if strong else 0.0))
    return Relation("contradiction", round(score, 3), conflict.cause, strong, conflict.say)


MEETS: Final = 0.9
ALONE: Final = 0.75
COVERS: Final = 0.66


def _is_exception(conflict: Conflict, ground: Ground, a: Claim, b: Claim) -> Relation | None:
    """Whether one of the two holds only in a place or case that the other does not name."""
    for mine, yours, where, paths, more in (
        (a, b, ground.where_a, ground.paths_a, ground.more_a),
        (b, a, ground.where_b, ground.paths_b, ground.more_b),
    ):
        if paths or (where and (mine.permits or mine.excepts or mine.only) and more >= 1.0):
            return Relation("narrower", 0.6, "exception", say="one makes an exception for a place or case")
        if where and not yours.universal and more >= 1.0:
            return Relation("narrower", 0.5, "scope", say="one holds in a narrower place or case")
        if mine.permits and more > 1.5:
            return Relation("narrower", 0.5, "exception", say="one permits a case of what the other rules")
    return None


def _alike(a: Claim, b: Claim, match: Match, closeness: float | None) -> Relation:
    return UNRELATED
