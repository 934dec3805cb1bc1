"""`cm similar`: rules that are like a rule or a text; also how `cm search --semantic` reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.hits import by_whom
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.similar import Alike, Similar

WHAT = typer.Argument(..., metavar="RULE|TEXT...", help="The id of a rule or its beginning, or any words.")
MOST = typer.Option(10, "--max", metavar="N", min=1, help="At most so many.")


def command(what: list[str] = WHAT, most: int = MOST) -> Answer:
    """Show the rules that say nearly the same, or something near: by words, and by meaning where a model is installed."""
    from cm.flows.env import open_env
    from cm.flows.similar import similar

    found = similar(open_env(), " ".join(what), most=most)
    return Answer("similar", found, lambda: render(found, told=False), notes=found.degraded)


def render(found: Similar, *, told: bool = True) -> str:
    """One paragraph per rule, the likest first, and with `told` what was missing for it."""
    short = say.shortened(item.id for item in found.rules)
    body = [_block(item, short[item.id]) for item in found.rules] or [say.lines("No rule is like that.")]
    by = f"Ordered by {by_whom(found.reranked_by)}." if found.reranked_by else ""
    notes = say.lines(*(say.para(each) for each in found.degraded if told))
    return say.blocks(say.para(by) if by else "", *body, notes)


def _block(item: Alike, rule_id: str) -> str:
    parts = (
        item.relation if item.relation not in ("", "unrelated") else "",
        f"words {item.words:.2f}",
        f"meaning {item.near:.2f}" if item.near is not None else "",
        say.place(item.project, 40) if item.project else "",
    )
    return say.lines(
        say.para(" · ".join(part for part in parts if part), first=f"{rule_id}  ", hang=2),
        say.para(item.text, 2),
    )
