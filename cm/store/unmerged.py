"""Where the repositories of projects with rules of unmerged branches lie on this machine, and how their branches stood when last looked at.

Kept in `state/unmerged.json`; lost, it is found again when something is learned there or a session is begun there. Paths and file times, no content.
Standard library only: the way of a quick door that has to look anew passes here.
"""

from __future__ import annotations

import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Literal, TypeAlias

    Part: TypeAlias = Literal["looked", "asked"]

NAME = "unmerged.json"
MOST = 8  # clones of one project


def read_places(home: str) -> dict[str, list[str]]:
    """The git folders of each project, the newest last; a file that cannot be read is an empty one."""
    found = _read(home).get("places")
    return (
        {str(name): [str(each) for each in folders] for name, folders in found.items() if isinstance(folders, list)}
        if isinstance(found, dict)
        else {}
    )  # fmt: skip


def read_looked(home: str, folder: str, part: Part = "looked") -> dict[str, list[int]]:
    """The files of a git folder as they were when its branches were last looked at, or when that was last asked for."""
    found = _read(home).get(part)
    known = found.get(folder) if isinstance(found, dict) else None
    return known if isinstance(known, dict) else {}


def note_place(home: str, project: str, folder: str) -> None:
    """Remembers that a project's repository lies there."""
    places = read_places(home)
    known = places.get(project, [])
    if folder and folder not in known[-1:]:
        _write(
            home, places={**places, project: [*(each for each in known if each != folder), folder][-MOST:]}
        )


def note_looked(home: str, folders: Mapping[str, Mapping[str, list[int]]], part: Part = "looked") -> None:
    """Remembers how the files of git folders were when their branches were looked at, or that was asked for."""
    before = _read(home).get(part)
    known = before if isinstance(before, dict) else {}
    new = {name: dict(marks) for name, marks in folders.items()}
    if any(known.get(name) != marks for name, marks in new.items()):
        _write(home, **{part: {**{name: known[name] for name in known if os.path.isdir(name)}, **new}})


def marks_of(git_dir: str, common: str, branches: Iterable[str], main: str) -> dict[str, list[int]]:
    """The files by which git moves these branches, with their time and size; [] for one that is not there."""
    names = [*branches, *([main] if main else ("main", "master"))]
    paths = [os.path.join(git_dir, "HEAD"), os.path.join(common, "packed-refs")]
    for name in dict.fromkeys(names):
        paths += [
            os.path.join(common, "refs", *place, *name.split("/"))
            for place in (("heads",), ("remotes", "origin"))
        ]
    return {path: _mark(path) for path in paths}


def branch_marks(common: str, branches: Iterable[str]) -> dict[str, list[int]]:
    """The files that move these branches and the main one, as they are now."""
    marks = marks_of(common, common, sorted(branches), main_by_file(common))
    return {path: mark for path, mark in marks.items() if path != os.path.join(common, "HEAD")}


def main_by_file(common: str) -> str:
    """What `origin` calls its main branch, "" when it does not say."""
    try:
        with open(
            os.path.join(common, "refs", "remotes", "origin", "HEAD"), encoding="utf-8", errors="replace"
        ) as file:
            said = file.read(1000).strip()
    except OSError:
        return ""
    head = "ref: refs/remotes/origin/"
    return said[len(head) :] if said.startswith(head) else ""


def _mark(path: str) -> list[int]:
    try:
        now = os.stat(path)
    except (OSError, ValueError):
        return []
    return [now.st_mtime_ns, now.st_size]


def _read(home: str) -> dict[str, object]:
    try:
        with open(os.path.join(home, "state", NAME), encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def _write(home: str, **parts: object) -> None:
    folder = os.path.join(home, "state")
    draft = os.path.join(folder, f"{NAME}.{os.getpid()}.tmp")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with open(
            draft, "w", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)
        ) as file:
            json.dump({**_read(home), **parts}, file, ensure_ascii=False, separators=(",", ":"))
        os.replace(draft, os.path.join(folder, NAME))
    except OSError:
        return  # it is only not remembered
