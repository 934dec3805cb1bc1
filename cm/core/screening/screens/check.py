"""One row of the screen: a pattern, the words that make it worth looking at, and what excuses a hit."""

from __future__ import annotations

from dataclasses import dataclass

from cm.model.decision import Reason


@dataclass(frozen=True, slots=True)
class Check:
    """Says that a text which holds `pattern` may not be a rule, unless `unless` stands in or shortly before the hit."""

    reason: Reason
    when: str  # trigger words, word beginnings of four letters (`abcd*`), characters, `-9` for a ticket's number; lower case, by spaces
    pattern: str  # matched against the lower-case text
    unless: str = ""
    prose: bool = False  # without what stands in backticks
    cased: bool = False  # against the text as written
    anywhere: bool = False  # `unless` may stand anywhere in the text
