"""One session while it is read: its head, the numbering of its events, and what a later run must know to go on.

Every fold keeps its own in a `Thread`; what a record means is theirs to say. Everything here survives a trip
through JSON, because `carry` is stored between runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cm.hosts.injected import OWN_PROMPT, is_observer_folder, reads_like_an_observer
from cm.hosts.shapes import whole
from cm.model.host import Source
from cm.model.ids import event_id
from cm.model.session import Author, Event, EventKind, SessionHead

_UNIQUE: Final = 20  # a native id of this length is unique everywhere; a shorter one only in its session
_HEAD: Final = (
    "native",
    "cwd",
    "branch",
    "started",
    "ended",
    "version",
    "model",
    "title",
    "parent",
    "remote",
)


class Recent:
    """The last so many keys with a value each; the oldest is forgotten first."""

    __slots__ = ("_room", "kept")

    def __init__(self, room: int, kept: Any = None) -> None:
        self._room = room
        self.kept: dict[str, Any] = {}
        if isinstance(kept, list):
            for pair in kept[-room:]:
                if isinstance(pair, list | tuple) and len(pair) == 2 and isinstance(pair[0], str):
                    self.kept[pair[0]] = pair[1]

    def put(self, key: str, value: Any = 1) -> None:
        """Remembers a key as the newest."""
        kept = self.kept
        kept.pop(key, None)
        kept[key] = value
        if len(kept) > self._room:
            del kept[next(iter(kept))]

    def get(self, key: str) -> Any:
        """The key's value, or None."""
        return self.kept.get(key)

    def take(self, key: str) -> Any:
        """The key's value, forgotten with this, or None."""
        return self.kept.pop(key, None)

    def carry(self) -> list[list[Any]]:
        """The pairs, oldest first."""
        return [[key, value] for key, value in self.kept.items()]


class Thread:
    """The head and the counters of the session that a transcript holds."""

    __slots__ = (
        "branch", "cwd", "ended", "host", "model", "native", "own", "parent", "prompted", "remote", "seq", "session", "source",
        "started", "title", "tokens_in", "tokens_out", "version",
    )  # fmt: skip

    def __init__(self, source: Source, carry: Mapping[str, Any]) -> None:
        self.source = source
        self.host = source.host
        self.native = self.cwd = self.branch = self.started = self.ended = ""
        self.version = self.model = self.title = self.parent = self.remote = ""
        for name in _HEAD:
            value = carry.get(name)
            if isinstance(value, str):
                setattr(self, name, value)
        self.seq = _count(carry.get("seq"))
        self.tokens_in = _count(carry.get("tokens_in"))
        self.tokens_out = _count(carry.get("tokens_out"))
        self.own = carry.get("own") is True
        self.prompted = carry.get("prompted") is True  # whether the first prompt was seen
        self.session = f"{self.host}/{self.native}" if self.native else ""

    def settle(self, native: str) -> None:
        """Fixes which session this is; the first answer stands."""
        if not self.native and native:
            self.native = whole(native)
            self.session = f"{self.host}/{self.native}"

    def passed(self, at: str) -> None:
        """Takes note of a moment; hosts do not write them in order."""
        if at:
            if at > self.ended:
                self.ended = at
            if not self.started or at < self.started:
                self.started = at

    def event(
        self,
        key: tuple[str, ...],
        at: str,
        by: Author,
        kind: EventKind,
        text: str,
        *,
        of: str = "",
        code: int | None = None,
        tool: str = "",
        agent: str = "",
    ) -> Event:
        """Makes the next event; its id depends on the native key alone, so a copy elsewhere has the same one."""
        if not self.session:
            self.settle(self._stem())
        if by == "user" and text.startswith(OWN_PROMPT):
            by = "host"  # what cm asked is nobody's word
        seq = self.seq
        self.seq = seq + 1
        return Event(
            event_id(self.host, *key),
            self.session,
            seq,
            at,
            by,
            kind,
            whole(text),
            of,
            code,
            whole(tool),
            whole(agent),
        )

    def key(self, native: str, *more: str) -> tuple[str, ...]:
        """An event's native key: a long id alone, so that a copy has the same; a short one with its session."""
        if len(native) >= _UNIQUE:
            return (native, *more)
        if not self.session:
            self.settle(self._stem())
        return (self.session, native, *more)

    def nameless(self, at: str) -> str:
        """A native name for a record that has none: its place in its session, which this does not fix."""
        return f"{self.session or self._stem()} {at} {self.seq}"

    def typed(self, key: tuple[str, ...], at: str, text: str, *, by_program: bool = False) -> Event:
        """A message of the user's; the first one also tells whether a memory tool talks to its own model here."""
        if not self.prompted:
            self.prompted = True
            self.own = self.own or reads_like_an_observer(text, by_program=by_program)
            self.own = self.own or is_observer_folder(self.cwd)
        return self.event(key, at, "user", "message", text)

    def head(self) -> SessionHead:
        """What is known of the session by now; an unknown id is guessed from the file's name, and not yet fixed."""
        native = self.native or whole(self._stem())
        return SessionHead(
            id=f"{self.host}/{native}",
            host=self.host,
            native=native,
            source=self.source.path,
            cwd=whole(self.cwd),
            branch=whole(self.branch),
            started=self.started,
            ended=self.ended,
            version=whole(self.version),
            model=whole(self.model),
            title=whole(self.title)[:300],
            remote=whole(self.remote),
            parent=f"{self.host}/{whole(self.parent)}" if self.parent else "",
            tokens_in=self.tokens_in,
            tokens_out=self.tokens_out,
            own=self.own,
        )

    def _stem(self) -> str:
        return self.source.name.split(".", 1)[0] or "unnamed"

    def carry(self) -> dict[str, Any]:
        """What a later run needs to go on."""
        kept: dict[str, Any] = {name: getattr(self, name) for name in _HEAD if getattr(self, name)}
        kept.update(seq=self.seq, tokens_in=self.tokens_in, tokens_out=self.tokens_out)
        if self.own:
            kept["own"] = True
        if self.prompted:
            kept["prompted"] = True
        return kept


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0
