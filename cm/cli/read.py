"""`cm read`: one thing whole and plain, by its id or the beginning of it."""

from __future__ import annotations

import sys

import typer

from cm.cli.run import Answer
from cm.errors import Exit

THING = typer.Argument(
    ...,
    metavar="ID",
    help="The id of anything that is kept, or its beginning; of an exported block its file.",
)


def command(thing: str = THING) -> Answer:
    """Read one thing whole, as plain text: a rule, fact, event, session, diary, decision, change, trauma, task, receipt, rule of a starter,
    exported block, or all facts about somebody.

    What a search folds is told in full, e.g. `cm read e-91ab07c2k5m3 | less`. What was withdrawn is not read out (exit code 1), and no secret.
    `cm show ID` tells a rule, event, session, diary or somebody with what stands around it, `cm why d-…` a decision.
    """
    from cm.flows.env import open_env
    from cm.flows.read_out import read_out

    found = read_out(open_env(), thing)
    if found.withheld:
        return Answer(
            "read", found, lambda: "", notes=(f"{found.id} is not read out: {found.withheld}",), exit=Exit.NO
        )
    text = found.text if found.text.endswith("\n") else found.text + "\n"
    if sys.stdout.isatty():
        from cm.cli import say

        text = say.harmless(text)  # code keeps its indent
    return Answer("read", found, lambda: text, raw=True)
