"""The one JSON document that every command prints with `--json`: `{"schema", "ok", "data", "notes"}`, or an error.

Standard library only, and `dataclasses` only where it is loaded already: the quick doors print through this.
"""

from __future__ import annotations

import json
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from cm.errors import CmError


def answer(schema: str, data: object, notes: Sequence[str] = ()) -> str:
    """The document of an answer; `schema` is e.g. `cm.context/1`."""
    return _document({"schema": schema, "ok": True, "data": as_data(data), "notes": list(notes)})


def failure(error: CmError) -> str:
    """The document of an error."""
    told = {
        "code": error.code,
        "message": error.message,
        "hint": error.hint,
        "context": as_data(error.context),
        "exit": int(error.exit),
    }
    return _document({"schema": "cm.error/1", "ok": False, "error": told})


def as_data(value: object) -> Any:
    """Any record as plain JSON data: mappings stay, tuples and sets become lists, what is unknown becomes its text."""
    if value is None or isinstance(value, (str, bool, float)):
        return value
    if isinstance(value, int):
        return int(value)  # an enum's number too
    if isinstance(value, (list, tuple)):
        return [as_data(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((as_data(item) for item in value), key=str)
    fields = getattr(value, "__dataclass_fields__", None)
    if fields is not None:
        return {name: as_data(getattr(value, name)) for name in fields if not name.startswith("_")}
    if hasattr(value, "items"):
        return {str(key): as_data(item) for key, item in value.items()}
    light = sys.modules.get("cm.model.light")
    if light is not None and isinstance(value, light.Light):
        return {name: as_data(getattr(value, name)) for name in value.names()}
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return str(value)


def _document(value: dict[str, Any]) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode("utf-8")
    except (ValueError, UnicodeEncodeError):  # a lone surrogate, or a number that JSON does not have
        text = json.dumps(_finite(value))
    return text + "\n"


def _finite(value: Any) -> Any:
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, list) else value
