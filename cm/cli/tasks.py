"""`cm tasks`: a small list of things to do; no memory, and nothing learns from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.request_options import REQUEST_ID
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.tasks import Listing, Noted
    from cm.model.task import Task

VERBS = ("list", "add", "done", "drop")
ACTION = typer.Argument("list", metavar="[list|add|done|drop]", help="What to do.")
WORDS = typer.Argument(
    None, metavar="[WORDS|ID]...", help="With `add` the title; with `done` and `drop` the ids."
)
EVERY = typer.Option(False, "--all", help="With `list`: of all projects.")
STATE = typer.Option("open", "--state", metavar="STATE", help="With `list`: open, done, dropped or all.")
EVERYWHERE = typer.Option(False, "--everywhere", "-e", help="With `add`: of no project.")
IF_VERSION = typer.Option(
    None, "--if-version", min=0, metavar="N", help="Only if the list is still at this version."
)
DRY = typer.Option(False, "--dry-run", help="Say what would be done, and write nothing.")
DONE = {"add": "to do", "done": "done", "drop": "dropped"}


def command(
    action: str = ACTION, words: list[str] = WORDS, every: bool = EVERY, state: str = STATE,
    everywhere: bool = EVERYWHERE, if_version: int | None = IF_VERSION, request_id: str = REQUEST_ID, dry: bool = DRY,
) -> Answer:  # fmt: skip
    """List what there is to do here, put something down, say that it is done, or drop it.

    The list is no memory: no agent is told of it unasked and nothing is learned from it. It stays on this machine.

    Example: cm tasks add Ask Amal which port the staging database has
    """
    from cm.flows import tasks
    from cm.flows.env import open_env

    if action not in VERBS:
        raise Usage(
            f"there is no `cm tasks {action}`",
            hint=f"one of {', '.join(VERBS)}; to put it down: cm tasks add …",
        )
    env, said = open_env(), words or []
    if action == "list":
        if said:
            raise Usage("list takes no words", hint="cm tasks add … puts something down")
        found = tasks.tasks(env, everywhere=every, states=tasks.states_named(state))
        return Answer("tasks", found, lambda: render(found, every))
    if action == "add":
        titles = [" ".join(said)] if said else []
        done = tasks.add(
            env, titles, everywhere=everywhere, if_version=if_version, request_id=request_id, dry_run=dry
        )
    else:
        done = tasks.close(
            env, said, "done" if action == "done" else "dropped", if_version=if_version, request_id=request_id, dry_run=dry
        )  # fmt: skip
    return Answer("tasks", done, lambda: render_done(done))


def render(found: Listing, every: bool) -> str:
    """The tasks, one line each, and what was left out."""
    rest = [
        f"{found.closed} closed (--state all)" if found.closed else "",
        f"{found.elsewhere} open in other projects (--all)" if found.elsewhere else "",
        f"version {found.version}",
    ]
    return say.lines(
        *(_line(each, every, each.project != found.project) for each in found.tasks),
        "" if found.tasks else "Nothing to do.",
        say.para("; ".join(filter(None, rest))),
    )


def render_done(done: Noted) -> str:
    """What became of each, and the version that the list is at."""
    before = "it was answered before, under this request id; nothing was done again"
    return say.lines(
        *(
            say.para(
                f"{'would be ' if done.dry_run else ''}{DONE[done.action]}{' already' if each.id in done.unchanged else ''}: {each.title}",
                first=f"{each.id}  ",
                hang=2,
            )
            for each in done.tasks
        ),
        say.para(f"version {done.version}{f'; {before}' if done.replayed else ''}"),
        "Nothing was written." if done.dry_run else "",
    )


def _line(task: Task, every: bool, other: bool) -> str:
    more = [
        task.state if task.state != "open" else "",
        task.project if every and other else "",
        "of no project" if not task.project and other else "",
    ]
    told = ", ".join(filter(None, more))
    return say.para(f"{task.title}{f' ({told})' if told else ''}", first=f"{task.id}  ", hang=2)
