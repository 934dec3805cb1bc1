"""Fields of a foreign record as they come, whatever stands in them; and how that store's names are called here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cm.model.stamp import tidy_stamp

NAME: Final = "cass"


@dataclass(frozen=True, slots=True)
class Ways:
    """How names of that store are called here."""

    now: str
    session: Callable[[str, str], str]  # path or id of a transcript, agent -> session
    project: Callable[[str], str]  # a folder -> the project's identity
    ids: Collection[str] = ()  # of all bullets of the store
    here: str = ""  # the project of a repository's own store: what is global there is about it


def text_of(data: Any, name: str) -> str:
    """A text; a number as its digits; "" for anything else."""
    value = data.get(name) if isinstance(data, Mapping) else None
    if isinstance(value, bool) or value is None:
        return ""
    return value if isinstance(value, str) else str(value) if isinstance(value, int | float) else ""


def texts_of(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """A list of texts; one text is a list of one."""
    value = data.get(name)
    if isinstance(value, str):
        return (value,) if value else ()
    return (
        tuple(item for item in value if isinstance(item, str) and item)
        if isinstance(value, list | tuple)
        else ()
    )


def is_true(data: Mapping[str, Any], name: str) -> bool:
    """Whether it says yes."""
    value = data.get(name)
    return value is True or (isinstance(value, str) and value.casefold() == "true")


def count_of(data: Mapping[str, Any], name: str) -> int:
    """A number above zero, else 0."""
    value = data.get(name)
    return (
        int(value)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e9
        else 0
    )


def moment_of(data: Mapping[str, Any], name: str, otherwise: str) -> str:
    """A moment in the stored form, else what is said instead."""
    return tidy_stamp(data.get(name)) or otherwise
