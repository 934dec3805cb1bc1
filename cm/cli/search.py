"""`cm search`: find what was said and run in past sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.search import Found, SearchResult

WORDS = typer.Argument(None, metavar="WORD...", help="Words to look for; all of them first, then any.")
HERE = typer.Option(False, "--here", help="Only this project.")
PROJECT = typer.Option("", "--project", metavar="NAME", help="Only this project.")
HOST = typer.Option("", "--host", metavar="HOST", help="Only this coding agent.")
SESSION = typer.Option("", "--session", metavar="ID", help="Only this session.")
BY = typer.Option("", "--by", metavar="WHO", help="user, agent, tool, file or host.")
KIND = typer.Option(
    "", "--kind", metavar="KIND", help="message, command, output, edit, error, summary or interrupt."
)
SINCE = typer.Option("", "--since", metavar="TIME", help="Only from then on: 7d, 12h, 3w or a date.")
MOST = typer.Option(10, "--max", metavar="N", help="At most so many.")


def command(
    words: list[str] = WORDS, here: bool = HERE, project: str = PROJECT, host: str = HOST, session: str = SESSION,
    by: str = BY, kind: str = KIND, since: str = SINCE, most: int = MOST,
) -> Answer:  # fmt: skip
    """Find what was said and run in past sessions, newest and best first. Forgotten content does not show."""
    from cm.flows.env import open_env
    from cm.flows.search import search

    found = search(
        open_env(), " ".join(words or ()), project="." if here else project, host=host, session=session, by=by, kind=kind,
        since=since, limit=max(1, most),
    )  # fmt: skip
    return Answer("search", found, lambda: render(found), notes=found.degraded)


def render(found: SearchResult) -> str:
    """One hit per paragraph: who, where, when, and the words around."""
    if not found.hits:
        hidden = f" {say.count(found.withheld, 'hit')} withheld." if found.withheld else ""
        return say.lines(
            f"Nothing found for: {found.query}.{hidden}", "New sessions are read by: cm sessions"
        )
    head = "" if found.every_word else "Nothing has all of the words; these have some."
    withheld = (
        f"{say.count(found.withheld, 'hit')} withheld: forgotten content, or a secret."
        if found.withheld
        else ""
    )
    return say.blocks(head, *(_hit(hit, found.project) for hit in found.hits), withheld)


def _hit(hit: Found, project: str) -> str:
    where = say.cut(hit.project, 40) if hit.project != project else ""
    what = hit.kind if hit.kind != "message" else ""
    head = " · ".join(part for part in (say.minute(hit.at), f"{hit.by} {what}".strip(), where) if part)
    return say.lines(
        say.para(head, first=f"{say.session_name(hit.session)}  ", hang=2), say.para(hit.text, 2)
    )
