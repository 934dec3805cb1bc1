"""The playbooks that speak where we stand, each with the ledger beside it: the user's, and the repository's if it has one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cm.flows.env import Env
from cm.model.names import storable

USER: Final = "user"


@dataclass(frozen=True, slots=True)
class Source:
    """One playbook with the ledger beside it."""

    name: str  # "user", or the real path of a repository's .cm/
    playbook: Path
    feedback: Path
    blocked: Path
    trusted: bool = True  # an untrusted repository's ledger says nothing, its rules are withheld

    def files(self) -> dict[str, Path]:
        """Its files by kind of input."""
        return {"playbook": self.playbook, "feedback": self.feedback, "blocked": self.blocked}


def sources(env: Env) -> tuple[Source, ...]:
    """The playbooks that speak here: the user's, and the repository's if it has one."""
    user = Source(USER, env.home.playbook, env.home.feedback, env.home.blocked)
    if env.repo is None or not env.repo.root.is_dir():
        return (user,)
    name = storable(str(env.repo.root.resolve()))
    return (user, Source(name, env.repo.playbook, env.repo.feedback, env.repo.blocked, env.trusted))
