"""The port to language models: one way to ask, one result type, whoever answers.

Answered by `litellm_writer.py` (providers and servers), `command_writer.py` (a coding agent's own program) and, in tests,
`scripted.py`. A writer sends once per `ask` and never raises for what a provider does; trying again is `patience.py`, what may be
spent is decided before (`flows/spending.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from cm.model.writing import Failure, Limits, Message, Reply

Schema: TypeAlias = Mapping[str, Any]


class Writer(Protocol):
    """Somebody who answers in text."""

    @property
    def name(self) -> str:
        """Provider and model, as people call them."""
        ...

    def ask(self, messages: Sequence[Message], schema: Schema | None, limits: Limits) -> Reply | Failure:
        """Sends once and gives what came back; `schema` is what the answer has to look like, where it can be enforced."""
        ...

    def close(self) -> None:
        """Ends what was started for it."""
        ...
