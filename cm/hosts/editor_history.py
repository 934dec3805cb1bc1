"""Local history of VS Code and its kin: `User/History/<folder>/entries.json`, with a copy of the file for each saving.

Each folder is the history of one file. That it was saved, and when, becomes an edit; of the copies the last one is kept, cut
to a length. Nobody speaks here: all of it is by `file`. Not here: reading the copy (`store/documents.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import unquote

from cm.hosts.handed import handed_over
from cm.hosts.shapes import kebab, moment_of, table, whole, word
from cm.hosts.threads import Thread
from cm.model.host import Copies, Record, Source
from cm.model.ids import short_hash
from cm.model.session import Item, Skipped

NAME: Final = "editor-history"

_CONTENT: Final = 16_000  # characters of a copy
_DRIVE: Final = re.compile(r"/([A-Za-z]):(?=/)")


class EditorHistoryFold:
    """Turns the history of one file into edits, and its last copy into a text."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        kept = carry or {}
        self._thread = Thread(source, table(kept.get("thread")))
        self._resource = word(kept.get("resource"))
        seen = kept.get("seen")
        self._seen = dict.fromkeys(word(name) for name in seen) if isinstance(seen, list) else {}

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns the list, or the copy, into items."""
        value = record.value
        if not isinstance(value, dict):
            return (Skipped("not-object", record.line),)
        if isinstance(value.get("copy"), str):
            return self._copy(value, record.line)
        entries = value.get("entries")
        if not isinstance(entries, list) or not isinstance(value.get("resource"), str):
            return (Skipped(f"unknown-type:{kebab(value.get('type'))}", record.line),)
        self._name(value["resource"])
        return [self._entry(table(entry), record.line) for entry in entries] or (
            Skipped("empty", record.line),
        )

    def finish(self) -> Iterable[Item]:
        """The head: the history of a file."""
        return (replace(self._thread.head(), notes=True),)

    def carry(self) -> dict[str, Any]:
        """What a later run needs to go on."""
        return {"thread": self._thread.carry(), "resource": self._resource, "seen": list(self._seen)}

    def _name(self, resource: str) -> None:
        thread = self._thread
        self._resource = whole(resource)
        thread.settle(short_hash(20, self._resource))
        path = _DRIVE.sub(
            r"\1:", unquote(re.sub(r"^[\w+.-]+://[^/]*", "", resource), errors="replace"), count=1
        )
        thread.title = path
        if resource.startswith("file:"):
            thread.cwd = path.rpartition("/")[0] or "/"

    def _entry(self, entry: dict[str, Any], line: int) -> Item:
        thread = self._thread
        name = word(entry.get("id"))
        if not name:
            return Skipped("no-id", line)
        if name in self._seen:
            return Skipped("duplicate", line)
        self._seen[name] = None
        at = moment_of(entry.get("timestamp"))
        thread.passed(at)
        key = (self._resource, whole(name))
        return thread.event(key, at, "file", "edit", thread.title, tool=word(entry.get("source"))[:80])

    def _copy(self, value: dict[str, Any], line: int) -> Iterable[Item]:
        thread = self._thread
        text = word(value.get("text"))[:_CONTENT].strip()
        if not text or not self._resource:
            return (Skipped("empty", line),)
        key = (self._resource, whole(value["copy"]), "text")
        return (thread.event(key, thread.ended, "file", "message", text, tool=thread.title),)


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether it is a list of savings of one file."""
    first = table(records[0]) if len(records) == 1 else {}
    return (
        isinstance(first.get("entries"), list) and "://" in word(first.get("resource")) and "version" in first
    )


HOST: Final = handed_over(
    NAME, "local history of VS Code", "json", EditorHistoryFold, _looks_like, copies=Copies("entries", "id")
)
