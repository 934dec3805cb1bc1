"""`cm guard test`: ask the installed guard as the agent would."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Exit

if TYPE_CHECKING:
    from cm.flows.guard_test import Tested, Tried

WORDS = typer.Argument(
    None, metavar="[HOST] [COMMAND]", help="One agent, and a command to ask about in place of the canary."
)


def command(words: list[str] = WORDS) -> Answer:
    """Ask the installed guard as the agent would: its registered command line, its own payload. Nothing is run.

    Without a command it asks three times: about the canary, which must be denied; about `ls`, which must not; and with a payload that
    nobody can read. Exit 1 when an answer is not the one that was to come.
    """
    from cm.flows.env import open_env
    from cm.flows.guard_test import question

    found = question(open_env(), words or ())
    return Answer("guard.test", found, lambda: render(found), exit=Exit.OK if found.ok else Exit.NO)


def render(found: Tested) -> str:
    """Per agent and question what came back, with the time."""
    parts = []
    for path in dict.fromkeys((each.host, each.path) for each in found.tried):
        mine = [each for each in found.tried if (each.host, each.path) == path]
        parts.append(
            say.lines(
                say.para(f"{mine[0].title}: {mine[0].path}"),
                say.para(f"runs {mine[0].line}", 2),
                *(part for each in mine for part in _tried(each)),
            )
        )
    return say.blocks(*parts, say.lines(*(say.para(each, 0, "! ") for each in found.missing)))


def _tried(each: Tried) -> list[str]:
    sign = "ok" if each.ok else "! "
    about = each.asked or "a payload that cannot be read"
    wanted = f"; it should be {' or '.join(each.expected)}" if not each.ok and each.expected else ""
    lines = [say.para(f"{about}: {each.heard} (exit {each.exit}, {each.ms:.0f} ms){wanted}", 2, f"{sign}  ")]
    said = each.err.strip() or each.out.strip()
    if said and each.heard != "let go":
        lines.append(say.para(say.cut(say.clean(said), 140), 6))
    return lines
