"""Timed pieces of speech, read from WebVTT, SubRip or Whisper's JSON, and joined to turns: what one person said in one go.

Captions cut a sentence wherever a line is full, and some say each line twice while it scrolls. Pure, and never raises. Not
here: what becomes of a turn (`voice.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any, Final

from cm.hosts.shapes import table, word

_PAUSE: Final = 2.5  # seconds of silence between two turns of the same or of an unknown speaker
_LONG: Final = 700  # characters after which the next end of a sentence ends a turn
_LONGEST: Final = 2_000
_TIMES: Final = re.compile(
    r"[ \t]*((?:\d{1,3}:)?\d\d:\d\d[.,]\d{1,3})[ \t]+-->[ \t]+((?:\d{1,3}:)?\d\d:\d\d[.,]\d{1,3})"
)
_VOICE: Final = re.compile(r"<v(?:\.[\w.-]*)?[ \t]+([^<>\n]{1,80})>")
_TAG: Final = re.compile(r"</?[A-Za-z0-9][^<>\n]{0,200}>|</>|\{\\[^{}\n]{0,40}\}")
_NAME: Final = re.compile(
    r"(?:- ?)?\[?((?:[^\W\d_][\w.'’-]*)(?: [^\W\d_][\w.'’-]*){0,3}(?: \([^()\n]{1,30}\))?|SPEAKER[ _]\d{1,3})\]?: +(?=\S)"
)
_END: Final = (".", "!", "?", "…", "。", "！", "？")


@dataclass(frozen=True, slots=True)
class Piece:
    """What was heard from one moment to another, in seconds."""

    start: float
    end: float
    speaker: str
    text: str


def pieces_of_text(text: str) -> Iterator[Piece]:
    """The cues of a WebVTT or SubRip text; what is no cue (header, notes, styles, numbers) is passed over."""
    names = _speakers(text)
    start = end = 0.0
    held: list[str] | None = None
    for line in [*text.removeprefix("\ufeff").splitlines(), ""]:
        times = _TIMES.match(line)
        if times is not None:
            if held:
                yield from _cue(start, end, held, names)
            start, end, held = _seconds(times[1]), _seconds(times[2]), []
        elif held is not None and line.strip():
            held.append(line)
        elif held is not None:
            yield from _cue(start, end, held, names)
            held = None


def pieces_of_json(value: Mapping[str, Any]) -> Iterator[Piece]:
    """The segments of Whisper's JSON, with the speakers that some programs add; or those of whisper.cpp."""
    listed = value.get("segments")
    if isinstance(listed, list):
        for item in map(table, listed):
            text = " ".join(word(item.get("text")).split())
            start, end = _number(item.get("start")), _number(item.get("end"))
            if text:
                yield Piece(start, max(start, end), " ".join(word(item.get("speaker")).split())[:80], text)
        return
    listed = value.get("transcription")
    for item in map(table, listed if isinstance(listed, list) else ()):
        text = " ".join(word(item.get("text")).split())
        offsets, times = table(item.get("offsets")), table(item.get("timestamps"))
        start = _number(offsets.get("from")) / 1000 or _seconds(word(times.get("from")))
        end = _number(offsets.get("to")) / 1000 or _seconds(word(times.get("to")))
        if text:
            yield Piece(start, max(start, end), "", text)


def turns(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """What one person said in one go: pieces of one speaker that follow each other without a pause."""
    held: Piece | None = None
    for piece in pieces:
        if held is None:
            held = piece
            continue
        rest = _without_repeat(held.text, piece.text)
        if not rest:
            held = Piece(held.start, max(held.end, piece.end), held.speaker, held.text)
        elif _goes_on(held, piece):
            held = Piece(held.start, max(held.end, piece.end), held.speaker, f"{held.text} {rest}")
        else:
            yield held
            held = Piece(piece.start, piece.end, piece.speaker, rest)
    if held is not None:
        yield held


def _goes_on(held: Piece, piece: Piece) -> bool:
    if piece.speaker not in ("", held.speaker) or piece.start - held.end > _PAUSE or piece.start < held.start:
        return False
    size = len(held.text)
    return size < _LONG or (size + len(piece.text) < _LONGEST and not held.text.endswith(_END))


def _without_repeat(before: str, text: str) -> str:
    """What a caption says anew: one that scrolls begins with the line that the one before ended with."""
    if len(text) > 12 and before.endswith(text):
        return ""
    words = text.split(" ")
    before = before[-_LONGEST:]
    last = before.rpartition(" ")[2]
    for size in range(min(len(words), before.count(" ") + 1), 2, -1):
        if words[size - 1] == last and before.endswith(" ".join(words[:size])):
            return " ".join(words[size:])
    return text


def _cue(start: float, end: float, lines: list[str], names: frozenset[str]) -> Iterator[Piece]:
    """What is said in one cue; it may hold the voices of several."""
    text = "\n".join(lines)
    parts = _VOICE.split(text)
    spoken = [("", parts[0]), *zip(parts[1::2], parts[2::2], strict=False)]
    for speaker, said in spoken:
        for line in [said] if speaker else _by_speaker(said, names):
            name, words = line if isinstance(line, tuple) else (speaker, line)
            words = " ".join(unescape(_TAG.sub("", words)).replace("\xa0", " ").split())
            if words:
                yield Piece(start, max(start, end), " ".join(unescape(name).split())[:80], words)


def _by_speaker(text: str, names: frozenset[str]) -> list[str | tuple[str, str]]:
    """The lines of a cue where each may begin with who says it."""
    out: list[str | tuple[str, str]] = []
    for line in text.split("\n"):
        found = _NAME.match(line.strip())
        if found is not None and found[1] in names:
            out.append((found[1], line.strip()[found.end() :]))
        elif out and isinstance(out[-1], tuple):
            out[-1] = (out[-1][0], f"{out[-1][1]} {line.strip()}")
        elif out and isinstance(out[-1], str):
            out[-1] = f"{out[-1]} {line.strip()}"
        else:
            out.append(line.strip())
    return out


def _speakers(text: str) -> frozenset[str]:
    """The names that begin at least two lines, in a text where most cues begin with one: "Note: …" alone is no speaker."""
    found: dict[str, int] = {}
    cues = 0
    after = False
    for line in text.splitlines():
        if _TIMES.match(line):
            cues, after = cues + 1, True
        elif line.strip():
            name = _NAME.match(line.strip()) if after or line.lstrip().startswith("-") else None
            if name is not None:
                found[name[1]] = found.get(name[1], 0) + 1
            after = False
    many = sum(found.values()) * 2 >= cues
    return frozenset(name for name, count in found.items() if many and (count > 1 or len(found) > 1))


def _seconds(text: str) -> float:
    parts = text.replace(",", ".").split(":")
    try:
        return sum((float(part) * 60.0**place for place, part in enumerate(reversed(parts))), 0.0)
    except ValueError:
        return 0.0


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    return float(value) if abs(value) < 1e9 else 0.0  # and not what is no number
