"""One thing to do. A list of them is no memory: nothing is learned from it and no agent is told of it unasked (`flows/tasks.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from cm.model.rule import EMPTY

TaskState: TypeAlias = Literal["open", "done", "dropped"]
TASK_STATES: Final[tuple[TaskState, ...]] = ("open", "done", "dropped")


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do, and what became of it."""

    id: str
    title: str
    state: TaskState = "open"
    project: str = ""  # "" = of no project
    at: str = ""
    by: str = ""  # who put it down: human, script, or the agent's host
    done_at: str = ""  # when it was done or dropped
    extra: Mapping[str, Any] = field(default_factory=lambda: EMPTY)  # fields this version does not know
