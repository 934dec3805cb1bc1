"""The journal: what was read from transcripts, kept as scrubbed events, one JSONL file per session.

A file holds header lines (`{"t":"s",…}`, the last one stands) and event lines (`{"t":"e",…}`); defaults are left out.
It only grows: an event is known by its id and written once. Damaged lines are passed over and told by `check`.
Not here: reading transcripts (`store/transcripts.py`), what is kept of them (`flows/ingest.py`).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields, replace
from hashlib import sha256
from json.encoder import encode_basestring as _quoted
from pathlib import Path
from typing import Any, Final

from cm.errors import BadState, NotFound
from cm.model.session import Event, SessionHead
from cm.store.durable import sync_files
from cm.store.files import replace as replace_file
from cm.store.lines import append_bytes, json_line, writing

UNDATED: Final = "undated"
_MOST_NAME: Final = 120
_EVENT: Final = b'{"t":"e","id":"'
_HEAD: Final = b'{"t":"s",'
_COMMAND: Final = b'"kind":"command"'
_DATED: Final = re.compile(r"\d{4}-\d{2}-")
_EVENT_FIELDS: Final = {f.name: f.default for f in fields(Event) if f.name != "session"}
_LEFT_OUT: Final = frozenset(name for name, default in _EVENT_FIELDS.items() if default is not MISSING)
_HEAD_FIELDS: Final = {f.name: f.default for f in fields(SessionHead)}


@dataclass(frozen=True, slots=True)
class Damaged:
    """A line of the journal that could not be read."""

    path: str
    line: int
    reason: str


class Journal:
    """All sessions below one folder. One process writes at a time (`Home.ingest_lock`); reading takes no lock."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._places: dict[str, Path] | None = None
        self._written: dict[Path, None] = {}  # files whose end is not surely on the disk
        self._open: tuple[Path, SessionHead | None, set[str]] | None = None  # the file written to last

    def append(self, head: SessionHead, events: Iterable[Event], *, sync: bool = True) -> int:
        """Adds what is new to a session's file in one write; returns how many events that were.

        A torn last line of a killed writer is closed first. Without `sync`, call `sync()` before relying on it after a power
        cut. Raises Unwritable.
        """
        path = self.path_of(head)
        known, ids = self._kept(path)
        merged = merge_heads(known, head) if known else head
        lines = [] if merged == known else [json_line(head_to_data(merged))]
        new = 0
        for event in events:
            if event.id not in ids:
                ids.add(event.id)
                lines.append(event_line(event))
                new += 1
        if lines:
            self._open = None  # if this fails, what reached the disk is not known: it is read again next time
            append_bytes(path, b"".join(lines), sync=sync)
            if not sync:
                self._written[path] = None
        self._open = (path, merged, ids)
        self._index()[path.name] = path
        return new

    def sync(self) -> None:
        """Brings everything appended so far to the disk. Raises Unwritable."""
        sync_files(list(self._written))
        self._written.clear()

    def remove(self, session_id: str) -> bool:
        """Takes a session's file away, and the folder of its month when that is empty then; False when there is none."""
        path = self._find(session_id)
        if path is None:
            return False
        with writing(path):
            path.unlink(missing_ok=True)
        self._forget(path)
        for folder in (path.parent, path.parent.parent):
            if folder != self.root:
                with suppress(OSError):
                    folder.rmdir()
        return True

    def shrink(self, session_id: str, keep: Iterable[str]) -> int:
        """Leaves of a session its head and the events of these ids; returns how many bytes that freed. Raises NotFound."""
        head, events = self.read(session_id)
        wanted = frozenset(keep)
        lines = [head_to_data(head), *(event_to_data(event) for event in events if event.id in wanted)]
        path = self.path_of(head)
        before = path.stat().st_size
        replace_file(path, b"".join(map(json_line, lines)))
        self._open = None
        return before - path.stat().st_size

    def ids(self, head: SessionHead) -> set[str]:
        """The ids of the events that a session's file holds."""
        return self._kept(self.path_of(head))[1]

    def head(self, session_id: str) -> SessionHead | None:
        """What is known of a session, or None."""
        path = self._find(session_id)
        return self._kept(path)[0] if path else None

    def read(self, session_id: str) -> tuple[SessionHead, tuple[Event, ...]]:
        """A session with its events in order. Raises NotFound."""
        path = self._find(session_id)
        head, events = _load(path) if path else (None, [])
        if head is None:
            raise NotFound(
                f"no session {session_id!r} in the journal", hint="`cm sessions` lists what is there"
            )
        return head, tuple(sorted(events, key=lambda event: event.seq))

    def sessions(self) -> Iterator[SessionHead]:
        """The heads of all sessions, oldest file first."""
        for path in self._paths():
            head = _last_head(path)
            if head is not None:
                yield head

    def events(self, sessions: Iterable[str] = ()) -> Iterator[tuple[SessionHead, tuple[Event, ...]]]:
        """Every session (or the named ones) with its events, one at a time in memory."""
        wanted = tuple(sessions)
        paths = [path for name in wanted if (path := self._find(name))] if wanted else self._paths()
        for path in paths:
            head, events = _load(path)
            if head is not None:
                yield head, tuple(sorted(events, key=lambda event: event.seq))

    def commands(self) -> Iterator[tuple[SessionHead, tuple[Event, ...]]]:
        """Every session with its commands alone, in the order of the file; nothing else of it is parsed."""
        for path in self._paths():
            head, events = _load(path, _COMMAND)
            if head is not None and events:
                yield head, tuple(events)

    def count_commands(self, heads: Iterable[SessionHead]) -> int:
        """How many commands these sessions hold, without parsing any."""
        found = 0
        for head in heads:
            with suppress(OSError):
                found += self.path_of(head).read_bytes().count(_COMMAND)
        return found

    def all_ids(self) -> Iterator[str]:
        """The ids of all events; for when there is no index to ask."""
        for path in self._paths():
            yield from _scan(path)[1]

    def files(self) -> tuple[Path, ...]:
        """Every file, in order; a session that lies in two places has two."""
        return tuple(sorted(_walk(self.root)))

    def check(self) -> Iterator[Damaged]:
        """Tells every line that cannot be read."""
        for path in self._paths():
            with open(path, "rb") as file:
                for number, line in enumerate(file, 1):
                    reason = _damage(line)
                    if reason:
                        yield Damaged(str(path), number, reason)

    def path_of(self, head: SessionHead) -> Path:
        """Where a session's file is, or would be: by the month it began in."""
        name = file_name(head.host, head.native)
        found = self._index().get(name)
        if found:
            return found
        if _DATED.match(head.started):
            return self.root / head.started[:4] / head.started[5:7] / name
        return self.root / UNDATED / name

    def _forget(self, path: Path) -> None:
        self._index().pop(path.name, None)
        self._written.pop(path, None)
        self._open = None

    def _find(self, session_id: str) -> Path | None:
        host, _, native = session_id.partition("/")
        return self._index().get(file_name(host, native))

    def _index(self) -> dict[str, Path]:
        if self._places is None:
            self._places = {path.name: path for path in _walk(self.root)}
        return self._places

    def _paths(self) -> list[Path]:
        return sorted(self._index().values())

    def _kept(self, path: Path) -> tuple[SessionHead | None, set[str]]:
        if self._open is None or self._open[0] != path:
            head, ids = _scan(path)
            self._open = (path, head, set(ids))
        return self._open[1], self._open[2]


