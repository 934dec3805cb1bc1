"""Which sessions somebody has gone through by hand, and how far they went then: ids and sizes. Losing it costs another look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cm.errors import BadState
from cm.store.files import read_json, replace_json
from cm.store.home import Home


def read_done(home: Home) -> dict[str, int]:
    """The sessions that are done with, each with the size of its journal at that time."""
    try:
        value = read_json(home.state / "onboarding.json", {})
    except BadState:
        return {}
    done = value.get("done") if isinstance(value, dict) else None
    return (
        {str(name): size for name, size in done.items() if isinstance(size, int)}
        if isinstance(done, dict)
        else {}
    )


def write_done(home: Home, sessions: Mapping[str, int]) -> None:
    """Remembers them."""
    replace_json(home.state / "onboarding.json", {"schema": 1, "done": dict(sessions)})


def forget_done(home: Home, sessions: Iterable[str]) -> None:
    """Forgets sessions that are taken out."""
    done, gone = read_done(home), frozenset(sessions)
    if done.keys() & gone:
        write_done(home, {name: size for name, size in done.items() if name not in gone})
