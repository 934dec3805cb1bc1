"""What is to stand in somebody else's file, and how something of ours that stands there is known again. Plain values.

Planning and doing are `store/registering.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from cm.errors import Unwritable
from cm.store.hostfiles import HostFile

Ours: TypeAlias = Callable[[str], bool]
"""Whether a text names what we put there. Where a member is known by other words, `member` of the callable says so."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to stand in a file: an entry of the list at `at`, the member that `at` names, or with `at` empty the whole text.

    In TOML and YAML it is always the member; of a block the text is what stands between its marks.
    """

    at: tuple[str, ...] = ()
    entry: Any = None
    text: str = ""
    member: bool = False
    form: Literal["json", "toml", "yaml", "block"] = "json"


def of_member(ours: Ours) -> Ours:
    """How a member of ours is known."""
    found: Ours = getattr(ours, "member", ours)
    return found


def mentions(value: Any, ours: Ours) -> bool:
    """Whether a text anywhere in a JSON value names what is ours."""
    if isinstance(value, str):
        return ours(value)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(mentions(each, ours) for each in inner)


def encoded(text: str, file: HostFile) -> bytes:
    """The bytes of a text. Raises Unwritable for a path in it that is no text."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Unwritable(
            f"{file.name}: a path that is no UTF-8 text cannot be written into it",
            hint="set CM_HOME to a folder whose name is plain text",
        ) from error
