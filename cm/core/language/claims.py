"""A rule read for comparing: what it speaks of, which way each word of it goes, its tools, sides, values and exceptions.

Reading is shallow on purpose: clauses, negation and where it ends, "instead of", "replace … by", "unless". Not here: the verdict
on two rules (`relation.py`), the tables of the trade (`rivals.py`, `antonyms.py`, `synonyms.py`), other tongues (`tongues.py`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from cm.core.language.grammar import VERBS
from cm.core.language.phrases import phrase_tables
from cm.core.language.roots import root
from cm.core.language.tongues import in_english

Zone: TypeAlias = Literal["main", "exception", "condition", "reason"]

_CONTRACTED: Final = re.compile(r"\b(ca|wo|sha)n't\b|n't\b", re.IGNORECASE)
_TOKEN: Final = re.compile(
    r"(?<![\w-])--?[A-Za-z][\w-]*"  # a flag
    r"|[~.@*]*[\w.@*<>{}$-]*[/\\][\w./*<>{}$\\@-]*"  # a path
    r"|(?<!\w)\*?\.[A-Za-z]\w*"  # .env, *.py
    r"|\d+(?:[.,:]\d+)*[A-Za-z%µ]*"  # a number, with its unit
    r"|#?[^\W\d_][\w]*(?:[.:_]+\w+)*(?:\+\+|#)?|_\w+"  # a word or name
    r"|[$%]\w*|[.,;:!?()\[\]—–→`\n]"
)
_NUMBER: Final = re.compile(r"(\d+(?:[.,:]\d+)*)([A-Za-z%µ]*)$")
NUMBERS: Final = {
    **{word: str(at) for at, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())},
    "fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90", "hundred": "100",
    "twice": "2", "once": "1", "thousand": "1000",
}  # fmt: skip

_NOT: Final = frozenset("not never no neither nor none cannot nothing nobody nowhere don't hardly".split())
_AUXILIARY: Final = frozenset(
    "is are be was were been must should may can shall will do does did could would need needs has have might".split()
)
_SHUN: Final = frozenset(
    "avoid avoids avoiding ban bans forbid forbids prohibit disallow skip omit refrain stop eschew shun ditch reject refuse".split()
)
_REMOVE: Final = frozenset("strip remove eliminate".split())
_BANNED: Final = frozenset(
    "banned forbidden prohibited disallowed taboo deprecated discouraged unacceptable illegal unwanted undesirable obsolete "
    "unsupported unavailable wrong".split()
)
_BREAKS: Final = frozenset(
    "breaks fails crashes miscompiles hangs corrupts leaks break fail crash hang corrupt leak misbehaves deadlocks segfaults".split()
)
_COMPARED: Final = frozenset(
    "more less fewer later earlier below above exceed exceeds fall falls lower higher longer shorter larger smaller greater "
    "under over drop beyond sooner".split()
)
_EXCEPT: Final = frozenset("unless except excepting excluding exempt excepted save barring exempted exemption exception exceptions".split())
_CONDITION: Final = frozenset("if when whenever while until till during where".split())
_REASON: Final = frozenset("because since otherwise lest so".split())
_PREPOSITION: Final = frozenset(
    "in on for under inside within at below beneath during towards toward against among between from to into of about regarding "
    "concerning across via when if while where".split()
)
_USE: Final = frozenset("use using used uses via with by through prefer run choose pick in call favour favor adopt is are be at as to".split())
UNIVERSAL: Final = frozenset("any every all always each anywhere everywhere ever never whatever no".split())
PERMITS: Final = frozenset("may can allowed permitted fine ok okay acceptable optional optionally welcome could free".split())
PLACES: Final = frozenset(
    "production prod staging development dev ci preview sandbox qa test-environment ios android web desktop mobile windows linux macos "
    "frontend backend server client browser library libraries".split()
)
STOP: Final = frozenset(
    """
a an the and or please that this these those it its itself they them their there here we our us you your i my me he she his her who whom whose
which what so then than as also just simply really kindly very too quite rather such same own do does did done doing be is are was were been
being am have has had having will would shall should must may might can could need needs needed get gets got let lets if when while whenever where
because since though although but not no never nor neither none nothing cannot yet still already either both of in on at by for with about
into onto from to up down over under again further per via within inside among between during until till towards upon out off instead rather
only always every each all any some few many much more most other another one's etc e.g i.e vs even ever well make makes sure order want wants
like way ways thing things something anything everything someone anyone everyone however thus hence thereby therefore unless except without
""".split()  # noqa: SIM905
)
LIGHT: Final = frozenset(
    root(word)
    for word in """
