"""What hosts have in common when they are told of our MCP server, of a block in their instructions. Data only.

Where the words of a registration come from is `model/host.Registration`; writing them is `store/registering.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cm.model.host import Registration, Spot

SERVER: Final = "cm"  # of the server, in everybody's settings
PROGRAM: Final[Mapping[str, Any]] = {"command": "{program}", "args": "{arguments}", "env": "{environ}"}
TYPED: Final[Mapping[str, Any]] = {"type": "stdio", **PROGRAM}


def server(
    where: Spot,
    path: str,
    entry: Mapping[str, Any] = PROGRAM,
    *,
    under: str = "mcpServers",
    needs: str = "",
    moved: tuple[tuple[str, str], ...] = (),
    only_there: bool = False,
    unless: str = "",
) -> Registration:
    """A server in a JSON file, as the member `cm` of an object; in a project the file is one that is usually committed."""
    return Registration(
        where, path, "json", at=(under, SERVER), entry=dict(entry), member=True, needs=needs, moved=moved,
        only_there=only_there, unless=unless, shared=where == "project",
    )  # fmt: skip


def guide(path: str, moved: tuple[tuple[str, str], ...] = ()) -> Registration:
    """A block in the instruction file that a host reads in every project."""
    return Registration("user", path, "block", moved=moved)
