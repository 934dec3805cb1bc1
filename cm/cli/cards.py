"""How a question to a reviewer looks: the rule with its scope, reason and proof; two rules side by side where there is room.

Plain text, colours only where they are wanted. Not here: what may be answered (`cli/dialogue.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cm.cli import paint, rules, say

if TYPE_CHECKING:
    from cm.flows.review import Card, Waiting

ABREAST: Final = 76  # cells from which two rules stand side by side
QUOTES: Final = 3
HEADS: Final = {
    "draft": "a draft",
    "contested": "two rules that contradict each other",
    "across": "your own rule and the repository's contradict each other",
    "contradiction": "two rules that seem to contradict each other",
    "duplicate": "two rules that may be one",
    "stale": "a rule that may be out of date",
    "anchor-gone": "a rule that relies on what is gone from here",
    "low-standing": "a rule whose marks speak against it",
    "review-due": "a rule that was to be looked at again by now",
    "orphan": "a rule that nothing proves any more",
}


def render(card: Card, *, place: str = "", colours: bool = False) -> str:
    """One card: what is asked and why, then the rule or the two."""
    short = say.shortened(side.rule.id for side in (*card.sides, *card.against))
    head = " · ".join(
        part for part in (place, HEADS[card.kind], "put off before" if card.put_off else "") if part
    )
    parts = [paint.painted(say.para(head), "bold", colours), say.para(f"({card.say})")]
    if len(card.sides) == 2:
        parts.append(_pair(card.sides, short, colours))
    else:
        parts.append("\n".join(_side(card.sides[0], short, "", say.width(), colours)))
    for other in card.against:
        gone = other.rule.id in card.sides[0].rule.replaces
        label = "takes the place of" if gone else "contradicts"
        parts.append("\n".join([f"{label}:", *_side(other, short, "", say.width(), colours)]))
    return say.lines(parts[0], parts[1]) + "\n" + say.blocks(*parts[2:])


def _pair(sides: Sequence[Waiting], short: dict[str, str], colours: bool) -> str:
    room = say.width()
    if room < ABREAST:
        both = [_side(side, short, f"{n}  ", room, colours) for n, side in enumerate(sides, 1)]
        return "\n\n".join("\n".join(lines) for lines in both)
    half = (room - 3) // 2
    left, right = (_side(side, short, f"{n}  ", half, False) for n, side in enumerate(sides, 1))
    out = []
    for at in range(max(len(left), len(right))):
        one = left[at] if at < len(left) else ""
        other = right[at] if at < len(right) else ""
        out.append(f"{one}{' ' * (half - say.cells(one))} | {other}".rstrip())
    return "\n".join(out)


def _side(side: Waiting, short: dict[str, str], label: str, room: int, colours: bool) -> list[str]:
    rule = side.rule
    kind = rules.KIND_WORDS[rule.kind]
    state = rule.state if rule.state != "active" else ""
    layer = "repository" if side.layer == "repo" else ""
    head = " · ".join(
        part for part in (short[rule.id], state, kind, rule.category, layer, "pinned" if rule.pinned else "") if part
    )  # fmt: skip
    indent = " " * max(2, len(label))
    lines = say.wrapped(head, label, indent, room)
    words = say.wrapped(rule.text, indent, indent, room)
    lines += paint.painted("\n".join(words), "bold", colours).split("\n")
    dim = [f"holds: {rules.scope_words(rule)}"]
    if rule.why:
        dim.append(f"why: {rule.why}")
    dim.append(_origin(side))
    if side.standing.n_plus or side.standing.n_minus:
        dim.append(rules.marks_words(side.standing))
    for text in dim:
        lines += paint.painted(
            "\n".join(say.wrapped(text, indent, indent + "  ", room)), "dim", colours
        ).split("\n")
    for quote in _quotes(side):
        lines += say.wrapped(quote, indent, indent + "  ", room)
    return lines


def _origin(side: Waiting) -> str:
    origin = side.rule.origin
    by = {"human": "a person", "script": "a script", "agent": "an agent", "heuristic": "reflection", "model": "a model", "file": "a file of the project"}.get(
        origin.by, origin.by
    )  # fmt: skip
    support = f", {say.count(side.sessions, 'session')}" if side.sessions > 1 else ""
    return f"from {by}, {say.day(origin.at)}{support}"


def _quotes(side: Waiting) -> list[str]:
    told: dict[tuple[str, str], str] = {}
    for item in side.rule.evidence:
        where = say.session_name(item.session) if item.session else ""
        words = f"“{say.cut(item.quote, 200)}”" if item.quote.strip() else "(the words were not kept)"
        who = ", ".join(part for part in (item.by, where, item.at[:10]) if part)
        told.setdefault((item.by, rules.said_plainly(item.quote)), f"{words} — {who}")
    quotes = list(told.values())
    rest = len(quotes) - QUOTES
    return quotes[:QUOTES] + ([f"and {rest} more"] if rest > 0 else [])
