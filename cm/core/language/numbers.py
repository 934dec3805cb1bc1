"""The numbers of a rule: what each one counts, the bound it sets, or the thing that it names.

"Port 3000" is a value and can be another one; "gate 1" is a name, and what holds of gate 2 is no word against it. What counts or
names is told by the noun, the unit and the form. Not here: the nouns
and units (`number_words.py`), weighing two values (`conflicts.py`), cutting a text (`tokens.py`).
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, TypeAlias

from cm.core.language.grammar import VERBS
from cm.core.language.number_words import (
    COUNTED,
    DEEDS,
    DIMENSIONS,
    FACTORS,
    LIMITS,
    NAMED,
    PRODUCTS,
    SHORT,
    UNITS,
)
from cm.core.language.roots import root
from cm.core.language.small_words import AUXILIARY, STOP
from cm.core.language.tokens import NUMBER, NUMBERS, Token

Bound: TypeAlias = Literal["least", "most", "exact"]


class Value(NamedTuple):
    """A number with what it counts."""

    number: str
    unit: str
    at: int
    sign: int = 1
    sure: bool = False  # it counts something for certain: its unit or its noun says so
    bound: Bound = "exact"
    names: str = ""  # the kind of thing that it tells apart: "gate"

    @property
    def amount(self) -> float | None:
        """The number, in the smallest unit of its dimension; None for what is no single number (a version, a time of day)."""
        try:
            return float(self.number) * FACTORS.get(self.unit.lstrip(":"), 1.0)
        except ValueError:
            return None


_LEAST: Final = frozenset(("least", "minimum", "min", "above", "over", "exceeding", "mindestens"))
_MOST: Final = frozenset(
    ("most", "maximum", "max", "under", "below", "within", "beneath", "höchstens", "exceed", "exceeds")
)
_MORE: Final = frozenset(
    ("more", "longer", "larger", "greater", "higher", "bigger", "older", "later", "wider", "deeper")
)
_LESS: Final = frozenset(
    ("less", "fewer", "shorter", "smaller", "lower", "younger", "earlier", "sooner", "narrower")
)
_TAKEN: Final = frozenset(
    ("use", "target", "call", "require", "support", "pin", "upgrade", "on", "to", "prefer")
)
_CODE: Final = re.compile(r"#?([a-z]{0,8})[-_.]?#?(\d+)$")
_WIDTHS: Final = frozenset(("8", "16", "32", "64", "128"))  # i32 and u64 are ways to hold a number
_VERBS: Final = frozenset(VERBS)
_EACH: Final = frozenset(
    ("every", "each", "per", "a", "an", "any", "all", "jeder", "jede", "jedes", "cada", "chaque")
)
_JOINS: Final = frozenset((",", "and", "or", "to", "und", "oder", "y", "et"))


def values_of(tokens: tuple[Token, ...]) -> tuple[Value, ...]:
    """The numbers of a rule in order, its codes ("M1", "#12") among them."""
    found: list[Value] = []
    for at, token in enumerate(tokens):
        if token.kind == "number":
            found.append(_number(tokens, at, found))
        elif token.kind != "stop" and token.word[0] == "-" and token.word[-1].isdigit():
            bare = token.word.rstrip("0123456789")
            found.append(Value(token.word[len(bare) :], bare, at, token.sign))
        elif token.kind == "term" and (code := _CODE.match(token.word)):
            if (named := _coded(tokens, at, code[1], code[2])) is not None:
                found.append(named)
        elif token.marked and len(token.word) == 1 and at and _noun(tokens, at - 1) in NAMED:
            found.append(Value(token.word, "", at, token.sign, names=_noun(tokens, at - 1)))
    return tuple(found)


def one_unit(a: Value, b: Value) -> bool:
    """Whether two numbers may be values of one thing."""
    one, other = a.unit.lstrip(":"), b.unit.lstrip(":")
    if DIMENSIONS.get(one, one) == DIMENSIONS.get(other, other):
        return True
    return a.unit.startswith(":") or b.unit.startswith(":") or not one or not other


def agree(a: Value, b: Value) -> bool:
    """Whether two numbers for one thing can both hold: they are one, or the bounds that they set have room for both."""
    one, other = a.amount, b.amount
    if one is None or other is None:
        return a.number == b.number
    if one == other and (a.unit.lstrip(":") == b.unit.lstrip(":") or _scaled(a, b)):
        return True
    if a.bound == b.bound:
        return False  # two values, or two limits of one kind: only one of them is meant
    return _reaches(a, one, other) and _reaches(b, other, one)


def things_apart(a: tuple[Value, ...], b: tuple[Value, ...]) -> bool:
    """Whether two rules speak of things of one kind under other numbers: gate 1 and gate 2."""
    for kind in {value.names for value in a if value.names}:
        mine = {value.number for value in a if value.names == kind}
        yours = {value.number for value in b if value.names == kind}
        if yours and not mine & yours:
            return True
    return False


def one_more(a: tuple[Value, ...], b: tuple[Value, ...]) -> bool:
    """Whether one rule has all numbers of the other and further ones: "ports 3000 and 3001", "port 3000"."""
    mine, yours = ({value.number for value in values} for values in (a, b))
    return bool(mine) and bool(yours) and (mine < yours or yours < mine)


def places_settled(a: tuple[Value, ...], b: tuple[Value, ...]) -> tuple[frozenset[int], frozenset[int]]:
    """The tokens of numbers that both hold though they are written apart ("2 GB", "2000 MB"), with unit and bound."""
    pairs = [
        (one, other)
        for one in a
        for other in b
        if not one.names and not other.names and one_unit(one, other) and agree(one, other)
        if (one.number, one.unit) != (other.number, other.unit)
    ]
    return (
        frozenset(place for one, _ in pairs for place in range(one.at - 3, one.at + 4)),
        frozenset(place for _, other in pairs for place in range(other.at - 3, other.at + 4)),
    )


def _scaled(a: Value, b: Value) -> bool:
    one, other = a.unit.lstrip(":"), b.unit.lstrip(":")
    return one in DIMENSIONS and DIMENSIONS[one] == DIMENSIONS.get(other)


def _reaches(of: Value, amount: float, other: float) -> bool:
    """Whether a value has room for another amount."""
    if of.bound == "exact":
        return True  # the bound of the other one decides
    return other >= amount if of.bound == "least" else other <= amount


def _number(tokens: tuple[Token, ...], at: int, known: list[Value]) -> Value:
    token = tokens[at]
    match = NUMBER.match(token.word)
    number, unit = (match[1], match[2]) if match else (NUMBERS.get(token.word, ""), "")
    number = number.replace(",", ".") if number.count(",") == 1 else number
    before, after = _noun(tokens, at - 1), _word(tokens, at + 1)
    spoken = root(after) in UNITS and not (before in NAMED and root(after) in DEEDS)
    measured = bool(unit) or after == "%" or spoken
    bound = _bound(tokens, at)
    if not unit:
        unit = "%" if after == "%" else _unit(tokens, at)
    plain = Value(number, unit, at, token.sign, measured, bound)
    if measured or (token.word in NUMBERS and before not in NAMED):
        return plain._replace(sure=True)
    if names := _named(tokens, at, number, known):
        return plain._replace(names=names)
    sure = (
        before in COUNTED
        or _word(tokens, at - 1) in PRODUCTS
        or "." in number
        or bound != "exact"
        or _is_value(tokens, at)
    )
    return plain._replace(sure=sure)


def _named(tokens: tuple[Token, ...], at: int, number: str, known: list[Value]) -> str:
    """The kind of thing that a number tells apart; "" when it counts."""
    before = _noun(tokens, at - 1)
    if not before:
        if (
            at >= 2
            and known
            and known[-1].names
            and known[-1].at >= at - 2
            and _word(tokens, at - 1) in _JOINS
        ):
            return known[-1].names  # gates 1 and 2
        return ""
    first, earlier = tokens[at - 1], _noun(tokens, at - 2)
    if _word(tokens, at - 2) in _EACH:  # "every patient 2 doses"
        return ""
    if first.word in ("number", "no", "nr", "id", "code", "nummer") and earlier:
        if earlier in COUNTED:
            return ""
        if first.word != "code":
            return earlier
        return "error code" if earlier in (root("error"), root("warning"), root("fault")) else ""
    product = first.word in PRODUCTS
    if product and (first.marked or _word(tokens, at - 2) in _TAKEN):
        return ""
    if before in NAMED:
        opens = at < 2 or tokens[at - 2].kind == "stop"
        if opens and first.word in _VERBS and not _ends_noun(tokens, at + 1):  # "test 3 browsers"
            return ""
        return before
    if before in (root("version"), "v") and _is_plural(tokens, at + 1):
        return "version"  # "version 1 clients": those that have it
    if before in COUNTED or product or "." in number:
        return ""
    unknown = (
        first.kind == "word" and first.word.isalpha() and first.word not in _VERBS and len(first.word) > 2
    )
    return before if unknown and not first.marked and _ends_noun(tokens, at + 1) else ""


def _coded(tokens: tuple[Token, ...], at: int, letters: str, digits: str) -> Value | None:
    """A name that ends in a number, of a kind that numbers tell apart: M1, Q3, #12, step-2, v1."""
    token = tokens[at]
    if letters == "v":
        taken = any(tokens[place].word in _TAKEN for place in range(max(0, at - 2), at))
        if taken and not _is_plural(tokens, at + 1):
            return Value(digits, ":v", at, token.sign)
        return Value(digits, "", at, token.sign, names="version")
    if letters in ("i", "u", "f") and digits in _WIDTHS:
        return Value(digits, f":{letters}", at, token.sign, sure=True)
    if "-" in token.word and not token.word.startswith("-") and token.word.index("-") == len(letters):
        return Value(digits, "", at, token.sign, names=f"{letters}-")
    if not letters and token.word[0] == "#":
        return Value(digits, "", at, token.sign, names="#")
    if letters in SHORT or (len(letters) > 2 and root(letters) in NAMED):
        return Value(digits, "", at, token.sign, names=f"{letters}#")
    return None


