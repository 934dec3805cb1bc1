"""How two rules relate: the same, perhaps the same, against each other, one narrower than the other, or nothing of these.

What is merged without asking is decided by `similar.compare` alone; an embedder's closeness, where one is installed, moves only
what a person is asked. Not here: reading a rule (`claims.py`), what two rules see differently (`conflicts.py`), how that is
weighed (`compared.py`), which rules to compare (`related.py`), what is done about it (`core/curation`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from cm.core.facts import are_about_one, entities_of, folded, is_fact
from cm.core.language.claims import Claim, claim_of
from cm.core.language.compared import best_conflict, chances, features
from cm.core.language.conflicts import (
    Cause,
    Conflict,
    Ground,
    Match,
    conflicts_of,
    match_of,
    sides_agree,
    swapped,
)
from cm.core.language.grammar import bans
from cm.core.language.nearness import Nearness
from cm.core.language.numbers import one_more, things_apart
from cm.core.language.reach import overlap
from cm.core.language.similar import compare
from cm.core.language.values import other_value
from cm.model.rule import Rule

__all__ = ["Cause", "Kind", "Nearness", "Relation", "overlap", "relate", "relate_rules"]

Kind: TypeAlias = Literal["same", "likely-same", "contradiction", "narrower", "unrelated"]

# from which chance on a person is asked whether two rules are one, and two are held to contradict each other, by table
SUGGEST: Final = {"alone": 0.5, "whole": 0.46, "words": 0.36}
CONTRADICT: Final = {"alone": 0.57, "whole": 0.56, "words": 0.55}
DOUBT: Final = {"alone": 0.35, "whole": 2.0, "words": 2.0}
"""Two rules that may well contradict each other are not offered as one."""
SHORT: Final = 5.0  # weight of a rule that says one thing
GROUND: Final = (
    0.25  # so much of the rule that says less is in the other, apart from what they see differently
)
COVERED: Final = (
    0.25  # by words alone, two rules of which less than this is in the other are not offered as one
)


@dataclass(frozen=True, slots=True)
class Relation:
    """What one rule is to another."""

    kind: Kind
    score: float = 0.0  # 0 to 1: how sure
    cause: Cause = ""
    strong: bool = False  # a contradiction so plain that nobody has to be asked
    say: str = ""  # one clause for people


UNRELATED: Final = Relation("unrelated")


def relate(a: str, b: str, *, closeness: float | Nearness | None = None) -> Relation:
    """Says how two rules that hold in one place relate; `closeness` is what an embedder says of them."""
    known = compare(a, b)
    if known.duplicate:
        return Relation("same", known.score, say="they say the same")
    one, other = claim_of(a), claim_of(b)
    if not one.ideas or not other.ideas or things_apart(one.values, other.values):
        return UNRELATED
    near = Nearness(closeness) if isinstance(closeness, int | float) else closeness
    table = "alone" if near is None else "words" if near.met_a or near.met_b else "whole"
    match = match_of(one, other)
    conflicts = conflicts_of(one, other, match)
    if near is None and not match.shared and not conflicts:
        return UNRELATED
    same, against, narrower, nothing = chances(features(one, other, match, conflicts, near))
    doubtful = bool(conflicts) and against >= DOUBT[table]
    if conflicts:
        conflict, ground = best_conflict(one, other, conflicts)
        if against >= CONTRADICT[table] and _has_ground(conflict, ground):
            return _opposed(conflict, ground, one, other, against)
    may_be_one = same >= SUGGEST[table] and not doubtful and (near is not None or _alike(one, other, match))
    if may_be_one and one_more(one.values, other.values):
        return Relation("narrower", round(same, 3), "value", say="one says more than the other")
    if may_be_one and not (near is None and swapped(one, other)):
        return Relation("likely-same", round(same, 3), "meaning", say="they may be one rule in other words")
    if narrower > max(same, against, nothing):
        return Relation(
            "narrower", round(narrower, 3), _why_narrower(one, other), say="one says more than the other"
        )
    return UNRELATED


def relate_rules(a: Rule, b: Rule, *, closeness: float | Nearness | None = None) -> Relation:
    """Says how two rules relate where both hold; rules that never meet are unrelated."""
    reach = overlap(a.scope, b.scope)
    facts = is_fact(a) and is_fact(b)
    if reach == "apart":
        return UNRELATED
    if facts and not are_about_one(a, b):  # unless each says of whom it is what only one of them can be
        return _of_rivals(a, b) or UNRELATED
    found = relate(spoken(a), spoken(b), closeness=closeness)
    if facts and found.kind not in ("same", "contradiction"):
        found = _of_facts(a, b) or found
    if reach == "same" or found.kind in ("unrelated", "narrower"):
        return found
    if found.kind == "contradiction":
        if reach == "crossing":
            return replace(found, strong=False)
        return Relation("narrower", found.score, "scope", say=f"one holds in a narrower place: {found.say}")
    return replace(found, kind="likely-same", cause="scope", say=f"{found.say}, in scopes that differ")


def _of_rivals(a: Rule, b: Rule) -> Relation | None:
    """A contradiction of facts about two entities: what each says of its own is one thing, as in "Amal owns billing"; else None."""
    values = other_value(a.text, b.text)
    if values is None:
        return None
    mine, theirs = ({folded(each.name) for each in entities_of(rule.about)} for rule in (a, b))
    if folded(values.one) not in mine or folded(values.other) not in theirs:
        return None
    return Relation("contradiction", 0.6, "value", say=f"one says {values.one}, the other {values.other}")


def _of_facts(a: Rule, b: Rule) -> Relation | None:
    """A contradiction that only facts can have: one frame with two values, or two that took one fact's place; None without."""
    values = other_value(a.text, b.text)
    if values is not None:
        say = f"one says {values.one}, the other {values.other}"
        return Relation("contradiction", 0.9 if values.plain else 0.6, "value", strong=values.plain, say=say)
    of_one = [name for name in a.replaces if name in b.replaces]
    if of_one:
        return Relation("contradiction", 0.6, "value", say=f"both took the place of {of_one[0]}")
    return None


