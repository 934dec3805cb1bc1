"""`cm validate`: what the sessions say of a rule, with and without the behaviour, and whether it would get in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Exit

if TYPE_CHECKING:
    from cm.core.reflection.history import Ends, Seen
    from cm.flows.validate import Validated

RULE = typer.Argument(..., metavar="RULE", help="A rule's words, or the id of one that stands.")
KIND = typer.Option("rule", "--kind", metavar="KIND", help="rule, anti-pattern, fact or preference.")
PROJECT = typer.Option(
    "", "--project", metavar="NAME", help="Only sessions of this project; `here` is the current one."
)
MOST = typer.Option(5, "--max", metavar="N", min=0, help="At most so many sessions shown.")


def command(rule: str = RULE, kind: str = KIND, project: str = PROJECT, most: int = MOST) -> Answer:
    """Look through all sessions for a rule: how often its situation came up, how it ended with and without it, who asked for it.

    Accepted, a draft until there is more evidence, or refused, with the reason. Nothing is written, no model is asked.
    Exits 1 when it would be refused.
    """
    from cm.flows.env import open_env
    from cm.flows.validate import validate

    env = open_env()
    found = validate(env, rule, kind=kind, project=env.project if project in ("here", ".") else project)
    return Answer(
        "validate",
        found,
        lambda: render(found, most),
        exit=Exit.NO if found.verdict == "refused" else Exit.OK,
    )


def render(found: Validated, most: int) -> str:
    """The verdict, the counts it rests on, then the sessions."""
    history = found.history
    name = f"{say.short(found.rule)}  " if found.rule else ""
    reason = f" ({found.reason})" if found.reason else ""
    rows = [
        _row("kept to it", history.with_it),
        _row("went against it", history.without_it),
        _row("came up" if history.checkable else "have to do with it", history.neither),
    ]
    rows = [row for row in rows if row[1] != "0"]
    looked = f"{say.count(history.sessions, 'session')} of {found.project or 'all projects'} looked through"
    tell = "" if history.checkable else "; neither commands nor written files tell of it"
    if history.opposed_in:
        tell += f"; the opposite is said in {say.count(history.opposed_in, 'session')}"
    shown = [line for each in history.seen[:most] for line in _seen(each)]
    more = len(history.seen) - most
    return say.blocks(
        say.lines(
            say.para(f"{found.verdict}{reason}: {found.say}", first=name, hang=4 if name else 0),
            say.para(
                f"{looked}{tell}."
                if history.sessions
                else f"{looked}: cm doctor tells where they are looked for."
            ),
        ),
        say.columns(rows, head=("", "sessions", "success", "failure", "mixed", "unknown")) if rows else "",
        say.lines(*shown, f"  and {more} more (--max)" if more > 0 and shown else ""),
    )


def _row(name: str, ends: Ends) -> tuple[str, ...]:
    return (name, *(f"{n:,}" for n in (ends.sessions, ends.success, ends.failure, ends.mixed, ends.unknown)))


def _seen(one: Seen) -> list[str]:
    did = f"kept to {one.followed}×, against {one.against}×: {say.cut(one.did, 80)}" if one.did else ""
    head = say.para(
        f"{one.status}" + (f" · {did}" if did else ""),
        first=f"{say.day(one.at)}  {say.session_name(one.session)}  ",
        hang=4,
    )
    words = (*one.said[:2], *one.against_it[:2])
    return [head, *(say.quote(item.quote, item.by, indent=4) for item in words)]
