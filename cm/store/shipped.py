"""What travels with the package: starters, whether it runs from a checkout or an installed wheel; and the user's own.

Not here: putting a starter's rules into a playbook; they go through the gate like all others (`flows/init.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cm.errors import NotFound
from cm.model.delta import Add
from cm.model.rule import Origin, Rule
from cm.store.home import Home
from cm.store.playbook import read_playbook

PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Starter:
    """A small playbook to begin with."""

    name: str
    description: str
    rules: tuple[Rule, ...]
    path: str

    def deltas(self, at: str) -> tuple[Add, ...]:
        """Its rules as proposals, with their ids as wishes."""
        return tuple(
            Add(
                text=rule.text, kind=rule.kind, category=rule.category, scope=rule.scope, why=rule.why, tags=rule.tags,
                origin=Origin("starter", at, self.name), id=rule.id,
            )
            for rule in self.rules
        )  # fmt: skip


def shipped_dir(name: str) -> Path:
    """The folder of that name which travels with the package."""
    inside = PACKAGE / "shipped" / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def starter_files(home: Home) -> dict[str, Path]:
    """Every starter by name; the user's own stands before a shipped one."""
    found: dict[str, Path] = {}
    for folder in (shipped_dir("starters"), home.starters):
        if folder.is_dir():
            found.update({path.stem: path for path in sorted(folder.glob("*.yaml"))})
    return found


def read_starter(home: Home, name: str) -> Starter:
    """Reads one starter. Raises NotFound, and what a broken playbook raises."""
    files = starter_files(home)
    if name not in files:
        raise NotFound(
            f"there is no starter `{name}`", hint=f"there are: {', '.join(sorted(files)) or 'none'}"
        )
    book = read_playbook(files[name])
    return Starter(name, str(book.extra.get("description", "")), tuple(book), str(files[name]))
