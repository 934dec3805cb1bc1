"""Bold, dim and colours, on a terminal that wants them and nowhere else.

`NO_COLOR`, a pipe and a dumb terminal get plain text. Standard library only: a quick door prints with this.
"""

from __future__ import annotations

import os
import sys

_CODES = {
    "bold": ("1", "22"),
    "dim": ("2", "22"),
    "red": ("31", "39"),
    "green": ("32", "39"),
    "cyan": ("36", "39"),
}


def wanted() -> bool:
    """Whether standard output is a terminal that shows colours, and nobody asked for none."""
    environ = os.environ
    if environ.get("NO_COLOR") or environ.get("TERM", "") in ("", "dumb"):
        return False
    try:
        return sys.stdout.isatty()
    except (AttributeError, ValueError):  # closed, or none at all
        return False


def marks(style: str, on: bool) -> tuple[str, str]:
    """What begins and ends a style; nothing where no colours are wanted."""
    if not on:
        return "", ""
    begin, end = _CODES[style]
    return f"\x1b[{begin}m", f"\x1b[{end}m"


def painted(text: str, style: str, on: bool) -> str:
    """A text in a style, line by line, so that a pager may cut anywhere."""
    begin, end = marks(style, on)
    return "\n".join(f"{begin}{line}{end}" if line else line for line in text.split("\n")) if on else text
