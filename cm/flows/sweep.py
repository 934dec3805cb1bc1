"""The sweep of both layers: what did harm retires or is turned round, what is over or unused leaves service, stages are reported.

Files that rules were exported to are named when they are out of date, and never rewritten: a sweep comes unasked.
"""

from __future__ import annotations

from dataclasses import dataclass

from cm.core.curation.stages import Move, moves, stages
from cm.flows.commit import commit
from cm.flows.env import Env
from cm.flows.landed import Fates, fates
from cm.flows.project import outdated_exports
from cm.flows.promoting import Moved
from cm.flows.raising import Raised, raise_due
from cm.flows.reading import shelf
from cm.flows.strangers import printable
from cm.flows.telling import Change, Told, tell, tell_all
from cm.model.rule import Layer
from cm.store.plans import drop_old
from cm.store.stages import read_stages, write_stages

USER = "user"


@dataclass(frozen=True, slots=True)
class Swept:
    """What was done, which pinned rules deserve a look, which rules rose or fell, and which exports are out of date now."""

    change: Change
    flagged: tuple[Told, ...]
    exports: tuple[str, ...]
    rules: int
    moved: tuple[Move, ...] = ()
    raised: tuple[Moved, ...] = ()  # rules that went a step up as guards, by the user's word


def sweep(env: Env, *, dry_run: bool = False) -> Swept:
    """Sweeps the user's layer, and the repository's when it is there and trusted; swept twice, the second finds nothing."""
    layers: list[Layer] = ["user"]
    if env.repo and env.repo.playbook.is_file() and env.trusted:
        layers.append("repo")
    told: list[Told] = []
    flagged: list[Told] = []
    tx, notes = "", list[str]()
    for layer in layers:
        found = fates(env, keep=not dry_run) if layer == "user" else Fates()
        done = commit(env, found.deltas, source="sweep", layer=layer, by=env.by, dry_run=dry_run)
        found.note(env, keep=not dry_run)
        change = tell_all(env, done, dry_run=dry_run)
        told += change.told
        notes += change.notes
        flagged += [tell(env, each, done.book.get(each.rules[0])) for each in done.flagged]
        tx = tx or change.tx
    shelved = shelf(env, whole=True).shelved
    moved: list[Move] = []
    reported = {}
    for layer in layers:
        place = USER if layer == "user" or env.repo is None else str(env.repo.root)
        mine = [item for item in shelved if item.layer == layer]
        moved += moves((printable(env, item) for item in mine), read_stages(env.home, place))
        reported[place] = stages(mine)
    if not dry_run:
        write_stages(env.home, reported)
        drop_old(env.home, env.now)
    exports = () if dry_run or not told else outdated_exports(env)
    raised = Raised() if dry_run else raise_due(env)
    notes += [note for each in raised.moved for note in each.notes]
    change = Change(tuple(told), tx, dry_run, notes=tuple(dict.fromkeys(notes)))
    return Swept(change, tuple(flagged), exports, len(shelved), tuple(moved), raised.moved)
