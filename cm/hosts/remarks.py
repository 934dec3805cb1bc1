"""What an edit says beside its code: the lines with feedback marks (`[cm: helpful r-…] reason`) that it writes.

Of an edit the journal keeps the path; the few lines that carry a mark are kept beside it, as words in a file. Lines that stood there
before, in the text that an edit replaces, are not this session's. Which of them are marks: `core/reading/inline_marks.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from cm.hosts.threads import Thread
from cm.model.session import Event

_MARKED: Final = re.compile(r"\[\s*(?:cm|cass)\s*:\s*(?:helpful|harmful)\b", re.IGNORECASE)
_BEFORE: Final = frozenset(
    ("old_string", "oldString", "old_str", "oldText", "old_text", "old_source", "search", "SEARCH", "old")
)
_PATCHES: Final = frozenset(("patch", "diff", "input", "patchText", "patch_text"))
_LINES: Final = 20
_LONGEST: Final = 400
_DEPTH: Final = 4


def remark(
    thread: Thread,
    key: tuple[str, ...],
    at: str,
    tool: str,
    paths: Sequence[str],
    given: Any,
    agent: str = "",
) -> Event | None:
    """The event for the marked lines that an edit writes: the path, then the lines; None when it writes none."""
    lines = remarks_in(given)
    if not lines:
        return None
    path = paths[0] if paths else ""
    return thread.event((*key, "remark"), at, "file", "message", f"{path}\n{lines}", tool=tool, agent=agent)


def remarks_in(given: Any) -> str:
    """Returns the marked lines that an edit's arguments (or a patch's text) add, one under another; "" for none."""
    if isinstance(given, str):
        if not _MARKED.search(given):
            return ""
        new, old = _of_patch(given)
    else:
        new, old = [], []
        for name, text in _texts(given, "", 0):
            if not _MARKED.search(text):
                continue
            if name in _BEFORE:
                old += _marked(text)
            elif (
                name in _PATCHES
                or ("\n+" in text and ("*** " in text or "@@" in text))
                or "<<<<<<< SEARCH" in text
            ):
                more, less = _of_patch(text)
                new += more
                old += less
            else:
                new += _marked(text)
    stood = {line.strip() for line in old}
    return "\n".join(dict.fromkeys(line for line in new if line.strip() not in stood))


def _texts(value: Any, name: str, depth: int) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield name, value
    elif depth < _DEPTH:
        if isinstance(value, Mapping):
            for key, inner in value.items():
                yield from _texts(inner, key if isinstance(key, str) else "", depth + 1)
        elif isinstance(value, list):
            for inner in value[:64]:
                yield from _texts(inner, name, depth + 1)


def _of_patch(text: str) -> tuple[list[str], list[str]]:
    """The marked lines that a patch adds, and those that it takes away or leaves."""
    blocks = "<<<<<<<" in text or "------- SEARCH" in text
    new: list[str] = []
    old: list[str] = []
    replacing = False
    for line in text.split("\n"):
        if blocks:
            if line.startswith(("<<<<<<<", "------- SEARCH")):
                replacing = False
            elif line.startswith("======="):
                replacing = True
            (new if replacing else old).extend(_marked(line))
        elif line.startswith("+"):
            new += _marked(line[1:])
        else:
            old += _marked(line[1:] if line[:1] in "- " else line)
    return new, old


def _marked(text: str) -> list[str]:
    return [line[:_LONGEST].rstrip() for line in text.split("\n") if _MARKED.search(line)][:_LINES]
