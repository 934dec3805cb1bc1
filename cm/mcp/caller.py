"""Who calls, from where, and what is open to them: the same for every tool, resource and prompt. Whoever calls is an agent.

Not here: which agent it is (`flows/callers.py`), and who is let in over HTTP (`gate.py`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from cm.errors import NeedsAHuman, NotAllowed, Usage
from cm.flows.beyond import Hidden, as_beyond, hidden_from
from cm.flows.callers import env_for, hears_nothing
from cm.flows.env import Env

if TYPE_CHECKING:
    from cm.flows.warm import Ahead
    from cm.mcp.progress import Steps


@dataclass(frozen=True)
class Caller:
    """One who calls."""

    environ: Mapping[str, str]
    cwd: str
    writes: bool = True  # whether they may change anything
    far: bool = False  # from beyond this machine: no word of a session goes there, and nothing private
    mind: Ahead | None = None  # a model that is loaded beside the answers
    progress: Steps | None = None  # where long work notes how far it is, when they asked to be told

    @cached_property
    def world(self) -> Mapping[str, str]:
        """The environment in which the call is answered."""
        return as_beyond(self.environ, self.cwd) if self.far else self.environ

    @cached_property
    def hidden(self) -> Hidden | None:
        """What may not be told to them, None near by."""
        return hidden_from(self.env) if self.far else None

    @cached_property
    def env(self) -> Env:
        """The env in which the call is answered."""
        return env_for(self.world, self.cwd)

    @property
    def own_call(self) -> bool:
        """Whether they answer a question of ours."""
        return hears_nothing(self.environ)

    def at(self, folder: str) -> Caller:
        """The same, at work in another folder. Raises Usage."""
        if not folder:
            return self
        if self.far:
            raise Usage("cwd is a folder of this machine, and you are on another", hint="leave `cwd` out")
        plain = os.path.normpath(folder)
        if not os.path.isabs(folder) or not os.path.isdir(plain):
            raise Usage(
                f"cwd {folder[:200]!r} is no folder here",
                hint="name the folder you work in by its absolute path",
            )
        return replace(self, cwd=plain)

    def must_write(self, what: str) -> None:
        """Raises NotAllowed when they may change nothing."""
        if not self.writes:
            raise NotAllowed(
                f"{what}: not done without the token",
                hint="send it as `Authorization: Bearer …` (it lies where `cm serve` says), or call `cm` itself",
            )

    def must_be_near(self, what: str) -> None:
        """Raises NeedsAHuman when what is asked for tells words of sessions, and would leave this machine."""
        if self.far:
            raise NeedsAHuman(
                f"{what}: not told beyond this machine, it holds words of sessions",
                hint="run `cm` on the machine where the home is",
                what=what,
            )
