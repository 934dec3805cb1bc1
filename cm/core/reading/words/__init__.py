"""The words by which a message shows what it is: cue name -> patterns, one module per language.

Data, not code: what a cue is worth stands in `core/reading/weights.py`, how cues are found in `core/reading/cues.py`.
A pattern is a piece of a regular expression without anchors; Latin scripts are matched at word borders.
Texts are lower-cased, quotes straightened and code spans replaced by `x` before they are matched.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cm.core.reading.words import de, en, es, fr, it, ja, ko, pt, zh

Cues = Mapping[str, tuple[str, ...]]

LATIN: Final[Mapping[str, Cues]] = {
    "en": en.CUES,
    "de": de.CUES,
    "es": es.CUES,
    "fr": fr.CUES,
    "pt": pt.CUES,
    "it": it.CUES,
}
"""Languages matched at word borders."""

UNSPACED: Final[Mapping[str, Cues]] = {"zh": zh.CUES, "ja": ja.CUES, "ko": ko.CUES}
"""Languages matched anywhere, because words are not set apart by spaces (or carry endings)."""

MARKS: Final[Mapping[str, frozenset[str]]] = {
    "de": de.MARKS,
    "es": es.MARKS,
    "fr": fr.MARKS,
    "pt": pt.MARKS,
    "it": it.MARKS,
}
"""Small words that give a language away; English cues are always tried."""
