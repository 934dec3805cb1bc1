"""How `cm context --explain` reads: one paragraph for each rule, its sum written out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cm.cli import say

if TYPE_CHECKING:
    from cm.flows.explained import Explained, Weighed


def render(found: Explained) -> str:
    """The rules that are given, then the others, each with its numbers."""
    given = [each for each in found.rules if each.given]
    out = [each for each in found.rules if not each.given]
    where = f" in {found.project}" if found.project else ""
    head = f"Read in the task{where}: {', '.join(found.read[:16]) or 'nothing that tells'}."
    means = (
        "Meaning is known from the table of the model."
        if found.meaning == "table"
        else "Words alone: no model has read the rules (cm models list)."
    )
    return say.blocks(
        say.lines(
            say.para(head),
            say.para(
                "It reads like a question of general knowledge: only a rule that has most of its words is given."
            )
            if found.lookup
            else "",
            say.para(
                f"Floor {found.floor:.2f}; what is below {found.behind:.0%} of the best is not given. {means}"
            ),
            *(say.para(each) for each in found.degraded),
        ),
        say.lines(f"Given ({len(given)})", *map(_block, given)) if given else say.lines("Given: nothing."),
        say.lines(
            f"Not given ({len(out) + found.more:,})",
            *map(_block, out),
            f"  and {found.more:,} more" if found.more else "",
        )
        if out
        else "",
    )


def _block(each: Weighed) -> str:
    terms = ", ".join(f"{term} {gain:.2f}" for term, gain in list(each.terms.items())[:8])
    sum_ = [f"words {each.words:.2f}" + (f" ({terms}; x {each.breadth:.2f} for how many)" if terms else "")]
    if each.near is not None:
        sum_.append(f"meaning {each.near:.2f}")
    sum_.append(f"against the floor {each.floor:.2f}")
    if each.here != 1.0:
        sum_.append(f"this project x {each.here:.1f}")
    if abs(each.standing - 1.0) > 0.005:
        sum_.append(f"record, scope x {each.standing:.2f}")
    if abs(each.recent - 1.0) > 0.005:
        sum_.append(f"newest proof x {each.recent:.2f}")
    sum_.append(f"in all {each.value:.2f}")
    return say.lines(
        say.para(each.text, first=f"  {say.short(each.id)}  ", hang=4),
        say.para("; ".join(sum_), 4),
        say.para(each.say, 4, "-> ") if not each.given else "",
    ).rstrip("\n")
