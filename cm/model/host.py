"""What a host file fills in: one frozen value per coding agent.

A host says where its sessions lie (a recipe, no I/O) and how a record becomes items (a pure fold).
What a host lacks is None. Recipes for databases, trees and Markdown are data too; SQL text is never run here. Not here: opening files
(`store/transcripts.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from cm.model.session import Item

Shape: TypeAlias = Literal["jsonl", "json", "sqlite", "tree", "markdown"]
"""How most transcripts of a host are written. How one file is read is seen from the file itself: a SQLite file by the
host's `database`, Markdown by its `markdown`, a session of a JSON tree by its `tree`, everything else as JSON."""


@dataclass(frozen=True, slots=True)
class Record:
    """One decoded record of a transcript with its place."""

    value: Any  # what json.loads gave; a row as {"table": …, column: …}; the text of a section of Markdown
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
        """Turns one record into items; an unusable record becomes a Skipped, never an exception.

        Where a file holds many sessions, the head of the one that ends here is among the items, after its events.
        """
        ...

    def finish(self) -> Iterable[Item]:
        """Yields what can only be said at the end of this run: the session's head as known now."""
        ...

    def carry(self) -> dict[str, Any]:
        """Returns JSON-able state from which a later run continues at the end of this one.

        The last section of a Markdown file is fed once more by the next run (it may have grown), so there the state is
        the one before it.
        """
        ...


NewFold: TypeAlias = Callable[[Source, Mapping[str, Any] | None], Fold]
"""(source, carry of an earlier run) -> a fold."""


@dataclass(frozen=True, slots=True)
class Place:
    """One more place where a host's transcripts lie."""

    roots: tuple[str, ...]
    globs: tuple[str, ...]
    env: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """Rows of one session, as SQL with the parameter `:session`."""

    table: str  # what the rows are called; a column named `table` says it row by row
    sql: str
    json: tuple[str, ...] = ()  # columns that hold JSON text


@dataclass(frozen=True, slots=True)
class Database:
    """How the sessions in a host's SQLite file are found and read.

    Of several wordings the first one that this version of the database understands is taken.
    """

    tables: Mapping[str, frozenset[str]]  # it is this host's when these tables with these columns are there
    sessions: tuple[str, ...]  # SQL giving (session id, something that changes whenever the session does)
    rows: tuple[tuple[Query, ...], ...]
    fold: NewFold | None = None  # None: the one of the recipe


@dataclass(frozen=True, slots=True)
class Branch:
    """The next level of a tree of JSON files."""

    table: str
    globs: tuple[
        str, ...
    ]  # below the tree's root; {0}, {1} are the ids of the levels above; first with a hit wins
    owner: str = ""  # the field that names the level above, for folders that hold everyone's files


@dataclass(frozen=True, slots=True)
class Tree:
    """A session as a tree of small JSON files; records come as {"table": …, "id": …, "data": the document}."""

    own: str  # regex: the path of a session's own file
    up: int  # so many folders above it lies the root
    table: str
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Markdown:
    """A transcript in Markdown; every record is a section's text, from one such line to the next."""

    begins: str  # regex: the line that begins a section


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where a host's own settings say for how many days it keeps transcripts; they are only ever read."""

    file: str  # JSON, below the root of the sessions
    key: str  # dotted; its value a number of days
    least: int = 1  # a smaller number is not taken by the host either


@dataclass(frozen=True, slots=True)
class Sessions:
    """The recipe of where a host's transcripts lie."""

    env: tuple[str, ...]  # variables that move the root, first set wins
    roots: tuple[str, ...]  # default roots relative to the user's home
    globs: tuple[str, ...]  # patterns below a root
    shape: Shape
    retention_days: int | None  # after how many days the host itself deletes; None = never
    fold: NewFold
    describe: Callable[
        [str, str], Source
    ]  # (path, root) -> Source: finds subagent files and parents by their place
    looks_like: Callable[[Sequence[Any]], bool]  # do these first records come from this host?
    places: tuple[Place, ...] = ()  # further places
    in_projects: tuple[str, ...] = ()  # patterns below the root of every project that is known
    database: Database | None = None
    tree: Tree | None = None
    markdown: Markdown | None = None
    companions: tuple[
        str, ...
    ] = ()  # names beside a file, read before it; {stem}, {folder}: its and its folder's name
    parts: str = ""  # regex: paths of files that are read with another one, never for themselves
    instead_of: tuple[
        tuple[str, str], ...
    ] = ()  # (the file name that stands, the one beside it that it makes needless)
    keeping: Keeping | None = None  # the user's own word on retention_days
    passed_over: tuple[
        tuple[str, str], ...
    ] = ()  # (the `type` of records that are never looked at, why they are skipped)
    renders: bool = False  # these are renderings of sessions that other hosts keep natively: read after them


@dataclass(frozen=True, slots=True)
class Instructions:
    """Instruction files a host reads in a project, best place first, and the size it respects."""

    files: tuple[str, ...]
    limit_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Print:
    """How a host's own program answers one question and ends, with its hooks, tools and memory of sessions off.

    The question comes on stdin. `{model}` and `{answer}` (a file to be written) are filled in; with the model `default` the word
    and the option before it are left out.
    """

    argv: tuple[str, ...]
    environ: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Host:
    """One coding agent."""

    name: str
    title: str
    markers: tuple[str, ...]  # environment variables that say "I run inside this agent"
    sessions: Sessions | None = None
    instructions: Instructions | None = None
    session_variables: tuple[str, ...] = ()  # environment variables that hold the native id of its session
    agent: bool = (
        True  # False: files of no agent in particular, such as instructions; reading them crosses nothing
    )
    prints: Print | None = None  # None: its program cannot be asked
