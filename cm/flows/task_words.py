"""Titles and ids of tasks: what may stand in a title, what of one is printed, and which task is meant. The list: `flows/tasks.py`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from cm.core.screening.labels import HARMFUL
from cm.core.screening.screen import screen
from cm.errors import Ambiguous, NotFound, RefusedByGate, Usage
from cm.flows.env import Env
from cm.flows.named import several
from cm.model.ids import short_hash
from cm.model.task import Task
from cm.store.tombstones import read_tombstones

MOST: Final = 400  # characters of a title


def fit(env: Env, title: str) -> str:
    """The title on one line. Raises Usage, RefusedByGate."""
    text = " ".join(title.split())
    if not text:
        raise Usage("a task needs a title", hint='cm tasks add "Ask Amal about the port"')
    if len(text) > MOST:
        raise Usage(
            f"a title of {len(text):,} characters is too long",
            hint=f"{MOST} at most; the rest belongs elsewhere",
        )
    found = screen(text)
    if found in HARMFUL:
        raise RefusedByGate(
            f"refused ({found}): this title may not be kept", hint="say it in other words", reason=found
        )
    if read_tombstones(env.home).hit(text):
        raise RefusedByGate(
            "refused (blocked): it holds words that were erased",
            hint="say it in other words",
            reason="blocked",
        )
    return text


def printable(env: Env, task: Task) -> Task:
    """The task as it may be printed here: a title that was written by hand passed no screen."""
    if env.agent and (found := screen(task.title)) in HARMFUL:
        return replace(task, title=f"(not shown to an agent: {found})")
    return task


def open_as(items: Iterable[Task], title: str, project: str) -> Task | None:
    """The open task of that title in that project."""
    return next(
        (
            each
            for each in items
            if each.state == "open" and each.project == project and each.title.casefold() == title.casefold()
        ),
        None,
    )


def new_id(items: Iterable[Task], env: Env, title: str) -> str:
    """An id that no task has."""
    taken = {each.id for each in items}
    while (name := "k-" + short_hash(8, env.stamp, env.nonce(), title)) in taken:
        continue
    return name


def whole_ids(held: Sequence[Task], asked: Sequence[str]) -> list[str]:
    """The ids that are meant, as far as they can be told; one of a task that is gone stays as it was said."""
    found = []
    for each in asked:
        try:
            found.append(named(held, each).id)
        except (NotFound, Ambiguous):
            found.append("k-" + _bare(each))
    return sorted(set(found))


def named(items: Sequence[Task], asked: str) -> Task:
    """The task of that id, or the only one whose id begins so."""
    begin = "k-" + _bare(asked.strip())
    found = [each for each in items if asked.strip() and (each.id in (asked.strip(), begin))] or [
        each for each in items if len(begin) > 2 and each.id.startswith(begin)
    ]
    if not found:
        raise NotFound(f"there is no task `{asked}`", hint="`cm tasks list --all --state all` names them")
    if len(found) > 1:
        raise several(asked, "tasks", (each.id for each in found))
    return found[0]


def _bare(asked: str) -> str:
    return asked.removeprefix("k-")
