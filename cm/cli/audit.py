"""`cm audit`: where recent sessions went against rules that stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Exit

if TYPE_CHECKING:
    from cm.flows.audit import Audit, Broken

DAYS = typer.Option(30, "--days", metavar="N", min=0, help="The last N days; 0 is all there is.")
PROJECT = typer.Option("", "--project", metavar="NAME", help="Only this project; `here` is the current one.")
MOST = typer.Option(3, "--max", metavar="N", min=1, help="Per rule at most so many sessions.")


def command(days: int = DAYS, project: str = PROJECT, most: int = MOST) -> Answer:
    """Look through recent sessions for commands and written files that went against standing rules.

    Only rules that these can tell of are checked. Exits 1 when there is a violation.
    """
    from cm.flows.audit import audit
    from cm.flows.env import open_env

    env = open_env()
    found = audit(env, days=days, project=env.project if project in ("here", ".") else project)
    return Answer("audit", found, lambda: render(found, most), exit=Exit.NO if found.broken else Exit.OK)


def render(found: Audit, most: int) -> str:
    """Rule by rule, the one that was gone against most first."""
    since = f" since {found.since}" if found.since else ""
    if not found.sessions:
        return say.lines(
            f"No session{since} is known.", "What is looked for, and where: cm doctor; older ones: --days 0"
        )
    sessions = say.count(found.sessions, "session")
    if not found.rules:
        return say.para(f"No rule is in service there, so {sessions}{since} went against none: cm list")
    if not found.checkable:
        rules = "the rule" if found.rules == 1 else f"none of the {found.rules:,} rules"
        does = "does not show" if found.rules == 1 else "shows"
        return say.para(
            f"Nothing to check: {rules} in service {does} in commands or written files ({sessions}{since})."
        )
    looked = f"{sessions}{since} looked through for {found.checkable:,} of {say.count(found.rules, 'rule')}"
    rest = "" if found.checkable >= found.rules else "; the others do not show in commands or written files"
    looked = f"{looked}{rest}."
    if not found.broken:
        return say.blocks(say.para("No session went against a rule."), say.para(looked))
    return say.blocks(*(_broken(item, most) for item in found.broken), say.para(looked))


def _broken(item: Broken, most: int) -> str:
    lines = [
        say.para(
            f"{each.times}×" + (f", kept to {each.kept_to}×" if each.kept_to else "") + f": {say.cut(each.command, 100)}",
            first=f"    {say.day(each.at)}  {say.session_name(each.session)}  ", hang=6,
        )
        for each in item.violations[:most]
    ]  # fmt: skip
    more = len(item.violations) - most
    return say.lines(
        say.para(item.text, first=f"{say.short(item.rule)}  ", hang=4),
        *lines,
        f"    and {say.count(more, 'session')} more (--max)" if more > 0 else "",
    )
