"""The mark in the environment of every program that `cm` starts to answer for it: below it, `cm` reads and learns nothing.

An agent that answers a question of ours must not be read as a session, nor start a reflection of its own, which would start
another agent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cm.errors import OwnCall

MARK: Final = "CM_OWN_CALL"


def is_own_call(environ: Mapping[str, str]) -> bool:
    """Whether this process runs below a model call of ours."""
    return bool(environ.get(MARK))


def refuse_own_call(environ: Mapping[str, str], what: str) -> None:
    """Raises OwnCall there."""
    if is_own_call(environ):
        raise OwnCall(
            f"{what}: not done inside a model call that cm made itself",
            hint=f"an answer must not feed the next question; {MARK} is set here",
        )
