"""Messages that the user of Claude Code types while the agent works: they wait, and are given to it in mid-turn.

Such a message is told of up to three times: when it is put in the queue, when it is taken out, and as a record of its
own. Not here: the records themselves (`claude_code_fold.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cm.hosts.shapes import same_words, word
from cm.hosts.threads import Recent

_ROOM: Final = 16


class Queue:
    """The words that wait, and those that were given to the agent and kept."""

    def __init__(self, kept: Mapping[str, Any]) -> None:
        queue = kept.get("queue")
        self._waiting: list[str] = [word(item) for item in queue] if isinstance(queue, list) else []
        self._given = Recent(32, kept.get("said"))  # words already kept -> how often

    def carry(self) -> dict[str, Any]:
        """What a later run needs."""
        kept: dict[str, Any] = {"said": self._given.carry()} if self._given.kept else {}
        return {**kept, "queue": list(self._waiting)} if self._waiting else kept

    def moved(self, operation: Any, words: str) -> str:
        """An operation on the queue; returns the words that were given to the agent in mid-turn (`remove`)."""
        if operation == "enqueue":
            self._waiting = [*self._waiting[1 - _ROOM :], words]  # cut ones too, so that the order stays
        elif operation == "popAll":
            self._waiting = []
        elif operation in ("dequeue", "remove"):
            flat = same_words(words)
            equal = (place for place, item in enumerate(self._waiting) if same_words(item) == flat)
            taken = self._waiting.pop(next(equal, 0) if flat else 0) if self._waiting else ""
            if operation == "remove" and taken and (not flat or same_words(taken) == flat):
                before = self._given.get(same_words(taken))
                self._given.put(same_words(taken), before + 1 if isinstance(before, int) else 1)
                return taken
        return ""

    def shown(self, words: str) -> None:
        """The words came as a record of their own: they wait no longer."""
        flat = same_words(words)
        self._waiting = [item for item in self._waiting if same_words(item) != flat or not flat]

    def gave(self, text: str) -> bool:
        """Whether these words were kept when they left the queue; each such message answers for one record."""
        if not self._given.kept:
            return False
        words = same_words(text)
        left = self._given.take(words)
        if isinstance(left, int) and left > 1:
            self._given.put(words, left - 1)
        return left is not None
