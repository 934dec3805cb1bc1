"""`cm remember`: keep one rule in your own words."""

from __future__ import annotations

import typer

from cm.cli.changes import render_change
from cm.cli.fact_options import ABOUT, REVIEW_AFTER, SINCE, UNTIL, VISIBILITY
from cm.cli.request_options import IF_BOOK_REVISION, REQUEST_ID
from cm.cli.run import Answer

TEXT = typer.Argument(..., metavar="TEXT...", help="The rule, as one imperative sentence.")
EVERYWHERE = typer.Option(False, "--everywhere", "-e", help="For all projects, not only this one.")
REPO = typer.Option(False, "--repo", help="Into the repository's .cm/, for the team.")
KIND = typer.Option("rule", "--kind", metavar="KIND", help="rule, anti-pattern, fact or preference.")
CATEGORY = typer.Option("", "--category", metavar="NAME", help="A word to group it by.")
WHY = typer.Option("", "--why", metavar="TEXT", help="The reason, in one sentence.")
PATH = typer.Option("", "--path", metavar="PATH", help="Only for this folder of the project.")
LANGUAGE = typer.Option("", "--language", metavar="NAME", help="Only for this language.")
QUOTE = typer.Option("", "--quote", metavar="WORDS", help="The user's exact words in a session.")
SESSION = typer.Option("", "--session", metavar="ID", help="The session they were said in.")
BRANCH = typer.Option(
    "", "--branch", metavar="here", help="Only on the branch checked out here, until it is merged; else on every one."
)  # fmt: skip
CHECK = typer.Option(False, "--check", help="Decide, but write nothing.")


def command(
    text: list[str] = TEXT, everywhere: bool = EVERYWHERE, repo: bool = REPO, kind: str = KIND, category: str = CATEGORY,
    why: str = WHY, path: str = PATH, language: str = LANGUAGE, quote: str = QUOTE, session: str = SESSION, check: bool = CHECK,
    request_id: str = REQUEST_ID, if_revision: str = IF_BOOK_REVISION, branch: str = BRANCH, about: str = ABOUT, since: str = SINCE, until: str = UNTIL,
    review_after: str = REVIEW_AFTER, visibility: str = VISIBILITY,
) -> Answer:  # fmt: skip
    """Keep one rule in your own words: for this project, or everywhere when you are in none.

    Example: cm remember "Run the tests with uv run pytest -q." --why "bare pytest misses the environment"

    A fact: cm remember "Staging listens on port 6543." --kind fact --about project:here --from 2026-03
    """
    from cm.errors import Exit
    from cm.flows.add import Wish
    from cm.flows.env import open_env
    from cm.flows.remember import plain, remember
    from cm.model.rule import Scope

    add = plain(
        " ".join(text), kind=kind, category=category, why=why, scope=Scope(path=path, language=language), about=about, since=since,
        until=until, review_after=review_after, visibility=visibility,
    )  # fmt: skip
    change = remember(
        open_env(),
        Wish(add, quote, session),
        everywhere=everywhere,
        layer="repo" if repo else "user",
        check=check,
        request_id=request_id,
        if_revision=if_revision,
        branch=branch,
    )
    code = Exit.NO if check and change.refused else Exit.OK
    return Answer("remember", change, lambda: render_change(change), exit=code)
