"""Text to search terms: words, identifier parts, CJK bigrams, light stems, translations, and the topics they belong to.

The same functions read a rule when it is indexed and a task when it is asked, so both sides speak one vocabulary.
A term that starts with `#` is a topic of `concepts.py`. Not here: what a shared term is worth (`relevance.py`).
"""

from __future__ import annotations

import re
import unicodedata

from cm.core.language import concepts

VERSION = 2  # raise it when the same text gives other terms: indexes are rebuilt

_WORD = re.compile(r"[A-Za-z0-9]+(?:'[A-Za-z]{1,2}(?![A-Za-z0-9]))?(?:[-./:@+#_]+[A-Za-z0-9]+)*")
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\x00-\x7f]+")
_CAMEL = re.compile(r"[a-z0-9][A-Z]")
# patterns with wide character classes cost a millisecond each to compile: only text that needs them pays
_WIDE_WORD = r"[^\W_]+(?:['’][^\W\d_]{1,2}(?![^\W_]))?(?:[-./:@+#_]+[^\W_]+)*|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
_CJK = r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]+"
_PLURAL = 5  # letters; `rss` is no plural
_VOWEL = re.compile(r"[aeiouy]")
_GERMAN = frozenset(
    "der das und nicht ist mit werden wird den dem ein eine einen kein keine zu von bei fur auf beim sind wenn immer nie bitte wie was wir ich".split()  # noqa: SIM905
)
_SPANISH = frozenset("el los las que en para con un una del por se y es lo como cada nunca siempre".split())  # noqa: SIM905
_ENGLISH = frozenset(
    "the of is are and with for on to in a an this that it be by or from when must never use".split()  # noqa: SIM905
)


class Term:
    """One word of a text: its stem, how it came about, and how much it says on its own."""

    __slots__ = ("kind", "text")

    def __init__(self, text: str, kind: str) -> None:
        self.text = text
        self.kind = kind  # word | generic | whole (an identifier as written) | part | translated | bigram


