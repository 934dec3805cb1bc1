"""`cm tidy`: makes a plan of what could be put in order, and applies exactly that plan or refuses because the ground moved.

Anybody may make a plan; carrying one out is a person's. Not here: what is found (`core/curation/tidy.py`), the file of a plan
(`store/plans.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import get_args

from cm.core.curation.anchors import gone
from cm.core.curation.case import LIVE
from cm.core.curation.passing import is_passing
from cm.core.curation.tidy import LOOSENS, Finding, delta_of, findings
from cm.errors import NeedsAHuman, NotFound, RefusedByGate, Usage
from cm.flows.commit import Ground, Part, change
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.likeness import Suggestion, worth_asking
from cm.flows.named import several
from cm.flows.project import exports_without
from cm.flows.reading import shelf
from cm.flows.refresh import refresh
from cm.flows.strangers import printable
from cm.flows.telling import Change, tell_parts
from cm.model.delta import Delta
from cm.model.ids import short_hash
from cm.model.rule import Layer, Rule
from cm.model.standing import Shelved
from cm.store.plans import Item, Plan, drop_old, drop_plan, read_plans, write_plan
from cm.store.playbook import rule_hash
from cm.store.repo_files import RepoFiles

SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Named:
    """A rule of an item, as people know it."""

    id: str
    text: str
    state: str
    layer: Layer


@dataclass(frozen=True, slots=True)
class Proposed:
    """One numbered thing that could be done."""

    number: int
    kind: str
    deed: str  # merge, settle, heir, retire; "look": a person says which
    rules: tuple[Named, ...]  # the one that stays first
    say: str


@dataclass(frozen=True, slots=True)
class Tidied:
    """A plan, or what a dry run would have planned."""

    plan: str  # "" when nothing was written
    items: tuple[Proposed, ...]
    rules: int
    every: bool = False  # pairs that look only a little alike are in it
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Applied:
    """What became of a plan."""

    plan: str
    numbers: tuple[int, ...]  # that were applied
    yours: tuple[int, ...]  # that only a person can decide: `cm review`
    left: int  # items that are still in the plan
    change: Change
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """A plan that waits."""

    plan: str
    at: str
    by: str
    project: str
    items: int
    moved: tuple[str, ...]  # rules that are not any more what they were
    repo: str = ""  # the repository that has to be around us for all of it, when it is not


@dataclass(frozen=True, slots=True)
class Plans:
    plans: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class Dropped:
    plan: str


def tidy(env: Env, *, every: bool = False, dry_run: bool = False) -> Tidied:
    """Looks through both layers and saves what it would do as a plan; `every` leaves no pair out."""
    shelved = [item for item in shelf(env, whole=True).shelved if item.trusted and not item.blocked_by]
    alike: list[tuple[Layer, Suggestion]] = []
    opposed: list[tuple[Layer, Suggestion]] = []
    for layer in get_args(Layer):
        same, against = worth_asking(env, shelved, layer, every=every, keep=not dry_run)
        alike += [(layer, pair) for pair in same]
        opposed += [(layer, pair) for pair in against]
    files = RepoFiles(env.repo.repo, env.environ) if env.repo is not None else None
    found = findings(
        shelved, alike=alike, opposed=opposed, project=env.project, here=partial(_is_here, env), passing=is_passing,
        anchors=(lambda rule: gone(rule, files)) if files is not None else lambda rule: (),
    )  # fmt: skip
    plan = _plan(env, found, shelved)
    if not dry_run:
        drop_old(env.home, env.now)
        if plan.items:
            write_plan(env.home, plan)
    at = {(item.layer, item.rule.id): printable(env, item) for item in shelved}
    items = tuple(_proposed(item, at) for item in plan.items)
    return Tidied(plan.id if plan.items and not dry_run else "", items, len(shelved), every, dry_run)


def apply(
    env: Env, name: str, *, only: Collection[int] = (), yes: bool = False, dry_run: bool = False
) -> Applied:
    """Applies a plan, or the named items of it, all or none.

    Raises NotFound, NeedsAHuman, and RefusedByGate when one of the rules is not any more what it was, or in another repository.
    """
    plan = _named(env, name)
    chosen = _chosen(plan, only)
    there = _elsewhere(env, plan)
    if there and any(_of_the_repository(item) for item in chosen):
        raise RefusedByGate(
            f"{plan.id} is about the rules of {there} too", hint=f"run it in {Path(there).parent}, or --only those of your own",
            reason="bad-scope",
        )  # fmt: skip
    do = [item for item in chosen if item.finding.deed != "look"]
    if not do:
        raise RefusedByGate(
            f"{plan.id}: nothing of that can be done without your saying which rule holds",
            hint="cm review asks", reason="asked",
        )  # fmt: skip
    by = env.by if dry_run else _allowed(env, plan, do, yes)
    done = change(
        env, partial(_parts, plan=plan, items=do), source="agent" if by == "agent" else "review", by=by, dry_run=dry_run,
        sweeping=False, all_or_none=True,
    )  # fmt: skip
    told = tell_parts(env, done, dry_run=dry_run)
    left = [item for item in plan.items if item not in do]
    ids = [
        rule.id
        for part in done.parts
        for decision in part.decisions
        if decision.verdict != "adopted"
        for rule in decision.after
        if rule.state not in LIVE or decision.verdict == "merged"
    ]
    if not dry_run:
        refresh(env)
        _keep_rest(env, plan, left)
    change_told = told.with_exports(*exports_without(env, ids, dry_run=dry_run))
    yours = tuple(item.number for item in chosen if item.finding.deed == "look")
    return Applied(
        plan.id,
        tuple(item.number for item in do),
        yours,
        len(left),
        replace(change_told, tx=done.tx),
        dry_run,
    )


def plans(env: Env) -> Plans:
    """The plans that wait, each with what moved under it since."""
    ground = Ground(env)
    told = []
    for plan in read_plans(env.home):
        there = _elsewhere(env, plan)
        seen = [item for item in plan.items if not (there and _of_the_repository(item))]
        told.append(
            Listed(plan.id, plan.at, plan.by, plan.project, len(plan.items), _moved(ground, seen), there)
        )
    return Plans(tuple(told))


def drop(env: Env, name: str) -> Dropped:
    """Removes a plan. Raises NotFound."""
    plan = _named(env, name)
    drop_plan(env.home, plan.id)
    return Dropped(plan.id)


# --- making one


def _plan(env: Env, found: Sequence[Finding], shelved: Sequence[Shelved]) -> Plan:
    at = {(item.layer, item.rule.id): item.rule for item in shelved}
    items = tuple(
        Item(
            number,
            finding,
            {f"{layer} {name}": rule_hash(at[layer, name]) for layer, name in finding.named},
        )
        for number, finding in enumerate(found, 1)
    )
    repo = str(env.repo.root) if env.repo is not None and any(map(_of_the_repository, items)) else ""
    content = [f"{item.finding} {sorted(item.hashes.items())}" for item in items]
    return Plan(
        "p-" + short_hash(13, env.project, repo, *content), env.stamp, env.by, env.project, repo, items
    )


def _of_the_repository(item: Item) -> bool:
    return any(layer == "repo" for layer, _ in item.finding.named)


def _elsewhere(env: Env, plan: Plan) -> str:
    """The repository's layer that a plan is about, when another one, or none, is around us."""
    return plan.repo if env.repo is None or str(env.repo.root) != plan.repo else ""


