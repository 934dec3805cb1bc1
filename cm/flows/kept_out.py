"""What was erased does not come in again: sessions and events that are left out, and texts that lose the words, at the doors of ingest
and of a store that is taken over.

Not here: the user's word on privacy (`permission.py`), erasing (`erase.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from cm.flows.env import Env
from cm.model.session import Event, SessionHead
from cm.store.tombstones import read_tombstones


class KeptOut:
    """All that was erased in a home; most homes never erased anything, and then everything passes."""

    def __init__(self, env: Env) -> None:
        self._stones = read_tombstones(env.home)

    def holds(self, head: SessionHead) -> bool:
        """Whether a session was erased, or the one it belongs to."""
        return any(map(self.holds_session, (head.id, head.parent, head.twin)))

    def holds_session(self, session: str) -> bool:
        """The same by its name alone."""
        return bool(self._stones) and bool(self._stones.holds_session(session))

    def events(self, events: Iterable[Event]) -> list[Event]:
        """The events without those that were erased, and without erased words in the others."""
        stones = self._stones
        if not stones:
            return list(events)
        return [self._event(event) for event in events if not stones.holds_event(event.id)]

    def _event(self, event: Event) -> Event:
        text, tool = self._stones.cut(event.text, event.id).text, self.cut(event.tool)
        return event if (text, tool) == (event.text, event.tool) else replace(event, text=text, tool=tool)

    def head(self, head: SessionHead) -> SessionHead:
        """What is known of a session, without what was erased."""
        if not self._stones:
            return head
        return replace(
            head, title=self.cut(head.title), branch=self.cut(head.branch), cwd=self.cut(head.cwd),
            project=self.cut(head.project), source=self.cut(head.source),
        )  # fmt: skip

    def names(self, text: str) -> bool:
        """Whether a path or a name may be written down."""
        return not self._stones or not self._stones.spans(text)

    def carry(self, carry: str) -> str:
        """A reader's state, without what was erased."""
        if not self._stones or not self._stones.spans(carry):
            return carry
        return json.dumps(self.cut(json.loads(carry)), ensure_ascii=True, separators=(",", ":"))

    def cut(self, value: Any) -> Any:
        """Any data, without erased words in its texts."""
        if not self._stones:
            return value
        if isinstance(value, str):
            return self._stones.cut(value).text
        if isinstance(value, list):
            return [self.cut(each) for each in value]
        return {key: self.cut(each) for key, each in value.items()} if isinstance(value, dict) else value
