"""`cm forget`: take a rule away so that it does not come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.forget import Forgotten

RULE = typer.Argument(..., metavar="RULE", help="The rule's id, or its beginning.")
REASON = typer.Option(..., "--reason", metavar="TEXT", help="Why; kept with the rule.")


def command(rule: str = RULE, reason: str = REASON) -> Answer:
    """Take a rule away: retired, its content blocked under any id, files it was exported to brought up to date.

    Its words stay in the playbook file and in the journal; no later reflection brings them back.
    """
    from cm.flows.env import open_env
    from cm.flows.forget import forget

    done = forget(open_env(), rule, reason)
    return Answer("forget", done, lambda: render(done))


def render(done: Forgotten) -> str:
    """What is gone, and what is left."""
    return say.lines(
        say.para(f"forgotten: {done.text}", first=f"{say.short(done.rule)}  ", hang=2),
        say.para("Its content is blocked, near copies too; it will not be proposed or served again.", 2),
        *(say.para(f"also withheld, it says the same: {item}", 2) for item in done.also_withheld),
        *(say.para(f"refreshed {item}", 2) for item in done.exports_refreshed),
        *(say.para(f"! {item}", 2) for item in done.exports_left),
    )