def fold(text: str) -> str:
    """Normalises a text for searching: NFKC, case folded, accents off."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", text)
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFD", text.casefold())
    bare = "".join(ch for ch in plain if not ("\u0300" <= ch <= "\u036f"))
    return unicodedata.normalize("NFC", bare)


_stems: dict[str, str] = {}


def stem(word: str) -> str:
    """Cuts an English ending off a folded word, lightly: what is left need not be a word, only shared."""
    known = _stems.get(word)
    if known is None:
        known = _stems[word] = _cut(word)
    return known


def _cut(word: str) -> str:
    if len(word) <= 3 or not word.isalpha() or not word.isascii():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "xes", "ches", "shes", "zzes", "oes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending, least in (("ing", 6), ("ed", 5), ("ly", 6)):
        if word.endswith(ending) and len(word) >= least and _VOWEL.search(word[: -len(ending)]):
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    if word.endswith(("ization", "isation")) and len(word) > 9:
        word = word[:-5]
    elif word.endswith(("tion", "sion")) and len(word) > 6:
        word = word[:-3]
    elif word.endswith("ator") and len(word) > 6:
        word = word[:-2]
    elif word.endswith("ment") and len(word) > 8:
        word = word[:-4]
    if word.endswith("e") and len(word) > 4:
        word = word[:-1]
    if word.endswith("y") and len(word) > 3:
        word = word[:-1] + "i"
    return word


def _cut_german(word: str) -> str:
    for ending in ("ungen", "ung", "ern", "em", "en", "er", "es", "e", "n", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def _cut_spanish(word: str) -> str:
    for ending in ("aciones", "acion", "iendo", "ando", "ados", "adas", "ado", "ada", "ar", "er", "ir", "es", "os", "as", "o", "a", "e", "s"):  # fmt: skip
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def language(folded: list[str], text: str) -> str:
    """Guesses de, es or en from function words and accents; short English words do not make a text German."""
    counts = {"en": 0, "de": 0, "es": 0}
    for word in folded:
        counts["en"] += word in _ENGLISH
        counts["de"] += word in _GERMAN
        counts["es"] += word in _SPANISH
    if not text.isascii():
        low = text.lower()
        counts["de"] += 2 * any(ch in low for ch in "äöüß")
        counts["es"] += 2 * any(ch in low for ch in "ñáéíóú¿¡")
    best = max(("de", "es"), key=lambda name: counts[name])
    return best if counts[best] > counts["en"] else "en"


_glossaries: dict[str, dict[str, str]] = {}


def _glossary(name: str) -> dict[str, str]:
    found = _glossaries.get(name)
    if found is None:
        from cm.core.language import glossary

        text = glossary.GERMAN if name == "de" else glossary.SPANISH
        found = _glossaries[name] = dict(pair.split("=", 1) for pair in text.split())
    return found


def _translate(word: str, table: dict[str, str]) -> list[str]:
    """English for a folded foreign word; a compound gives one word for each part that is known."""
    found: list[str] = []
    start = 0
    while start < len(word) - 2 and len(found) < 3:
        for end in range(min(len(word), start + 16), start + 2, -1):
            hit = table.get(word[start:end])
            if hit and (start == 0 or end - start >= 5 or (found and end - start >= 4)):
                found.append(hit)
                start = end
                break
        else:
            if start and not found:
                return found
            start += 1 if len(word) >= 8 else len(word)
    return found


def _english(word: str) -> Term:
    kind = "generic" if word in concepts.GENERIC else "translated"
    return Term(stem(concepts.ALIASES.get(word, word)), kind)


def _east(run: str) -> list[Term]:
    from cm.core.language import glossary

    found = [Term(run[at : at + 2], "bigram") for at in range(len(run) - 1)] or [Term(run, "bigram")]
    kana = any("\u3040" <= char <= "\u30ff" for char in run)
    tables = (glossary.KANA, glossary.HAN) if kana else (glossary.HAN, glossary.KANA)
    at = 0
    while at < len(run):
        for size in range(min(8, len(run) - at), 0, -1):
            piece = run[at : at + size]
            hit = tables[0].get(piece) or tables[1].get(piece)
            if hit:
                found.append(_english(hit))
                at += size
                break
        else:
            at += 1
    return found


def _one(word: str) -> Term | None:
    """A folded plain word as a term; None for what says nothing."""
    if word in concepts.STOP or (len(word) < 2 and not word.isdigit()):
        return None
    if word in concepts.GENERIC:
        return Term(stem(word), "generic")
    return Term(stem(_called(word)), "word")


def _called(word: str) -> str:
    """The one word for what is written in several ways."""
    found = concepts.ALIASES.get(word)
    if found is None and len(word) >= _PLURAL and word[-1] == "s":
        found = concepts.ALIASES.get(word[:-1])
    return found or word


def _stands(phrase: str, low: str) -> bool:
    """Whether a phrase stands in a text as whole words: `feedback update` does not back up."""
    at = low.find(phrase)
    while at >= 0:
        end = at + len(phrase)
        end += low[end : end + 1] == "s"
        if not low[at - 1 : at].isalnum() and not low[end : end + 1].isalnum():
            return True
        at = low.find(phrase, at + 1)
    return False


def terms(text: str) -> list[Term]:
    """Every term of a text, in order, repeats kept."""
    found: list[Term] = []
    text = text if text.isascii() else unicodedata.normalize("NFKC", text)
    low = text.lower()
    for phrase, word in concepts.PHRASES.items():
        if phrase in low and _stands(phrase, low):
            found.append(Term(stem(word), "word"))
    ascii_only = text.isascii()
    raw = _WORD.findall(text) if ascii_only else re.findall(_WIDE_WORD, text)
    folded = [fold(word) for word in raw]
    tongue = language(folded, text)
    for word, flat in zip(raw, folded, strict=True):
        if not ascii_only and not word.isascii() and re.search(_CJK, word):
            for run in re.findall(_CJK, word):
                found.extend(_east(run))
            rest = re.sub(_CJK, " ", word)
            if rest.strip():
                found.extend(terms(rest))
            continue
        flat = flat.replace("’", "'")
        if "'" in flat:
            flat = flat.split("'", 1)[0]
        plain = flat.isalnum()
        if plain and not _CAMEL.search(word):
            if flat in concepts.STOP:
                continue
            if tongue != "en" and not flat.isdigit() and len(flat) > 2:
                english = _translate(flat, _glossary(tongue))
                found.extend(_english(hit) for hit in english)
                cut = _cut_german(flat) if tongue == "de" else _cut_spanish(flat)
                if stem(flat) not in {stem(hit) for hit in english}:
                    found.append(Term(cut, "word"))
                continue
            one = _one(flat)
            if one:
                found.append(one)
            continue
        whole = concepts.ALIASES.get(flat, flat)
        if len(whole) <= 60:
            found.append(Term(whole, "whole"))
        pieces = [fold(piece) for piece in _PARTS.findall(word)] if not plain or _CAMEL.search(word) else []
        for piece in pieces:
            if len(piece) < 2 or piece == flat:
                continue
            one = _one(piece)
            if one:
                found.append(Term(one.text, "part" if one.kind == "word" else one.kind))
    return found


_topics: dict[str, tuple[str, ...]] = {}


def topics(term: str) -> tuple[str, ...]:
    """The topics of `concepts.py` that a stem belongs to."""
    known = _topics.get(term)
    if known is None:
        known = _topics[term] = _find_topics(term)
    return known


def _find_topics(term: str) -> tuple[str, ...]:
    table = concepts.TOPICS
    start = " " + (term[:-1] if len(term) > 3 else term)
    found: list[str] = []
    at = table.find(start)
    while at >= 0:
        end = min(e for e in (table.find(" ", at + 1), table.find("\n", at + 1)) if e >= 0)
        word = table[at + 1 : end]
        if word == term or stem(concepts.ALIASES.get(word, word)) == term or stem(word) == term:
            line = table.rfind("\n#", 0, at) + 1
            name = table[line : table.find(" ", line)]
            if name not in found:
                found.append(name)
        at = table.find(start, at + 1)
    return tuple(found)


def telling_words(text: str, most: int = 10) -> list[str]:
    """The plain words of a text worth looking for in talk: no fillers, the longest first; CJK in pairs."""
    found: list[str] = []
    for word in re.findall(r"[a-z0-9]+" if text.isascii() else r"[^\W_]+", text.lower()):
        runs = re.findall(_CJK, word) if not word.isascii() else []
        for run in runs:
            found.extend(run[at : at + 2] for at in range(max(1, len(run) - 1)))
        if not runs and len(word) > 1 and word not in concepts.STOP and word not in concepts.GENERIC:
            found.append(word)
    return sorted(dict.fromkeys(found), key=lambda word: -len(word))[:most]
