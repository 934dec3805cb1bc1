"""Regular expressions that are compiled at their first use: what the quick doors import must not compile what they do not ask."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _Later:
    """Stands for a pattern until somebody matches with it."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._made = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        pattern = re.compile(*self._made)
        for method in ("match", "search", "fullmatch", "finditer", "findall", "split", "sub"):
            setattr(self, method, getattr(pattern, method))  # from now on this is found without asking here
        return getattr(pattern, name)


def later(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Returns what serves as the compiled pattern, and compiles it when it is first asked for something."""
    return _Later(pattern, flags)  # type: ignore[return-value]
