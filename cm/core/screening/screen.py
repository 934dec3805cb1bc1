"""The one content screen: what may never be a rule, whatever road it comes by.

Used by the gate on the way in (`core/curation/admit.py`) and by the predicate on the way out, so it is standard library only,
compiles a pattern when a text first needs it, and looks at a pattern only when one of its trigger words is there.
Not here: who may found a rule, evidence, length (`core/curation/admit.py`); whether a proposal has the form of a rule
(`core/reading/form.py`); what is cut from transcripts (`core/secrets/scrub.py`). The patterns themselves: `core/screening/screens`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

from cm.core.screening.screens import CHECKS
from cm.core.screening.screens.check import Check
from cm.core.screening.screens.paths import is_path_noise
from cm.core.screening.screens.secrets import tells_secret
from cm.core.secrets.scrub import find_secret
from cm.model.decision import Reason
from cm.model.envelope import EXPORT_BEGIN, EXPORT_END, TAG

_INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ue000-\uf8ff\U000e0000-\U000e0fff\ud800-\udfff]"
)
_LONE_JOINER: Final = re.compile(
    "(?<![\u0600-\U0001faff])[\u200c\u200d]|[\u200c\u200d](?![\u0600-\U0001faff])"
)
_WORD: Final = re.compile(r"\w+")
_CODE: Final = re.compile(r"``?[^`]{1,200}``?")
_OWN: Final = (f"<{TAG}", f"</{TAG}", f"&lt;{TAG}", f"&lt;/{TAG}", EXPORT_BEGIN, EXPORT_END)
_TICKET: Final = re.compile(r"[a-z]-\d")
_STEM: Final = 4


@lru_cache(maxsize=4096)  # labels and places are the same in rule after rule
def screen(text: str) -> Reason | None:
    """Returns why a text may not be a rule, or None when its content is fine."""
    if _has_hidden_characters(text):
        return "control-characters"
    if any(mark in text for mark in _OWN):
        return "own-output"
    folded = text if text.isascii() else unicodedata.normalize("NFKC", text)
    if find_secret(folded) is not None or tells_secret(folded):
        return "secret"
    low = folded.lower()
    prose = _CODE.sub(" ` ", low) if "`" in low else low
    for check in _candidates(low):
        subject = prose if check.prose else folded if check.cased else low
        if _hits(check, subject):
            return check.reason
    return "path-noise" if is_path_noise(folded) else None


def _hits(check: Check, subject: str) -> bool:
    pattern, unless = _compiled(check.pattern, check.cased), check.unless
    found = pattern.search(subject)
    if found is None:
        return False
    if not unless:
        return True
    excuse = _compiled(unless, check.cased)
    while found is not None:
        where = subject if check.anywhere else subject[max(0, found.start() - 70) : found.end()]
        if not excuse.search(where):
            return True
        found = pattern.search(subject, found.end() if found.end() > found.start() else found.end() + 1)
    return False


def _candidates(low: str) -> list[Check]:
    """The checks one of whose trigger words, word beginnings (`abcd*`) or characters is in the text, in table order."""
    table = _triggers()
    words = set(_WORD.findall(low))
    seen: set[int] = set()
    for word in words:
        seen.update(table.get(word, ()))
        seen.update(table.get(word[:_STEM] + "*", ()))
    if _TICKET.search(low):
        seen.update(table.get("-9", ()))
    for character in set(low):
        if not character.isalnum() or character > "\x7f":
            seen.update(table.get(character, ()))
    return [CHECKS[place] for place in sorted(seen)]


@lru_cache(maxsize=1)
def _triggers() -> dict[str, tuple[int, ...]]:
    table: dict[str, list[int]] = {}
    for place, check in enumerate(CHECKS):
        for word in check.when.split():
            table.setdefault(word, []).append(place)
    return {word: tuple(places) for word, places in table.items()}


@cache
def _compiled(pattern: str, cased: bool) -> re.Pattern[str]:
    return re.compile(pattern)


def _has_hidden_characters(text: str) -> bool:
    """Characters nobody sees, or that reorder what is seen; joiners inside emoji and joining scripts are fine."""
    return _INVISIBLE.search(text) is not None or (
        not text.isascii() and _LONE_JOINER.search(text) is not None
    )
