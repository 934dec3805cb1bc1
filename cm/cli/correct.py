"""`cm correct`: new words for a rule; the old ones are kept."""

from __future__ import annotations

import typer

from cm.cli.changes import render_change
from cm.cli.request_options import IF_REVISION, REQUEST_ID
from cm.cli.run import Answer
from cm.errors import Exit

RULE = typer.Argument(..., metavar="RULE", help="The rule's id, or its beginning.")
TEXT = typer.Argument(..., metavar="TEXT...", help="The new sentence.")
WHY = typer.Option("", "--why", metavar="TEXT", help="The rule's reason, when it changes too.")
REASON = typer.Option("", "--reason", metavar="TEXT", help="Why the words changed; kept with the old ones.")
QUOTE = typer.Option("", "--quote", metavar="WORDS", help="The user's exact words that say so.")
SESSION = typer.Option("", "--session", metavar="ID", help="The session they were said in.")
SINCE = typer.Option(
    "", "--since", metavar="WHEN", help="Of a fact: from when the new words hold; else from today."
)
WORDING = typer.Option(False, "--wording", help="Of a fact: it was only said badly, nothing changed.")
CHECK = typer.Option(False, "--check", "--dry-run", help="Decide, but write nothing.")


def command(
    rule: str = RULE, text: list[str] = TEXT, why: str = WHY, reason: str = REASON, quote: str = QUOTE,
    session: str = SESSION, check: bool = CHECK, request_id: str = REQUEST_ID, if_revision: str = IF_REVISION,
    since: str = SINCE, wording: bool = WORDING,
) -> Answer:  # fmt: skip
    """Give a rule new words. Its id, proof and marks stay; the old words are kept with the reason.

    A fact or preference that changed is superseded by a new one, and ends where that begins: cm correct r-7k2m9q4d "Staging
    listens on port 6543." --since 2026-03-01 --reason "moved". With --wording it is reworded as a rule is.
    """
    from cm.flows.correct import correct
    from cm.flows.env import open_env

    change = correct(
        open_env(), rule, " ".join(text), why=why, reason=reason, quote=quote, session=session, check=check,
        request_id=request_id, if_revision=if_revision, since=since, wording=wording,
    )  # fmt: skip
    return Answer(
        "correct", change, lambda: render_change(change), exit=Exit.NO if change.refused else Exit.OK
    )
