"""`cm sweep`: retire and invert what the marks speak against."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.sweep import Swept

DRY = typer.Option(False, "--dry-run", help="Say what would be done, write nothing.")


def command(dry_run: bool = DRY) -> Answer:
    """Retire rules that did harm, turn round those that say the wrong thing. Pinned rules are left alone."""
    from cm.flows.env import open_env
    from cm.flows.sweep import sweep

    done = sweep(open_env(), dry_run=dry_run)
    return Answer("sweep", done, lambda: render(done))


def render(done: Swept) -> str:
    """Every finding, and the exports that are out of date because of it."""
    from cm.cli.changes import one

    if not done.change.told and not done.flagged:
        return say.lines(f"Nothing to do: no mark speaks against any of {say.count(done.rules, 'rule')}.")
    flagged = [
        say.para(f"{item} is pinned, and its marks speak against it: cm why {item}") for item in done.flagged
    ]
    exports = [say.para(f"out of date: {item}") for item in done.exports]
    dry = "Nothing was written." if done.change.dry_run else ""
    return say.blocks(
        *(one(item) for item in done.change.told), say.lines(*flagged), say.lines(*exports), dry
    )
