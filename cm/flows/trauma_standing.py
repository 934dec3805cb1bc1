"""Every trauma as it counts now: of the user, of a trusted repository, and of the packs, those that are off among them.

Not here: changing one (`flows/traumas.py`), what lies in the registries and does not count (`flows/arming.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cm.core.guards.lines import counting
from cm.errors import NotFound
from cm.flows.arming import packs_on
from cm.flows.env import Env
from cm.flows.imported_traumas import translated
from cm.model.trauma import Trauma
from cm.store.catalogue import read_catalogue
from cm.store.home import RepoHome
from cm.store.traumas import read_admitted, read_registry

Where: TypeAlias = Literal["user", "repo", "pack"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A trauma as it counts now, and in which layer."""

    trauma: Trauma
    where: Where
    imported: bool = False
    on: bool = True  # of a pack: whether it is switched on


def named(env: Env, name: str) -> Standing:
    """The trauma of that id, in the user's layer first. Raises NotFound with what was probably meant."""
    from difflib import get_close_matches

    known = standings(env)
    exact = [each for each in known if each.trauma.id == name]
    begun = {each.trauma.id: each for each in known if each.trauma.id.startswith(name) and len(name) > 3}
    if exact or len(begun) == 1:
        return exact[0] if exact else next(iter(begun.values()))
    near = get_close_matches(name, [each.trauma.id for each in known], 1, 0.6)
    raise NotFound(f"there is no trauma {name}", hint=f"did you mean `{near[0]}`?" if near else "`cm trauma list` names them")  # fmt: skip


def standings(env: Env) -> tuple[Standing, ...]:
    """Every trauma as it counts now: the user's, a trusted repository's, and those of all packs that no line of the user replaced."""
    admitted = read_admitted(env.home)
    found: list[Standing] = []
    own: set[str] = set()
    places: list[tuple[Where, RepoHome | None]] = [("user", None)]
    if env.repo is not None and env.trusted:
        places.append(("repo", env.repo))
    for where, repo in places:
        lines = read_registry(repo.traumas if repo else env.home.traumas).lines
        counts = counting(line.trauma for line in lines if line.trauma and line.digest in admitted)
        found += [Standing(each, where) for each in counts.values()]
        for line in lines:
            if line.imported is not None and line.id not in counts:
                found.append(Standing(translated(line.imported), where, imported=True))
        own |= set(counts) if where == "user" else set()
    on = packs_on(env)
    for pack in read_catalogue():
        found += [Standing(each, "pack", on=pack.name in on) for each in pack.traumas if each.id not in own]
    return tuple(found)
