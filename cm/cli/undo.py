"""`cm undo`: take back the last change, or the one that is named."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.remove import exports
from cm.cli.run import Answer
from cm.errors import Exit

if TYPE_CHECKING:
    from cm.flows.undo import Back, Undone

ID = typer.Argument(
    "", metavar="[ID]", help="A change t-…, decision d-…, mark m-…, withdrawal b-…, outcome o-…."
)
DRY = typer.Option(False, "--dry-run", help="Say what would be taken back, and write nothing.")
YES = typer.Option(False, "--yes", help="Yes, without being asked.")


def command(target: str = ID, dry_run: bool = DRY, yes: bool = YES) -> Answer:
    """Take back a change: rules become what they were, marks and withdrawals count no more. Nothing is deleted.

    Without an ID it is the last change of rules, withdrawals or outcomes at home or in this repository; again, and it
    is the one before. A mark has to be named (m-…), or: cm mark --undo. An undo is a change like any other: cm undo
    with its id takes it back. What brings a rule into service again needs a human's yes.
    """
    from cm.flows.env import open_env
    from cm.flows.undo import look, undo

    env = open_env()
    if env.tty and not env.agent and not yes and not dry_run:
        found = look(env, target)
        if not found.already and (found.loosens or not target):
            sys.stderr.write(say.fit(render(found, would=True)))
        done = undo(env, found.undoes, asked=not found.asked)
    else:
        done = undo(env, target, yes=yes, dry_run=dry_run)
    return Answer("undo", done, lambda: render(done), exit=Exit.NO if done.already else Exit.OK)


def render(done: Undone, *, would: bool = False) -> str:
    """What is taken back, one line each."""
    if done.already:
        return say.lines(f"unchanged: {done.undoes} was taken back already")
    would = would or done.dry_run
    head = f"{'would take' if would else 'took'} back {done.undoes}"
    refused = [
        say.para(f"! not {say.short(item.rule)} ({item.reason}): {item.say}", 2)
        for item in done.change.refused
    ]
    return say.lines(
        head,
        *map(one, done.back),
        *refused,
        *exports(done.exports_refreshed, done.exports_left, dry_run=would),
        say.para(f"Taken back by: cm undo {done.tx}", 2) if done.tx else "",
        "It loosens: a human has to say yes." if done.dry_run and done.loosens else "",
        "Nothing was written." if done.dry_run else "",
    )


def one(item: Back) -> str:
    """One thing that is taken back, and what its rule becomes."""
    about = f"{say.short(item.rule)}  " if item.rule else ""
    by = f" by {item.by}" if item.by else ""
    becomes = f"; {item.state} → {item.becomes}" if item.becomes != item.state else ""
    return say.para(f"{item.what} {item.at[:10]}{by}{becomes}: {item.text}", 2, about, hang=4)
