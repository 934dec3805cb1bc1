"""Asks again when it may help: as long as the provider asks to wait, else twice as long each time, with chance in it.

Chance and waiting come in as arguments. Not here: what may not be asked at all (`flows/spending.py` answers that per try).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from cm.llm.port import Schema, Writer
from cm.model.writing import Failure, Limits, Message, Reply

FIRST_SECONDS: Final = 1.0
LONGEST_SECONDS: Final = 120.0


def ask_patiently(
    writer: Writer,
    messages: Sequence[Message],
    schema: Schema | None,
    limits: Limits,
    *,
    attempts: int,
    wait: Callable[[float], None],
    chance: Callable[[], float],
) -> Reply | Failure:
    """Gives the first reply, or the failure that ended it: one that does not pass, the last of `attempts`, or a wait that is too long.

    A provider that cannot keep to a schema is asked once more without it: what is sent says in words what is wanted.
    """
    tried = 0
    while True:
        answer = writer.ask(messages, schema, limits)
        if isinstance(answer, Reply):
            return answer
        if answer.kind == "no-schema" and schema is not None:
            schema = None
            continue
        tried += 1
        if not answer.may_pass or tried >= attempts:
            return answer if tried < 2 else replace(answer, say=f"{answer.say} (tried {tried} times)")
        seconds = pause(tried, answer.retry_after, chance())
        if seconds is None:
            asked = f"it asks to wait {answer.retry_after:,.0f} seconds"
            return replace(answer, say=f"{answer.say}; {asked}", hint=answer.hint or "run it again then")
        wait(seconds)


def pause(tried: int, asked: float | None, chance: float) -> float | None:
    """How long to wait before the next try; None when the provider asks for longer than anybody sits by.

    `chance` lies between 0 and 1. What the provider asks for is never cut short, and a little is added, so that those it turned
    away together do not come back together.
    """
    if asked is not None:
        return asked + chance * min(1.0 + asked * 0.1, 5.0) if asked <= LONGEST_SECONDS else None
    return float(min(FIRST_SECONDS * 2 ** (tried - 1), LONGEST_SECONDS)) * (0.5 + chance)
