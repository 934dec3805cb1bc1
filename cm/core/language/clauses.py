"""The words of a rule with their signs: which way each goes, in which clause and zone it stands.

"Use X, not Y" is for X and against Y; "never X without Y" asks for Y; "replace X by Y", "instead of X", "X is banned" likewise.
Shallow on purpose. Not here: what the words mean (`claims.py`), other tongues (`tongues.py`).
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, TypeAlias

from cm.core.language.grammar import VERBS
from cm.core.language.roots import root

Zone: TypeAlias = Literal["main", "exception", "condition", "reason"]

NUMBER: Final = re.compile(r"(\d+(?:[.,:]\d+)*)([A-Za-z%µ]*)$")
_CONTRACTED: Final = re.compile(r"\b(ca|wo|sha)n't\b|n't\b", re.IGNORECASE)
_TOKEN: Final = re.compile(
    r"(?<![\w-])--?[A-Za-z][\w-]*"  # a flag
    r"|[~.@*]*[\w.@*<>{}$-]*[/\\][\w./*<>{}$\\@-]*"  # a path
    r"|(?<!\w)\*?\.[A-Za-z]\w*"  # .env, *.py
    r"|\d+(?:[.,:]\d+)*[A-Za-z%µ]*"  # a number, with its unit
    r"|#?[^\W\d_][\w]*(?:[.:_]+\w+)*(?:\+\+|#)?|_\w+"  # a word or name
    r"|[$%]\w*|[.,;:!?()\[\]—–→`\n]"
)
NUMBERS: Final = {
    **{word: str(at) for at, word in enumerate(["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"])},
    "fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90", "hundred": "100",
    "twice": "2", "once": "1", "thousand": "1000",
}  # fmt: skip

_NOT: Final = frozenset(
    [
        "not",
        "never",
        "no",
        "neither",
        "nor",
        "none",
        "cannot",
        "nothing",
        "nobody",
        "nowhere",
        "don't",
        "hardly",
    ]
)
_AUXILIARY: Final = frozenset(
    [
        "is",
        "are",
        "be",
        "was",
        "were",
        "been",
        "must",
        "should",
        "may",
        "can",
        "shall",
        "will",
        "do",
        "does",
        "did",
        "could",
        "would",
        "need",
        "needs",
        "has",
        "have",
        "might",
    ]
)
_SHUN: Final = frozenset(
    [
        "avoid",
        "avoids",
        "avoiding",
        "ban",
        "bans",
        "forbid",
        "forbids",
        "prohibit",
        "disallow",
        "skip",
        "omit",
        "refrain",
        "stop",
        "eschew",
        "shun",
        "ditch",
        "reject",
        "refuse",
    ]
)
_REMOVE: Final = frozenset(["strip", "remove", "eliminate"])
_BANNED: Final = frozenset(
    [
        "banned",
        "forbidden",
        "prohibited",
        "disallowed",
        "taboo",
        "deprecated",
        "discouraged",
        "unacceptable",
        "illegal",
        "unwanted",
        "undesirable",
        "obsolete",
        "unsupported",
        "unavailable",
        "wrong",
    ]
)
_BREAKS: Final = frozenset(
    [
        "breaks",
        "fails",
        "crashes",
        "miscompiles",
        "hangs",
        "corrupts",
        "leaks",
        "break",
        "fail",
        "crash",
        "hang",
        "corrupt",
        "leak",
        "misbehaves",
        "deadlocks",
        "segfaults",
    ]
)
_COMPARED: Final = frozenset(
    [
        "more",
        "less",
        "fewer",
        "later",
        "earlier",
        "below",
        "above",
        "exceed",
        "exceeds",
        "fall",
        "falls",
        "lower",
        "higher",
        "longer",
        "shorter",
        "larger",
        "smaller",
        "greater",
        "under",
        "over",
        "drop",
        "beyond",
        "sooner",
    ]
)
EXCEPT: Final = frozenset(
    [
        "unless",
        "except",
        "excepting",
        "excluding",
        "exempt",
        "excepted",
        "save",
        "barring",
        "exempted",
        "exemption",
        "exception",
        "exceptions",
    ]
)
_CONDITION: Final = frozenset(["if", "when", "whenever", "while", "until", "till", "during", "where"])
_REASON: Final = frozenset(["because", "since", "otherwise", "lest", "so"])
_PREPOSITION: Final = frozenset(
    [
        "in",
        "on",
        "for",
        "under",
        "inside",
        "within",
        "at",
        "below",
        "beneath",
        "during",
        "towards",
        "toward",
        "against",
        "among",
        "between",
        "from",
        "to",
        "into",
        "of",
        "about",
        "regarding",
        "concerning",
        "across",
        "via",
        "when",
        "if",
        "while",
        "where",
    ]
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


def split_words(text: str) -> tuple[str, ...]:
    """The words of a phrase in a table, as roots, cut like those of a rule."""
    return tuple(token.root for token in split_tokens(text) if token.kind != "stop")


VERBS_ROOTS: Final = frozenset(root(word) for word in VERBS)


def split_tokens(text: str) -> list[Token]:
    plain = _CONTRACTED.sub(
        lambda found: (
            " not" if not found[1] else {"ca": "can", "wo": "will", "sha": "shall"}[found[1].lower()] + " not"
        ),
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
        if not (first.isalnum() or first in "-~.@*<{$%#_/\\") or (
            len(word) == 1 and not first.isalnum() and first not in "$%"
        ):
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
            kind = "number" if NUMBER.match(low) else "term"
        elif "/" in word or "\\" in word or first in ".*~":
            kind = (
                "place"
                if len(word) > 1 and not (first == "." and word.count(".") == 1 and "/" not in word)
                else "term"
            )
        elif (
            first in "-$%@{<" or re.search(r"\w[._:]\w|_", word) or re.search(r"[a-z][A-Z]|[A-Za-z]\d", word)
        ):
            kind = "term"
        else:
            kind = "word"
        found.append(Token(low, root(low) if kind == "word" or low.isalpha() else low, kind, 1, "main", marked or capital))
        start = False
        if match.end() < len(plain) and plain[match.end() - 1] == "." and len(match.group()) > 1:
            found.append(Token(".", ".", "stop"))
    return found


def signed(tokens: list[Token]) -> tuple[Token, ...]:
    """Gives each token its sign, zone and clause."""
    done: list[Token] = []
    clause, begin, part, turn = 0, 0, 0, 0  # turn: where a condition, reason or exception began
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
            if (
                after in _COMPARED
                or (word == "no" and after in ("later", "longer"))
                or (word == "not" and after in ("only", "just"))
            ):
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
                    since = max(turn, part if _has_subject(done[part:]) else begin)
                    done[since:] = [kept._replace(sign=-1) for kept in done[since:]]
                sign = -1
        elif word in _SHUN and (
            begin == len(done)
            or token.root in VERBS_ROOTS
            or previous in ("to", "and", "please", "always", "must", "should")
        ):
            sign = -sign
        elif word in _BANNED and (previous in _AUXILIARY or at + 1 >= size or tokens[at + 1].kind == "stop"):
            flipped = -1 if sign > 0 else 1
            since = max(turn, part if _has_subject(done[part:]) else begin)
            done[since:] = [kept._replace(sign=flipped) for kept in done[since:]]
            sign = flipped
        elif word in _REMOVE and (
            begin == len(done) or previous in ("to", "and", "please", "always", "must", "should")
        ):
            done.append(token._replace(sign=sign, zone=zone, context=context, clause=clause))
            sign = -sign
            continue
        elif (
            word in _BREAKS
            and begin < len(done)
            and sign > 0
            and clause
            and _has_subject(done[part:])
            and zone == "main"
        ):
            done[part:] = [kept._replace(sign=-1) for kept in done[part:]]
        elif word == "leave" and "out" in (after, tokens[at + 2].word if at + 2 < size else ""):
            sign = -sign
        elif word == "without":
            if sign < 0:  # never X without Y: X is fine, Y is a must
                done[begin:] = [kept._replace(sign=0) for kept in done[begin:]]
            sign, local = -sign, True
        elif (
            (word in ("instead", "lieu") and after == "of")
            or (word == "rather" and after == "than")
            or (word == "place" and after == "of" and previous == "in")
        ) or (word == "over" and preferring):
            sign, local = -1, True
        elif word in ("prefer", "favour", "favor", "choose"):
            preferring = True
        elif word in ("replace", "replaces", "substitute", "swap"):
            replacing, sign = True, -sign
        elif replacing and word in ("by", "with", "for"):
            sign, replacing = 1, False
        elif word == "from" and previous in (
            "migrate",
            "switch",
            "move",
            "moved",
            "migrated",
            "switched",
            "away",
        ):
            sign, moving = -1, True
        elif moving and word in ("to", "towards"):
            sign, moving = 1, False
        elif word in EXCEPT - {"unless"} or (
            word in ("other", "apart", "aside") and after in ("than", "from")
        ):
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
            zone, sign, turn = "reason", 1, len(done)
        elif _turns_down(tokens, at):
            since = max(turn, part if _has_subject(done[part:]) else begin)
            flipped = -1 if sign > 0 else 1
            done[since:] = [kept._replace(sign=flipped) for kept in done[since:]]
            sign = flipped
        if (
            word in _PREPOSITION
            and after not in ("this", "our")
            and (word != "to" or not _is_verb(tokens, at + 1))
        ):
            context = True
        done.append(token._replace(sign=sign, zone=zone, context=context, clause=clause))
    return tuple(done)


def _turns_down(tokens: list[Token], at: int) -> bool:
    """"X stays out of Y", "X is off limits", "X has to go": said of X as a ban."""
    word = tokens[at].word
    after = tokens[at + 1].word if at + 1 < len(tokens) else ""
    before = [token.root for token in tokens[max(0, at - 5) : at]]
    if word == "out":
        return after == "of" and any(root_ in ("keep", "stay", "leav", "leave", "remain", "belong") for root_ in before)
    if word == "off":
        return after in ("limits", "limit", "the")
    ends = at + 1 >= len(tokens) or tokens[at + 1].kind == "stop"
    return word == "go" and ends and bool({"must", "to", "should"} & set(before[-1:]))


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
    return (
        _is_verb(tokens, at)
        and at + 1 < len(tokens)
        and tokens[at + 1].kind != "stop"
        and tokens[at + 1].word not in ("and", "or")
    )
