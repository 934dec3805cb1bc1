"""What the user said about who may be read and for whom: the answer to one question, and lists of hosts and projects.

Not here: what follows from it (`core/serving/permits.py`), where it is kept (`store/privacy.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Leave: TypeAlias = Literal[
    "", "denied-host", "denied-project", "cmignore", "switched-off", "part-of-excluded", "erased"
]
"""Why a session is not kept; "" = it may be. switched-off: the user typed `# cm: off` in it. part-of-excluded: a subagent of
such a session, or another tool's rendering of it. erased: a human erased it."""


@dataclass(frozen=True, slots=True)
class Lists:
    """Names or patterns; the more exact one holds, and of two alike the denial."""

    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Privacy:
    """All that was said; the default is that nobody was asked yet."""

    across: bool | None = (
        None  # may the sessions of one agent be used for another? None = nobody answered yet
    )
    at: str = ""  # when that was said
    by: str = ""  # by whom: human, script, agent
    hosts: Lists = field(default_factory=Lists)
    projects: Lists = field(default_factory=Lists)


@dataclass(frozen=True, slots=True)
class Use:
    """One time that sessions of some hosts were used: by which door, and for which agent ("" = for the user)."""

    at: str
    door: str
    used_for: str
    hosts: Mapping[str, int]  # how many sessions of each
    by: str
