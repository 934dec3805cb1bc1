"""`cm entities`: whom and what the served facts are of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.facts import Entities, EntityRow

AT = typer.Option(
    "", "--at", metavar="WHEN", help="As it was known and served then: a year, a month, a day or a moment."
)


def command(at: str = AT) -> Answer:
    """List whom and what facts are of, with how many are served here of each.

    Example: cm entities; then cm show person:Amal
    """
    from cm.flows.env import open_env
    from cm.flows.facts import entities

    found = entities(open_env(), at=at)
    return Answer("entities", found, lambda: render(found))


def render(found: Entities) -> str:
    """One line per entity, the one with most facts first."""
    when = f"As known and served at {say.minute(found.at)}." if found.at else ""
    nobody = (
        f"{say.count(found.of_nobody, 'fact')} of nobody in particular: cm facts" if found.of_nobody else ""
    )
    if not found.entities:
        said = (
            "No served fact says of whom it is."
            if not found.at
            else "No fact that was served then says of whom it is."
        )
        return say.blocks(when, say.lines(said, nobody))
    wide = min(40, max(say.cells(say.about(each.entity)) for each in found.entities))
    return say.blocks(
        when,
        say.lines(*(_line(each, wide) for each in found.entities)),
        say.lines(nobody, "One of them, with what its facts replaced: cm show ENTITY"),
    )


def _line(row: EntityRow, wide: int) -> str:
    told = [
        say.count(row.facts, "fact") if row.facts else "",
        say.count(row.preferences, "preference") if row.preferences else "",
    ]
    also = f"also {', '.join(row.also)}" if row.also else ""
    name = say.about(row.entity)
    name += " " * max(0, wide - say.cells(name))
    return say.para(
        " · ".join(part for part in (", ".join(filter(None, told)), also) if part), first=f"{name}  "
    )
