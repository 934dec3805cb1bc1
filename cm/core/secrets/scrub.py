"""Takes secrets out of text, and leaves a typed placeholder: `[secret:github-token]`.

The one door for what comes in from transcripts, and the check on what goes out. Not here: how each family of secrets is
known (`secret_tokens.py` by shape, `secret_names.py` by name, `secret_sentences.py` by what is said,
`secret_places.py` by place).

Laws: scrubbing what was scrubbed changes nothing; the work grows with the length of the text; a placeholder is
never taken for a secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cm.core.language.later import later
from cm.core.secrets.secret_names import find_named
from cm.core.secrets.secret_places import find_key_blocks, find_placed
from cm.core.secrets.secret_sentences import find_told
from cm.core.secrets.secret_tokens import Found, find_tokens, kind_of_prefix

VERSION: Final = 1
"""Stored with every event it cleaned; raised whenever a rule changes what is taken out."""

PLACEHOLDER: Final = later(r"\[secret:[a-z\-]{1,40}\]")


def scrub(text: str) -> tuple[str, int]:
    """Returns the text with every secret replaced by its placeholder, and how many were replaced."""
    replaced = 0
    while found := _found(text):
        text = _replace(text, found)
        replaced += len(found)
    return text, replaced


def find_secret(text: str) -> str | None:
    """The kind of the first secret in a text, or None."""
    found = _found(text)
    return found[0][2] if found else None


def find_secrets(text: str) -> tuple[tuple[int, str], ...]:
    """Where in a text each secret begins, and of which kind it is."""
    return tuple((found[0], found[2]) for found in _found(text))


def holds_placeholder(text: str) -> bool:
    """Whether a secret was taken out of this text: what is left is no sentence to keep."""
    return "[secret:" in text and PLACEHOLDER.search(text) is not None


def _found(text: str) -> list[Found]:
    """Secrets in order of place, overlapping ones made one; what touches a placeholder is left alone."""
    if len(text) < 6:
        return []
    low = _lower(text)
    spans = [
        *find_key_blocks(text, low),
        *find_tokens(text),
        *find_placed(text, low),
        *_typed(text, find_named(text, low)),
        *_typed(text, find_told(text, low)),
    ]
    if not spans:
        return []
    if "[secret:" in text:
        marks = [mark.span() for mark in PLACEHOLDER.finditer(text)]
        spans = [span for span in spans if not _touches(span, marks)]
    return _merged(spans)


def _typed(text: str, spans: Iterable[Found]) -> Iterator[Found]:
    """What a name or a sentence gave away, under the kind of its own prefix where it has one."""
    for start, end, kind in spans:
        yield start, end, kind_of_prefix(text, start) or kind


def _lower(text: str) -> str:
    """Lower case of the same length, so that places found in one are places in the other."""
    low = text.lower()
    return low if len(low) == len(text) else text.replace("İ", "I").lower()


def _touches(span: Found, marks: list[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in marks)


def _merged(spans: list[Found]) -> list[Found]:
    # The families come in order of precision, so of two that overlap the earlier names the kind.
    ranked = sorted(enumerate(spans), key=lambda pair: (pair[1][0], -pair[1][1]))
    merged: list[tuple[int, int, str, int]] = []
    for rank, (start, end, kind) in ranked:
        if merged and start < merged[-1][1]:
            first, last, known, best = merged[-1]
            merged[-1] = (first, max(last, end), kind if rank < best else known, min(rank, best))
        else:
            merged.append((start, end, kind, rank))
    return [(start, end, kind) for start, end, kind, _ in merged]


def _replace(text: str, found: list[Found]) -> str:
    parts, last = [], 0
    for start, end, kind in found:
        parts.append(text[last:start])
        parts.append(f"[secret:{kind}]")
        last = end
    parts.append(text[last:])
    return "".join(parts)
