"""Texts that would make a pattern slow, if any can: for each part that repeats, something that leads there and then that part again and again.

Pure: made from the tree that the `re` module itself parses. Measuring with them is `flows/admission.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from re import _parser  # type: ignore[attr-defined]
from typing import Any, Final

MANY: Final = 24  # a part that may stand at least so often is one that can be pumped
LINE: Final = 3900  # the engine hands over lines, none longer than this
WORST: Final = "\x01"  # a sign that no pattern asks for: makes what came before fail
PLAIN: Final = 8
_PALETTE: Final = "a -/1.|=;\n\t'\"A_~$*"
_SAMPLES: Final = 4
_PROBES: Final = 60


@dataclass(frozen=True, slots=True)
class Probe:
    """One way to grow a text: what it begins with, what is repeated, what it ends with, and whether lines are kept short."""

    head: str
    pump: str
    tail: str = ""
    line: int = 0  # 0: one long text; else this many characters, then a new line that begins anew

    def grown(self, size: int) -> str:
        """The text of about `size` characters."""
        if not self.line:
            return self.head + self.pump * max(1, size // len(self.pump)) + self.tail
        whole = self.head + self.pump * max(1, min(size, self.line) // len(self.pump)) + self.tail
        return "\n".join([whole] * max(1, size // (len(whole) + 1)))

    def shown(self) -> str:
        """The text in short, as a person may type it."""
        parts = [f"{self.head!r} and then " if self.head else "", f"{self.pump!r} again and again"]
        return "".join(parts) + (f", at the end {self.tail!r}" if self.tail else "")


def probes_of(pattern: str, flags: int, *, by_line: bool) -> tuple[Probe, ...]:
    """The probes for a pattern that compiles; `by_line`: it only ever sees lines (scopes command and argument).

    Raises what parsing it raises.
    """
    tree = _parser.parse(pattern, flags)
    letters = "".join(dict.fromkeys(_letters(tree)))[:12]
    palette = "".join(dict.fromkeys(letters + _PALETTE))
    line = LINE if by_line else 0
    found: dict[Probe, None] = {}
    whole = _sample(tree, palette)
    for head, pump in _walk(tree, "", palette):
        if pump:
            for tail in (WORST, ""):
                found[Probe(head, pump, tail, line)] = None
            # the head again and again: every place is a new beginning
            found[Probe("", head + pump, WORST, line)] = None
            if head:
                found[Probe("", head + pump + "\n", WORST)] = None
    if len(whole) > 1:
        for cut in {whole, whole[:-1], whole[: len(whole) // 2]} - {""}:
            found[Probe("", cut, WORST, line)] = None
            found[Probe("", cut + " ", WORST, line)] = None
            found[Probe("", cut + "\n", WORST)] = None
    for sign in dict.fromkeys(palette[:4] + "a \n"):
        found[Probe("", sign, WORST, line)] = None
    return tuple(found)[:_PROBES]


def is_plain(pattern: str, flags: int) -> bool:
    """Whether nothing in a pattern repeats and little in it may be left out: such a one is fast for every text."""

    def count(tree: Sequence[Any]) -> int:
        found = 0
        for op, value in tree:
            name = str(op).lower()
            if "repeat" in name:
                found += 1 if value[1] <= 1 else PLAIN + 1
            elif name == "branch":
                found += 1
            found += sum(map(count, _parts(name, value)))
        return found

    return count(_parser.parse(pattern, flags)) <= PLAIN


def _walk(tree: Sequence[Any], before: str, palette: str) -> Iterator[tuple[str, str]]:
    """(what leads there, what repeats) for every part of a sequence that may repeat often."""
    for op, value in tree:
        name = str(op).lower()
        for part in _parts(name, value):
            yield from _walk(part, before, palette)
        if "repeat" in name and value[1] >= MANY:
            for pump in _samples(value[2], palette):
                yield before, pump
        before += _one(name, value, palette)


def _parts(name: str, value: Any) -> Sequence[Any]:
    if name == "branch":
        return list(value[1])
    if name == "subpattern":
        return [value[3]]
    if name == "atomic_group":
        return [value]
    if "repeat" in name:
        return [value[2]]
    if name in ("assert", "assert_not"):
        return [value[1]]
    if name == "groupref_exists":
        return [part for part in value[1:] if part]
    return []


def _sample(tree: Sequence[Any], palette: str) -> str:
    return "".join(_one(str(op).lower(), value, palette) for op, value in tree)


def _one(name: str, value: Any, palette: str) -> str:
    """One text that a node may match, the shortest that is easily found."""
    match name:
        case "literal":
            return chr(value)
        case "any" | "not_literal" | "in" | "category":
            return next(iter(_signs(name, value, palette)), "a")
        case "branch":
            return _sample(value[1][0], palette)
        case "subpattern":
            return _sample(value[3], palette)
        case "atomic_group":
            return _sample(value, palette)
        case _ if "repeat" in name:
            return _sample(value[2], palette) * min(int(value[0]), 200)
        case _:
            return ""


def _samples(tree: Sequence[Any], palette: str) -> list[str]:
    """A few texts that a repeated part may match: other signs, other branches."""
    nodes = [(str(op).lower(), value) for op, value in tree]
    if len(nodes) == 1:
        name, value = nodes[0]
        if name in ("any", "not_literal", "in", "category"):
            return _signs(name, value, palette)[:_SAMPLES]
        if name == "branch":
            return [text for part in value[1] for text in _samples(part, palette)[:2]][: _SAMPLES * 2]
        if name == "subpattern":
            return _samples(value[3], palette)
        if name == "atomic_group":
            return _samples(value, palette)
    return list(dict.fromkeys([_sample(tree, palette), _stretched(tree, palette)]))


def _stretched(tree: Sequence[Any], palette: str) -> str:
    """Like `_sample`, with every part that may be there being there."""
    found = ""
    for op, value in tree:
        name = str(op).lower()
        if "repeat" in name and value[1] > 0:
            found += _stretched(value[2], palette) * max(1, min(int(value[0]), 200))
        elif name == "subpattern":
            found += _stretched(value[3], palette)
        else:
            found += _one(name, value, palette)
    return found


def _signs(name: str, value: Any, palette: str) -> list[str]:
    """The signs of the palette that a node matches."""
    if name == "any":
        return [sign for sign in palette if sign != "\n"]
    if name == "not_literal":
        return [sign for sign in palette if ord(sign) != value]
    items = value if name == "in" else [("category", value)]
    fits = [sign for sign in palette if _holds(items, sign)]
    return fits or [chr(code) for kind, code in items if str(kind).lower() == "literal"][:_SAMPLES]


def _holds(items: Sequence[Any], sign: str) -> bool:
    negated, held = False, False
    for kind, value in items:
        match str(kind).lower():
            case "negate":
                negated = True
            case "literal":
                held |= ord(sign) == value
            case "range":
                held |= value[0] <= ord(sign) <= value[1]
            case "category":
                held |= _in_category(str(value).lower(), sign)
    return held != negated


def _in_category(name: str, sign: str) -> bool:
    kind = name.removeprefix("category_").removeprefix("not_")
    if kind.endswith("digit"):
        held = sign.isdigit()
    elif kind.endswith("space"):
        held = sign.isspace()
    else:
        held = sign.isalnum() or sign == "_"
    return held != ("not_" in name)


def _letters(tree: Sequence[Any]) -> Iterator[str]:
    """The single signs that a pattern names, those that repeat first of all."""
    for op, value in tree:
        name = str(op).lower()
        if name == "literal":
            yield chr(value)
        for part in _parts(name, value):
            yield from _letters(part)
