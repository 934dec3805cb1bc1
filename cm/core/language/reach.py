"""How the scopes of two rules lie to each other: the same, one wider, crossing, or never both at once.

Not here: whether a rule holds for a reader (`core/serving/scopes.py`). Standard library only.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from cm.core.language.text import normalise
from cm.model.rule import Scope

Reach: TypeAlias = Literal["same", "wider", "narrower", "crossing", "apart"]

_FACETS = ("project", "path", "language", "framework", "task", "host")
_ONE_OF = ("project", "language", "host")  # a situation has one of each: two values never hold together


def overlap(a: Scope, b: Scope) -> Reach:
    """Says how the situations of `a` lie to those of `b`: "wider" when `a` holds wherever `b` does, and elsewhere too."""
    wider = narrower = crossing = False
    for facet in _FACETS:
        mine, yours = getattr(a, facet), getattr(b, facet)
        if facet != "project":
            mine, yours = normalise(mine), normalise(yours)
        if mine == yours:
            continue
        if not mine:
            wider = True
        elif not yours:
            narrower = True
        elif facet == "path":
            match _paths(a.path, b.path):
                case "wider":
                    wider = True
                case "narrower":
                    narrower = True
                case "crossing":
                    crossing = True
                case _:
                    return "apart"
        elif facet in _ONE_OF:
            return "apart"
        else:
            crossing = True
    if crossing or (wider and narrower):
        return "crossing"
    return "wider" if wider else "narrower" if narrower else "same"


def _paths(a: str, b: str) -> Reach:
    """Two folders: one in the other, or apart; a glob is compared by the folders before its first mark."""
    mine, yours = _folders(a), _folders(b)
    short = min(len(mine), len(yours))
    if mine[:short] != yours[:short]:
        return "apart"
    if _is_glob(a) or _is_glob(b):
        return "crossing"
    return "wider" if len(mine) < len(yours) else "narrower" if len(mine) > len(yours) else "same"


def _is_glob(path: str) -> bool:
    return any(mark in path for mark in "*?[")


def _folders(path: str) -> list[str]:
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]
    kept: list[str] = []
    for part in parts:
        if _is_glob(part):
            break
        kept.append(part)
    return kept
