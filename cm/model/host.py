"""What a host file fills in: one frozen value per coding agent.

A host says where its sessions lie (a recipe, no I/O) and how a record becomes items (a pure fold).
What a host lacks is None. Not here: opening files (`store/transcripts.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from cm.model.session import Item

Shape: TypeAlias = Literal["jsonl", "json"]


@dataclass(frozen=True, slots=True)
class Record:
    """One decoded record of a transcript with its place."""

    value: Any  # what json.loads gave
    line: int  # 1-based; 0 when the shape has no lines
    offset: int = 0  # byte offset of the record's start in the (decompressed) file


@dataclass(frozen=True, slots=True)
class Source:
    """The file being read, as a fold may know it: no handles."""

    host: str
    path: str  # posix text of the real path
    name: str  # file name
    agent: str = ""  # the subagent's id when the file holds only its records
    parent: str = ""  # native id of the parent session, for subagent files


class Fold(Protocol):
    """A stateful, pure reader of one transcript: feed it records in order, it yields items."""

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns one record into items; an unusable record becomes a Skipped, never an exception."""
        ...

    def finish(self) -> Iterable[Item]:
        """Yields what can only be said at the end of this run: the session's head as known now."""
        ...

    def carry(self) -> dict[str, Any]:
        """Returns JSON-able state from which a later run continues at the end of this one."""
        ...


@dataclass(frozen=True, slots=True)
class Sessions:
    """The recipe of where a host's transcripts lie."""

    env: tuple[str, ...]  # variables that move the root, first set wins
    roots: tuple[str, ...]  # default roots relative to the user's home
    globs: tuple[str, ...]  # patterns below a root
    shape: Shape
    retention_days: int | None  # after how many days the host itself deletes; None = never
    fold: Callable[[Source, Mapping[str, Any] | None], Fold]  # (source, carry of an earlier run)
    describe: Callable[
        [str, str], Source
    ]  # (path, root) -> Source: finds subagent files and parents by their place
    looks_like: Callable[[Sequence[Any]], bool]  # do these first records come from this host?


@dataclass(frozen=True, slots=True)
class Instructions:
    """Instruction files a host reads in a project, best place first, and the size it respects."""

    files: tuple[str, ...]
    limit_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Host:
    """One coding agent."""

    name: str
    title: str
    markers: tuple[str, ...]  # environment variables that say "I run inside this agent"
    sessions: Sessions | None = None
    instructions: Instructions | None = None
