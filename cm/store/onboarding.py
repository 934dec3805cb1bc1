"""Which sessions somebody has gone through by hand: ids alone. Losing it costs another look."""

from __future__ import annotations

from collections.abc import Iterable

from cm.errors import BadState
from cm.store.files import read_json, replace_json
from cm.store.home import Home


def read_done(home: Home) -> frozenset[str]:
    """The sessions that are done with."""
    try:
        value = read_json(home.state / "onboarding.json", {})
    except BadState:
        return frozenset()
    done = value.get("done") if isinstance(value, dict) else None
    return frozenset(map(str, done)) if isinstance(done, list) else frozenset()


def write_done(home: Home, sessions: Iterable[str]) -> None:
    """Remembers them."""
    replace_json(home.state / "onboarding.json", {"schema": 1, "done": sorted(sessions)})
