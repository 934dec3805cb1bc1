"""Moves a whole store in the CASS form in: rules with their ids and marks, withdrawals, outcomes, deliveries, diaries, traumas, starters.

The store is only read. What has no home here is told, file by file and field by field; the same store again changes nothing.
How its records are understood: `core/exchange/cass*.py`; what it holds: `store/cass.py`; rules go in by `flows/taking.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cm.core.exchange.cass import COMPUTED, bullet_of, patterns_of
from cm.core.exchange.cass_fields import NAME, Ways
from cm.core.exchange.cass_ledgers import Suggested, blocked_of, outcome_of, settings_of
from cm.core.layers import SPECS, parse_text, value_of
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.standing import lines_that_hold
from cm.errors import NotFound
from cm.flows.env import Env
from cm.flows.importing import placed, with_birth_id
from cm.flows.kept_out import KeptOut
from cm.flows.migrated import Beside, bring_beside, note_migrated, ways_of
from cm.flows.parts import Ground
from cm.flows.project import exports_without
from cm.flows.reading import shelf
from cm.flows.refresh import refresh
from cm.flows.taking import Item, Offer, Taken, entering, take_in, too_long
from cm.model.ledger import Blocked
from cm.model.playbook import Flaw
from cm.model.rule import Layer
from cm.store.cass import HOME_FOLDER, REPO_FOLDER, Left, Store, is_store, read_store


@dataclass(frozen=True, slots=True)
class Spared:
    """A withdrawal of that store that was not taken: a rule in force here says the same."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class MovedStore:
    """What became of one store."""

    folder: str
    layer: Layer
    items: tuple[Item, ...]
    flaws: tuple[Flaw, ...]  # what could not be read, by file and line
    marks: int
    blocked: int
    outcomes: int
    beside: Beside  # diaries, deliveries, traumas, starters
    suggested: tuple[Suggested, ...]  # settings; nothing is set by itself
    settings_left: tuple[str, ...]  # names of those that have no counterpart
    spared: tuple[Spared, ...]
    left: tuple[Left, ...]  # files that stay there
    fields_left: tuple[str, ...]  # fields of bullets that no rule here holds, with their number
    computed: tuple[str, ...]  # fields whose worth is computed here from the marks
    notes: tuple[str, ...]
    tx: str = ""
    exports_refreshed: tuple[str, ...] = ()
    exports_left: tuple[str, ...] = ()

    @property
    def counts(self) -> Mapping[str, int]:
        """How many bullets of each verdict."""
        return Counter(item.verdict for item in self.items)


@dataclass(frozen=True, slots=True)
class Moved:
    """All stores."""

    stores: tuple[MovedStore, ...]
    live: bool
    dry_run: bool


def stores_here(env: Env) -> tuple[Path, ...]:
    """The stores of that form which are found without being named: the user's, then this repository's."""
    places = [env.user_home / HOME_FOLDER]
    if env.repo is not None:
        places.append(env.repo.repo / REPO_FOLDER)
    return tuple(place for place in places if is_store(place))


def migrate(
    env: Env, folders: Sequence[str] = (), *, layer: Layer = "user", live: bool = False, dry_run: bool = False, yes: bool = False
) -> Moved:  # fmt: skip
    """Moves the stores in that are named, or those that are found; into the repository only its own. Raises NotFound."""
    named = tuple(_folder(env, each) for each in folders)
    found = named or tuple(each for each in stores_here(env) if layer == "user" or _is_of_repo(env, each))
    if not found:
        wanted = (
            env.user_home / HOME_FOLDER
            if layer == "user"
            else (env.repo.repo if env.repo else env.cwd) / REPO_FOLDER
        )
        raise NotFound(f"there is no store at {wanted}", hint="name its folder: cm import --from-cass DIR")
    moved = tuple(_move(env, each, layer, live, dry_run, yes, each in named) for each in found)
    return Moved(moved, live, dry_run)


def _folder(env: Env, said: str) -> Path:
    path = Path(said).expanduser()
    path = path if path.is_absolute() else env.cwd / path
    if not path.is_dir():
        raise NotFound(f"there is no folder {path}", hint=f"the store usually lies in ~/{HOME_FOLDER}")
    if not is_store(path):
        raise NotFound(
            f"{path} holds no store of that form",
            hint="it would have a playbook.yaml; a single file: cm import FILE",
        )
    return path


def _is_of_repo(env: Env, folder: Path) -> bool:
    return env.repo is not None and folder == env.repo.repo / REPO_FOLDER


