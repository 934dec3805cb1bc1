"""The instruction files of a project as they stand, without our own block: what restates them is no new rule."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cm.core.serving.export import take_out
from cm.errors import CmError
from cm.hosts.registry import HOSTS

MOST: Final = 400_000  # bytes in all; nobody's instructions are longer


def instructions_at(root: Path) -> str:
    """The text of every instruction file that a host would read in this project; "" when there is none."""
    parts: list[str] = []
    seen: set[Path] = set()
    left = MOST
    names = dict.fromkeys(
        name for host in HOSTS.values() if host.instructions for name in host.instructions.files
    )
    for name in names:
        for path in sorted(root.glob(name)) if "*" in name else [root / name]:
            try:
                real = path.resolve()
                if real in seen or not path.is_file():
                    continue
                seen.add(real)
                data = path.read_bytes()[:left]
            except (OSError, ValueError):  # a loop of links, no permission: as if it were not there
                continue
            left -= len(data)
            try:
                data = take_out(data)
            except CmError:  # torn markers: `cm project` and `cm doctor` say so
                continue
            parts.append(data.decode("utf-8", "replace"))
    return "\n\n".join(parts)
