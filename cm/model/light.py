"""A frozen record without the machinery of `dataclasses`, for the few records the quick doors make.

Importing `dataclasses` costs as much as the whole search. Everything else in this floor is a dataclass, and should be.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self


class Light:
    """Fields are the slots, given by name; a missing one takes its value from the class's `defaults`."""

    __slots__: tuple[str, ...] = ()
    defaults: tuple[tuple[str, Any], ...] = ()

    def __init__(self, **fields: Any) -> None:
        for name in self.__slots__:
            value = fields.pop(name) if name in fields else dict(self.defaults)[name]
            object.__setattr__(self, name, value)
        if fields:
            raise TypeError(f"{type(self).__name__} has no field {next(iter(fields))!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Light) and type(other) is type(self) and self.data() == other.data()

    def __hash__(self) -> int:
        return hash((type(self), repr(self)))

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({inside})"

    def but(self, **changed: Any) -> Self:
        """The same record with other values of some fields."""
        return type(self)(**{name: getattr(self, name) for name in self.__slots__} | changed)

    def data(self) -> dict[str, Any]:
        """The record as plain data, nested records too."""
        return {name: _plain(getattr(self, name)) for name in self.names()}

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The fields, in the order in which they are declared."""
        return tuple(cls.__dict__.get("__annotations__", ())) or cls.__slots__  # noqa: RUF063 - without inspect


def _plain(value: Any) -> Any:
    if isinstance(value, Light):
        return value.data()
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
