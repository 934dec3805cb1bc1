"""A rule cut into words, names, numbers and places, with the marks of punctuation between them.

Not here: which way each goes (`clauses.py`), what it means (`claims.py`).
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, TypeAlias

from cm.core.language.roots import root

Zone: TypeAlias = Literal["main", "exception", "condition", "reason"]

_CONTRACTED: Final = re.compile(r"\b(ca|wo|sha)n't\b|n't\b", re.IGNORECASE)
_TOKEN: Final = re.compile(
    r"(?<![\w-])--?[A-Za-z][\w-]*"  # a flag
    r"|[~.@*]*[\w.@*<>{}$-]*[/\\][\w./*<>{}$\\@-]*"  # a path
    r"|(?<!\w)\*?\.[A-Za-z]\w*"  # .env, *.py
    r"|(?<![\w#])#\d+\b|\b(?!UTF|SHA|ISO|AES|RSA|GPT|MD)[A-Z][A-Z]+-\d+\b"  # the number of a ticket
    r"|\d+(?:[.,:]\d+)*[A-Za-z%µ]*"  # a number, with its unit
    r"|#?[^\W\d_][\w]*(?:[.:_]+\w+)*(?:\+\+|#)?|_\w+"  # a word or name
    r"|[$%]\w*|[.,;:!?()\[\]—–→`\n]"
)
NUMBER: Final = re.compile(r"(\d+(?:[.,:]\d+)*)([A-Za-z%µ]*)$")
_CAMEL: Final = re.compile(r"[a-z][A-Z]|[A-Za-z]\d")
_TICKET: Final = re.compile(r"(?:#|[a-z]{2,}-)\d+$")
_JOINED: Final = re.compile(r"\w[._:]\w|_")
_LEADS: Final = frozenset("-~.@*<{$%#_/\\")  # a name may begin with one of these
_SMALL: Final = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBERS: Final = {
    **{word: str(at) for at, word in enumerate(_SMALL.split())},
    "fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90", "hundred": "100",
    "twice": "2", "once": "1", "thousand": "1000",
}  # fmt: skip
_NEGATED: Final = {"": " not", "ca": "can not", "wo": "will not", "sha": "shall not"}


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


def split_tokens(text: str) -> list[Token]:
    """The words of a text in order; what stands in code marks, or has a capital in mid-sentence, is marked as a name."""
    plain = _CONTRACTED.sub(lambda found: _NEGATED[(found[1] or "").lower()], text.replace("’", "'"))
    found: list[Token] = []
    code, start = False, True
    for match in _TOKEN.finditer(plain):
        word = match.group()
        if word == "`":
            code = not code
            continue
        if not _is_name(word):
            found.append(Token(word, word, "stop"))
            start = start or word in ".!?:;\n"
            continue
        if word in "sS" and found and plain[match.start() - 1] == "'":
            continue
        ends = word.endswith(".") and len(word) > 1
        word = word.rstrip(".:,") if len(word) > 1 else word
        low, kind = word.casefold(), _kind_of(word)
        stem = root(low) if kind == "word" or low.isalpha() else low
        found.append(Token(low, stem, kind, marked=code or (word[0].isupper() and not start)))
        start = False
        if ends:
            found.append(Token(".", ".", "stop"))
    return found


def _is_name(word: str) -> bool:
    if len(word) == 1:
        return word.isalnum() or word in "$%"
    return word[0].isalnum() or word[0] in _LEADS


def _kind_of(word: str) -> str:
    low, first = word.casefold(), word[0]
    if low in NUMBERS:
        return "number"
    if first.isdigit():
        return "number" if NUMBER.match(low) else "term"
    if "/" in word or "\\" in word or first in ".*~":
        extension = first == "." and word.count(".") == 1 and "/" not in word
        return "place" if len(word) > 1 and not extension else "term"
    return (
        "term"
        if first in "-$%@{<" or _TICKET.match(low) or _JOINED.search(word) or _CAMEL.search(word)
        else "word"
    )
