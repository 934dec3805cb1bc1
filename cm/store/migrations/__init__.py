"""Schema numbers per kind of document, and the steps from each to the next.

A step is one file here, `<kind>_<number>_<what>.py`, that exports a pure `up(text) -> text`; so comments survive.
A document from the future is refused, never guessed at. What is derived has no steps: it is rebuilt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from cm.errors import NewerSchema

Kind: TypeAlias = Literal["playbook", "config", "journal", "diary"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step: brings a document of `kind` to schema `to`."""

    kind: Kind
    to: int
    up: Callable[[str], str]


NEWEST: Final[Mapping[Kind, int]] = MappingProxyType({"playbook": 1, "config": 1, "journal": 1, "diary": 1})
STEPS: Final[tuple[Step, ...]] = ()  # in order; none yet: every kind is at its first schema


def refuse_newer(kind: Kind, schema: int, path: Path) -> None:
    """Raises NewerSchema for a document that a newer version of `cm` wrote."""
    if schema > NEWEST[kind]:
        raise NewerSchema(
            f"{path}: {kind} of schema {schema}; this version of cm knows schemas up to {NEWEST[kind]}",
            hint="upgrade cm (`pipx upgrade cm-playbook`); nothing was changed",
            path=str(path),
            schema=schema,
            known=NEWEST[kind],
        )


def upgraded(kind: Kind, text: str, schema: int, steps: tuple[Step, ...] = STEPS) -> tuple[str, int]:
    """Takes a document's text through every step it has not had; returns it with its new schema number."""
    for step in steps:
        if step.kind == kind and step.to == schema + 1:
            text, schema = step.up(text), step.to
    return text, schema
