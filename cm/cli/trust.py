"""`cm trust`: let a repository's `.cm/` be served, after looking at it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.trust import Contents, TrustChange, TrustedList

REVOKE = typer.Option(False, "--revoke", help="Take the trust back.")
SHOW = typer.Option(False, "--show", help="Only show what is in it.")
LISTED = typer.Option(False, "--list", help="List every repository that is trusted.")
YES = typer.Option(False, "--yes", help="In a script: yes, without being asked.")


def command(revoke: bool = REVOKE, show: bool = SHOW, listed: bool = LISTED, yes: bool = YES) -> Answer:
    """Trust the .cm/ of the repository you are in, so that its rules are served.

    Until then its rules reach no agent. Trust holds for the content you saw: a change asks again.
    """
    from cm.flows import trust
    from cm.flows.env import open_env

    env = open_env()
    if listed:
        known = trust.everything(env)
        return Answer("trust", known, lambda: render_list(known))
    if revoke:
        gone = trust.take_back(env)
        return Answer("trust", gone, lambda: render_change(gone))
    found = trust.contents(env)
    if show:
        return Answer("trust", found, lambda: render(found))
    if env.tty and not yes:
        sys.stderr.write(render(found))
    done = trust.say_yes(env, yes=yes)
    return Answer("trust", done, lambda: render_change(done))


def render(found: Contents) -> str:
    """What is in it, before the question."""
    state = "trusted as it is now" if found.trusted else "not trusted: its rules reach no agent"
    head = say.pairs(
        [
            ("repository", found.repository),
            ("project", found.project),
            ("state", state),
            ("hash", found.sha256[:16]),
        ]
    )
    rules = say.lines(say.count(len(found.rules), "rule"), *(say.para(text, 2, "- ") for text in found.rules))
    config = say.lines(
        "config.toml", *(say.para(line, 2) for line in found.config.splitlines() if line.strip())
    )
    return say.blocks(head, rules, config if found.config.strip() else "")


def render_change(done: TrustChange) -> str:
    """What became of it."""
    if not done.trusted:
        return say.lines(f"{done.repository} is not trusted any more.")
    return say.lines(
        f"{done.repository} is trusted: {say.count(done.rules, 'rule')}, said yes to by {done.by}."
    )


def render_list(known: TrustedList) -> str:
    """One path per line."""
    return say.lines(*known.repositories) or "No repository is trusted yet. In one: cm trust\n"
