"""Who asks over a wire, and the environment that holds for them: always an agent and never a human, whatever is claimed.

A program that an agent started inherits that agent's marker variables. Where there are none, the name that a client gives of
itself says which agent it is; a client that nobody knows is an agent of no name, to whom no agent's sessions are open.
Not here: what such a caller may do (`cm/mcp/caller.py`), and what an agent may do at all (`flows/consent.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from cm.flows.env import GENERIC_MARKER, Env, open_env
from cm.hosts.registry import HOSTS, markers
from cm.llm.own_call import MARK, is_own_call

UNKNOWN: Final = "mcp"
_JOINTS: Final = re.compile(r"[\s_/]+")


def agent_named(client: str) -> str:
    """The coding agent that a client's name is of (a host's name, or one that begins with it), or that of nobody known."""
    asked = _JOINTS.sub("-", client.strip().lower())
    return max(
        (name for name in HOSTS if asked == name or asked.startswith(f"{name}-")), key=len, default=UNKNOWN
    )


def as_child(environ: Mapping[str, str], client: str) -> Mapping[str, str]:
    """The environment of a program that an agent started: the agent's markers hold, else the client's name does."""
    variables = [name for each in markers().values() for name in each] + [GENERIC_MARKER]
    if any(environ.get(name, "").strip() for name in variables):
        return environ
    return MappingProxyType({**environ, GENERIC_MARKER: agent_named(client)})


def as_stranger(environ: Mapping[str, str], client: str = "") -> Mapping[str, str]:
    """The environment for one who came over a wire: nothing of the agent in which the server was started holds for them."""
    agent = agent_named(client)
    gone = {name for each in markers().values() for name in each} | {GENERIC_MARKER, MARK}
    if agent in HOSTS:
        gone |= set(HOSTS[agent].session_variables)
    kept = {name: value for name, value in environ.items() if name not in gone}
    return MappingProxyType({**kept, GENERIC_MARKER: agent})


def hears_nothing(environ: Mapping[str, str]) -> bool:
    """Whether the caller answers a model call that `cm` made itself: it is handed nothing of ours."""
    return is_own_call(environ)


def env_for(environ: Mapping[str, str], cwd: str) -> Env:
    """The env of such a caller in a folder; nobody is at a terminal."""
    return open_env(environ, Path(cwd), tty=False)
