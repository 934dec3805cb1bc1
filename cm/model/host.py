"""What a host file fills in: one frozen value per coding agent.

A host says where its sessions lie (a recipe, no I/O) and how a record becomes items (a pure fold).
What a host lacks is None. Recipes for databases, trees and Markdown are data too; SQL text is never run here. Not here: opening files
(`store/transcripts.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from cm.model.headless import Headless
from cm.model.moments import Words
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
    """A transcript in Markdown or another plain text; every record is a section's text, from one such line to the next."""

    begins: str  # regex: the line that begins a section
    suffixes: tuple[str, ...] = (".md", ".markdown", ".mdc")


@dataclass(frozen=True, slots=True)
class Copies:
    """A document that lists files beside it which belong to it; the text of the last one comes as {"copy": …, "text": …}."""

    listed: str  # the field with the list
    name: str  # the field of each element that is the file's name
    most: int = 64 * 1024  # bytes of a file


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
    archive: bool = False  # it may come in a zip archive, as an array of sessions called conversations.json
    copies: Copies | None = None
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
class Skills:
    """The folders from which a host takes skills, each a folder of its own with a SKILL.md in it."""

    user: str  # below the user's home
    project: str
    moved: tuple[tuple[str, str], ...] = ()  # (a variable, the part of `user` that it moves), first set wins


@dataclass(frozen=True, slots=True)
class Print:
    """How a host's own program answers one question and ends, with its hooks, tools and memory of sessions off.

    The question comes on stdin. `{model}` and `{answer}` (a file to be written) are filled in; with the model `default` the word
    and the option before it are left out.
    """

    argv: tuple[str, ...]
    environ: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a hook says to its host: a text on standard output, an exit status, the reason on standard error or not."""

    out: str = ""
    """One JSON document on one line, or nothing. `{reason}` stands for the reason as a JSON text, quotes included (it is
    replaced, no format string)."""
    exit: int = 0
    err: bool = False  # the reason on standard error too, as plain text


@dataclass(frozen=True, slots=True)
class PreCommand:
    """How a host speaks to the hook it asks before a tool is used; plain data, `dataclasses.asdict` makes it JSON.

    A dotted path is looked up in the payload; of several the first one that is there counts, and "" is the payload
    itself. A text that should be an object is read as the JSON of one (some versions send it so).
    """

    tool: tuple[str, ...]  # paths of the tool's name; when none is there the call is called "*"
    input: tuple[str, ...]  # paths of the tool's input
    shells: Mapping[str, str]
    """The tools that run a command, names compared without case -> how its text is read: "sh", "powershell", "cmd", or
    "native" for what the system's own shell is (PowerShell on Windows, sh elsewhere)."""
    commands: tuple[str, ...]
    """Keys of the input that hold the command, all of those that are there: a text, a list of texts (each a command),
    a list of {command, args}, or the JSON text of such a list."""
    folder: tuple[str, ...]  # paths of the working folder, tried in the input first, then in the payload
    session: tuple[str, ...]  # paths of the native session id
    call: tuple[str, ...]  # paths of the id of this very call
    deny: Answer
    ask: Answer | None  # None: the host cannot ask, or does something else where nobody is there to answer
    allow: Answer
    note: str = (
        ""  # as Answer.out: lets the call run and tells the user {reason}; "" where there is no such word
    )
    remind: str = (
        ""  # as Answer.out: lets the call run and tells the model {reason}; "" where it cannot be told
    )
    writers: tuple[str, ...] = ()  # the tools that write or delete files, names compared without case
    files: tuple[str, ...] = ()  # keys of a writer's input that name a file: a text, or a list of texts
    patches: tuple[
        str, ...
    ] = ()  # keys of a writer's input that hold a patch ("*** Update File: ...", "--- a/...")
    contents: tuple[str, ...] = ()  # keys of a writer's input that hold the text written
    only_reads: tuple[tuple[str, str], ...] = ()  # (key, value) of a writer's input with which it only reads
    deny_write: Answer | None = None  # how a writer is denied, where that is not as a command is
    deny_without: tuple[str, Answer] | None = None
    """(a path, how everything is denied where it is not in the payload): an older version of the host is asking."""


Spot: TypeAlias = Literal["user", "project"]


