"""What travels with the package: starters, whether it runs from a checkout or an installed wheel; and the user's own.

Not here: putting a starter's rules into a playbook; they go through the gate like all others (`flows/starters.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from cm.errors import BadState, NotFound
from cm.model.starter import ANYWHERE, ECOSYSTEMS, Clue, Kept, Starter
from cm.store.home import Home
from cm.store.playbook import read_playbook

PACKAGE = Path(__file__).resolve().parents[1]
_ENDINGS: Final = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    kept: Kept
    hides: bool = False


def shipped_dir(name: str) -> Path:
    """The folder of that name which travels with the package."""
    inside = PACKAGE / "shipped" / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def all_starters(home: Home) -> tuple[Starter, ...]:
    """Every starter by name; one that cannot be read is there with its trouble, and hides no other."""
    found = []
    for name, file in _files(home).items():
        try:
            found.append(_read(name, file))
        except BadState as error:
            found.append(
                Starter(name, path=str(file.path), kept=file.kept, hides=file.hides, trouble=error.message)
            )
    return tuple(found)


def read_starter(home: Home, name: str) -> Starter:
    """Reads one starter. Raises NotFound, and what a broken playbook raises."""
    files = _files(home)
    if name not in files:
        near = get_close_matches(name.lower(), files, 1, 0.6)
        hint = f"did you mean `{near[0]}`? " if near else ""
        raise NotFound(f"there is no starter `{name}`", hint=f"{hint}`cm starters` lists them")
    return _read(name, files[name])


def _files(home: Home) -> dict[str, _File]:
    """Every starter's file by name, in order of the name; the user's own stands before a shipped one."""
    found = {path.stem: _File(path, "shipped") for path in _in(shipped_dir("starters"))}
    for path in _in(home.starters):
        before = found.get(path.stem)
        hides = before is not None and (before.kept == "shipped" or before.hides)
        found[path.stem] = _File(path, "yours", hides)
    return {name: found[name] for name in sorted(found)}


def _in(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix in _ENDINGS)
    except OSError:  # there is none, or it refuses to be looked into: then nothing of it is offered
        return []


def _read(name: str, file: _File) -> Starter:
    book = read_playbook(file.path)
    rules = tuple(book)
    anywhere, clues, odd = _fits(book.extra.get("fits"))
    flaws = [f"line {flaw.line}: {flaw.reason}" for flaw in book.flaws] + odd
    if not rules and not flaws:
        flaws.append("it has no rules")
    description = book.extra.get("description")
    return Starter(
        name, description if isinstance(description, str) else "", rules, str(file.path), file.kept, file.hides,
        anywhere, clues, tuple(flaws),
    )  # fmt: skip


def _fits(value: Any) -> tuple[bool, tuple[Clue, ...], list[str]]:
    """What `fits:` says: whether it holds anywhere, its clues, and what of it is none."""
    if value is None or value == ANYWHERE:
        return value == ANYWHERE, (), []
    clues, odd = [], []
    for number, item in enumerate(value if isinstance(value, list) else [value], 1):
        try:
            clues.append(_clue(item))
        except ValueError as error:
            odd.append(f"fits, item {number}: {error}")
    return False, tuple(clues), odd


def _clue(item: Any) -> Clue:
    """One item of `fits:`. Raises ValueError that says what it should be."""
    if not isinstance(item, Mapping) or not item:
        raise ValueError(f"is not `file:`, `file:` with `holds:`, or a package of {', '.join(ECOSYSTEMS)}")
    unknown = [str(key) for key in item if key not in ("file", "holds", *ECOSYSTEMS)]
    if unknown:
        raise ValueError(f"unknown clue {', '.join(unknown)}; there are file, holds, {', '.join(ECOSYSTEMS)}")
    files, holds = tuple(_texts(item.get("file"))), tuple(_texts(item.get("holds")))
    if holds and not files:
        raise ValueError("`holds` needs a `file` to look into")
    packages = tuple((system, name) for system in ECOSYSTEMS for name in _texts(item.get(system)))
    return Clue(files, holds, packages)


def _texts(value: Any) -> Iterator[str]:
    """One text or a list of texts. Raises ValueError."""
    for each in value if isinstance(value, list) else [] if value is None else [value]:
        if not isinstance(each, str) or not each.strip():
            raise ValueError(f"{each!r} is not a text")
        yield each.strip()
