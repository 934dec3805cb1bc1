"""Does an instruction file of the project say it already? Then it need not become a rule.

Not here: reading those files (`flows/reflect.py`).
"""

from __future__ import annotations

import re
from functools import lru_cache

from cm.core.language.similar import compare
from cm.core.language.text import fingerprint, normalise


def restates(text: str, instructions: str) -> bool:
    """Whether an instruction file says this already, in these words or nearly."""
    if not instructions.strip():
        return False
    wanted = fingerprint(text)
    whole, lines = _sentences(instructions)
    if len(wanted) >= 12 and wanted in whole:
        return True
    words = frozenset(wanted.split())
    return any(len(words & said) * 2 >= len(words) and compare(text, line).duplicate for line, said in lines)


@lru_cache(maxsize=4)
def _sentences(instructions: str) -> tuple[str, tuple[tuple[str, frozenset[str]], ...]]:
    parts = [part.strip(" \t#*->") for part in re.split(r"(?<=[.!?。！？;；])\s+|\n+", instructions)]
    return normalise(instructions), tuple(
        (part, frozenset(fingerprint(part).split())) for part in parts if part
    )
