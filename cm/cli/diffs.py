"""A unified diff of somebody's settings as it is shown: everything that is added or taken out can be read, in any width.

Lines are wrapped below their own indent. Of a line that is too long for the screen only the place that changes is shown, so the entry
can be seen in a file that is one line. The diff itself is in `--json`; it is made in `store/registering.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cm.cli import say

MOST: Final = 24  # lines of a diff; a file that is ours as a whole has more
ROWS: Final = 8  # that one line of it may take
_AROUND: Final = 36  # characters of a long line before and after what changes
_NO_BREAK: Final = "\\"


def shown_diff(diff: str) -> str:
    """The diff, long lines wrapped, of very long ones what changes."""
    lines = diff.splitlines()
    most = len(lines) if len(lines) <= MOST + 4 else MOST
    shown = list(_rows(lines[:most]))
    if len(lines) > most:
        shown.append(f"  … {len(lines) - most} lines more: --json")
    return "\n".join(shown)


def _rows(lines: list[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        after = at + 1 + (lines[at + 1 : at + 2] != [] and lines[at + 1].startswith(_NO_BREAK))
        new = lines[after] if after < len(lines) else ""
        alone = at > 0 and lines[at - 1][:1] not in "-+"
        if at > 1 and alone and line[:1] == "-" and new[:1] == "+" and _is_long(line, new):
            yield from _changed(line[1:], new[1:])
            at = after + 1
        else:
            yield from _wrapped(line, rows=2 if line[:1] == " " else ROWS)
            at += 1


def _is_long(*lines: str) -> bool:
    return max(map(len, lines)) > say.width()


def _changed(old: str, new: str) -> Iterator[str]:
    """The piece in which two versions of one line differ, between a little of what stays."""
    begin, end = _stays(old, new)
    before, after = new[:begin], new[len(new) - end :]
    lead = "…" + before[-_AROUND:] if len(before) > _AROUND else before
    tail = after[:_AROUND] + "…" if len(after) > _AROUND else after
    if lead.strip():
        yield from _wrapped(" " + lead)
    for sign, text in (("-", old[begin : len(old) - end]), ("+", new[begin : len(new) - end])):
        if text:
            yield from _wrapped(sign + text)
    if tail.strip():
        yield from _wrapped(" " + tail)


def _stays(old: str, new: str) -> tuple[int, int]:
    """How many characters at the beginning and at the end are the same; a piece that was put in begins or ends at its comma."""
    least = min(len(old), len(new))
    begin = next((at for at in range(least) if old[at] != new[at]), least)
    end = next((at for at in range(least - begin) if old[-1 - at] != new[-1 - at]), least - begin)
    longer = old if len(old) > len(new) else new
    piece = abs(len(old) - len(new))
    if begin + end == least and piece:
        for back in range(begin + 1):
            at = begin - back
            if back and longer[at] != longer[at + piece]:
                break
            if longer[at] == "," or longer[at + piece - 1] == ",":
                return at, end + back
    return begin, end


def _wrapped(line: str, rows: int = ROWS) -> Iterator[str]:
    """One line of a diff with its sign and its indentation, in at most so many rows."""
    sign, bare = (line[:1], line[1:]) if line[:1] in ("-", "+", " ") else ("", line)
    if line.startswith(("--- ", "+++ ")):
        sign, bare = "", line
    bare = bare.expandtabs(4)
    text = bare.lstrip(" ")
    indent = " " * min(len(bare) - len(text), say.width() - 20)
    found = say.wrapped(text, sign + indent, sign + indent + "    ", say.width())
    if len(found) > rows:
        found = [*found[:rows], f"{sign}{indent}    …"]
    yield from found or [sign]
