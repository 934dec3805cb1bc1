"""Records that sessions of one agent were used for another: one appended line, or none. Standard library only.

Who may be used for whom is `flows/permission.py`; the record is read by `cm privacy audit`.
"""

from __future__ import annotations

import os

from cm.store.append import append

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cm.flows.surroundings import Surroundings


def note(root: str, at: str, door: str, used_for: str, sessions: Iterable[str], by: str) -> None:
    """Appends how many sessions of which hosts were used; those of the agent they were used for do not count."""
    hosts: dict[str, int] = {}
    for name in dict.fromkeys(sessions):
        host = name.partition("/")[0]
        if host and host != used_for:
            hosts[host] = hosts.get(host, 0) + 1
    if hosts:  # a home that cannot be written still answers
        line = {"at": at, "door": door, "for": used_for, "hosts": dict(sorted(hosts.items())), "by": by}
        append(os.path.join(root, "state", "privacy.jsonl"), line)


def note_here(here: Surroundings, door: str, sessions: Iterable[str]) -> None:
    """The same for a quick door, when it answers an agent."""
    if here.agent:
        root = os.path.dirname(os.path.dirname(here.shown))
        note(root, here.now, door, here.agent, sessions, "agent")