@dataclass(frozen=True, slots=True)
class Registration:
    """One place where a host is told to ask the guard. A host may need several at once; each that applies is made."""

    where: Spot
    path: str  # below the user's home, or below the project
    shape: Literal["json", "toml", "yaml", "block", "whole-file", "executable"]
    """json: `entry` is put into the list at `at` of a JSON file, comments allowed; toml, yaml: `entry` is the table at `at`;
    block: a marked block in Markdown; whole-file: a file of ours made from `template`; executable: the same, to be run by
    the host."""
    at: tuple[str, ...] = ()  # json: keys down to the list
    entry: Any = None
    """json: the entry, with these in its texts: {command} the command line, {powershell} the same for PowerShell's `&`.
    A text that is only {timeout} or {milliseconds} becomes that number; of the words of a program {program} is the first,
    {arguments} a list of the rest, {argv} a list of all, {environ} the variables it needs, as an object."""
    root: Any = None  # json: what a new file holds besides the entry
    template: str = (
        ""  # whole-file, executable: a name in guards/shims/, with {python}, {script}, {milliseconds} in it
    )
    moved: tuple[
        tuple[str, str], ...
    ] = ()  # (a variable, the part of `path` below home that it moves), first set wins
    only_there: bool = False  # applies only where the file is already there
    unless: str = ""  # applies only where this file, named as `path` is, is not there
    or_else: tuple[
        str, ...
    ] = ()  # whole-file, executable: where it goes when a file of somebody else's is at `path`
    windows: bool = True  # False: not on Windows
    member: bool = False  # json: `entry` is what stands at `at` itself, not one of a list there
    seconds: int = 10  # after so many the host stops waiting
    needs: str = ""  # what the user has to do before the host runs it, as one sentence; "" for nothing
    shared: bool = (
        False  # the file is one that a repository usually commits, and the entry names this machine's folders
    )
    moment: str = ""
    """Of a hook beside the guard's: the moment whose command line {command} is; "" for a file that asks at all of them itself: in
    its template {argv} is the command line as a JSON list of words, to which the moment is to be added."""

    def place(self, variables: Mapping[str, str]) -> tuple[str, str]:
        """(the folder that the environment names instead of a part of the path, "" for none; the path below it)."""
        for name, part in self.moved if self.where == "user" else ():
            folder = variables.get(name, "").strip()
            if folder:
                return folder, self.path[len(part) :].lstrip("/")
        return "", self.path


@dataclass(frozen=True, slots=True)
class Moments:
    """The hooks of a host beside the one before a tool: what it says at each moment, and where it is told of ours."""

    words: Words
    registration: tuple[Registration, ...]  # as the guard's; each says its `moment`
    uncovered: tuple[str, ...] = ()  # what its hooks do not give, for the reader of the docs


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting with which a user keeps a host from running any hook."""

    path: str  # JSON or TOML, below the user's home and below the project, as a registration's path
    keys: tuple[str, ...]
    value: bool  # with this value it runs none


Trusted: TypeAlias = Literal["trusted", "not trusted", "changed since", "switched off"]


@dataclass(frozen=True, slots=True)
class Trust:
    """Where a host keeps which hooks its user said yes to; only ever read."""

    path: str  # TOML, below the user's home, moved as the registrations are
    check: Callable[[Mapping[str, Any], Sequence[str], Sequence[str | int], Any], Trusted]
    """(that file, the paths the hooks file may be known by, where in it the entry stands, the entry) -> the user's word."""


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
    handed: bool = False
    """Nothing runs here and nothing is looked for: a person hands its files over, in the inbox or by path. They are personal,
    and read inside an agent as little as another agent's sessions."""
    guard: PreCommand | None = None  # None: it has no hook before a command
    registration: tuple[Registration, ...] = ()
    uncovered: tuple[str, ...] = ()  # what its hook does not see or cannot stop, for the reader of the docs
    folders: tuple[str, ...] = ()  # below the user's home: one of them is there once it was started
    programs: tuple[str, ...] = ()  # what it is called on PATH, where no other program is called so
    switches: tuple[Switch, ...] = ()
    trust: Trust | None = None
    reads: tuple[tuple[Spot, str], ...] = ()  # settings of other hosts whose hooks it runs, too
    prints: Print | None = None  # None: its program cannot be asked
    headless: Headless | None = None  # None: not known how to give it a model of ours
    moments: Moments | None = None  # None: it has no hooks beside the guard's
    mcp: tuple[Registration, ...] = ()  # where it is told of an MCP server; () where it takes none
    guides: tuple[Registration, ...] = ()  # the user's own instruction files, where a block may stand
    skills: Skills | None = None  # None: it takes none, or nobody knows where from
