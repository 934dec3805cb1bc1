"""What a reviewer put off, by the card's name: it comes after everything that was not looked at. Derived, and no loss when it is gone."""

from __future__ import annotations

from collections.abc import Mapping

from cm.errors import BadState
from cm.store.files import read_json, replace_json
from cm.store.home import Home


def read_put_off(home: Home) -> dict[str, str]:
    """When each card was put off; nothing when the file is gone or cannot be read."""
    try:
        data = read_json(home.put_off, {})
    except BadState:
        return {}
    later = data.get("later") if isinstance(data, dict) else None
    return {str(name): str(at) for name, at in later.items()} if isinstance(later, dict) else {}


def write_put_off(home: Home, later: Mapping[str, str]) -> None:
    """Keeps what is put off. Raises Unwritable."""
    replace_json(home.put_off, {"schema": 1, "later": dict(later)})
