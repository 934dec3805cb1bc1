"""How one entity reads: its facts, what each of them replaced, the sessions behind them. Shown by `cm show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cm.cli import say
from cm.cli.facts import block, span

if TYPE_CHECKING:
    from cm.flows.facts import Earlier, EntityShown


def render(found: EntityShown) -> str:
    """The entity, its facts with what they replaced, what ended without a successor, the sessions."""
    short = say.shortened(line.fact.rule.id for line in found.lines)
    also = f" (also {', '.join(found.also)})" if found.also else ""
    facts = [
        say.lines(block(line.fact, short[line.fact.rule.id]), *(earlier(each, 6) for each in line.earlier))
        for line in found.lines
    ]
    ended = [earlier(each, 2) for each in found.ended]
    behind = [
        say.para(
            f"{say.session_name(each.session)}  {say.minute(each.started)}  {', '.join(map(say.short, each.facts))}",
            2,
        )
        for each in found.sessions
    ]
    return say.blocks(
        say.para(f"{say.about(found.entity)}{also}"),
        *(facts or ["  Nothing about it is served here now."]),
        say.lines("No longer so", *ended) if ended else "",
        say.lines("Sessions behind them", *behind) if behind else "",
    )


def earlier(item: Earlier, indent: int) -> str:
    """A fact that is over, and how it ended."""
    how = " ".join(
        part for part in (
            f"replaced {say.day(item.at)}" if item.at else "", f"by {item.by}" if item.by else "",
            f"({item.reason})" if item.reason else "",
        ) if part
    )  # fmt: skip
    parts = (span(item.since, item.until), item.text, how)
    return say.para(
        " · ".join(part for part in parts if part), indent, first=f"{say.short(item.rule)}  ", hang=indent + 2
    )