def file_name(host: str, native: str) -> str:
    """A file name for a session on every file system; what had to change in it is told apart by a hash."""
    plain = f"{host}-{native}"
    safe = re.sub(r"[^a-z0-9._\-]", "_", plain.lower())[:_MOST_NAME]
    if safe != plain:
        safe += "-" + sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return safe + ".jsonl"


def merge_heads(known: SessionHead, now: SessionHead) -> SessionHead:
    """What is known after another reading: new answers stand, empty ones change nothing, the project stays as it was."""
    said = {name: getattr(now, name) or getattr(known, name) for name in _HEAD_FIELDS}
    starts = [text for text in (known.started, now.started) if text]
    return replace(
        now,
        **{
            **said,
            "id": known.id,
            "project": known.project or now.project,
            "started": min(starts, default=""),
            "ended": max(known.ended, now.ended),
            "tokens_in": max(known.tokens_in, now.tokens_in),
            "tokens_out": max(known.tokens_out, now.tokens_out),
        },
    )


def event_to_data(event: Event) -> dict[str, Any]:
    """An event as it is written: the session stands in the header, defaults are left out, the id comes first."""
    data: dict[str, Any] = {"t": "e", "id": event.id}
    for name, default in _EVENT_FIELDS.items():
        value = getattr(event, name)
        if name != "id" and value != default:
            data[name] = value
    return data


