"""`cm review`: look at drafts; approve or reject them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import rules, say
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.review import Queue

ACTION = typer.Argument("list", metavar="[list|approve|reject]", help="What to do.")
IDS = typer.Argument(None, metavar="[RULE]...", help="The rules' ids, or their beginnings.")
REASON = typer.Option("", "--reason", metavar="TEXT", help="With `reject`: why.")
HERE = typer.Option(False, "--here", help="Only this project's and those of no project.")
MOST = typer.Option(20, "--max", metavar="N", min=0, help="At most so many; 0 is all.")
YES = typer.Option(False, "--yes", help="In a script: yes, without being asked.")


def command(
    action: str = ACTION,
    ids: list[str] = IDS,
    reason: str = REASON,
    here: bool = HERE,
    most: int = MOST,
    yes: bool = YES,
) -> Answer:
    """List the drafts that wait; approve one, or reject it so that it is not proposed again."""
    from cm.cli.changes import render_change
    from cm.flows import review
    from cm.flows.env import open_env

    env = open_env()
    if action == "approve":
        change = review.approve(env, list(ids or ()), yes=yes)
        return Answer("review", change, lambda: render_change(change))
    if action == "reject":
        if not ids or len(ids) != 1 or not reason:
            raise Usage(
                "reject takes one rule and --reason", hint='cm review reject r-… --reason "a one-off"'
            )
        gone = review.reject(env, ids[0], reason)
        return Answer("review", gone, lambda: render_change(gone))
    if action != "list":
        raise Usage(f"cm review knows list, approve and reject, not `{action}`", hint="cm review --help")
    found = review.queue(env, here=here, most=most)
    return Answer("review", found, lambda: render(found))


def render(found: Queue) -> str:
    """What waits, with its proof, and how to answer."""
    if not found.waiting:
        return say.lines("Nothing waits for you.", "New proposals come from: cm reflect")
    short = say.shortened(item.rule.id for item in found.waiting)
    blocks = []
    for item in found.waiting:
        project = item.rule.scope.project
        where = "" if item.here and project else (say.place(project, 40) if project else "everywhere")
        support = say.count(item.sessions, "session") if item.sessions > 1 else ""
        note = " · ".join(part for part in (where, support) if part)
        blocks.append(rules.rule_block(item.rule, short[item.rule.id], note=note, quotes=2))
    first = short[found.waiting[0].rule.id]
    more = (
        f"{found.total - len(found.waiting)} more: cm review --max 0"
        if found.total > len(found.waiting)
        else ""
    )
    return say.blocks(
        f"{say.count(found.total, 'rule')} {'waits' if found.total == 1 else 'wait'} for your yes or no.", *blocks,
        say.lines(more, f"cm review approve {first}", f'cm review reject {first} --reason "…"'),
    )  # fmt: skip
