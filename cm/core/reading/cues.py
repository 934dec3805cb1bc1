"""Finds in each sentence the cues of `core/reading/words`: which of them it shows, in whatever language it is written.

Not here: what a cue is worth (`core/reading/weights.py`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from cm.core.reading.words import LATIN, MARKS, UNSPACED

_LEAD: Final = (
    r"^(?:(?:please|pls|plz|ok|okay|so|and|but|also|then|now|no|yes|yeah|hey|hi|hello|well|hm+|btw|by the way|oh|ah|alright|right|next|just|great|good|thanks|perfect|cool|wtf|omg|ugh|argh|sorry|again|one more(?: thing)?|another thing|small thing|bitte|und|aber|also|ach|nein|ja|dann|jetzt|noch|por favor|y|pero|no|sí|s'il te plaît|et|mais|por favor|e|mas|per favore|ma)"
    r"[,!:.… —–-]+)*(?:(?:in|for|on|from|with|inside|under|instead of) (?:the |our |my |this )?(?:`x`|[\w./()-]+),? )?(?:please |just |also |then )*"
)
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_KANA: Final = re.compile(r"[\u3040-\u30ff]")
_HANGUL: Final = re.compile(r"[\uac00-\ud7af]")
_WORD: Final = re.compile(r"[^\W\d_]+")


def languages_of(text: str) -> tuple[str, ...]:
    """Guesses the languages of a text from its script and its small words; English is always among them."""
    found = ["en"]
    if _KANA.search(text):
        found.append("ja")
    elif _CJK.search(text):
        found.append("ko" if _HANGUL.search(text) else "zh")
    words = set(_WORD.findall(text[:4000]))
    counts = {name: len(words & marks) for name, marks in MARKS.items()}
    best = max(counts.values())
    if best >= 2 and best >= 0.12 * len(words):
        found.extend(name for name, count in counts.items() if count >= 2 and count >= best - 1)
    return tuple(found)


def find_cues(plains: Sequence[str], languages: Iterable[str]) -> list[frozenset[str]]:
    """Returns for each sentence the names of the cues that it shows."""
    text = "\n".join(plains)
    starts = [0]
    for line in plains:
        starts.append(starts[-1] + len(line) + 1)
    found: list[set[str]] = [set() for _ in plains]
    for language in languages:
        for name, pattern in _patterns(language).items():
            for match in pattern.finditer(text):
                found[bisect_right(starts, match.start()) - 1].add(name)
    return [frozenset(names) for names in found]


@cache
def _patterns(language: str) -> Mapping[str, re.Pattern[str]]:
    latin = language in LATIN
    cues = LATIN[language] if latin else UNSPACED[language]
    return {name: _compiled(name, pieces, latin) for name, pieces in cues.items()}


def _compiled(name: str, pieces: Iterable[str], latin: bool) -> re.Pattern[str]:
    body = "(?:" + "|".join(pieces) + ")"
    if name.startswith("^"):
        return re.compile(_LEAD + body, re.MULTILINE)
    if latin:
        body = r"(?:(?<!\w)|(?=\W))" + body + r"(?:(?<=\W)|(?!\w|\.\w))" if name != "no_thing" else body
    return re.compile(body, re.MULTILINE)
