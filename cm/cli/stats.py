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
            ("in force", ", ".join(say.count(n, kind) for kind, n in found.kinds.items())),
            ("stages", _told(found.stages)),
            ("where", _told(named)),
            (
                "undecided",
                f"{say.count(found.contested, 'contested rule')}: cm review" if found.contested else "",
            ),
            (
                "in doubt",
                f"{say.count(found.stale, 'rule')} may be out of date: cm stale" if found.stale else "",
            ),
            (
                "to look at",
                f"{say.count(found.due, 'rule')}: cm stale --cause review-due" if found.due else "",
            ),
            ("marks", f"{found.helpful:,} helpful, {found.harmful:,} harmful" + _by(found.marks_by)),
            ("commands", _commands(found)),
            ("handed out", say.count(found.deliveries, "time")),
            ("forgotten", say.count(found.blocked, "wording") if found.blocked else ""),
            ("outcomes", _told(found.outcomes)),
            ("decisions", _told(found.decisions)),
            ("because", _told(found.reasons)),
            ("refused", _told(found.refusals)),
            ("looking back", _replay(found)),
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


def _by(counts: Mapping[str, int]) -> str:
    return f" (by {', '.join(f'{name} {n:,}' for name, n in counts.items())})" if counts else ""


def _commands(found: Stats) -> str:
    if not found.followed and not found.ignored:
        return ""
    return f"kept to a rule {say.count(found.followed, 'time')}, went against one {say.count(found.ignored, 'time')}"


def _replay(found: Stats) -> str:
    one = found.replay
    if one is None:
        return ""
    return f"{one.spared:,} of {one.corrections:,} corrections might have been spared, {one.tokens:,} tokens (cm eval --replay, {say.day(one.at)})"


def _told(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n:,} {name}" for name, n in counts.items())
