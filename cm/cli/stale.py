"""`cm stale`: rules that may be out of date, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.stale import Doubtful, Stale

DAYS = typer.Option(30, "--days", metavar="N", min=1, help="Drafts that wait, and rules not handed out, for so long.")  # fmt: skip
HERE = typer.Option(False, "--here", help="Only this project's rules and those of no project.")
CAUSE = typer.Option("", "--cause", metavar="CAUSE", help="stale, anchor-gone, low-standing, expired, expires-soon, review-due, waiting or never-shown.")  # fmt: skip
MOST = typer.Option(0, "--max", metavar="N", min=0, help="At most so many.")

WORDS = {
    "stale": "may be out of date",
    "anchor-gone": "relies on what is gone",
    "low-standing": "stands low",
    "expired": "expired",
    "expires-soon": "expires soon",
    "review-due": "to be looked at again",
    "waiting": "waits",
    "never-shown": "not used",
}


def command(days: int = DAYS, here: bool = HERE, cause: str = CAUSE, most: int = MOST) -> Answer:
    """List rules that somebody should look at, each with the reason and what to do."""
    from cm.flows.env import open_env
    from cm.flows.stale import CAUSES, stale

    if cause and cause not in CAUSES:
        raise Usage(f"there is no cause `{cause}`", hint=f"one of {', '.join(CAUSES)}")
    found = stale(open_env(), days=days, here=here, cause=cause, most=most)
    return Answer("stale", found, lambda: render(found))


def render(found: Stale) -> str:
    """One paragraph per rule, the gravest cause first."""
    if not found.rules:
        return say.lines(
            say.para("No rule is out of date, stands low, expires or waits, and all are in use."),
        )
    short = say.shortened(item.rule.id for item in found.rules)
    told = ", ".join(f"{WORDS[cause]} {n:,}" for cause, n in found.causes.items())
    return say.blocks(
        *(_block(item, short[item.rule.id]) for item in found.rules),
        say.lines(
            f"{found.more:,} more not shown (--max)." if found.more else "",
            say.para(f"In all: {told}. One rule's life: cm why ID"),
        ),
    )


def _block(item: Doubtful, rule_id: str) -> str:
    project = item.rule.scope.project
    head = " · ".join(
        part
        for part in (
            ", ".join(WORDS[each.cause] for each in item.reasons),
            item.rule.state if item.rule.state != "active" else "",
            say.place(project, 40) if project else "",
            "repository" if item.layer == "repo" else "",
        )
        if part
    )
    return say.lines(
        say.para(head, first=f"{rule_id}  ", hang=2),
        say.para(item.rule.text, 2),
        *(
            line
            for each in item.reasons
            for line in (
                say.para(f"({each.say})", 2),
                say.para(each.do.replace(item.rule.id, rule_id), 2, "-> "),
            )
        ),
    )
