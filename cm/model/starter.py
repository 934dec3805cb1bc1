"""A starter: a small playbook to begin with, and the clues by which it knows a repository that it fits.

Not here: reading one from disk (`store/shipped.py`), looking for the clues (`core/starters.py`), taking its rules
(`flows/starters.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from cm.model.delta import Add
from cm.model.rule import Origin, Rule

Kept: TypeAlias = Literal["shipped", "yours"]
ANYWHERE: Final = "anywhere"  # what `fits:` says of a starter that holds in every repository
ECOSYSTEMS: Final = ("python", "npm", "go", "cargo", "maven")


@dataclass(frozen=True, slots=True)
class Clue:
    """One sign in a repository: a file of such a name, one that holds a text, or a manifest that names a package."""

    files: tuple[str, ...] = ()  # globs; one without a slash is asked of the bare name
    holds: tuple[str, ...] = ()  # with `files`: one of these stands in it
    packages: tuple[tuple[str, str], ...] = ()  # (ecosystem, name)


@dataclass(frozen=True, slots=True)
class Starter:
    """A small playbook to begin with; one that cannot be read has `trouble` and no rules."""

    name: str
    description: str = ""
    rules: tuple[Rule, ...] = ()
    path: str = ""
    kept: Kept = "shipped"
    hides: bool = False  # the user's own, in the place of a shipped one of this name
    anywhere: bool = False
    clues: tuple[Clue, ...] = ()
    flaws: tuple[str, ...] = ()  # what in its file could not be read; the rest holds
    trouble: str = ""  # why the file as a whole cannot be read

    def deltas(self, at: str) -> tuple[Add, ...]:
        """Its rules as proposals, with their ids as wishes."""
        return tuple(
            Add(
                text=rule.text, kind=rule.kind, category=rule.category, scope=rule.scope, why=rule.why, tags=rule.tags,
                origin=Origin("starter", at, self.name), id=rule.id,
            )
            for rule in self.rules
        )  # fmt: skip
