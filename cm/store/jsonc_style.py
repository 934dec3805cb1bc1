"""How a JSON text is laid out: its line breaks, its indentation, what stands on a line of its own. Pure.

A change (`store/jsonc_splice.py`) asks here, so that what is new looks like what is there.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from cm.store.jsonc import Document, Node, Part

DEFAULT_UNIT: Final = "  "
BLANK: Final = " \t"
SPACE: Final = " \t\r\n"


def newline(text: str) -> str:
    """The line break that comes first."""
    found = re.search(r"\r?\n", text)
    return found.group() if found else "\n"


def unit(found: Document) -> str:
    """How much deeper a line is than the one around it, by the first that is."""
    return _unit_in(found.text, found.root) or DEFAULT_UNIT


def _unit_in(text: str, node: Node | None) -> str:
    if node is None:
        return ""
    base = indent_at(text, node.start)
    for part in node.parts:
        if starts_line(text, part.start):
            indent = indent_at(text, part.start)
            if indent.startswith(base) and len(indent) > len(base):
                return indent[len(base) :]
    return next((unit for part in node.parts if (unit := _unit_in(text, part.node))), "")


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def indent_at(text: str, at: int) -> str:
    """The blanks that begin the line of this position."""
    line = text[_line_start(text, at) : at]
    return line[: len(line) - len(line.lstrip(BLANK))]


def starts_line(text: str, at: int) -> bool:
    """Whether only blanks stand before it on its line."""
    start = _line_start(text, at)
    return start > 0 and not text[start:at].strip(BLANK)


def line_end(found: Document, at: int, limit: int) -> tuple[int, bool]:
    """Behind the comments that stand on the same line, and whether the last one goes to the end of it."""
    open_comment = False
    for each in found.comments:
        if each.start < at or each.end > limit:
            continue
        if found.text[at : each.start].strip(BLANK):
            break
        at, open_comment = each.end, each.to_line_end
        if open_comment:
            break
    return at, open_comment


def is_flat(found: Document) -> bool:
    """Whether the whole document stands on one line and holds something."""
    root = found.root
    return root is not None and bool(root.parts) and "\n" not in found.text[root.start : root.end]


def is_dense(found: Document) -> bool:
    """Whether no blank follows its colons and commas."""
    root = found.root
    if root is None or not is_flat(found) or not root.is_object:
        return False
    text = found.text
    return all(text[part.node.start - 1] == ":" for part in root.parts)


def between(found: Document, parts: tuple[Part, ...]) -> str:
    """What stands between a comma and the next part on the same line."""
    if len(parts) > 1:
        gap = found.text[parts[-2].comma + 1 : parts[-1].start]
        if not gap.strip(BLANK):
            return gap
    return "" if is_dense(found) else " "


def written(found: Document, value: Any, indent: str, many: bool) -> str:
    """A value as text in the manner of the document; later lines stand below `indent`."""
    if not many:
        separators = (",", ":") if is_dense(found) else (", ", ": ")
        return json.dumps(value, ensure_ascii=False, separators=separators)
    text = json.dumps(value, ensure_ascii=False, indent=unit(found))
    return text.replace("\n", newline(found.text) + indent)


def back(found: Document, at: int) -> int:
    """Before the space that stands before; the space that ends a comment is its own."""
    spoken = max((each.end for each in found.comments if each.end <= at), default=0)
    return max(spoken, len(found.text[:at].rstrip(SPACE)))


def break_at(text: str, at: int) -> str:
    """The line break that stands right here, if one does."""
    found = re.compile(r"\r?\n").match(text, at)
    return found.group() if found else ""
