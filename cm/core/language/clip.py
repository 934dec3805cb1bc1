"""Keeps of a long text what a reader needs: head and tail of words, the tail of an output.

The text is scrubbed on the way, before its final cut, so that no cut can leave half a secret behind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cm.model.session import EventKind
from cm.model.settings import JournalSettings

_HEAD_SHARE: Final = 0.6
_MARGIN: Final = 5  # so many times the limit is scrubbed on each side of a very long text
_ROOM: Final = 24_000  # and at least so many characters: a private key is shorter
_OPEN: Final = "[secret:"
_BEFORE: Final = 400  # so many characters before what is kept of an output are looked at too
_KEYS: Final = "rivate"  # a private key may be longer than that, and goes over many lines


def clip(
    text: str, kind: EventKind, settings: JournalSettings, scrub: Callable[[str], tuple[str, int]]
) -> tuple[str, int]:
    """Returns what is kept of a text, scrubbed, and how many secrets were taken out of it."""
    ends = kind in ("output", "error")
    limit = settings.output_chars if ends else settings.text_chars
    if limit <= 0 or kind == "edit":
        return scrub(text)
    margin = max(limit * _MARGIN, _ROOM)
    if (
        ends
        and len(text) > limit + _BEFORE
        and (start := _line_before(text, len(text) - limit - _BEFORE)) > 0
    ):
        last, count = scrub(text[start:])
        return _cut("", last, limit, len(text), ends), count
    if len(text) <= 2 * margin:
        clean, count = scrub(text)
        return (clean, count) if len(clean) <= limit else (_cut(clean, clean, limit, len(clean), ends), count)
    last, count = scrub(text[-margin:])
    if ends:
        return _cut("", last, limit, len(text), ends), count
    first, more = scrub(text[:margin])
    return _cut(first, last, limit, len(text), ends), count + more


def _line_before(text: str, at: int) -> int:
    """Where the line begins that holds a place, 0 when all of the text has to be looked at."""
    if _KEYS in text or "RIVATE" in text:
        return 0
    return text.rfind("\n", max(0, at - _ROOM), at) + 1


def _cut(first: str, last: str, limit: int, length: int, ends: bool) -> str:
    head = 0 if ends else int(limit * _HEAD_SHARE)
    kept = first[:head]
    if kept.rfind("]") < (half := kept.rfind(_OPEN)):  # no placeholder is cut in two
        kept = kept[:half]
    tail = last[-(limit - head) :]
    if (
        (close := tail.find("]")) >= 0
        and _OPEN not in tail[:close]
        and _OPEN in last[: len(last) - len(tail) + close][-48:]
    ):
        tail = tail[close + 1 :]
    mark = f"[… {length - len(kept) - len(tail)} characters left out …]"
    return f"{kept}\n{mark}\n{tail}" if kept else f"{mark}\n{tail}"