def _bound(tokens: tuple[Token, ...], at: int) -> Bound:
    """Whether a number is the least, the most, or the very value."""
    before = [_word(tokens, place) for place in range(max(0, at - 3), at)]
    last = before[-1] if before else ""
    denied = any(word in ("no", "not", "never") for word in before) or tokens[at].sign < 0
    after = (_word(tokens, at + 1), _word(tokens, at + 2), _word(tokens, at + 3))
    if "or" in after:
        next_one = (*after, "")[after.index("or") + 1]
        if next_one in _MORE or next_one == "above":
            return "least"
        if next_one in _LESS or next_one == "below":
            return "most"
    if last == "than" and len(before) >= 2:
        if before[-2] in _MORE:
            return "most" if denied else "least"
        if before[-2] in _LESS:
            return "least" if denied else "most"
    if last == "to" and len(before) >= 2 and before[-2] == "up":
        return "most"
    if last in _LEAST or (before and last == "of" and before[-2:-1] and before[-2] in ("minimum", "min")):
        return "most" if denied and last in ("above", "over", "exceeding") else "least"
    if last in _MOST or (last == "of" and before[-2:-1] and before[-2] in ("maximum", "max")):
        return "least" if denied and last in ("under", "below") else "most"
    if any(tokens[place].root in LIMITS for place in range(max(0, at - 5), at)):
        return "most"  # "the limit is 10 MB"
    return "exact"


