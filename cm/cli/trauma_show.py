"""`cm trauma show`: one trauma with its story, what to do instead, and its examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.trauma_list import Row

ID = typer.Argument(..., metavar="ID", help="The trauma.")


def command(name: str = ID) -> Answer:
    """Show one trauma: what it denies, why, who added it, what to do instead, and how it stands."""
    from cm.flows.env import open_env
    from cm.flows.trauma_list import one

    row = one(open_env(), name)
    return Answer("trauma.show", row, lambda: render(row))


def render(row: Row) -> str:
    """All of it."""
    trauma, story = row.trauma, row.trauma.story
    source = ", ".join(
        filter(None, (story.by, story.session, story.event, say.minute(trauma.at) if trauma.at else ""))
    )
    where = {"repo": "this repository", "pack": f"pack {trauma.pack}"}.get(row.layer, "yours")
    return say.blocks(
        say.lines(
            say.para(f"{row.state}, {trauma.severity}, {where}", first=f"{say.clean(trauma.id)}  ", hang=2),
            say.para(trauma.pattern, 2, f"{trauma.scope}{' (capitals do not count)' if trauma.flags else ''}: ", hang=4),
        ),
        say.lines(
            say.para(story.message, first="Why: ") if story.message else "",
            say.para(story.quote, first="Said: ") if story.quote else "",
            say.para(source, first="From: ") if source else "",
            say.para(trauma.instead, first="Instead: ") if trauma.instead else "",
            say.para(f"{trauma.healed}{f' (until {say.minute(trauma.until)})' if trauma.until else ''}", first="Lifted: ") if trauma.healed else "",
            say.para(trauma.lifted_by, first="By: ") if trauma.lifted_by else "",
        ),
        say.lines(
            *(say.para(each, first="denied:   ") for each in trauma.examples.deny),
            *(say.para(each, first="let go:   ") for each in trauma.examples.allow),
        ),
    )  # fmt: skip