use run write make put set keep add new go give take work do have call create change update apply include handle need project code file
repo repository app application system user value case current existing good right proper correct thing part part kind name time place live
standard default data line people team follow start provide support show see look find allow allowed permit fine way
""".split()  # noqa: SIM905
)


class Token(NamedTuple):
    """One word of a rule."""

    word: str
    root: str
    kind: str  # word, term, number, place, stop (a mark of punctuation)
    sign: int = 1
    zone: Zone = "main"
    marked: bool = False  # in code marks, or a capital in mid-sentence
    context: bool = False  # after a preposition: where, for whom
    clause: int = 0


class Value(NamedTuple):
    """A number with what it counts."""

    number: str
    unit: str
    at: int
    sign: int = 1


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
    ideas: dict[str, tuple[float, int, bool, Zone]]  # idea -> weight, sign (0: both), context, zone
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
    tokens = _signed(_split(in_english(text[:2000])))
    tables = phrase_tables()
    tools = tuple(hit for hit in _hits(tokens, tables.rivals) if _is_meant(tokens, hit, tables.ambiguous))
    sides = tuple(_hits(tokens, tables.axes))
    ideas, names = _ideas(tokens, tables.ideas)
    words = {token.word for token in tokens}
    first = next((token for token in tokens if token.kind == "word" and token.root in VERBS_ROOTS), None)
    return Claim(
        tokens=tokens,
        ideas=ideas,
        names=names,
        tools=tools,
        sides=sides,
        values=_values(tokens),
        orders=_orders(tokens, names),
        terms=frozenset(token.word for token in tokens if token.kind == "term"),
        places=frozenset(token.word for token in tokens if token.kind == "place"),
        clauses=len({token.clause for token in tokens if token.kind != "stop"}),
        excepts=bool(words & _EXCEPT) or any(token.zone == "exception" for token in tokens),
        conditional=any(token.zone == "condition" for token in tokens),
        universal=bool(words & UNIVERSAL),
        permits=bool(words & PERMITS),
        only="only" in words,
        optional="no need" in " ".join(token.word for token in tokens) or "optional" in words,
        negative=bool(first and first.sign < 0),
    )


VERBS_ROOTS: Final = frozenset(root(word) for word in VERBS)


def split_words(text: str) -> tuple[str, ...]:
    """The words of a phrase in a table, as roots, cut like those of a rule."""
    return tuple(token.root for token in _split(text) if token.kind != "stop")


def _split(text: str) -> list[Token]:
    plain = _CONTRACTED.sub(
        lambda found: " not" if not found[1] else {"ca": "can", "wo": "will", "sha": "shall"}[found[1].lower()] + " not",
        text.replace("’", "'"),
    )
    found: list[Token] = []
    marked = start = False
    start = True
    for match in _TOKEN.finditer(plain):
        word = match.group()
        if word == "`":
            marked = not marked
            continue
        first = word[0]
        if not (first.isalnum() or first in "-~.@*<{$%#_/\\") or (len(word) == 1 and not first.isalnum() and first not in "$%"):
            found.append(Token(word, word, "stop"))
            start = word in ".!?:;\n" or start
            continue
        word = word.rstrip(".:,") if len(word) > 1 else word
        low = word.casefold()
        capital = first.isupper() and not start
        if low == "s" and found and plain[match.start() - 1] in "'":
            continue
        if low in NUMBERS:
            kind, low = "number", low
        elif first.isdigit():
            kind = "number" if _NUMBER.match(low) else "term"
        elif "/" in word or "\\" in word or first in ".*~":
            kind = "place" if len(word) > 1 and not (first == "." and word.count(".") == 1 and "/" not in word) else "term"
        elif first in "-$%@{<" or re.search(r"\w[._:]\w|_", word) or re.search(r"[a-z][A-Z]|[A-Za-z]\d", word):
            kind = "term"
        else:
            kind = "word"
        found.append(Token(low, root(low) if kind == "word" else low, kind, 1, "main", marked or capital))
        start = False
        if match.end() < len(plain) and plain[match.end() - 1] == "." and len(match.group()) > 1:
            found.append(Token(".", ".", "stop"))
    return found


def _signed(tokens: list[Token]) -> tuple[Token, ...]:
    """Gives each token its sign, zone and clause."""
    done: list[Token] = []
    clause, begin, part = 0, 0, 0
    sign, back = 1, 1
    zone: Zone = "main"
    context = False
    replacing = preferring = moving = False
    local = False  # the negation ends at the next comma
    size = len(tokens)
    for at, token in enumerate(tokens):
        word = token.word
        after = tokens[at + 1].word if at + 1 < size else ""
        if token.kind == "stop":
            hard = word in ".;!?—–\n" or word == ":"
            soft = word == "," and (_opens(tokens, at + 1) or local or zone == "condition")
            if hard or soft:
                carry = zone if zone == "exception" and not hard else "main"
                sign, zone, context, local = 1, carry, False, False
                replacing = preferring = moving = False
                clause, begin = clause + 1, len(done)
            if word == "," or hard:
                part = len(done)
            elif word in "([":
                back, context = sign, context
            elif word in ")]":
                sign = back
            done.append(token._replace(clause=clause))
            continue
        previous = tokens[at - 1].word if at else ""
        if word in ("but", "then") and at and done and begin < len(done):
            sign, context, local = 1, False, False
            if word == "but" and previous != "nothing":
                zone = "exception"
            clause, begin = clause + 1, len(done)
        elif word == "and" and _is_verb(tokens, at + 1) and sign > 0:
            context = False
        elif word in _NOT or (word == "non" and after):
            if after in _COMPARED or (word == "no" and after in ("later", "longer")) or (word == "not" and after in ("only", "just")):
                if after == "longer" and word == "no":
                    sign = -1
                done.append(token._replace(clause=clause, zone=zone))
                continue
            if word == "nothing" and after == "but":
                done.append(token._replace(clause=clause))
                continue
            if zone == "condition":
                pass
            else:
                if previous in _AUXILIARY or word == "cannot":
                    since = part if _has_subject(done[part:]) else begin
                    done[since:] = [kept._replace(sign=-1) for kept in done[since:]]
                sign = -1
        elif word in _SHUN and (begin == len(done) or token.root in VERBS_ROOTS or previous in ("to", "and", "please", "always", "must", "should")):
            sign = -sign
        elif word in _BANNED and (previous in _AUXILIARY or at + 1 >= size or tokens[at + 1].kind == "stop"):
            flipped = -1 if sign > 0 else 1
            since = part if _has_subject(done[part:]) else begin
            done[since:] = [kept._replace(sign=flipped) for kept in done[since:]]
            sign = flipped
        elif word in _REMOVE and (begin == len(done) or previous in ("to", "and", "please", "always", "must", "should")):
            done.append(token._replace(sign=sign, zone=zone, context=context, clause=clause))
            sign = -sign
            continue
        elif word in _BREAKS and begin < len(done) and sign > 0 and clause and _has_subject(done[part:]) and zone == "main":
            done[part:] = [kept._replace(sign=-1) for kept in done[part:]]
        elif word == "leave" and "out" in (after, tokens[at + 2].word if at + 2 < size else ""):
            sign = -sign
        elif word == "without":
            if sign < 0:  # never X without Y: X is fine, Y is a must
                done[begin:] = [kept._replace(sign=0) for kept in done[begin:]]
            sign, local = -sign, True
        elif (word in ("instead", "lieu") and after == "of") or (word == "rather" and after == "than") or (word == "place" and after == "of" and previous == "in"):
            sign, local = -1, True
        elif word == "over" and preferring:
            sign, local = -1, True
        elif word in ("prefer", "favour", "favor", "choose"):
            preferring = True
        elif word in ("replace", "replaces", "substitute", "swap"):
            replacing, sign = True, -sign
        elif replacing and word in ("by", "with", "for"):
            sign, replacing = 1, False
        elif word == "from" and previous in ("migrate", "switch", "move", "moved", "migrated", "switched", "away"):
            sign, moving = -1, True
        elif moving and word in ("to", "towards"):
            sign, moving = 1, False
        elif word in _EXCEPT - {"unless"} or (word in ("other", "apart", "aside") and after in ("than", "from")):
            zone, context = "exception", True
            if word == "excepted" or word == "exempt":
                done[part:] = [kept._replace(zone="exception") for kept in done[part:]]
        elif (word in ("until", "till", "unless") or (word == "before" and sign < 0)) and zone == "main":
            if sign < 0:  # not X before Y: X is fine then
                done[begin:] = [kept._replace(sign=0) for kept in done[begin:]]
                sign = 1
            zone, context = ("exception" if word == "unless" else "condition"), True
        elif word in _CONDITION and zone == "main":
            zone, context = "condition", True
        elif word in _REASON and (word != "so" or after == "that") and zone == "main":
            zone = "reason"
        if word in _PREPOSITION and after not in ("this", "our") and (word != "to" or not _is_verb(tokens, at + 1)):
            context = True
        done.append(token._replace(sign=sign, zone=zone, context=context, clause=clause))
    return tuple(done)


def _has_subject(tokens: list[Token]) -> bool:
    return any(token.kind != "stop" and token.word not in STOP for token in tokens)


def _is_verb(tokens: list[Token], at: int) -> bool:
    return at < len(tokens) and tokens[at].kind == "word" and tokens[at].word in VERBS


def _opens(tokens: list[Token], at: int) -> bool:
    """Whether what follows a comma is a clause of its own, not the next item of a list."""
    if at >= len(tokens):
        return False
    word = tokens[at].word
    if word in ("not", "never", "no", "but", "only", "instead", "it", "they", "we", "you", "then", "so", "always", "do", "use", "just", "except", "unless", "even", "because", "since", "rather", "avoid", "which"):  # fmt: skip
        return True
    return _is_verb(tokens, at) and at + 1 < len(tokens) and tokens[at + 1].kind != "stop" and tokens[at + 1].word not in ("and", "or")


def _hits(tokens: tuple[Token, ...], table: dict[str, list[tuple[tuple[str, ...], int, int]]]) -> list[Hit]:
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
            found.append(Hit(line, member, token.sign, at, size, token.zone))
    return found


def _is_meant(tokens: tuple[Token, ...], hit: Hit, ambiguous: frozenset[str]) -> bool:
    """A tool named like an everyday word counts where it is marked as a name, or stands where a tool would."""
    token = tokens[hit.at]
    if hit.size > 1 or token.word not in ambiguous or token.marked:
        return True
    previous = tokens[hit.at - 1].word if hit.at else ""
    following = tokens[hit.at + 1] if hit.at + 1 < len(tokens) else None
    return previous in _USE and (following is None or following.kind == "stop" or following.word in STOP)


def _values(tokens: tuple[Token, ...]) -> tuple[Value, ...]:
    found: list[Value] = []
    for at, token in enumerate(tokens):
        if token.kind == "number":
            match = _NUMBER.match(token.word)
            number, unit = (match[1], match[2]) if match else (NUMBERS.get(token.word, ""), "")
            if not unit:
                unit = _unit(tokens, at)
            found.append(Value(number.replace(",", ".") if number.count(",") == 1 else number, unit, at, token.sign))
        elif token.word[0] == "-" and token.word[-1].isdigit():
            bare = token.word.rstrip("0123456789")
            found.append(Value(token.word[len(bare) :], bare, at, token.sign))
    return tuple(found)


_BEFORE: Final = frozenset("before over then above precedes to from".split())
_AFTER: Final = frozenset("after below follows under".split())


def _orders(tokens: tuple[Token, ...], names: dict[int, str]) -> dict[tuple[str, str], tuple[int, int]]:
    """Pairs whose order is said: around "before", "then", "over", and in brackets."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    inside = False
    for at, token in enumerate(tokens):
        if token.word in "([":
            inside = True
        elif token.word in ")]":
            inside = False
        ordered = token.word in _BEFORE or token.word in _AFTER or (inside and token.word == ",")
        if not ordered:
            continue
        left = next((place for place in range(at - 1, max(-1, at - 4), -1) if place in names), None)
        right = next((place for place in range(at + 1, min(len(tokens), at + 4)) if place in names), None)
        if left is None or right is None:
            continue
        pair = (names[left], names[right])
        found[pair if token.word not in _AFTER else pair[::-1]] = (left, right)
    return found


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


def _ideas(
    tokens: tuple[Token, ...], table: dict[str, list[tuple[tuple[str, ...], int, int]]]
) -> tuple[dict[str, tuple[float, int, bool, Zone]], dict[int, str]]:
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
    found: dict[str, tuple[float, int, bool, Zone]] = {}
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
            sign = known[1] if known[1] == token.sign else 0
            found[name] = (max(known[0], weight), sign, known[2] and token.context, known[3] if known[3] == "main" else token.zone)
        else:
            found[name] = (weight, token.sign, token.context, token.zone)
    return found, names
