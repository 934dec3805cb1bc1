"""What the exports of chat services have in common: an array of conversations, each of which is a session of its own.

A later export holds the same conversations, longer: they keep their ids, so what is new is added to them. Only what the
person typed is by `user`; what they attached or spoke is by `file`. Not here: how a service writes a message (its own file).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from cm.hosts.injected import cut_injected
from cm.hosts.shapes import kebab, moment_of, tail, whole, word
from cm.hosts.threads import Thread
from cm.model.host import Record, Source
from cm.model.ids import short_hash
from cm.model.session import Author, Event, Item, SessionHead, Skipped

_LONGEST: Final = 200  # characters of the name of a file


class ChatFold(ABC):
    """Turns each conversation of an export into the items of one session; nothing goes from one to the next."""

    def __init__(self, source: Source, carry: Mapping[str, Any] | None) -> None:
        self._source = source
        self._head: SessionHead | None = None

    def feed(self, record: Record) -> Iterable[Item]:
        """Turns one conversation into its items, its head last."""
        value = record.value
        if not isinstance(value, dict):
            return (Skipped("not-object", record.line),)
        if not self.is_conversation(value):
            return (Skipped(f"unknown-type:{kebab(value.get('type'))}", record.line),)
        chat = Chat(self._source, self.native(value), record.line)
        items = list(self.read(chat, value)) or [Skipped("empty", record.line)]
        self._head = chat.thread.head()
        return [*items, self._head]

    def finish(self) -> Iterable[Item]:
        """The head of the last conversation."""
        return (self._head or Thread(self._source, {}).head(),)

    def carry(self) -> dict[str, Any]:
        """Nothing: every conversation is whole."""
        return {}

    @abstractmethod
    def is_conversation(self, value: dict[str, Any]) -> bool:
        """Whether this is a conversation of this service."""

    @abstractmethod
    def native(self, value: dict[str, Any]) -> str:
        """The conversation's own id."""

    @abstractmethod
    def read(self, chat: Chat, value: dict[str, Any]) -> Iterator[Item]:
        """Yields what was said in a conversation."""


class Chat:
    """One conversation while it is read."""

    def __init__(self, source: Source, native: str, line: int) -> None:
        self.thread = Thread(source, {})
        self.thread.settle(native or "unnamed")
        self.line = line
        self._seen: dict[tuple[str, ...], int] = {}

    def dated(self, *moments: Any) -> str:
        """The first of these moments that is one; the conversation is as long as its moments say."""
        at = next(filter(None, map(moment_of, moments)), "")
        self.thread.passed(at)
        return at

    def key(self, native: Any, *more: str) -> tuple[str, ...]:
        """An event's key by the message's own id, or by its words where it has none; the same twice is told apart."""
        name = whole(word(native))
        key = (*self.thread.key(name), *more) if name else (self.thread.session, *map(whole, more))
        self._seen[key] = count = self._seen.get(key, 0) + 1
        return key if count == 1 else (*key, str(count))

    def typed(self, native: Any, at: str, text: str) -> Iterator[Item]:
        """What the person typed, without what the service put into it."""
        rest, cut = cut_injected(text.strip())
        if rest:
            yield self.thread.typed(self.key(native, *_words(native, "typed", rest)), at, rest)
        for reason in cut:
            yield Skipped(f"injected:{reason}", self.line)

    def said(self, native: Any, at: str, by: Author, text: str, *, tool: str = "") -> Iterator[Event]:
        """What anybody else said, or what a file or a tool brought in."""
        text = text.strip()
        if text:
            key = (
                self.key(native, *_words(native, by, text))
                if by == "agent"
                else self.key(native, by, short_hash(16, text))
            )
            yield self.thread.event(key, at, by, "message", text if by == "agent" else tail(text), tool=tool)

    def attached(self, native: Any, at: str, name: Any, content: Any = "") -> Iterator[Event]:
        """A file that the person gave along, with what was read from it."""
        title = word(name)[:_LONGEST].strip() or "a file"
        text = word(content).strip()
        yield from self.said(native, at, "file", f"{title}\n\n{text}" if text else f"attached: {title}")

    def skipped(self, reason: str) -> Skipped:
        """Something that is not kept."""
        return Skipped(reason, self.line)


def _words(native: Any, by: str, text: str) -> tuple[str, ...]:
    return () if word(native) else (by, short_hash(16, text))
