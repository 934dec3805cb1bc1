"""A trauma as it leaves a home, and as it enters another: nothing of whose it was, nothing that it may lift or replace.

Pure. Which may leave and which are armed is asked elsewhere (`flows/trauma_exchange.py`); how rules do it: `core/exchange/portable.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from cm.core.exchange.personal import Person
from cm.core.screening.labels import HARMFUL
from cm.core.screening.screen import screen
from cm.core.secrets.scrub import find_secret, holds_placeholder, scrub
from cm.model.trauma import Story, Trauma, TraumaExamples, trauma_of

VERSION: Final = 1
"""Of the file's form; a file of a later one is refused."""
UNTOLD: Final = "It did damage where it came from."
_TEXTS: Final = 500


def leaving(trauma: Trauma, person: Person) -> Trauma:
    """The trauma without session, event, quote, time, home folders, login names and secrets."""
    return Trauma(
        id=trauma.id,
        pattern=person.without(trauma.pattern),
        story=Story(message=_fit(trauma.story.message, person) or UNTOLD),
        scope=trauma.scope,
        severity=trauma.severity,
        flags=trauma.flags,
        pack=trauma.pack,
        instead=_fit(trauma.instead, person),
        examples=TraumaExamples(
            _commands(trauma.examples.deny, person), _commands(trauma.examples.allow, person)
        ),
    )


def why_it_stays(trauma: Trauma) -> str:
    """Why a trauma that was made fit may not leave all the same, "" when it may."""
    if find_secret(trauma.pattern) or holds_placeholder(trauma.pattern):
        return "its pattern holds a secret"
    return ""


def entering(row: Any, file: str) -> Trauma:
    """A trauma of a file as it may enter: active, of no session, its words screened. Raises ValueError that says what is wrong."""
    if not isinstance(row, Mapping):
        raise ValueError("it is not an object")
    asked = trauma_of({key: value for key, value in row.items() if key not in ("at", "schema", "portable")})
    if asked.status != "active":
        raise ValueError(f"it is {asked.status} there; a file lifts nothing here")
    return replace(
        asked,
        story=Story(
            message=_told(asked.story.message or asked.story.quote) or UNTOLD, by=f"import of {file}"
        ),
        instead=_told(asked.instead),
        pack="",
        healed="",
        lifted_by="",
        until="",
    )


def _commands(commands: tuple[str, ...], person: Person) -> tuple[str, ...]:
    fit = (person.without(scrub(command)[0]) for command in commands)
    return tuple(command for command in fit if not holds_placeholder(command))


def _fit(text: str, person: Person) -> str:
    """Words that may leave, "" when they may not."""
    return _told(person.without(text))


def _told(text: str) -> str:
    """Words that an agent may be told when it is denied, "" when it may not."""
    clean = " ".join(scrub(text)[0].split())[:_TEXTS]
    return "" if screen(clean) in HARMFUL else clean
