"""`cm top`: the rules that stand best, and by what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import rules, say
from cm.cli.run import Answer
from cm.errors import Usage
from cm.model.rule import KINDS

if TYPE_CHECKING:
    from cm.flows.top import Best, Top

MOST = typer.Argument(10, metavar="[N]", min=0, help="How many; 0 is all that were tried.")
HERE = typer.Option(False, "--here", help="Only this project's rules and those of no project.")
KIND = typer.Option("", "--kind", metavar="KIND", help="rule, anti-pattern, fact or preference.")


def command(most: int = MOST, here: bool = HERE, kind: str = KIND) -> Answer:
    """Rank the rules in force by their score: marks, and whether the commands of sessions kept to them."""
    from cm.flows.env import open_env
    from cm.flows.top import top

    if kind and kind not in KINDS:
        raise Usage(f"there is no kind `{kind}`", hint=f"one of {', '.join(KINDS)}")
    found = top(open_env(), most=most, here=here, kind=kind)
    return Answer("top", found, lambda: render(found))


def render(found: Top) -> str:
    """One paragraph per rule, the best first."""
    if not found.rules:
        return say.lines(
            say.para("No rule was marked, followed or ignored yet."),
            say.para("A mark: cm mark ID --helpful. Sessions tell more: cm reflect"),
        )
    short = say.shortened(item.rule.id for item in found.rules)
    untried = say.count(found.untried, "rule") + " in force that nothing speaks for or against yet"
    return say.blocks(
        *(_block(at, item, short[item.rule.id]) for at, item in enumerate(found.rules, 1)),
        say.lines(
            f"{found.more:,} more: cm top 0" if found.more else "",
            say.para(f"Besides: {untried}.") if found.untried else "",
        ),
    )


def _block(place: int, item: Best, rule_id: str) -> str:
    project = item.rule.scope.project
    note = rules.WITHHELD.get(item.withheld, item.withheld)
    parts = [
        f"score {item.standing.score:.1f}",
        item.standing.stage,
        item.rule.state if item.rule.state != "active" else "",
        f"{item.standing.n_plus:,} helpful, {item.standing.n_minus:,} harmful",
        rules.commands_words(item.followed, item.ignored, item.last_command),
        f"handed out {say.count(item.shown, 'time')}" if item.shown else "never handed out",
        say.place(project, 40) if project else "",
        f"not given here: {note}" if note else "",
    ]
    head = say.para(" · ".join(part for part in parts if part), first=f"{place:>2}  {rule_id}  ", hang=4)
    return say.lines(head, say.para(item.rule.text, 4))
