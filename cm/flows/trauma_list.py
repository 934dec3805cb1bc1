"""What is armed and what is not, trauma by trauma: the list, one with all it carries, and the packs.

Changing one: `flows/traumas.py`. Derived files that are behind are brought up to date first; that is no decision.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, TypeAlias

from cm.core.guards.lines import is_lifted
from cm.errors import Busy, Unwritable
from cm.flows.armed import Armed, Gone, Waiting, state_of
from cm.flows.arming import ALWAYS, arm, is_behind, packs_on
from cm.flows.env import Env
from cm.flows.trauma_standing import Standing, named, standings
from cm.model.trauma import Trauma
from cm.store.catalogue import read_catalogue
from cm.store.traumas import Quarantined

State: TypeAlias = Literal["armed", "healed", "retired", "imported", "off"]


@dataclass(frozen=True, slots=True)
class Row:
    """One trauma with where it stands."""

    state: State
    layer: str  # user, repo or pack
    trauma: Trauma


@dataclass(frozen=True, slots=True)
class PackRow:
    """One pack: whether it is on, how many traumas it has, and how many of them the user changed."""

    name: str
    about: str
    on: bool
    always: bool
    traumas: int
    healed: int


@dataclass(frozen=True, slots=True)
class Listing:
    """Traumas by state, and the lines that count for nothing with the reason."""

    traumas: tuple[Row, ...]
    packs: tuple[PackRow, ...]
    quarantined: tuple[Quarantined, ...]
    waiting: tuple[Waiting, ...]
    gone: tuple[Gone, ...]
    unknown_packs: tuple[str, ...]
    armed: int
    left_out: int = 0  # of packs that are off, unless asked for


def listing(env: Env, *, everything: bool = False) -> Listing:
    """All of it; traumas of packs that are off only with `everything`."""
    state = up_to_date(env)
    rows = tuple(Row(state_in(env, each), each.where, each.trauma) for each in standings(env))
    shown = tuple(row for row in rows if everything or row.state != "off")
    return Listing(
        tuple(sorted(shown, key=lambda row: (row.layer == "pack", row.trauma.pack, row.trauma.id))), _packs(env, rows),
        state.quarantined, state.waiting, state.gone, state.unknown_packs,
        sum(row.state == "armed" for row in rows), len(rows) - len(shown),
    )  # fmt: skip


def one(env: Env, name: str) -> Row:
    """One trauma. Raises NotFound."""
    found = named(env, name)
    return Row(state_in(env, found), found.where, found.trauma)


def state_in(env: Env, standing: Standing) -> State:
    """How it stands at this moment."""
    if standing.imported:
        return "imported"
    if not standing.on:
        return "off"
    if standing.trauma.status == "retired":
        return "retired"
    return "healed" if is_lifted(standing.trauma, env.stamp) else "armed"


def up_to_date(env: Env) -> Armed:
    """What arming says of the registries as they are now; where there is no home, nothing is written for that."""
    if env.home.root.is_dir() and is_behind(env):
        with suppress(Busy, Unwritable):  # to look is not refused for that
            return arm(env)
    return state_of(env)


def _packs(env: Env, rows: tuple[Row, ...]) -> tuple[PackRow, ...]:
    on = packs_on(env)
    ids = {row.trauma.id: row.state for row in rows}
    return tuple(
        PackRow(
            pack.name, pack.about, pack.name in on, pack.name == ALWAYS, len(pack.traumas),
            sum(ids.get(each.id) in ("healed", "retired") for each in pack.traumas),
        )
        for pack in read_catalogue()
    )  # fmt: skip
