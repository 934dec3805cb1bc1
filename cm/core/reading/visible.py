"""What of a page a reader sees as prose: code, comments and what is hidden are blanked out, each place keeping its offset.

A page is cut at its headings, and a comment or a block of code may go on over a cut: what is open at the end of one part is
told to the next. Not here: which sentences are statements (`core/reading/statements.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

_FENCE: Final = re.compile(r"[ \t]{0,6}(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?:(```+)[^`\n]*|(~~~+)[^\n]*)$")
_CODE: Final = re.compile(r"(`+)(?!`)[^\n]{0,400}?(?<!`)\1(?!`)")
_HIDES: Final = r"\bhidden\b|display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?![.\d])|(?:font-size|max-height|(?<!-)height)\s*:\s*0(?![.\d])"
_OPENS: Final = re.compile(
    rf"<!--|<(script|style|template|pre|textarea|noscript)\b[^<>]*>|<([a-z][\w-]{{0,30}})\b(?=[^<>]{{0,1000}}(?:{_HIDES}))[^<>]*>|<([a-z][\w.:-]{{0,63}})(?:\s[^<>]{{0,2000}})?>",
    re.IGNORECASE,
)
_MOST_NESTED: Final = 100


@dataclass(frozen=True, slots=True)
class Open:
    """What has begun and not ended: a block of code, a comment, or a hidden element with how deep it is nested."""

    kind: Literal["", "code", "comment", "element"] = ""
    mark: str = ""
    depth: int = 0


NOTHING: Final = Open()


def _none(_: str) -> bool:
    return False


def visible(
    passage: str, inside: Open = NOTHING, is_cut: Callable[[str], object] = _none
) -> tuple[str, Open]:
    """The passage with spaces where nothing is to be read, as long as before; and what goes on after its end.

    `is_cut` tells of a tag whether what stands in it is another program's and is not read either.
    Where a comment or a hidden element begins, a "<" stays: no sentence is made of what stands on its two sides.
    """
    out: list[str] = []
    for line in passage.splitlines(keepends=True):
        text, inside = _line(line, inside, is_cut)
        out.append(text)
    return "".join(out), inside


def _line(line: str, inside: Open, is_cut: Callable[[str], object]) -> tuple[str, Open]:
    body = line.rstrip("\r\n")
    ending = line[len(body) :]
    if inside.kind == "code":
        fence = _FENCE.match(body)
        mark = (fence[1] or fence[2]) if fence else ""
        ends = mark.startswith(inside.mark) and not body.strip().strip(mark[:1])
        return _blank(body) + ending, NOTHING if ends else inside
    if inside.kind == "" and (fence := _FENCE.match(body)):
        return _blank(body) + ending, Open("code", fence[1] or fence[2])
    kept: list[str] = []
    place = 0
    spoken = _CODE.sub(lambda found: "`" * len(found[0]), body)  # marks in code are words
    while place < len(body):
        if inside.kind == "":
            found = _OPENS.search(spoken, place)
            if found is None:
                kept.append(body[place:])
                break
            if found[3] and not is_cut(found[3]):
                kept.append(body[place : found.end()])
                place = found.end()
                continue
            kept.append(body[place : found.start()] + "<" + " " * (found.end() - found.start() - 1))
            place = found.end()
            tag = (found[1] or found[2] or found[3] or "").lower()
            if not found[0].endswith("/>"):
                inside = Open("element", tag, 1) if tag else Open("comment")
        elif inside.kind == "comment":
            end = body.find("-->", place)
            stop = len(body) if end < 0 else end + 3
            kept.append(" " * (stop - place))
            place, inside = stop, inside if end < 0 else NOTHING
        else:
            step = re.compile(rf"<(/?){re.escape(inside.mark)}\b[^<>]*>", re.IGNORECASE).search(body, place)
            stop = step.end() if step else len(body)
            kept.append(" " * (stop - place))
            place = stop
            if step and not step[0].endswith("/>"):
                depth = min(inside.depth + (-1 if step[1] else 1), _MOST_NESTED)
                inside = Open("element", inside.mark, depth) if depth else NOTHING
    return "".join(kept) + ending, inside


def _blank(text: str) -> str:
    return " " * len(text)
