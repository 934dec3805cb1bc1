"""The shipped traumas, in packs: `guards/catalogue/<pack>.yaml`.

Not here: arming them for a user, which goes through admission like everything else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cm.errors import BadState
from cm.model.trauma import Trauma, trauma_of
from cm.store.shipped import shipped_dir
from cm.store.yaml import parse, read_text

_NAME: Final = re.compile(r"%\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Pack:
    """Traumas about one kind of thing, which a user switches on together."""

    name: str
    about: str
    traumas: tuple[Trauma, ...]


def read_catalogue(folder: Path | None = None) -> tuple[Pack, ...]:
    """Every shipped pack in order of its name. Raises BadState for a file that is not one."""
    folder = folder or shipped_dir("guards") / "catalogue"
    return tuple(_pack(path) for path in sorted(folder.glob("*.yaml")))


def _pack(path: Path) -> Pack:
    """One file. `names:` in it are pieces of patterns, written `%{name}` where they are used."""
    held = parse(read_text(path) or "", path)
    try:
        names: dict[str, str] = {}
        for key, value in (held.get("names") or {}).items():
            names[key] = _filled(value, names)
        return Pack(held["pack"], held["about"], tuple(_traumas(held, names)))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadState(f"{path} is not a pack of traumas: {error}", hint="reinstall cm") from error


def _traumas(held: Mapping[str, Any], names: Mapping[str, str]) -> list[Trauma]:
    common = {"scope": held.get("scope", "command"), "pack": held["pack"]}
    return [
        trauma_of({**common, **row, "pattern": _filled(row["pattern"], names)}) for row in held["traumas"]
    ]


def _filled(pattern: str, names: Mapping[str, str]) -> str:
    return _NAME.sub(lambda found: names[found.group(1)], pattern)
