"""A rule read for comparing: what it speaks of, its tools, sides, values, orders and exceptions.

Not here: which way its words go (`clauses.py`), what two claims see differently (`conflicts.py`), the verdict (`relation.py`),
the tables of the trade (`rivals.py`, `antonyms.py`, `synonyms.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from cm.core.language.clauses import VERBS_ROOTS, signed
from cm.core.language.numbers import Value, values_of
from cm.core.language.phrases import Table, phrase_tables
from cm.core.language.roots import root
from cm.core.language.small_words import EXCEPT, STOP
from cm.core.language.tokens import Token, Zone, split_tokens
from cm.core.language.tongues import in_english

_TOOL_PLACES: Final = (
    "use using used uses via with by through prefer run choose pick favour favor adopt for write written"
)
_USE: Final = frozenset(_TOOL_PLACES.split())
_IS: Final = frozenset(("is", "are", "be", "at", "as", "to", "in", "on", "not", "no"))
_DENIES: Final = frozenset(("not", "no", "never", "without", "out"))
_UNIVERSAL: Final = "any every all always each anywhere everywhere ever never whatever no"
UNIVERSAL: Final = frozenset(_UNIVERSAL.split())
_PERMITS: Final = "may can allowed permitted fine ok okay acceptable optional optionally welcome could free"
PERMITS: Final = frozenset(_PERMITS.split())
_PLACES: Final = """
production prod staging development dev ci preview sandbox qa test-environment ios android web desktop mobile windows linux macos
frontend backend server client browser library libraries
"""
PLACES: Final = frozenset(_PLACES.split())
_LIGHT: Final = """
use run write make put set keep add new go give take work do have call create change update apply include handle need project code file
repo repository app application system user value case current existing good right proper correct thing part kind name time place live
standard default data line people team follow start provide support show see look find allow allowed permit fine way
"""
LIGHT: Final = frozenset(root(word) for word in _LIGHT.split())
"""Words that nearly every rule could have."""


class Idea(NamedTuple):
    """One thing that a rule speaks of."""

    weight: float
    sign: int  # 0: both ways
    context: bool  # only where or for whom
    zone: Zone


class Hit(NamedTuple):
    """A phrase of a table found in a rule."""

    line: int  # which job or axis
    member: int  # which member or side
    sign: int
    at: int
    size: int
    zone: Zone


@dataclass(frozen=True, slots=True)
class Claim:
    """What a rule says, in pieces that can be held against those of another."""

    tokens: tuple[Token, ...]
    ideas: dict[str, Idea]
    names: dict[int, str]  # token -> idea
    tools: tuple[Hit, ...]
    sides: tuple[Hit, ...]
    values: tuple[Value, ...]
    orders: dict[tuple[str, str], tuple[int, int]]  # what stands before what, and where
    terms: frozenset[str]
    places: frozenset[str]
    clauses: int
    excepts: bool  # unless, except, but
    conditional: bool
    universal: bool
    permits: bool
    only: bool
    optional: bool  # no need to
    negative: bool  # the first clause forbids


@lru_cache(maxsize=1 << 14)
def claim_of(text: str) -> Claim:
    """Reads a rule."""
    tokens = signed(split_tokens(in_english(text[:2000])))
    tables = phrase_tables()
    tools = tuple(hit for hit in _hits(tokens, tables.rivals) if _is_meant(tokens, hit, tables.ambiguous))
    sides = tuple(hit for hit in _hits(tokens, tables.axes) if hit.sign)  # both ways is no side
    ideas, names = _ideas(tokens, tables.ideas, tools)
    words = {token.word for token in tokens}
    first = next((token for token in tokens if token.kind == "word" and token.root in VERBS_ROOTS), None)
    return Claim(
        tokens=tokens,
        ideas=ideas,
        names=names,
        tools=tools,
        sides=sides,
        values=values_of(tokens),
        orders=_orders(tokens, names),
        terms=frozenset(token.word for token in tokens if token.kind == "term"),
        places=frozenset(token.word for token in tokens if token.kind == "place"),
        clauses=len({token.clause for token in tokens if token.kind != "stop"}),
        excepts=bool(words & EXCEPT) or any(token.zone == "exception" for token in tokens),
        conditional=any(token.zone == "condition" for token in tokens),
        universal=bool(words & UNIVERSAL),
        permits=bool(words & PERMITS),
        only="only" in words,
        optional="no need" in " ".join(token.word for token in tokens) or "optional" in words,
        negative=bool(first and first.sign < 0),
    )


def _hits(tokens: tuple[Token, ...], table: Table) -> list[Hit]:
    """Phrases of a table in a rule; of two that overlap in one line the longer."""
    roots = [token.root for token in tokens]
    found: list[Hit] = []
    taken: dict[tuple[int, int], int] = {}  # (line, place) -> size of the phrase there
    for at, first in enumerate(roots):
        for phrase, line, member in table.get(first, ()):
            size = len(phrase)
            if size > 1 and tuple(roots[at : at + size]) != phrase:
                continue
            if any(taken.get((line, place), 0) >= size for place in range(at, at + size)):
                continue
            if tokens[at].kind == "place" and size == 1 and phrase[0] != tokens[at].word:
                continue
            for place in range(at, at + size):
                taken[line, place] = size
            token = tokens[at]
            denies = size > 1 and any(tokens[place].word in _DENIES for place in range(at, at + size))
            sign = -tokens[at + size - 1].sign if denies else token.sign
            found.append(Hit(line, member, sign, at, size, token.zone))
    return found


def _begins_a_command(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether a tool's name is the first word of a command in code marks: who forbids `pnpm db:reset` does not forbid pnpm."""
    following = tokens[at + 1 : at + 2]
    return (
        tokens[at].marked and all(one.marked and one.kind != "stop" for one in following) and bool(following)
    )