def event_line(event: Event) -> bytes:
    """`event_to_data` as a line, by the shortest way: every event that is ever read goes through here."""
    text = f'{{"t":"e","id":{_quoted(event.id)},"seq":{event.seq}'
    for name, value in (
        ("at", event.at), ("by", event.by), ("kind", event.kind), ("text", event.text), ("of", event.of),
    ):  # fmt: skip
        if value or name not in _LEFT_OUT:
            text += f',"{name}":{_quoted(value)}'
    if event.exit is not None:
        text += f',"exit":{event.exit}'
    if event.tool:
        text += f',"tool":{_quoted(event.tool)}'
    if event.agent:
        text += f',"agent":{_quoted(event.agent)}'
    if event.scrubbed:
        text += f',"scrubbed":{event.scrubbed}'
    try:
        return (text + "}\n").encode()
    except UnicodeEncodeError:  # half of a split character
        return json_line(event_to_data(event))


def head_to_data(head: SessionHead) -> dict[str, Any]:
    """A head as it is written."""
    written = {
        name: getattr(head, name) for name, default in _HEAD_FIELDS.items() if getattr(head, name) != default
    }
    return {"t": "s", **written}


def _event(data: dict[str, Any], session: str) -> Event:
    known = {name: data[name] for name in _EVENT_FIELDS if name in data}
    return Event(session=session, **known)


def _session_head(data: dict[str, Any]) -> SessionHead:
    return SessionHead(**{name: data[name] for name in _HEAD_FIELDS if name in data})


def _walk(root: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in names:
            if name.endswith(".jsonl"):
                yield Path(folder, name)


def _lines(path: Path) -> Iterator[bytes]:
    """The whole lines of a file; a torn last one is left out."""
    try:
        with open(path, "rb") as file:
            for line in file:
                if line.endswith(b"}\n"):
                    yield line
    except FileNotFoundError:
        return
    except OSError as error:
        raise BadState(
            f"cannot read {path}: {error.strerror}", hint="check the permissions of the journal"
        ) from error


def _scan(path: Path) -> tuple[SessionHead | None, list[str]]:
    """The head and the ids of a file, without reading the events' texts."""
    head: SessionHead | None = None
    ids: list[str] = []
    for line in _lines(path):
        if line.startswith(_EVENT):
            ids.append(line[len(_EVENT) : line.index(b'"', len(_EVENT))].decode("ascii", "replace"))
        elif line.startswith(_HEAD):
            head = _parsed_head(line) or head
    return head, ids


def _last_head(path: Path) -> SessionHead | None:
    head: SessionHead | None = None
    for line in _lines(path):
        if line.startswith(_HEAD):
            head = _parsed_head(line) or head
    return head


def _parsed_head(line: bytes) -> SessionHead | None:
    try:
        return _session_head(json.loads(line))
    except (ValueError, TypeError):
        return None


def _load(path: Path, holding: bytes = b"") -> tuple[SessionHead | None, list[Event]]:
    """A file's head and events; with `holding` those alone whose line has these bytes."""
    head: SessionHead | None = None
    events: dict[str, Event] = {}
    for line in _lines(path):
        if holding and holding not in line and line.startswith(_EVENT):
            continue
        try:
            data = json.loads(line)
            if data.get("t") == "s":
                head = _session_head(data)
            elif data.get("t") == "e" and head is not None:
                event = _event(data, head.id)
                if not holding or event.kind == "command":
                    events.setdefault(event.id, event)
        except (ValueError, TypeError, AttributeError):
            continue  # told by `check`
    return head, list(events.values())


def _damage(line: bytes) -> str:
    if not line.strip():
        return ""
    if not line.endswith(b"\n"):
        return "unfinished-last-line"
    try:
        data = json.loads(line)
        if data.get("t") == "s":
            _session_head(data)
        elif data.get("t") == "e":
            _event(data, "")
        else:
            return "unknown-line"
    except (ValueError, TypeError, AttributeError):
        return "not-json" if not line.startswith((_EVENT, _HEAD)) else "damaged"
    return ""
