"""Scripts that are written without spaces between words: a search looks for pairs of their characters.

Standard library only: the quick doors read this. Not here: the terms that rules are ranked by (`terms.py`).
"""

from __future__ import annotations

from cm.core.language.later import later

# Thai, Lao, Myanmar, Khmer; kana; Han; Hangul, whose particles cling to their word
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_LEADS = tuple(
    bytes((lead,)) for lead in (0xE0, 0xE1, *range(0xE3, 0xEE), 0xEF, 0xF0)
)  # their first bytes in UTF-8
RUN = later(f"[{UNSPACED}]+")


def may_be_unspaced(text: str) -> bool:
    """Whether it is worth looking for such scripts: dashes and accents alone do not make it so."""
    if text.isascii():
        return False
    raw = text.encode("utf-8", "replace")
    return any(lead in raw for lead in _LEADS)


def is_unspaced(char: str) -> bool:
    """Whether a character belongs to such a script."""
    return char > "\u0dff" and RUN.match(char) is not None


def pairs(run: str) -> list[str]:
    """Every two neighbours of a run, then its last character, so that no phrase of pairs reaches across two runs."""
    return [*(run[at : at + 2] for at in range(len(run) - 1)), run[-1:]]


def split(text: str) -> list[tuple[str, bool]]:
    """The stretches of a text, each with whether its script has no spaces."""
    if not may_be_unspaced(text):
        return [(text, False)] if text else []
    found: list[tuple[str, bool]] = []
    end = 0
    for run in RUN.finditer(text):
        if run.start() > end:
            found.append((text[end : run.start()], False))
        found.append((run.group(), True))
        end = run.end()
    if end < len(text):
        found.append((text[end:], False))
    return found