def _is_value(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether something is said to be this number: "is 5", "= 5", "set to 5", `max_size 5`."""
    previous = tokens[at - 1] if at else None
    return previous is not None and (
        previous.word in AUXILIARY
        or previous.word in ("to", "at", "of", "exactly", "every")
        or "_" in previous.word
    )


def _unit(tokens: tuple[Token, ...], at: int) -> str:
    """What a number counts: the word after it, else the word before it."""
    if at + 1 < len(tokens):
        after = tokens[at + 1]
        if after.kind == "word" and after.word not in STOP:
            return after.root
    for place in (at - 1, at - 2, at - 3):
        if place >= 0 and tokens[place].kind in ("word", "term") and tokens[place].word not in STOP:
            return ":" + tokens[place].root
    return ""


def _noun(tokens: tuple[Token, ...], at: int) -> str:
    """The root of the word at a place; "" for a small word, a number or a mark."""
    if at < 0 or tokens[at].kind not in ("word", "term") or tokens[at].word in STOP - {"no"}:
        return ""
    return tokens[at].root


def _word(tokens: tuple[Token, ...], at: int) -> str:
    return tokens[at].word if 0 <= at < len(tokens) else ""


def _ends_noun(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether nothing that could be counted stands here."""
    return (
        at >= len(tokens) or tokens[at].kind == "stop" or tokens[at].word in STOP or tokens[at].word in _VERBS
    )


def _is_plural(tokens: tuple[Token, ...], at: int) -> bool:
    word = _word(tokens, at)
    return len(word) > 3 and word.endswith("s") and not word.endswith("ss") and word not in STOP
