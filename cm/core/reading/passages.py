"""Sentences out of messages, and texts cut at a sentence's end. Not here: what a sentence says."""

from __future__ import annotations

import re
from typing import Final

_FENCE: Final = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|<(\w+)[^>\n]*>.*?</\1>", re.DOTALL)
_BULLET: Final = re.compile(
    r"^\s*(?:[-*+•]|\d{1,2}[.)]|#{1,6}|>|\[[ xX]\])\s+|^\s*(?:✅|✓|✔|☑|❌|⚠️?|🎉|🚀)\s*"
)
_MARKS: Final = re.compile(r"\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")
_END: Final = re.compile(
    r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[`]*[A-ZÀ-ÞĀ-Ž0-9`¿¡\u3040-\u9fff])|(?<=[。！？])|(?<=[.!?;])\s+(?=[A-ZÀ-Þ])"
)
_TABLE: Final = re.compile(r"^\s*\|.*\|\s*$|^[\s|:-]{3,}$|^\s*[─═—-]{3,}\s*$")
_LINK: Final = re.compile(r"!?\[([^\]\n]{1,200})\]\([^)\s]{1,400}\)|::[\w-]+\{[^}\n]*\}")
_SPACE: Final = re.compile(r"\s+")


def sentences(text: str, most: int = 400) -> list[str]:
    """The sentences of a message in order, without code blocks, tables and list marks."""
    found: list[str] = []
    for line in _FENCE.sub("\n", text[:40_000]).splitlines():
        if _TABLE.match(line):
            continue
        plain = _SPACE.sub(
            " ", _MARKS.sub("", _LINK.sub(r"\1", _BULLET.sub("", _BULLET.sub("", line))))
        ).strip()
        if not plain:
            continue
        found.extend(part.strip() for part in _END.split(plain) if part and part.strip())
        if len(found) >= most:
            break
    return found[:most]


def shorten(text: str, limit: int) -> str:
    """One line of at most `limit` characters, cut after a sentence if one ends late enough, else after a word."""
    plain = _SPACE.sub(" ", text).strip()
    if len(plain) <= limit:
        return plain
    head = plain[: limit - 1]
    ends = [m.end() for m in re.finditer(r"[.!?](?=\s|$)|[。！？]", head)]
    if ends and ends[-1] >= limit // 3:
        return head[: ends[-1]]
    space = head.rfind(" ")
    return (head[:space] if space > limit // 2 else head).rstrip(" ,;:") + "…"
