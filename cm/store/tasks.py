"""The list of tasks on disk: `tasks.json` of the home, whole or not at all, with a version that counts its changes.

A file that cannot be read as one is an error that names it, and is never written over. It lies outside the home's git: two
machines have two lists. What may be done with it: `flows/tasks.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from cm.errors import BadState, NewerSchema
from cm.model.rule import EMPTY
from cm.model.task import TASK_STATES, Task
from cm.store.files import read_json, replace_json
from cm.store.home import Home

SCHEMA: Final = 1
_FIELDS: Final = ("id", "title", "state", "project", "at", "by", "done_at")
_TOP: Final = ("schema", "version", "tasks", "requests")


@dataclass(frozen=True, slots=True)
class TaskList:
    """All tasks, in the order in which they were put down."""

    version: int = 0
    tasks: tuple[Task, ...] = ()
    requests: Mapping[str, Mapping[str, Any]] = field(
        default_factory=lambda: EMPTY
    )  # answered, by their hash
    extra: Mapping[str, Any] = field(default_factory=lambda: EMPTY)


def read_tasks(home: Home) -> TaskList:
    """The list; an empty one when there is no file. Raises Unparsable, NewerSchema, BadState."""
    path = home.tasks
    value = read_json(path, None)
    if value is None and not path.exists():
        return TaskList()
    if not isinstance(value, dict):
        raise _bad(path, "is no object")
    schema = value.get("schema", SCHEMA)
    if isinstance(schema, int) and schema > SCHEMA:
        raise NewerSchema(
            f"{path} was written by a newer cm (schema {schema})", hint="upgrade cm; nothing was changed"
        )
    version, items = value.get("version", 0), value.get("tasks", [])
    if isinstance(version, bool) or not isinstance(version, int) or version < 0:
        raise _bad(path, "has a `version` that is no number")
    if not isinstance(items, list):
        raise _bad(path, "has `tasks` that are no list")
    tasks = tuple(_task(path, number, item) for number, item in enumerate(items, 1))
    if len({each.id for each in tasks}) != len(tasks):
        raise _bad(path, "has two tasks of one id")
    requests = value.get("requests")
    return TaskList(
        version, tasks,
        {name: each for name, each in requests.items() if _is_receipt(each)} if isinstance(requests, dict) else {},
        {str(name): each for name, each in value.items() if name not in _TOP},
    )  # fmt: skip


def write_tasks(home: Home, tasks: TaskList) -> None:
    """Writes the list whole; call it with the home's lock held. Raises Unwritable."""
    told: dict[str, Any] = {**tasks.extra, "schema": SCHEMA, "version": tasks.version}
    told["tasks"] = [_data(each) for each in tasks.tasks]
    if tasks.requests:
        told["requests"] = {name: dict(each) for name, each in tasks.requests.items()}
    replace_json(home.tasks, told)


def _task(path: Path, number: int, item: Any) -> Task:
    if not isinstance(item, dict):
        raise _bad(path, f"has a task {number} that is no object")
    texts = {name: item.get(name, "") for name in _FIELDS}
    texts["state"] = texts["state"] or "open"
    if not all(isinstance(each, str) for each in texts.values()) or not texts["id"] or not texts["title"]:
        raise _bad(path, f"has a task {number} without an id or a title, or with one that is no text")
    if not texts["id"].isprintable():
        raise _bad(path, f"has a task {number} with an id that cannot be printed")
    if texts["state"] not in TASK_STATES:
        raise _bad(path, f"has a task {number} of a state that is none of {', '.join(TASK_STATES)}")
    extra = {str(name): each for name, each in item.items() if name not in _FIELDS}
    return Task(**texts, extra=extra)


def _is_receipt(value: Any) -> bool:
    """Whether it is one that can be answered from; what somebody made of it by hand is none."""
    if not isinstance(value, dict) or not all(
        isinstance(value.get(name), str) for name in ("verb", "content", "at")
    ):
        return False
    version, about, same = (value.get(name) for name in ("version", "tasks", "unchanged"))
    return (
        isinstance(version, int)
        and isinstance(same, list)
        and all(isinstance(name, str) for name in same)
        and isinstance(about, list)
        and all(
            isinstance(each, list)
            and len(each) == 3
            and all(isinstance(text, str) for text in each)
            and each[1] in TASK_STATES
            for each in about
        )
    )  # fmt: skip


def _data(task: Task) -> dict[str, Any]:
    told = {name: getattr(task, name) for name in _FIELDS}
    return {**task.extra, **{name: value for name, value in told.items() if value or name == "project"}}


def _bad(path: Path, what: str) -> BadState:
    return BadState(f"{path} {what}", hint="mend that file; until then it is left as it is", path=str(path))