def _move(
    env: Env, folder: Path, layer: Layer, live: bool, dry_run: bool, yes: bool, named: bool
) -> MovedStore:
    store = _without_erased(env, read_store(folder))
    own = folder.name == REPO_FOLDER
    stranger = own and not named and layer == "user"
    withdrawn_there: tuple[Mapping[str, Any], ...] = ()
    if stranger:
        withdrawn_there, store = store.blocked, _as_a_strangers(store)
    ids = _ids(store)
    ways = ways_of(env, ids, _project_of(env, folder) if own else "")
    offers, flaws, fields_left, computed = _offers(env, store, ways, layer, live)
    withdrawn, spared = _withdrawn(env, store, ways)
    gone = [found for line in withdrawn_there if (found := blocked_of(line, ways))]
    offers, more = _but_withdrawn(offers, (*gone, *_let_in_again(env, layer, withdrawn)), stranger)
    flaws = (*flaws, *more)
    outcomes = [ended for line in store.outcomes if (ended := outcome_of(line, ways, lambda name: name))]
    done = take_in(
        env, offers, layer=layer, live=live, outcomes=outcomes, blocked=withdrawn, dry_run=dry_run, yes=yes,
        name=str(folder),
    )  # fmt: skip
    beside = bring_beside(env, store, ways, layer, lambda name: done.names.get(name, name), dry_run)
    refreshed, left = ((), ()) if dry_run or not done.blocked else _withhold(env, done)
    suggested, settings_left = settings_of(store.config)
    if not dry_run:
        note_migrated(env, store)
    return MovedStore(
        folder=str(folder), layer=layer, items=done.items, flaws=(*store.flaws, *flaws, *beside.flaws),
        marks=done.marks, blocked=done.blocked, outcomes=done.outcomes, beside=beside,
        suggested=tuple(each for each in suggested if _differs(env, each)), settings_left=settings_left, spared=spared,
        left=store.left, fields_left=fields_left, computed=computed,
        notes=(*done.notes, *too_long(done.items), *_unread(store, len(outcomes), len(withdrawn) + len(spared))),
        tx=done.tx, exports_refreshed=refreshed, exports_left=left,
    )  # fmt: skip


def _without_erased(env: Env, store: Store) -> Store:
    """Of what lies beside rules, nothing that was erased here; the gate refuses rules, the ledger cuts its lines itself."""
    kept = KeptOut(env)
    return replace(
        store,
        diaries=tuple((file, kept.cut(data)) for file, data in store.diaries),
        traumas=tuple(kept.cut(dict(line)) for line in store.traumas),
        starters=tuple(
            (
                kept.cut(name),
                replace(
                    offered,
                    items=tuple(replace(item, data=kept.cut(item.data)) for item in offered.items),
                    beside=kept.cut(dict(offered.beside)),
                ),
            )
            for name, offered in store.starters
        ),
    )


def _as_a_strangers(store: Store) -> Store:
    """Of a store that came with a repository and was not named, only what waits: no word of it holds beyond its own rules."""
    said = {
        "blocked.log": store.blocked,
        "diary": store.diaries,
        "starters": store.starters,
        "config": store.config,
    }
    left = tuple(
        Left(name, "of the repository's own store: name its folder to take it")
        for name, found in said.items()
        if found
    )
    return replace(store, blocked=(), diaries=(), starters=(), config={}, left=(*store.left, *left))


def _let_in_again(env: Env, layer: Layer, lines: Sequence[Blocked]) -> list[Blocked]:
    """Withdrawals of that store which a person took back here: they hold no more, and yet nothing comes in by them."""
    told = Ground(env).ledger(layer).blocked()
    known, held = {line.id for line in told}, {line.id for line in lines_that_hold(told)}
    return [line for line in lines if line.id in known - held]


def _but_withdrawn(
    offers: Sequence[Offer], lines: Sequence[Blocked], stranger: bool
) -> tuple[list[Offer], tuple[Flaw, ...]]:
    """What that store had withdrawn itself is not offered; and a stranger's marks are about nothing but what it brings."""
    blocked = Blocklist.from_lines(lines)
    kept = [replace(offer, stranger=stranger) for offer in offers if not blocked.hit(offer.rule.text)]
    gone = [offer for offer in offers if blocked.hit(offer.rule.text)]
    return kept, tuple(
        Flaw(offer.line, offer.rule.id, "it was withdrawn there", offer.file) for offer in gone
    )