def _is_meant(tokens: tuple[Token, ...], hit: Hit, ambiguous: frozenset[str]) -> bool:
    """A tool named like an everyday word counts where it is marked as a name, or stands where a tool would."""
    token = tokens[hit.at]
    if hit.size == 1 and hit.sign < 0 and _begins_a_command(tokens, hit.at):
        return False
    if hit.size > 1 or token.root not in ambiguous or token.marked:
        return True
    previous = tokens[hit.at - 1].word if hit.at else ""
    following = tokens[hit.at + 1] if hit.at + 1 < len(tokens) else None
    ends = following is None or following.kind == "stop" or following.word in STOP
    return previous in _USE or (previous in _IS and ends)


_BEFORE: Final = frozenset(("before", "over", "then", "above", "precedes", "to", "from"))
_AFTER: Final = frozenset(("after", "below", "follows", "under"))
_LATER: Final = frozenset(("then", "after", "afterwards", "later", "second", "next", "last"))


def _orders(tokens: tuple[Token, ...], names: dict[int, str]) -> dict[tuple[str, str], tuple[int, int]]:
    """Pairs whose order is said: around "before", "then", "over", in brackets, by "first … afterwards"."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    inside = False
    first = None
    for at, token in enumerate(tokens):
        if token.word in "([":
            inside = True
        elif token.word in ")]":
            inside = False
        left = next((place for place in range(at - 1, max(-1, at - 4), -1) if place in names), None)
        right = next((place for place in range(at + 1, min(len(tokens), at + 4)) if place in names), None)
        if token.word == "first" and left is not None:
            first = left
            continue
        if token.word in _LATER and first is not None:
            last = right if token.word == "then" else left
            if last is not None and names[last] != names[first]:
                found[names[first], names[last]] = (first, last)
            first = None
            continue
        ordered = token.word in _BEFORE or token.word in _AFTER or (inside and token.word == ",")
        if not ordered or left is None or right is None:
            continue
        pair = (names[left], names[right])
        found[pair if token.word not in _AFTER else pair[::-1]] = (left, right)
    return found


def _ideas(
    tokens: tuple[Token, ...], table: Table, tools: tuple[Hit, ...]
) -> tuple[dict[str, Idea], dict[int, str]]:
    """What a rule speaks of: synonyms under one name, everything else under its root."""
    named: dict[int, str] = {}
    skipped: set[int] = set()
    best: dict[int, Hit] = {}
    for hit in _hits(tokens, table):
        if hit.at not in best or hit.size > best[hit.at].size:
            best[hit.at] = hit
    for at in sorted(best, key=lambda place: -best[place].size):
        hit = best[at]
        covered = range(at, at + hit.size)
        if any(place in named or place in skipped for place in covered):
            continue
        named[at] = f"={hit.line}"
        skipped.update(covered[1:])
    for hit in tools:  # `rg` and ripgrep are one thing
        covered = range(hit.at, hit.at + hit.size)
        if not any(place in named or place in skipped for place in covered):
            named[hit.at] = f"+{hit.line}.{hit.member}"
            skipped.update(covered[1:])
    found: dict[str, Idea] = {}
    names: dict[int, str] = {}
    for at, token in enumerate(tokens):
        if at in skipped:
            names[at] = names.get(at - 1, "")
        if token.kind in ("stop", "number") or at in skipped:
            continue
        idea = named.get(at)
        if idea is None and (token.word in STOP or (len(token.word) < 2 and token.kind == "word")):
            continue
        weight = 1.25 if token.kind in ("term", "place") else 0.35 if token.root in LIGHT else 1.0
        if token.zone == "reason":
            weight *= 0.3
        name = idea or token.root
        names[at] = name
        if (known := found.get(name)) is not None:
            sign = known.sign if known.sign == token.sign else 0
            zone = known.zone if known.zone == "main" else token.zone
            found[name] = Idea(
                max(known.weight, weight),
                sign,
                known.context and (token.context or token.word in PLACES),
                zone,
            )
        else:
            found[name] = Idea(weight, token.sign, token.context or token.word in PLACES, token.zone)
    return found, names
