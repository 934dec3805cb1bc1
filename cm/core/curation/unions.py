"""Files made of lines that grew apart: the lines of both, each once, in an order that keeps what each side had.

Pure. For ledgers and decisions, of which every line has an id and none is ever changed. Playbooks are `merge3.py`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import Final

_MOMENT: Final = re.compile(rb'"at":\s*"([^"]*)"')


def union_lines(base: bytes, ours: bytes, theirs: bytes) -> bytes:
    """What both had, then what each added, by the time that lines tell and in each side's own order; the same from either side.

    A line that one side took out (an erased one) is not brought back by the other.
    """
    had, mine, other = (_lines(side) for side in (base, ours, theirs))
    in_mine, in_other, in_base = set(mine), set(other), set(had)
    kept = [line for line in had if line in in_mine and line in in_other]
    mine, other = ([line for line in side if line not in in_base] for side in (mine, other))
    whole = dict.fromkeys([*kept, *_interleaved(mine, other)])
    return b"".join(line + b"\n" for line in whole)


def all_lines(base: bytes, ours: bytes, theirs: bytes) -> bytes:
    """The same for a log of which no merge takes a line: one that a side lacks was lost there and not taken out."""
    had, mine, other = (_lines(side) for side in (base, ours, theirs))
    in_mine, in_other = set(mine), set(other)
    if in_mine <= in_other:
        return theirs
    if in_other <= in_mine:
        return ours
    kept = b"".join(line + b"\n" for line in had if line in in_mine and line in in_other)
    return union_lines(kept, ours, theirs)


def _interleaved(one: list[bytes], other: list[bytes]) -> Iterator[bytes]:
    """Both lists as one, neither out of its order; of the two next lines the older one first, else by its bytes."""
    both = (deque(one), deque(other))
    while all(both):
        first = min(side[0] for side in both if _at(side[0]) == min(_at(each[0]) for each in both))
        for side in both:
            if side[0] == first:
                side.popleft()
        yield first
    yield from (*both[0], *both[1])


def _at(line: bytes) -> bytes:
    found = _MOMENT.search(line)
    return found[1] if found else b""


def _lines(data: bytes) -> list[bytes]:
    return [line.rstrip(b"\r") for line in data.split(b"\n") if line.strip()]
