"""A writer that says what it was told to say, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from cm.llm.port import Schema
from cm.model.writing import Failure, Limits, Message, Reply, Used

Line: TypeAlias = "Reply | Failure | str | Callable[[Sequence[Message]], Reply | Failure | str]"


@dataclass(frozen=True, slots=True)
class Asked:
    """One call as it came in."""

    messages: tuple[Message, ...]
    schema: Schema | None
    limits: Limits


class ScriptedWriter:
    """Gives its lines one after the other; when they are used up, the last one again."""

    def __init__(self, lines: Iterable[Line], name: str = "scripted/one") -> None:
        self._lines = list(lines)
        self._name = name
        self.asked: list[Asked] = []

    @property
    def name(self) -> str:
        return self._name

    def ask(self, messages: Sequence[Message], schema: Schema | None, limits: Limits) -> Reply | Failure:
        self.asked.append(Asked(tuple(messages), schema, limits))
        if not self._lines:
            return Failure("empty", "there is nothing to say")
        line = self._lines[min(len(self.asked), len(self._lines)) - 1]
        said = line if isinstance(line, Reply | Failure | str) else line(messages)
        if isinstance(said, str):
            words = sum(len(message.text) for message in messages) // 4
            return Reply(said, self._name, Used(words, len(said) // 4))
        return said

    def close(self) -> None:
        return None
