"""The guard engine as it ships (`guards/runtime.py`), loaded once: the very text that every generated guard runs.

Not here: what is armed (`flows/arming.py`), the generated scripts (`flows/scripts.py`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final, Protocol, cast

from cm.errors import BadState
from cm.store.shipped import shipped_dir

_NAME: Final = "_cm_guard_engine"


class Verdict(Protocol):
    """What the engine says of one command."""

    action: str  # deny, ask, allow or unjudged
    trauma: Mapping[str, Any] | None
    place: str
    line: str
    others: list[str]
    doubts: list[str]

    @property
    def id(self) -> str: ...
    def explained(self) -> str: ...


class Reading(Protocol):
    """A command as a shell would read it."""

    commands: list[str]
    canonical: list[str]
    arguments: list[str]
    payloads: list[tuple[str, str]]
    places: list[str]
    doubts: list[str]


class Armed(Protocol):
    """One pattern as the engine matches it."""

    row: Mapping[str, Any]
    place: str
    scope: str
    severity: str
    status: str
    until: str
    flags: int
    literals: list[list[str]]
    words: list[str]

    def pattern(self) -> str: ...
    def search(self, views: Any) -> str: ...


class Registry(Protocol):
    """The registries as the engine reads them."""

    traumas: list[Armed]
    faults: list[str]
    waiting: list[str]

    def read(self) -> Registry: ...


class Engine(Protocol):
    """What of the engine is called by the rest of cm."""

    VERSION: int
    Reader: Callable[..., Any]
    Trauma: Callable[..., Armed]
    Registry: Callable[..., Registry]
    judge: Callable[..., Verdict]
    views_of: Callable[[Any, str], Any]
    armed: Callable[[Armed, str], bool]
    needed: Callable[..., tuple[list[list[str]], list[str]]]
    command_words: Callable[[Any], tuple[bytes, ...]]
    may_matter: Callable[[bytes, Sequence[bytes]], bool]
    shape_fault: Callable[[Any], str]
    touched: Callable[..., str]


def engine_path() -> Path:
    """Where the shipped engine lies."""
    return shipped_dir("guards") / "runtime.py"


@cache
def engine() -> Engine:
    """The engine, loaded from its file. Raises BadState when it is not there."""
    path = engine_path()
    spec = spec_from_file_location(_NAME, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise BadState(f"{path}: the guard engine is not there", hint="reinstall cm", path=str(path))
    module = module_from_spec(spec)
    sys.modules[_NAME] = module
    spec.loader.exec_module(module)
    return cast(Engine, module)
