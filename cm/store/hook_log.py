"""The hook log (`state/hooks.jsonl`): what each hook answered or why it could not, and what a reflection after a session came to.

One appended line each, never a prompt, a command or an environment. It is kept small: when it is full it becomes the older part, and
the older part before it goes. Written by the quick doors, so little is imported; `read_hook_log` is for everybody else.
"""

from __future__ import annotations

import os

from cm.store.append import append

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

NAME = "hooks.jsonl"
OLDER = "hooks.1.jsonl"
MOST_BYTES = 256_000
TAIL = 64_000


def note_hook(root: str, line: Mapping[str, Any]) -> bool:
    """Appends one line; a home that is not there is not made for it."""
    if not os.path.isdir(root):
        return False
    path = os.path.join(root, "state", NAME)
    try:
        if os.stat(path).st_size > MOST_BYTES:
            os.replace(path, os.path.join(root, "state", OLDER))
    except OSError:
        pass  # there is none yet, or another process was quicker
    return append(path, {name: value for name, value in line.items() if value not in ("", (), [], None)})


def tail_of(path: str, most: int) -> bytes:
    """The end of a log, from the beginning of a line; nothing where it cannot be read."""
    try:
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - most))
            data = file.read(most)
    except OSError:
        return b""
    return data if size <= most else data.partition(b"\n")[2]


def read_hook_log(root: str) -> Iterator[dict[str, Any]]:
    """Every line that can be read, the oldest first."""
    import json

    for name in (OLDER, NAME):
        for raw in tail_of(os.path.join(root, "state", name), 4 * MOST_BYTES).splitlines():
            try:
                line = json.loads(raw)
            except ValueError:
                continue
            if isinstance(line, dict) and isinstance(line.get("at"), str):
                yield line
