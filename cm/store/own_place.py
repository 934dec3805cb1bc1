"""Whether a file lies where a host keeps its sessions on this machine. Which files these are now: `store/transcripts.py`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from cm.model.host import Host, Place
from cm.store.transcripts import roots_at


def keeps(host: Host, source: str, env: Mapping[str, str], user_home: Path) -> bool:
    """Whether a host itself put a session there, by the folders that its patterns name; links are followed."""
    recipe = host.sessions
    if recipe is None or not os.path.isabs(source):
        return False
    path = os.path.realpath(source)
    for place in (Place(recipe.roots, recipe.globs, recipe.env), *recipe.places):
        for root in roots_at(place, env, user_home):
            for pattern in place.globs:
                folder = os.path.realpath(root / _named(pattern))
                if path == folder or path.startswith(folder.rstrip(os.sep) + os.sep):
                    return True
    return False


def _named(pattern: str) -> str:
    """What a pattern names before its first wildcard: folders, or the file itself."""
    parts = pattern.split("/")
    wild = next((at for at, part in enumerate(parts) if re.search(r"[*?\[]", part)), len(parts))
    return "/".join(parts[:wild])
