"""`cm guard promote`: rules that agents were told of and went against, and one of them a step up: reminder, ask, deny."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.due_rules import Offer, Offers
    from cm.flows.promoting import Moved

RULE = typer.Argument(
    "", metavar="[RULE]", help="The rule to take one step up; without one, those that are due are listed."
)
REPO = typer.Option(
    False,
    "--repo",
    help="In this repository's .cm/, for what is about this project alone; its team has it, too.",
)
DRY = typer.Option(False, "--dry-run", help="Show the pattern and what would change, write nothing.")
YES = typer.Option(False, "--yes", help="In a script: yes, without being asked.")
SHOWN = 3
DOES = {
    "reminder": "is said before the command",
    "ask": "asks before the command runs",
    "deny": "denies the command",
}


def command(rule: str = RULE, repo: bool = REPO, dry: bool = DRY, yes: bool = YES) -> Answer:
    """Take a rule that agents ignore one step up, after a human's yes: reminder, ask, deny.

    A rule is due when three sessions of the last 90 days were told of it and ran what it speaks against, since its last step; a rule that
    you name may go up at any time. The step up is a trauma of its own (cm trauma show); `cm guard demote` takes it back.

    With `cm config set guard.promote_to ask` (or deny) your own rules that are due go up by themselves, a step at a time, at most to that.
    """
    from cm.flows.env import open_env
    from cm.flows.promoting import promote
    from cm.flows.raising import offers_told

    if not rule:
        found = offers_told(open_env())
        return Answer("guard.promote-offers", found, lambda: render_offers(found))
    moved = promote(open_env(), rule, repo=repo, yes=yes, dry_run=dry)
    return Answer("guard.promote", moved, lambda: render(moved), notes=moved.notes)


def render_offers(found: Offers) -> str:
    """Those that are due first, with the sessions that tell."""
    if not found.offers:
        return say.para(f"In {found.days} days no session went against a rule that it was told of.")
    return say.blocks(*(_offer(each) for each in found.offers))


def _offer(one: Offer) -> str:
    todo = (
        f"due: cm guard promote {say.short(one.rule)}  (from {one.step} to {one.next})"
        if one.is_due
        else f"on the step {one.step}"
    )
    sessions = [
        say.para(f"{each.times}x: {say.cut(each.command, 100)}", first=f"    {say.day(each.at)}  {say.session_name(each.session)}  ", hang=6)
        for each in one.ignored[:SHOWN]
    ]  # fmt: skip
    more = len(one.ignored) - SHOWN
    return say.lines(
        say.para(one.text, first=f"{say.short(one.rule)}  ", hang=4),
        *sessions,
        f"    and {say.count(more, 'session')} more" if more > 0 else "",
        f"    {todo}",
        say.para(f"not by itself: {one.stays}", 4, hang=8) if one.stays else "",
    )


def by_itself(moved: Moved) -> str:
    """A step that was taken by policy, with its evidence and how it is taken back."""
    does = "asked about" if moved.after == "ask" else "denied"
    told = say.count(len(moved.ignored), "session")
    return say.para(
        f"{say.short(moved.rule)} is {does} now: told in {told} and gone against; `cm guard demote {say.short(moved.rule)}` takes it back"
    )


def render(moved: Moved) -> str:
    """What the rule does from now on, and how that is taken back."""
    would = "would go" if moved.dry_run else "went"
    return say.lines(
        say.para(moved.text, first=f"{say.short(moved.rule)}  ", hang=4),
        f"    {would} from {moved.before} to {moved.after}: it {DOES[moved.after]}",
        say.para(moved.pattern, first=f"    {moved.trauma}  ", hang=6),
        *(say.para(note, first="    note: ", hang=6) for note in moved.notes),
        "Nothing was written."
        if moved.dry_run
        else f"    to take it back: cm guard {'promote' if moved.after == 'reminder' else 'demote'} {say.short(moved.rule)}",
    )
