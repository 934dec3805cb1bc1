"""`cm stats`: counts of rules, marks, sessions, decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cm.cli import say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.stats import Stats


def command() -> Answer:
    """Count rules, marks, deliveries, decisions and sessions."""
    from cm.flows.env import open_env
    from cm.flows.stats import stats

    found = stats(open_env())
    return Answer("stats", found, lambda: render(found))


def render(found: Stats) -> str:
    """The counts, and the rules that were marked most."""
    named = {name or "everywhere": n for name, n in found.projects.items()}
    span = f" ({say.day(found.first)} to {say.day(found.last)})" if found.sessions else ""
    body = say.pairs(
        [
            ("rules", _told(found.states) or "none yet"),
            ("in force", _told(found.kinds)),
            ("stages", _told(found.stages)),
            ("where", _told(named)),
            ("marks", f"{found.helpful} helpful, {found.harmful} harmful"),
            ("handed out", say.count(found.deliveries, "time")),
            ("forgotten", say.count(found.blocked, "wording") if found.blocked else ""),
            ("decisions", _told(found.decisions)),
            ("refused", _told(found.refusals)),
            ("sessions", (_told(found.sessions) + span) or "none read yet: cm sessions"),
        ]
    )
    top = [
        say.para(
            f"{item.helpful} helpful, {item.harmful} harmful, handed out {say.count(item.shown, 'time')}: {item.text}",
            first=f"  {say.short(item.id)}  ", hang=4,
        )
        for item in found.top
    ]  # fmt: skip
    return say.blocks(body, say.lines("Used most", *top) if top else "")


def _told(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n:,} {name}" for name, n in counts.items())
