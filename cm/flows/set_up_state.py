"""What stands of `cm setup` in each agent's files: told of what, no longer told of what, needing what, unable to do what.

Only looks. `cm doctor` shows it; trying it is `flows/live.py`.
"""

from __future__ import annotations

import tomllib
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from cm.errors import CmError
from cm.flows.env import Env
from cm.flows.guard_places import moved_place
from cm.flows.setting_up import named_piece, records_path, stands, told_of
from cm.flows.setup_places import OURS, PARTS, Place, hosts_to_tell, opened, places, wishes_of
from cm.hosts.registry import HOSTS
from cm.model.host import Host, Spot, Trusted
from cm.store.installed import Record, read_records
from cm.store.jsonc import decode, parse
from cm.store.registering import own_places

SPOTS: Final[tuple[Spot, ...]] = ("user", "project")


@dataclass(frozen=True, slots=True)
class HostTold:
    """One agent that was set up, or is here and was not."""

    host: str
    title: str
    told: tuple[str, ...]  # what stands as it should
    missing: tuple[str, ...]  # what was put there and is not as it should be: "path: piece"
    needs: tuple[str, ...]
    lacks: tuple[str, ...]
    guard: bool  # whether it is told of the guard as well
    trust: str = ""  # of its hooks, where the host keeps that and it can be read


def told_hosts(env: Env) -> tuple[HostTold, ...]:
    """Every agent with something of ours, or with a guard."""
    records = read_records(records_path(env)).items
    guards = {item.host for item in read_records(env.home.guard / "installed.json").items.values()}
    found = []
    for host in hosts_to_tell():
        mine = [item for item in records.values() if item.host == host.name]
        if mine or host.name in guards:
            found.append(_told(env, host, mine, host.name in guards))
    return tuple(found)


def registered_places(env: Env) -> tuple[Place, ...]:
    """The files that were written into and concern us here: the user's own, and this project's."""
    records = read_records(records_path(env)).items.values()
    found = []
    for item in records:
        if item.host in HOSTS:
            found += [place for place in _places(env, HOSTS[item.host], item) if str(place.path) == item.path]
    return tuple(found)


def _told(env: Env, host: Host, records: list[Record], guard: bool) -> HostTold:
    told: list[str] = []
    missing: list[str] = []
    needs: list[str] = []
    trust = ""
    for item in records:
        for place in _places(env, host, item):
            if str(place.path) != item.path:
                continue
            try:
                good = stands(env, place)
                wanted = [named_piece(wish) for wish in wishes_of(env, place) if _was_put(item, wish.at)]
                said = trust_of(env, place)
            except CmError as error:
                missing.append(error.message)
                continue
            missing += [f"{place.path}: {piece}" for piece in wanted if piece not in good]
            if good:
                told += told_of(place)
                needs += [each for each in place.needs if said != "trusted" or "trust" not in each]
            trust = said or trust
    lacks = host.moments.uncovered if host.moments is not None else ()
    return HostTold(
        host.name, host.title, tuple(dict.fromkeys(told)), tuple(missing), tuple(dict.fromkeys(needs)), lacks, guard, trust
    )  # fmt: skip


def trust_of(env: Env, place: Place) -> Trusted | str:
    """What the user said to the host of our hooks in a file: the least of them; "" where the host keeps no such thing."""
    trust = place.host.trust
    if trust is None or place.first.shape != "json" or "hooks" not in place.parts:
        return ""
    try:
        config = tomllib.loads(moved_place(env, place.host, trust.path).read_text("utf-8"))
    except (OSError, ValueError):
        config = {}
    file = opened(place)
    if file.data is None:
        return ""
    found = parse(decode(file.data, file.name)[1], file.name)
    names = tuple(dict.fromkeys((str(place.path), str(file.path))))
    said = [
        trust.check(config, names, spot[: len(each.at) + 1], found.value_at(spot[: len(each.at) + 1]))
        for each in place.registrations
        if not each.member
        for spot in own_places(found, each.at, OURS)
    ]
    return next((word for word in said if word != "trusted"), "trusted" if said else "")


def _places(env: Env, host: Host, item: Record) -> tuple[Place, ...]:
    spot: Spot = "project" if item.where == "project" else "user"
    if spot == "project" and (env.repo is None or item.project != str(env.repo.repo)):
        return ()
    with suppress(CmError):
        return places(env, host, spot, PARTS)
    return ()


def _was_put(item: Record, at: tuple[str, ...]) -> bool:
    return not item.pieces or any(piece.at == at for piece in item.pieces)
