"""What becomes of rules that cannot all be told at once: which gives way, which come as a marked pair, which wait. Numbers in, numbers out.

A narrower rule that holds here takes the wider one's place; where it only may hold, the wider one is told with that exception.
Rules that contest each other are told together, marked, or not at all. `together.py` asks this for whole answers, the
quick doors for what the index remembers. Standard library only, and no records: a quick door imports it.
"""

from __future__ import annotations

from cm.model.light import Light

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

DISAGREE = "these two disagree: ask the user which one holds; `cm review` settles it"
DISAGREE_MANY = "these disagree: ask the user which one holds; `cm review` settles it"


class Sorted(Light):
    """What holds of rules beside one another, by the caller's numbers. What is named nowhere is told as it is."""

    __slots__ = ("alone", "excepted", "overruled", "paired")
    overruled: dict[int, int]  # a rule, and the narrower one that holds here in its place
    alone: frozenset[int]  # contested, and nothing that contests it is told here
    paired: dict[int, tuple[int, ...]]  # a rule, and those it disagrees with
    excepted: dict[int, tuple[int, ...]]  # a rule, and the narrower ones that may hold here


def sort_out(
    sure: Mapping[int, bool],
    contested: Collection[int],
    overrules: Iterable[tuple[int, int]],
    opposes: Iterable[tuple[int, int]],
) -> Sorted:
    """Sorts out the rules in `sure`, which says of each whether it certainly holds here.

    `overrules` are pairs of a narrower rule and the wider one, `opposes` pairs of rules that contest each other. Rules that
    overrule each other in a circle are told as rules that disagree.
    """
    over = [
        (narrow, wide) for narrow, wide in overrules if narrow in sure and wide in sure and narrow != wide
    ]
    against = [(a, b) for a, b in opposes if a in sure and b in sure and a != b]
    doubtful = {key for key in contested if key in sure}
    overruled = _overruled([(n, w) for n, w in over if sure[n] and n not in doubtful])
    met = {key for a, b in against if a not in overruled and b not in overruled for key in (a, b)}
    alone = frozenset(key for key in doubtful if key not in met and key not in overruled)
    paired: dict[int, list[int]] = {}
    excepted: dict[int, list[int]] = {}
    for a, b in against:
        if not {a, b} & overruled.keys():
            _note(paired, a, b)
            _note(paired, b, a)
    stand = [(n, w) for n, w in over if not {n, w} & overruled.keys() and not {n, w} & alone]
    for narrow, wide in stand:
        if sure[narrow] and narrow not in doubtful:  # neither gave way: a circle
            _note(paired, narrow, wide)
            _note(paired, wide, narrow)
    for narrow, wide in stand:  # who disagrees is known by now, in whatever order they came
        if narrow not in paired.get(wide, ()):
            _note(excepted, wide, narrow)
    return Sorted(
        overruled=overruled,
        alone=alone,
        paired={key: tuple(others) for key, others in paired.items()},
        excepted={key: tuple(others) for key, others in excepted.items()},
    )


def units(paired: Mapping[int, Iterable[int]]) -> list[tuple[int, ...]]:
    """The groups of rules that are told together or not at all, each in the order in which they were met."""
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for start in paired:
        if start in seen:
            continue
        group, queue = [], [start]
        seen.add(start)
        while queue:
            key = queue.pop(0)
            group.append(key)
            for other in paired.get(key, ()):
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
        found.append(tuple(group))
    return found


def _overruled(over: Iterable[tuple[int, int]]) -> dict[int, int]:
    """The rules in whose place another one holds that does not itself give way; in a circle none does."""
    narrower: dict[int, list[int]] = {}
    for narrow, wide in over:
        narrower.setdefault(wide, []).append(narrow)
    stands = {narrow for narrow, _ in over if narrow not in narrower}
    gives_way: dict[int, int] = {}
    open_ = set(narrower)
    changed = True
    while changed:
        changed = False
        for wide in [key for key in narrower if key in open_]:
            holder = next((narrow for narrow in narrower[wide] if narrow in stands), None)
            if holder is not None:
                gives_way[wide] = holder
            elif all(narrow in gives_way for narrow in narrower[wide]):
                stands.add(wide)
            else:
                continue
            open_.discard(wide)
            changed = True
    return gives_way


def _note(found: dict[int, list[int]], key: int, other: int) -> None:
    others = found.setdefault(key, [])
    if other not in others:
        others.append(other)