def _project_of(env: Env, folder: Path) -> str:
    """The project whose own store this is."""
    from cm.flows.env import project_at

    return env.project if _is_of_repo(env, folder) else project_at(folder.parent)


def _ids(store: Store) -> frozenset[str]:
    items = store.playbook.items if store.playbook else ()
    return frozenset(
        named
        for item in items
        if isinstance(item.data, Mapping) and isinstance(named := item.data.get("id"), str)
    )


def _offers(
    env: Env, store: Store, ways: Ways, layer: Layer, live: bool
) -> tuple[list[Offer], tuple[Flaw, ...], tuple[str, ...], tuple[str, ...]]:
    """Its bullets and given-up patterns, what of them is no rule, which fields find no place, which are computed here."""
    if store.playbook is None:
        return [], (), (), ()
    into = entering(env, NAME, layer, ways.ids, {}, live)
    offers: list[Offer] = []
    flaws: list[Flaw] = list(store.playbook.flaws)
    fields_left: Counter[str] = Counter()
    seen: set[str] = set()
    for item in store.playbook.items:
        read = bullet_of(item.data, ways)
        named = item.data.get("id") if isinstance(item.data, Mapping) else ""
        if isinstance(read, str):
            flaws.append(Flaw(item.line, str(named or "")[:80], read, "playbook.yaml"))
            continue
        rule = read.rule if read.rule.id else with_birth_id(read.rule)
        if rule.id in seen:
            flaws.append(
                Flaw(item.line, rule.id, "its id is taken: an earlier bullet has it", "playbook.yaml")
            )
            continue
        seen.add(rule.id)
        fields_left.update(read.left)
        taken = placed(env, into.rule(rule, trusted=True), layer)
        pin = (f"it was pinned there ({rule.pinned}); a draft is not",) if rule.pinned and not live else ()
        offers.append(Offer(taken, item.line, "playbook.yaml", read.marks, read.rule.id, (*read.notes, *pin)))
    for pattern in patterns_of(store.playbook.beside.get("deprecatedPatterns"), ways):
        if isinstance(pattern, str):
            flaws.append(Flaw(0, "", pattern, "playbook.yaml"))
            continue
        rule = with_birth_id(pattern)
        if rule.id not in seen:
            seen.add(rule.id)
            offers.append(Offer(placed(env, into.rule(rule, trusted=True), layer), 0, "playbook.yaml"))
    left = [f"{name} ({count})" for name, count in sorted(fields_left.items()) if name not in COMPUTED]
    computed = tuple(f"{name} ({count})" for name, count in sorted(fields_left.items()) if name in COMPUTED)
    beside = sorted(set(store.playbook.beside) - {"schema_version", "deprecatedPatterns"})
    return offers, tuple(flaws), (*left, *(f"{name} of the playbook" for name in beside)), computed


def _withdrawn(env: Env, store: Store, ways: Ways) -> tuple[list[Blocked], tuple[Spared, ...]]:
    """What that store had withdrawn, but for what a rule in force here says: ours stays until its user forgets it."""
    lines = {found.id: found for line in store.blocked if (found := blocked_of(line, ways))}
    spared: list[Spared] = []
    in_force = [
        each.rule
        for each in shelf(env, whole=True).shelved
        if each.rule.state == "active" and not each.blocked_by
    ]
    for rule in in_force if lines else ():
        while hit := Blocklist.from_lines(lines.values()).hit(rule.text):
            spared.append(Spared(rule.id, rule.text))
            del lines[hit]
    return list(lines.values()), tuple(spared)


def _withhold(env: Env, done: Taken) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What was withdrawn leaves index and exports at once."""
    refresh(env)
    gone = [each.rule.id for each in shelf(env).shelved if each.blocked_by]
    return exports_without(env, gone)


def _differs(env: Env, each: Suggested) -> bool:
    """Whether a setting would change anything."""
    value = parse_text(each.key, each.value) if each.key in SPECS else None
    return value is not None and value != value_of(env.settings, each.key)


def _unread(store: Store, outcomes: int, blocked: int) -> Iterable[str]:
    """Lines that are there and could not be understood."""
    bad: dict[str, int] = {
        "outcomes.jsonl": len(store.outcomes) - outcomes,
        "the blocked log": len(store.blocked) - blocked,
    }
    return tuple(
        f"not understood in {name}: {count} of its lines" for name, count in bad.items() if count > 0
    )


__all__: Sequence[Any] = ["Moved", "MovedStore", "migrate", "stores_here"]