def _is_here(env: Env, rule: Rule, layer: Layer) -> bool:
    """Whether a rule is about the repository around us."""
    return layer == "repo" or (bool(rule.scope.project) and env.is_here(rule.scope.project))


def _proposed(item: Item, at: dict[tuple[Layer, str], Shelved]) -> Proposed:
    named = tuple(
        Named(name, at[layer, name].rule.text, at[layer, name].rule.state, layer)
        for layer, name in item.finding.named
    )
    if item.finding.deed == "heir":
        named = named[::-1]  # the repository's stays
    return Proposed(item.number, item.finding.kind, item.finding.deed, named, item.finding.reason)


# --- applying one


def _named(env: Env, name: str) -> Plan:
    asked = name.strip()
    known = read_plans(env.home)
    near = [plan for plan in known if plan.id == asked] or [
        plan
        for plan in known
        if len(asked.removeprefix("p-")) >= SHORTEST and plan.id.startswith((asked, f"p-{asked}"))
    ]
    if len(near) == 1:
        return near[0]
    if near:
        raise several(asked, "plans", (plan.id for plan in near))
    raise NotFound(f"there is no plan `{asked}`", hint="`cm tidy list` shows them, `cm tidy` makes one")


def _chosen(plan: Plan, only: Collection[int]) -> list[Item]:
    known = {item.number: item for item in plan.items}
    missing = sorted(set(only) - set(known))
    if missing:
        raise Usage(
            f"{plan.id} has no item {', '.join(map(str, missing))}",
            hint=f"it has {', '.join(map(str, known))}",
        )
    return [item for number, item in known.items() if not only or number in only]


def _allowed(env: Env, plan: Plan, items: Sequence[Item], yes: bool) -> str:
    """Who says yes: an agent may retire what a plan says, and merges nothing."""
    merges = [item.number for item in items if item.finding.deed in LOOSENS]
    if env.agent:
        if merges:
            raise NeedsAHuman(
                f"apply {plan.id}: merging ({', '.join(map(str, merges))}) is not done for an agent",
                hint="ask the user to run this command in a terminal of their own", what=f"apply {plan.id}",
            )  # fmt: skip
        return "agent"
    return require_human(env, f"apply {len(items)} of {plan.id}", yes)


def _parts(ground: Ground, *, plan: Plan, items: Sequence[Item]) -> tuple[Part, ...]:
    """The change, planned on the rules as they are under the lock. Raises RefusedByGate when one is not what it was."""
    moved = _moved(ground, items)
    if moved:
        raise RefusedByGate(
            f"{plan.id}: the ground moved: {', '.join(moved[:5])} {'is' if len(moved) == 1 else 'are'} not what the plan saw",
            hint="cm tidy makes a new plan; --only applies the items that still hold", reason="changed-since",
            rules=list(moved),
        )  # fmt: skip
    deltas: dict[Layer, list[Delta]] = {}
    for item in items:
        book = ground.book(item.finding.layer)
        delta = delta_of(item.finding, book.rules)
        if delta is not None:
            deltas.setdefault(item.finding.layer, []).append(delta)
    return tuple(Part(layer, tuple(each)) for layer, each in deltas.items())


def _moved(ground: Ground, items: Sequence[Item]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for item in items:
        for layer, name in item.finding.named:
            rule = ground.book(layer).get(name) if layer in ground.layers else None
            if rule is None or rule_hash(rule) != item.hashes.get(f"{layer} {name}"):
                found[name] = None
    return tuple(found)


def _keep_rest(env: Env, plan: Plan, left: Sequence[Item]) -> None:
    """What was not applied stays in the plan; one without anything to do goes."""
    if any(item.finding.deed != "look" for item in left):
        write_plan(env.home, replace(plan, items=tuple(left)))
    else:
        drop_plan(env.home, plan.id)
