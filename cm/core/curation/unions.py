"""Files made of lines that grew apart: the lines of both, each once, in an order that keeps what each side had.

Pure. For ledgers and decisions, of which every line has an id and none is ever changed. Playbooks are `merge3.py`.
"""

from __future__ import annotations


def union_lines(base: bytes, ours: bytes, theirs: bytes) -> bytes:
    """What both had, then what each added; a line that one side took out (an erased one) is not brought back by the other."""
    had, mine, other = (_lines(side) for side in (base, ours, theirs))
    in_mine, in_other, in_base = set(mine), set(other), set(had)
    kept = [line for line in had if line in in_mine and line in in_other]
    new = [line for line in mine if line not in in_base]
    known = in_base | set(new)
    new += [line for line in other if line not in known]
    whole = list(dict.fromkeys([*kept, *new]))
    return b"".join(line + b"\n" for line in whole)


def _lines(data: bytes) -> list[bytes]:
    return [line.rstrip(b"\r") for line in data.split(b"\n") if line.strip()]
