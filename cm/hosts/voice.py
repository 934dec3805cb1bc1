"""Transcripts of speech: WebVTT, SubRip (`.srt`) and the JSON of Whisper and its kin; pieces are joined to what one person said.

A program wrote down what it heard, of whoever was in the room: nobody here is the user, all of it is by `file`. Not here: how
pieces are joined (`speech.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from cm.hosts.handed import handed_over, named_by_place
from cm.hosts.shapes import kebab, moment_of, table, whole, word
from cm.hosts.speech import Piece, pieces_of_json, pieces_of_text, turns
from cm.hosts.threads import Thread
from cm.model.host import Markdown, Record, Source
from cm.model.ids import short_hash
from cm.model.session import Item, Skipped
from cm.model.stamp import moment, stamp

NAME: Final = "voice-transcripts"

_NEVER: Final = r"(?!)"  # a transcript is one section
_DATED: Final = re.compile(
    r"(?<!\d)(20\d\d)[-_.]?(\d\d)[-_.]?(\d\d)(?:[T _-]+(?:at )?(\d\d)[-_.:h]?(\d\d)(?:[-_.:m]?(\d\d))?)?(?!\d)"
)
_SRT: Final = re.compile(
    r"\s*(?:\d{1,7}[ \t]*\r?\n)?\d{1,3}:\d\d:\d\d[,.]\d{1,3}[ \t]*-->[ \t]*\d{1,3}:\d\d:\d\d[,.]\d{1,3}"
)


class VoiceFold:
    """Turns a whole transcript into what was said; what was read before of one that grew is told again, under the same ids."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._begins = word(kept.get("begins"))
        seen = kept.get("seen")
        self._seen = {name: 1 for name in seen if isinstance(name, str)} if isinstance(seen, list) else {}
        self._before: dict[str, Any] | None = None

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns a text, or a document, into items."""
        value, line = record.value, record.line
        if isinstance(value, str):
            self._before = self._state()
            return self._all(pieces_of_text(value), line)
        if not isinstance(value, dict):
            return (Skipped("not-object", line),)
        if not isinstance(value.get("segments"), list) and not isinstance(value.get("transcription"), list):
            return (Skipped(f"unknown-type:{kebab(value.get('type'))}", line),)
        return self._all(pieces_of_json(value), line)

    def finish(self) -> Iterable[Item]:
        """The head as known now."""
        return (self._thread.head(),)

    def carry(self) -> dict[str, Any]:
        """What a later run needs to go on."""
        return self._state() if self._before is None else self._before

    def _state(self) -> dict[str, Any]:
        return {"thread": self._thread.carry(), "begins": self._begins, "seen": list(self._seen)}

    def _all(self, pieces: Iterator[Piece], line: int) -> list[Item]:
        thread = self._thread
        thread.settle(named_by_place(thread.source, "voice"))
        thread.title = thread.title or thread.source.name.rsplit(".", 1)[0]
        begun = _began(thread.source.name)
        out: list[Item] = []
        for turn in turns(pieces):
            # by what was heard, so that a copy under another name is the same
            self._begins = self._begins or short_hash(16, f"{turn.start:.2f} {turn.text}")
            name = (self._begins, f"{turn.start:.2f}", short_hash(16, f"{turn.speaker}: {turn.text}"))
            if name[1] + name[2] in self._seen:
                out.append(Skipped("duplicate", line))
                continue
            self._seen[name[1] + name[2]] = 1
            at = _after(begun, turn.start)
            thread.passed(at)
            said = whole(f"{turn.speaker}: {turn.text}" if turn.speaker else turn.text)
            out.append(thread.event(name, at, "file", "message", said))
        return out or [Skipped("no-words", line)]


def _began(name: str) -> str:
    """When it was recorded, where the name of the file tells; no transcript does."""
    found = _DATED.search(name)
    if found is None:
        return ""
    clock = f"{found[4]}:{found[5]}:{found[6] or '00'}" if found[4] else "00:00:00"
    return moment_of(f"{found[1]}-{found[2]}-{found[3]}T{clock}Z")


def _after(begun: str, seconds: float) -> str:
    try:
        return stamp(moment(begun) + timedelta(seconds=seconds)) if begun else ""
    except OverflowError:
        return ""


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether a text begins as a transcript does, or a document has timed segments."""
    first = records[0] if len(records) == 1 else None
    if isinstance(first, str):
        return first.lstrip("\ufeff").startswith("WEBVTT") or _SRT.match(first.lstrip("\ufeff")) is not None
    known = table(first)
    segments = known.get("segments")
    if isinstance(segments, list) and segments:
        one = table(segments[0])
        return isinstance(one.get("text"), str) and "start" in one and "end" in one
    heard = known.get("transcription")
    return (
        isinstance(heard, list)
        and bool(heard)
        and {"offsets", "timestamps"} & table(heard[0]).keys() != set()
    )


HOST: Final = handed_over(
    NAME, "voice transcripts", "markdown", VoiceFold, _looks_like, markdown=Markdown(_NEVER, (".vtt", ".srt"))
)
