"""`cm quickstart`: what an agent should do, on one page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cm.cli import say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.quickstart import Quickstart


def command() -> Answer:
    """Show what an agent should do with cm: before, during and after a task."""
    from cm.flows.quickstart import quickstart

    page = quickstart()
    return Answer("quickstart", page, lambda: render(page))


def render(page: Quickstart) -> str:
    """The page as text."""
    steps = (say.lines(step.when, f"  $ {step.command}", say.para(step.why, 4)) for step in page.steps)
    habits = (say.para(habit, first="- ") for habit in page.habits)
    exits = say.columns([(str(code.exit), code.means) for code in page.exits], indent=2)
    return say.blocks(say.para(page.about), *steps, say.lines(*habits), say.lines("Exit codes", exits))
