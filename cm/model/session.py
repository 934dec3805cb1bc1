"""What a host's transcript becomes: a session's head and its retained events, in order.

Not here: how a host writes them (`cm.hosts`), how they are kept (`store/journal.py`), what is learned (`core/reading/digest.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Author: TypeAlias = Literal["user", "agent", "tool", "file", "host"]
"""Who said it. Only `user` may found an imperative; `host` is the agent program itself (summaries, notices)."""

EventKind: TypeAlias = Literal["message", "command", "output", "edit", "error", "summary", "interrupt"]
"""message: words. command: a shell command. output: how a command ended (`of`, `exit`, tail of its text).
edit: a file written (text = path). error: a tool other than the shell failed. summary: a compaction's text.
interrupt: the user stopped the agent."""


@dataclass(frozen=True, slots=True)
class Event:
    """One retained thing said or done in a session."""

    id: str
    session: str  # "<host>/<native id>"
    seq: int
    at: str  # stored form, or "" when the host wrote none
    by: Author
    kind: EventKind
    text: str
    of: str = ""  # output, error: the event that caused it
    exit: int | None = None  # output: exit status; None when the host does not say
    tool: str = ""
    agent: str = ""  # a subagent's id; "" is the main thread
    scrubbed: int = 0  # version of the scrubbing rules that cleaned the text


@dataclass(frozen=True, slots=True)
class SessionHead:
    """What is known of one run of an agent."""

    id: str  # "<host>/<native id>"
    host: str
    native: str
    source: str = ""  # the file it was read from
    cwd: str = ""
    project: str = ""  # identity, see DESIGN 8: "github.com/acme/shop", "root:<sha>", or a real path
    branch: str = ""
    started: str = ""
    ended: str = ""
    version: str = ""
    model: str = ""
    title: str = ""
    parent: str = ""  # the session whose subagent this is
    tokens_in: int = 0
    tokens_out: int = 0
    own: bool = False  # written by cm's own calls or another memory tool's observer: kept out of learning
    twin: str = ""  # the session of another host that this one renders: where that one is held, this one counts for nothing
    remote: str = (
        ""  # the repository's address by the host's own record; only until the project is named, never kept
    )
    notes: bool = (
        False  # no run of an agent but a file of instructions, or the history of one, kept to be found again
    )


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that was not kept, and why; counted, shown, never fatal."""

    reason: str  # kebab-case, e.g. "not-json", "unknown-type:foo", "injected", "duplicate", "bookkeeping"
    line: int = 0
    detail: str = ""


Item: TypeAlias = Event | SessionHead | Skipped
