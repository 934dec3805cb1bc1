"""`cm add`: add rules with all their fields, one or many."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from cm.cli.changes import render_change
from cm.cli.fact_options import ABOUT, REVIEW_AFTER, SINCE, UNTIL, VISIBILITY
from cm.cli.request_options import IF_BOOK_REVISION, REQUEST_ID
from cm.cli.run import Answer
from cm.errors import Exit, NotFound, Usage
from cm.model.rule import Layer, Scope

TEXT = typer.Argument("", metavar="[TEXT]", help="The rule, as one imperative sentence.")
BATCH = typer.Option(
    "", "--batch", metavar="FILE|-", help="Many: a JSON array, JSON lines or YAML; - reads stdin."
)
CHECK = typer.Option(
    False, "--check", help="Decide, but write nothing; exit 1 when something would be refused."
)
KIND = typer.Option("rule", "--kind", metavar="KIND", help="rule, anti-pattern, fact or preference.")
CATEGORY = typer.Option("", "--category", metavar="NAME", help="A word to group it by.")
WHY = typer.Option("", "--why", metavar="TEXT", help="The reason, in one sentence.")
SCOPE = typer.Option(
    None, "--scope", metavar="FACET=VALUE",
    help="Where it holds: project, path, language, framework, task, host; may be repeated; project=here is this one.",
)  # fmt: skip
TAG = typer.Option(None, "--tag", metavar="WORD", help="A tag; may be repeated.")
QUOTE = typer.Option("", "--quote", metavar="WORDS", help="The user's exact words that prove it.")
SESSION = typer.Option("", "--session", metavar="ID", help="The session they were said in.")
EVENT = typer.Option("", "--event", metavar="ID", help="The event, when it is known.")
REPO = typer.Option(False, "--repo", help="Into the repository's .cm/, for the team.")


def command(
    text: str = TEXT, batch: str = BATCH, check: bool = CHECK, kind: str = KIND, category: str = CATEGORY, why: str = WHY,
    scope: list[str] = SCOPE, tag: list[str] = TAG, quote: str = QUOTE, session: str = SESSION, event: str = EVENT,
    repo: bool = REPO, request_id: str = REQUEST_ID, if_revision: str = IF_BOOK_REVISION, about: str = ABOUT,
    since: str = SINCE, until: str = UNTIL, review_after: str = REVIEW_AFTER, visibility: str = VISIBILITY,
) -> Answer:  # fmt: skip
    """Add a rule, or many with --batch. Everything goes through the gate; refusals say why.

    A batch item is a sentence, or an object with text, kind, category, scope, why, tags, about, from, until, review_after, visibility,
    quote, session, event.
    """
    from dataclasses import replace

    from cm.flows.add import Wish, add, wishes_of
    from cm.flows.env import open_env
    from cm.flows.remember import plain
    from cm.flows.telling import or_refuse

    env = open_env()
    once = {"request_id": request_id, "if_revision": if_revision}
    if bool(text) == bool(batch):
        raise Usage("give one rule, or --batch FILE", hint='cm add "Use tabs." or cm add --batch rules.json')
    if batch:
        change = add(
            env,
            wishes_of(_read(batch), "stdin" if batch == "-" else batch),
            layer=_layer(repo),
            check=check,
            **once,
        )
        code = Exit.NO if check and change.refused else Exit.OK
        return Answer("add", change, lambda: render_change(change), exit=code)
    one = plain(
        text, kind=kind, category=category, why=why, scope=_scope(scope or [], env.project), about=about, since=since, until=until,
        review_after=review_after, visibility=visibility,
    )  # fmt: skip
    wish = Wish(replace(one, tags=tuple(tag or ())), quote, session, event)
    change = add(env, [wish], layer=_layer(repo), check=check, **once)
    if not check:
        or_refuse(change)
    return Answer("add", change, lambda: render_change(change), exit=Exit.NO if change.refused else Exit.OK)


def _layer(repo: bool) -> Layer:
    return "repo" if repo else "user"


def _scope(pairs: list[str], project: str) -> Scope:
    known = Scope.__dataclass_fields__
    facets: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not value or name not in known:
            raise Usage(f"--scope {pair}: not FACET=VALUE", hint=f"a facet is one of {', '.join(known)}")
        facets[name] = project if (name, value) == ("project", "here") else value
    return Scope(**facets)


def _read(batch: str) -> str:
    if batch == "-":
        return sys.stdin.buffer.read().decode("utf-8-sig", "replace")
    try:
        return Path(batch).read_bytes().decode("utf-8-sig", "replace")
    except FileNotFoundError as error:
        raise NotFound(f"there is no file {batch}", hint="--batch - reads from stdin") from error
    except OSError as error:
        raise NotFound(f"{batch} cannot be read: {error.strerror}", hint="--batch takes a file") from error
