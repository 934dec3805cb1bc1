"""What was looked at and left out for privacy, so that it is not opened again: hashes, never a path or an id in clear.

Also here: which `.cmignore` files lie around a folder. Losing this costs one more look. Why something is left out:
`core/serving/permits.py`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Final

from cm.errors import Unparsable
from cm.store.files import read_json, replace_json
from cm.store.home import Home

IGNORE: Final = ".cmignore"
_MOST_BYTES: Final = 1 << 20


@dataclass(slots=True)
class Excluded:
    """What is known of it; everything but `places` holds for one stance only."""

    stance: str = ""  # a hash of the lists and of every `.cmignore`: when it changes all is looked at again
    files: dict[str, tuple[int, int]] = field(default_factory=dict)  # size and time as they were then
    sessions: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)  # ids: a resumed session begins with copies of them
    places: set[str] = field(default_factory=set)  # folders where sessions ran

    def clear(self) -> None:
        """Forgets everything but the places."""
        self.files.clear()
        self.sessions.clear()
        self.events.clear()


def read_excluded(home: Home) -> Excluded:
    """What is remembered; a damaged record is as good as none."""
    try:
        value = read_json(home.excluded, {})
    except Unparsable:
        return Excluded()
    if not isinstance(value, dict):
        return Excluded()
    files = value.get("files")
    known = files.items() if isinstance(files, dict) else ()
    return Excluded(
        str(value.get("stance", "")),
        {str(name): (int(at[0]), int(at[1])) for name, at in known if isinstance(at, list) and len(at) == 2},
        _texts(value.get("sessions")),
        _texts(value.get("events")),
        _texts(value.get("places")),
    )


def write_excluded(home: Home, known: Excluded) -> None:
    """Remembers it. Raises Unwritable."""
    sets = {name: sorted(getattr(known, name)) for name in ("sessions", "events", "places")}
    files = {name: list(at) for name, at in known.files.items()}
    replace_json(home.excluded, {"schema": 1, "stance": known.stance, "files": files, **sets})


def hashed(text: str) -> str:
    """A name that says nothing of what it stands for."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def ignore_files(folder: str, stop: Path) -> tuple[Path, ...]:
    """The `.cmignore` files that speak for a folder: its own and those above, the nearest last; `stop` is looked at too."""
    named = (place / IGNORE for place in _folders(folder, stop))
    return tuple(reversed([path for path in named if path.is_file()]))


def _folders(folder: str, stop: Path) -> tuple[Path, ...]:
    """A folder and those above it, up to `stop`."""
    if not os.path.isabs(folder):
        return ()
    here = Path(os.path.normpath(folder))
    chain = (here, *here.parents)
    return chain[: chain.index(stop) + 1] if stop in chain else chain


def ignore_lines(path: Path) -> tuple[str, ...]:
    """The lines of one; a file that cannot be read leaves everything out."""
    try:
        with path.open("rb") as file:
            return tuple(file.read(_MOST_BYTES).decode("utf-8-sig", "replace").splitlines())
    except OSError:
        return ("*",)


def stance_of(privacy: bytes, places: Iterable[str], stop: Path) -> str:
    """A hash of everything that decides: the lists, and each `.cmignore` around these folders as it is now."""
    folders = {folder for place in places for folder in _folders(place, stop)}
    seen = [folder / IGNORE for folder in folders if (folder / IGNORE).is_file()]
    found = blake2b(privacy, digest_size=16)
    for path in sorted(seen):
        found.update(f"\0{path}\0".encode("utf-8", "surrogatepass"))
        found.update("\n".join(ignore_lines(path)).encode("utf-8", "surrogatepass"))
    return found.hexdigest()


def _texts(value: object) -> set[str]:
    return {each for each in value if isinstance(each, str)} if isinstance(value, list) else set()