def spoken(rule: Rule) -> str:
    """The text of a rule as an order: an anti-pattern that does not say that it forbids gets a "Never"."""
    return forbidden(rule.text) if rule.kind == "anti-pattern" and not bans(rule.text) else rule.text


def forbidden(text: str) -> str:
    """What an anti-pattern names, as a ban."""
    name = text[:1].upper() == text[:1] and text[1:2].upper() == text[1:2]  # an acronym keeps its capital
    return f"Never {text if name else text[:1].lower() + text[1:]}"


def _alike(a: Claim, b: Claim, match: Match) -> bool:
    """Whether enough of each is in the other, or they want one side of an axis in opposite words."""
    return min(match.cover_a, match.cover_b) >= COVERED or (
        match.both + max(match.more_a, match.more_b) <= SHORT and sides_agree(a, b)
    )


def _has_ground(conflict: Conflict, ground: Ground) -> bool:
    """Whether two rules speak of one thing apart from what they see differently, or of nothing else at all."""
    return conflict.plain or ground.cover >= GROUND or min(ground.more_a, ground.more_b) <= 0.4


def _opposed(conflict: Conflict, ground: Ground, a: Claim, b: Claim, chance: float) -> Relation:
    if conflict.zone_a != conflict.zone_b:
        return Relation("narrower", round(chance, 3), "exception", say="one makes an exception to the other")
    less, more = sorted((ground.more_a, ground.more_b))
    strong = (
        conflict.cause in ("polarity", "tool", "value")
        and conflict.sure
        and less <= 0.4
        and more <= 0.8
        and a.clauses == b.clauses == 1
        and (not conflict.turned or a.negative != b.negative)
        and not (a.conditional or b.conditional or a.excepts or b.excepts or a.only or b.only)
        and chance >= 0.6
    )
    return Relation("contradiction", round(chance, 3), conflict.cause, strong, conflict.say)


def _why_narrower(a: Claim, b: Claim) -> Cause:
    if a.excepts != b.excepts:
        return "exception"
    return "scope" if bool(a.places) != bool(b.places) or a.conditional != b.conditional else "meaning"
