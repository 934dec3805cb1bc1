"""The rules that an agent says it acts on: "per r-7k2m9q4d", "following rule r-…". An id alone says nothing.

A list of many ids is an echo of what was handed out, and an id behind the rule's own words is the payload again: neither names
a rule. Not here: what follows from it (`core/curation/credit.py`), marks (`core/reading/inline_marks.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cm.core.language.text import normalise
from cm.core.reading.inline_marks import whole_id
from cm.model.envelope import ENVELOPE
from cm.model.session import Event

MOST: Final = 5  # a message that names more of them repeats a list
_ID: Final = re.compile(r"(?<![\w/-])([rb]-[A-Za-z0-9][\w]{2,}(?:-[\w]+)*)")
_CUE: Final = re.compile(
    r"\b(?:per|as per|follow(?:ing|s|ed)?|according to|obey(?:ing|s|ed)?|appl(?:y|ying|ies|ied)|honou?r(?:ing|s|ed)?|compl(?:y|ying|ies) with|"
    r"in line with|consistent with|guided by|based on|because of|due to|thanks to|as (?:required|said|asked|stated|told|demanded|suggested) (?:by|in)|"
    r"gemäß|laut|nach|wegen|según|siguiendo|conforme a|selon|d'après|suivant|conformément à|seguendo|secondo|seguindo|conforme)\b"
    r"|(?:按照?|根据|根據|遵循|依照|依据)|(?:\(|\[)(?:per|see|rule|via|cf\.?) ?$",
    re.IGNORECASE,
)
_AGAINST: Final = re.compile(
    r"\b(?:not|n't|never|instead of|rather than|ignor\w+|despite|against|contradict\w+|violat\w+|skip\w*|without|unlike|outdated|wrong|"
    r"no longer|cannot|can't|could|would|might|may|if|whether|should i|forg[eo]t\w*|fail\w*|stop\w*|nobody|neither|nicht|statt|trotz|entgegen|no|en vez de|pas|au lieu de|malgré)\b|不(?:按|遵)|忽略",
    re.IGNORECASE,
)
_SAYS: Final = re.compile(
    r"^[\s`'\")\]]*,? ?(?:says|requires|asks|demands|tells|recommends|suggests|wants|verlangt|dice|pide|exige|dit)\b",
    re.IGNORECASE,
)
_AFTER_ID: Final = re.compile(
    r"^[\s`'\")\]]*(?:does(?:n't| not)|do(?:n't| not)|is(?:n't| not)? (?:wrong|outdated|stale|not|about)|would|could|was wrong|no longer)",
    re.IGNORECASE,
)
_TURNS: Final = re.compile(
    r"^[^.!?;\n]*\bbut\b[^.!?;\n]*(?:n't|'ll|\bnot\b|\bwill\b|\binstead\b)", re.IGNORECASE
)
_BREAK: Final = re.compile(r"[.!?;\n。！？；](?=\s|$)")
_NEAR: Final = 48


@dataclass(frozen=True, slots=True)
class Named:
    """A rule that the agent said it acts on, and the words."""

    rule: str
    quote: str
    event: str


def named_rules(events: Iterable[Event], texts: Mapping[str, str]) -> tuple[Named, ...]:
    """Returns the rules among `texts` (id to words) that the agent says it acts on, each once with the first words that say so."""
    ids = sorted(texts)
    found: dict[str, Named] = {}
    for event in events:
        if event.by != "agent" or event.kind != "message" or "-" not in event.text:
            continue
        for named in _of_text(ENVELOPE.sub("\n", event.text), event, ids, texts):
            found.setdefault(named.rule, named)
    return tuple(found.values())


def _of_text(text: str, event: Event, ids: Sequence[str], texts: Mapping[str, str]) -> list[Named]:
    hits = [(hit, whole) for hit in _ID.finditer(text) if (whole := whole_id(hit[1], ids))]
    if not hits or len({whole for _, whole in hits}) > MOST:
        return []
    out: list[Named] = []
    joined = -1  # where the last one that counted ended: "per r-1 and r-2"
    for hit, whole in hits:
        start = max((m.end() for m in _BREAK.finditer(text, 0, hit.start())), default=0)
        stop = _BREAK.search(text, hit.end())
        before = text[max(start, hit.start() - _NEAR) : hit.start()]
        sentence = " ".join(text[start : stop.start() if stop else len(text)].split())
        cue = None
        for cue in _CUE.finditer(before):  # noqa: B007 - the last one
            pass
        after = text[hit.end() : hit.end() + _NEAR]
        follows = (
            cue is not None
            or _SAYS.match(after)
            or (
                joined >= start
                and re.fullmatch(r"[\s`'\",&/)]*(?:and|und|y|et|和)?[\s`'\"(]*", text[joined : hit.start()])
            )
        )
        if not follows or _AGAINST.search(before) or _AFTER_ID.match(after) or _TURNS.search(after):
            continue
        if stop is not None and stop[0] in "?？":
            continue  # asked, not done
        if _listed(text[start : hit.start()], texts[whole]):
            continue
        joined = hit.end()
        out.append(Named(whole, sentence[:240], event.id))
    return out


def _listed(before: str, rule: str) -> bool:
    """Whether the id stands behind the rule's own words, as in what was handed out."""
    words = normalise(rule)
    return len(words) > 12 and normalise(before).rstrip(" [(").endswith(words)
