"""What can be said of a fact beside its words, at every command that adds one."""

from __future__ import annotations

import typer

ABOUT = typer.Option(
    "", "--about", metavar="WHOM",
    help="Whom or what it is of: project:here, person:Amal, org:Acme, workstream:search, user, or a name; several with commas.",
)  # fmt: skip
SINCE = typer.Option(
    "", "--from", metavar="WHEN", help="From when it holds: 2026, 2026-03, 2026-03-05 or a moment."
)
UNTIL = typer.Option("", "--until", metavar="WHEN", help="Until when it holds, the whole of what is named.")
REVIEW_AFTER = typer.Option(
    "", "--review-after", metavar="WHEN", help="From when on `cm review` asks whether it still holds."
)
VISIBILITY = typer.Option(
    "", "--visibility", metavar="WHO",
    help="private, team or public; else preferences and facts about people are private, and all else is the team's.",
)  # fmt: skip
