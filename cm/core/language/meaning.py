"""What carries the meaning of a rule: the words that may never differ between duplicates, and the words that never matter.

Protected are negation and modality, numbers with their signs, versions, paths, flags, identifiers and operators.
Not here: the verdict on two rules (`core/language/similar.py`). The quick doors import this module: standard library only.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Final

from cm.core.language.text import CJK, normalise

CLASSES: Final[dict[str, str]] = {
    word: name
    for name, words in {
        "not": (
            "not no never nor none cannot neither don't doesn't didn't isn't aren't won't can't couldn't shouldn't mustn't "
            "wouldn't needn't dont cant nicht nie niemals kein keine keinen keinem keiner keines weder nunca jamás ningún "
            "ninguna tampoco ne jamais aucun aucune non não nem"
        ),
        "avoid": "avoid avoids avoiding vermeide vermeiden meide evita evitar evite évite éviter evitez évitez forbidden "
        "banned prohibited disallowed verboten prohibido interdit",
        "without": "without ohne sin sans sem",
        "unless": "unless except excepting excluding außer ausser ausgenommen salvo excepto sauf exceto",
        "only": "only solely exclusively nur ausschließlich sólo solo solamente únicamente seulement uniquement somente apenas",
        "must": "must shall required mandatory need needs muss müssen debe deben obligatorio doit doivent deve devem",
        "should": "should ought soll sollte sollen sollten debería deberían devrait",
        "may": "may might can could optional optionally allowed permitted darf dürfen kann können puede pueden peut peuvent pode",
        "if": "if when whenever while where once wenn falls sofern si cuando quand lorsque se quando",
        "sometimes": "sometimes usually often rarely mostly manchmal meistens oft selten veces parfois souvent às",
        "or": "or oder o ou either entweder",
    }.items()
    for word in words.split()
}
"""Words of negation and modality, by what they do to a sentence."""

CJK_CLASSES: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    (
        "not",
        re.compile(
            r"不(?!过|同|仅|僅)|别(?!的|名)|別(?!の|名)|勿|无需|無需|禁止|严禁|没有|ない|ません|なかれ|せずに?|ぬよう|마세요|말고|않|금지|안\s"
        ),
    ),
    ("only", re.compile(r"只|仅|僅|唯一|だけ|のみ|しか|만\s")),
    ("unless", re.compile(r"除非|除了|以外|を除")),
    ("must", re.compile(r"必须|必須|务必|務必|必ず|なければならない|べき|반드시")),
    ("should", re.compile(r"应该|應該|应当|ほうがいい")),
    ("may", re.compile(r"可以|可选|てもよい|てもいい|できる|可能")),
    ("if", re.compile(r"如果|若|場合|时候|とき|たら|なら|면\s")),
    ("or", re.compile(r"或者|或|または|もしくは")),
)

_STOP: Final = """
a an the and please always also just simply really kindly that this these those it its is are be been being do does
you your we our us i my me they their there here of in at for with by as so then have has make sure ensure remember note
der die das den dem des ein eine einen einem einer und bitte immer auch ist sind sei wird werden zu im am mit für von du
wir ihr el la los las un una unos unas y por favor siempre también es son de del en con para que tu nuestro
le les une et toujours aussi est sont du des au aux dans pour avec
"""
STOP: Final = frozenset(_STOP.split())
"""Words that two duplicates may have or lack: articles, politeness, "always"."""

_RELATIONS: Final = """
to from over than before after into instead rather until till since between above below under through via first last
vs versus against because vor nach über als statt bis seit zwischen unter antes después sobre hasta desde entre avant après
"""

CONTRACTION: Final = re.compile(r"n't$")
PIECE: Final = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+"
    r"|[^\s\"“”„«»‘’`()\[\]{},;，。；、：！？「」『』]+"
)
STARRED: Final = re.compile(r"\*+[./\\]|\.\w")  # `*.py`, `.env`
STARS: Final = re.compile(r"[-/\\=]\*+$")  # `rel-*`
STOPS: Final = ".,:;!?'"
EDGES: Final = ".,:;!?'*_"
TECHNICAL: Final = re.compile(r"\d|^-{1,2}\w|[/\\@=<>$%&|^+~#]|\w[._:]\w|[a-z][A-Z]|\*|^\.\w")
OPERATOR: Final = re.compile(r"(?<!\S)(?:[<>]=?|[=!]=|=>|->|[-+*/%&|^~]|≤|≥|≠)(?!\S)")
CODE: Final = re.compile(r"(?<!`)`++([^`]+)`+")
SUFFIXES: Final = ("ings", "ing", "ies", "ied", "ed", "es", "en", "s", "e")


def pieces(text: str) -> tuple[str, ...]:
    """Words and technical terms as they are written, without the marks and stops around them."""
    return tuple(bare for piece in PIECE.findall(text.replace("’", "'")) if (bare := _bare(piece)))


@lru_cache(maxsize=1 << 14)
def _bare(piece: str) -> str:
    bare = piece.rstrip(STOPS)
    if not STARRED.match(bare):
        bare = bare.lstrip(EDGES)
    return bare if STARS.search(bare) else bare.rstrip("*_").rstrip(STOPS)


@lru_cache(maxsize=1 << 14)
def is_technical(piece: str) -> bool:
    """Whether a piece is a number, version, path, flag, identifier or the like, where every letter counts."""
    return bool(TECHNICAL.search(piece)) and any(letter.isalnum() for letter in piece)


def word_class(word: str) -> str:
    """What a word does to a sentence ("not", "only", "may", …), or ''."""
    low = word.casefold()
    return CLASSES.get(low) or ("not" if CONTRACTION.search(low) else "")


@lru_cache(maxsize=8192)
def protected(text: str) -> frozenset[str]:
    """What has to be the same in two texts before they can be duplicates."""
    counted: Counter[str] = Counter()
    for piece in pieces(text):
        if CJK.match(piece):
            for name, pattern in CJK_CLASSES:
                counted[name] += len(pattern.findall(piece))
        elif is_technical(piece):
            counted[f"term {piece}"] += 1
        elif name := word_class(piece):
            counted[name] += 1
    for operator in OPERATOR.findall(text):
        counted[f"operator {operator}"] += 1
    return frozenset(f"{what} ×{times}" for what, times in counted.items() if times)


def stem(word: str) -> str:
    """A word without its English inflection; rough on purpose, and only ever compared with other stems."""
    low = word.casefold().removesuffix("'s")
    if low in ("using", "used", "uses"):
        return "use"
    if len(low) > 4 and low.isascii() and low.isalpha() and not low.endswith("ss"):
        for suffix in SUFFIXES:
            if low.endswith(suffix) and len(low) - len(suffix) >= 3:
                low = low.removesuffix(suffix)
                if suffix in ("ies", "ied"):
                    return low + "i"
                if len(low) > 3 and low[-1] == low[-2] and low[-1] not in "lsz":
                    low = low[:-1]
                break
    return low[:-1] + "i" if len(low) > 3 and low.endswith("y") else low


RELATIONS: Final = frozenset(stem(word) for word in _RELATIONS.split())
"""Words that make order matter, as stems: `tabs over spaces` is not `spaces over tabs`."""


def code_words(text: str) -> frozenset[str]:
    """Words inside code marks: they are names, so that no ending of theirs is inflection."""
    return frozenset(piece for span in CODE.findall(text) for piece in pieces(span))


def content(text: str, names: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The words that say something, in order, as stems; names and technical terms stay as they are."""
    said: list[str] = []
    for place, piece in enumerate(pieces(text)):
        if place and len(piece) == 1 and piece.isupper() and piece != "I":
            said.append(piece)  # plan A is not a plan
        elif names and piece.casefold() in names and not is_technical(piece) and not word_class(piece):
            said.append(piece.casefold())
        else:
            said.extend(_said_by(piece))
    return tuple(said)


@lru_cache(maxsize=1 << 14)
def _said_by(piece: str) -> tuple[str, ...]:
    """What one piece adds to the words that say something: nothing, a word, or pairs of characters."""
    if CJK.match(piece):
        normal = normalise(piece).removeprefix("请").removeprefix("請")
        return tuple(normal[at : at + 2] for at in range(max(1, len(normal) - 1)) if normal)
    if is_technical(piece):
        return (piece,)
    if name := word_class(piece):
        return (f"<{name}>",)
    if piece.casefold() in STOP or not any(letter.isalnum() for letter in piece):
        return ()
    return (stem(piece),) if piece.isascii() else (normalise(piece),)
