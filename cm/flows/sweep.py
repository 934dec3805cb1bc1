"""Lets the ledger have its say on both layers: what did harm retires, what says the wrong thing is turned round."""

from __future__ import annotations

from dataclasses import dataclass

from cm.flows.commit import commit
from cm.flows.env import Env
from cm.flows.project import outdated_exports
from cm.flows.reading import shelf
from cm.flows.telling import Change, Told, tell_all
from cm.model.rule import Layer


@dataclass(frozen=True, slots=True)
class Swept:
    """What was done, which pinned rules deserve a look, and which exports are out of date now."""

    change: Change
    flagged: tuple[str, ...]
    exports: tuple[str, ...]
    rules: int


def sweep(env: Env, *, dry_run: bool = False) -> Swept:
    """Sweeps the user's layer, and the repository's when it is there and trusted."""
    layers: list[Layer] = ["user"]
    if env.repo and env.repo.playbook.is_file() and env.trusted:
        layers.append("repo")
    told: list[Told] = []
    flagged: list[str] = []
    tx = ""
    for layer in layers:
        done = commit(env, [], source="sweep", layer=layer, by=env.by, dry_run=dry_run)
        change = tell_all(env, done, dry_run=dry_run)
        told += change.told
        flagged += [each for decision in done.flagged for each in decision.rules[:1]]
        tx = tx or change.tx
    exports = () if dry_run or not told else outdated_exports(env)
    return Swept(Change(tuple(told), tx, dry_run), tuple(flagged), exports, len(shelf(env).shelved))
