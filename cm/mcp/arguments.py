"""What a tool takes: one table per tool, from which its schema is made and by which every call is checked. Pure.

A wrong argument is told as the command line tells a wrong option: what it was, and what was probably meant.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, Literal, TypeAlias

from cm.errors import Usage

Kind: TypeAlias = Literal["text", "number", "yes", "texts", "document"]
MOST: Final = 100_000  # characters of a text, unless an argument says otherwise
MANY: Final = 200  # texts in a list
_TYPES: Final[Mapping[Kind, Mapping[str, Any]]] = {
    "text": {"type": "string"},
    "number": {"type": "integer"},
    "yes": {"type": "boolean"},
    "texts": {"type": "array", "items": {"type": "string"}},
    "document": {"type": ["string", "object"]},
}
_EMPTY: Final[Mapping[Kind, Any]] = {"text": "", "number": None, "yes": False, "texts": (), "document": ""}


@dataclass(frozen=True, slots=True)
class Arg:
    """One argument: its name, what it says, and what may stand in it."""

    name: str
    say: str
    kind: Kind = "text"
    needed: bool = False
    choices: tuple[str, ...] = ()
    default: Any = None  # None = nothing: "", False, ()
    low: int = 0  # of a number
    high: int = 1_000_000
    most: int = MOST  # characters


@dataclass(frozen=True, slots=True)
class Given:
    """The arguments of one call, checked; what was left out has its default."""

    values: Mapping[str, Any]

    def text(self, name: str) -> str:
        """A text, "" when it was left out."""
        return str(self.values[name])

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(self.values[name])

    def yes(self, name: str) -> bool:
        """Whether it was said."""
        return bool(self.values[name])

    def number(self, name: str) -> int | None:
        """A number, None when it was left out and has no default."""
        value = self.values[name]
        return None if value is None else int(value)


def schema_of(args: Sequence[Arg]) -> dict[str, Any]:
    """The JSON schema of a tool's arguments."""
    return {
        "type": "object",
        "properties": {arg.name: _property(arg) for arg in args},
        "required": [arg.name for arg in args if arg.needed],
        "additionalProperties": False,
    }


def given(tool: str, args: Sequence[Arg], said: Mapping[str, Any]) -> Given:
    """Checks what was said against the table. Raises Usage."""
    known = {arg.name: arg for arg in args}
    for name in said:
        if name not in known:
            near = get_close_matches(str(name), known, 1, 0.6)
            raise Usage(
                f"{tool} takes no {str(name)[:40]!r}",
                hint=f"did you mean {near[0]}?" if near else f"it takes {', '.join(known)}",
            )
    return Given({name: _checked(tool, arg, said.get(name)) for name, arg in known.items()})


def _property(arg: Arg) -> dict[str, Any]:
    found: dict[str, Any] = {**_TYPES[arg.kind], "description": arg.say}
    if arg.choices:
        found["enum"] = list(arg.choices)
    if arg.default is not None:
        found["default"] = arg.default
    if arg.kind == "number":
        found |= {"minimum": arg.low, "maximum": arg.high}
    return found


def _checked(tool: str, arg: Arg, value: Any) -> Any:
    if value is None:
        if arg.needed:
            raise Usage(f"{tool} needs `{arg.name}`", hint=arg.say)
        return _EMPTY[arg.kind] if arg.default is None else arg.default
    found = _typed(arg, value)
    if found is None:
        raise Usage(f"{tool}: `{arg.name}` takes {_WORDS[arg.kind]}, not {_short(value)}", hint=arg.say)
    if arg.choices and found not in arg.choices:
        raise Usage(
            f"{tool}: `{arg.name}` cannot be {_short(found)}", hint=f"one of {', '.join(arg.choices)}"
        )
    if isinstance(found, int) and not isinstance(found, bool) and not arg.low <= found <= arg.high:
        raise Usage(f"{tool}: `{arg.name}` is from {arg.low} to {arg.high:,}, not {found}", hint=arg.say)
    texts = found if isinstance(found, tuple) else (found,) if isinstance(found, str) else ()
    if len(texts) > MANY or any(len(text) > arg.most for text in texts):
        raise Usage(
            f"{tool}: `{arg.name}` is too long", hint=f"{arg.most:,} characters at most, {MANY} in a list"
        )
    return found


def _typed(arg: Arg, value: Any) -> Any:
    """The value as what the argument takes; None when it is something else. What a model easily mistakes is taken."""
    match arg.kind:
        case "text":
            return value if isinstance(value, str) else None
        case "document":
            return (
                value
                if isinstance(value, str)
                else json.dumps(value, ensure_ascii=False)
                if isinstance(value, dict)
                else None
            )
        case "number":
            if isinstance(value, float) and value.is_integer():
                return int(value)
            return value if isinstance(value, int) and not isinstance(value, bool) else None
        case "yes":
            return value if isinstance(value, bool) else None
        case "texts":
            if isinstance(value, str):
                return (value,)
            whole = isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
            return tuple(value) if whole else None


_WORDS: Final[Mapping[Kind, str]] = {
    "text": "a text",
    "number": "a whole number",
    "yes": "true or false",
    "texts": "a list of texts",
    "document": "a JSON document",
}


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:60] + "…"
