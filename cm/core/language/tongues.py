"""Rules in German, Spanish, French, Chinese and Japanese, word by word in English: rough, but enough to compare them.

The verbs and small words of orders stand in `orders_abroad.py`, the nouns of the trade in `glossary.py`. A word that neither knows stays
as it is. Not here: which words mean the same in English (`synonyms.py`), searching (`terms.py`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from cm.core.language.grammar import VERBS
from cm.core.language.orders_abroad import FRENCH, GERMAN, HAN, KANA, SPANISH
from cm.core.language.terms import fold

_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_WORD: Final = re.compile(r"`[^`]*`|[^\W\d_]+(?:['’][^\W\d_]+)?|\s+|.", re.DOTALL)
_KANA: Final = re.compile(r"[\u3040-\u30ff]")


def in_english(text: str) -> str:
    """A rule in rough English, word by word; English text comes back as it is."""
    if _CJK.search(text):
        return _from_the_east(text)
    if text.isascii() and _foreign().isdisjoint(text.lower().split()):
        return text
    tongue = _tongue(text)
    if tongue == "en":
        return text
    return "".join(_said(piece, tongue) for piece in _WORD.findall(text.replace("’", "'")))


def _said(piece: str, tongue: str) -> str:
    if not piece[0].isalpha():
        return piece
    table = _table(tongue)
    low = fold(piece)
    if "'" in low:  # l'utilisateur, d'erreur, n'utilise
        low = low.split("'", 1)[1]
        return table.get(low, low).replace("_", " ")
    if (found := table.get(low)) is not None:
        return found.replace("_", " ")
    if tongue in ("de", "es") and piece.islower() | piece.istitle() and len(low) > 3:
        from cm.core.language.terms import _glossary, _translate

        if english := _translate(low, _glossary(tongue)):
            return " ".join(english)
    return piece


@lru_cache(maxsize=4)
def _table(tongue: str) -> dict[str, str]:
    text = {"de": GERMAN, "es": SPANISH, "fr": FRENCH}[tongue]
    pairs = (pair.partition("=") for pair in text.split())
    return {word: english for word, _, english in pairs}


_FRENCH_WORDS: Final = """
le la les des du une dans pour avec sans est sont et ou ne pas jamais toujours avant apres sur aux ce cette qui que
utilise utilisez ecris ecrivez execute executez supprime evite evitez reponds repondez lance lancez installe n l d
qu au en par
"""
_GERMAN_WORDS: Final = """
der das und nicht ist mit werden wird den dem ein eine einen kein keine zu von bei fur auf beim sind wenn immer nie
bitte im vor nach nur statt muss mussen soll sollen darf durfen verwende nutze benutze schreibe antworte losche
pruefe prufe alle keinen niemals ohne aus jede jeder jeden oder uber unter vom zum zur als
"""
_SPANISH_WORDS: Final = """
el los las que para con una del por se lo como cada nunca siempre usa utiliza escribe ejecuta responde borra no en y
la sin antes despues solo debe deben un es son al evita haz pon nada ningun ninguna hay
"""
_ENGLISH_WORDS: Final = """
the of is are and with for on to in a an this that it be by or from when must never use do not no as at before after
all each every only unless should may without instead always keep run write
"""
_FRENCH: Final = frozenset(_FRENCH_WORDS.split())
_HINTS: Final = {
    "de": frozenset(_GERMAN_WORDS.split()),
    "es": frozenset(_SPANISH_WORDS.split()),
    "fr": _FRENCH,
}
_ENGLISH: Final = frozenset(_ENGLISH_WORDS.split())


def _tongue(text: str) -> str:
    """Which tongue a text in Latin script is in: that of most of its small words, English in doubt."""
    words = [fold(word) for word in re.findall(r"[^\W\d_]+", re.sub(r"`[^`]*`", " ", text))]
    english = sum(word in _ENGLISH or word in VERBS for word in words)
    counts = {name: float(sum(word in hints for word in words)) for name, hints in _HINTS.items()}
    for name in counts:
        table = _table(name)
        counts[name] += 0.5 * sum(table.get(word, word) != word and word not in VERBS for word in words)
    if not text.isascii():
        low = text.lower()
        counts["de"] += 2 * any(letter in low for letter in "äöüß")
        counts["es"] += 2 * any(letter in low for letter in "ñ¿¡íóú") + any(letter in low for letter in "áé")
        counts["fr"] += 2 * any(letter in low for letter in "çèêàùûœâî") + ("é" in low)
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] > english else "en"


@lru_cache(maxsize=1)
def _foreign() -> frozenset[str]:
    """Words of other tongues that are no English ones: a text without any of them is taken for English."""
    words = {word for hints in _HINTS.values() for word in hints}
    for name in _HINTS:
        words.update(word for word, english in _table(name).items() if word != english)
    return frozenset(words - _ENGLISH - VERBS)


@lru_cache(maxsize=1)
def _eastern() -> tuple[dict[str, str], dict[str, str]]:
    from cm.core.language import glossary

    return {**glossary.HAN, **HAN}, {**glossary.HAN, **glossary.KANA, **KANA}


def _from_the_east(text: str) -> str:
    """Chinese or Japanese cut at its known words, the longest first; a clause that ends in a negation is negative as a whole."""
    japanese = bool(_KANA.search(text))
    table = _eastern()[1 if japanese else 0]
    clauses: list[str] = []
    for clause in re.split(r"(?<=[。、，；：！？,;:!?\n])", text):
        found: list[str] = []
        at = 0
        while at < len(clause):
            if not _CJK.match(clause[at]):
                end = at + 1
                while end < len(clause) and not _CJK.match(clause[end]):
                    end += 1
                found.append(clause[at:end])
                at = end
                continue
            for size in range(min(10, len(clause) - at), 0, -1):
                if (hit := table.get(clause[at : at + size])) is not None:
                    found.append(hit.replace("_", " "))
                    at += size
                    break
            else:
                found.append(clause[at] if clause[at] >= "\u3400" else "")
                at += 1
        stop = found.pop() if found and found[-1].strip() in tuple("。、，；：！？,;:!?") else ""
        if japanese and "not" in found:
            found = ["not", *(word for word in found if word != "not")]
        if "instead of that" in found:  # X ではなく Y: X is what gives way
            place = found.index("instead of that")
            found = [*found[place + 1 :], " instead of ", *found[:place]]
        clauses.append(" ".join(found) + stop)
    return re.sub(r"[。！？]", ".", re.sub(r"[、，；：]", ",", " ".join(clauses)))
