"""What a store in the CASS form brings beside its rules: diaries, deliveries, traumas, starters; and that it was brought.

Part of `flows/migrating.py`. Each kind is told apart into what is new, what is here already, and what may not come in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from cm.core.exchange.cass import bullet_of
from cm.core.exchange.cass_diary import diary_of
from cm.core.exchange.cass_fields import NAME, Ways, text_of
from cm.core.exchange.cass_ledgers import shown_of, trauma_of
from cm.core.exchange.portable import clean
from cm.core.screening.labels import HARMFUL
from cm.core.screening.screen import screen
from cm.core.serving.permits import host_verdict, project_verdict
from cm.flows.arming import arm_held
from cm.flows.env import Env, project_at
from cm.flows.importing import with_birth_id
from cm.flows.parts import files_of
from cm.hosts.registry import HOSTS
from cm.model.diary import Diary
from cm.model.ledger import Shown
from cm.model.playbook import Flaw
from cm.model.privacy import Privacy
from cm.model.rule import Layer, Origin, Rule
from cm.store.cass import Left, Store
from cm.store.diaries import Diaries
from cm.store.emit import field_text, item_text
from cm.store.files import lock, read_json, replace_json, sha256_of
from cm.store.files import replace as put
from cm.store.home import Home
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles
from cm.store.lines import append_lines, iter_lines
from cm.store.privacy import read_privacy
from cm.store.schema import rule_to_data
from cm.store.tombstones import read_tombstones
from cm.store.trust import trust

_UUID: Final = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_ENDINGS: Final = re.compile(r"(?:\.(?:jsonl|json|md|txt|gz|zst))+\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Brought:
    """So many of one kind."""

    new: int = 0
    known: int = 0  # here already
    out: tuple[str, ...] = ()  # what did not come in, each with the reason


@dataclass(frozen=True, slots=True)
class Beside:
    """Everything that is no rule."""

    diaries: Brought = Brought()
    shown: Brought = Brought()
    traumas: Brought = Brought()
    starters: Brought = Brought()
    starter_names: tuple[str, ...] = ()
    diary_fields_left: tuple[str, ...] = ()
    flaws: tuple[Flaw, ...] = ()


def ways_of(env: Env, ids: Iterable[str], here: str) -> Ways:
    """How that store's sessions and folders are called here."""
    by_name: dict[str, str] = {}
    for head in Journal(env.home.journal).sessions():
        by_name.setdefault(head.native, head.id)
        if head.source:
            by_name.setdefault(head.source, head.id)

    def session(path: str, agent: str) -> str:
        stem = _ENDINGS.sub("", re.split(r"[/\\]", path.strip().rstrip("/\\"))[-1])
        inside = _UUID.search(stem)
        for name in (path, stem, inside[0] if inside else ""):
            if name and name in by_name:
                return by_name[name]
        plain = re.sub(r"[^\w.\-]", "_", stem)[:80]
        host = re.sub(r"[^\w\-]", "-", agent.strip().casefold().replace("_", "-"))[:30].strip("-")
        return f"{host or NAME}/{plain}" if plain else ""

    @cache
    def project(folder: str) -> str:
        path = Path(folder).expanduser()
        try:
            return project_at(path) if path.is_absolute() else folder
        except (OSError, ValueError):
            return folder

    return Ways(env.stamp, session, project, frozenset(ids), here)


def bring_beside(
    env: Env, store: Store, ways: Ways, layer: Layer, known: Callable[[str], str], dry_run: bool
) -> Beside:
    """Writes what is new, or only counts it."""
    if dry_run:
        return _bring(env, store, ways, layer, known, True)
    with lock(env.home.lock):
        return _bring(env, store, ways, layer, known, False)


def _bring(
    env: Env, store: Store, ways: Ways, layer: Layer, known: Callable[[str], str], dry_run: bool
) -> Beside:
    diaries, fields_left, flaws = _diaries(env, store, ways, dry_run)
    starters, names = _starters(env, store, ways, dry_run)
    return Beside(
        diaries=diaries, shown=_shown(env, store, ways, known, dry_run), traumas=_traumas(env, store, ways, layer, dry_run),
        starters=starters, starter_names=names, diary_fields_left=fields_left, flaws=tuple(flaws),
    )  # fmt: skip


# --- diaries


def _diaries(
    env: Env, store: Store, ways: Ways, dry_run: bool
) -> tuple[Brought, tuple[str, ...], list[Flaw]]:
    kept = Diaries(env.home.diary)
    privacy = read_privacy(env.home)
    erased = read_tombstones(env.home)
    flaws: list[Flaw] = []
    fields_left: dict[str, int] = {}
    out: list[str] = []
    new = known = 0
    for file, data in store.diaries:
        read = diary_of(data, ways)
        if isinstance(read, str):
            flaws.append(Flaw(0, "", read, file))
            continue
        diary, left = read
        if why := _closed(privacy, diary):
            out.append(f"{file}: {why}")
            continue
        if erased.holds_session(diary.session):
            out.append(f"{file}: its session was erased here")
            continue
        for name in left:
            fields_left[name] = fields_left.get(name, 0) + 1
        there = kept.read(diary.session, diary.started)
        if there is not None and (not there.imported or there == diary):
            known += 1  # one that was made from the session itself says more
            continue
        new += 1
        if not dry_run:
            kept.write(diary)
    told = tuple(f"{name} ({count})" for name, count in sorted(fields_left.items()))
    return Brought(new, known, tuple(out)), told, flaws


def _closed(privacy: Privacy, diary: Diary) -> str:
    """Whether the user closed that host or project."""
    host = diary.session.partition("/")[0]
    if host in HOSTS and host_verdict(privacy, host) == "deny":
        return f"{HOSTS[host].title} is not read, as you said"
    if diary.project and project_verdict(privacy, diary.project) == "deny":
        return "its project is not read, as you said"
    return ""


# --- logs


def _shown(env: Env, store: Store, ways: Ways, known: Callable[[str], str], dry_run: bool) -> Brought:
    ledger = LedgerFiles(env.home.ledger_dir)
    have = {each.id for each in ledger.shown()}
    privacy = read_privacy(env.home)
    fresh: dict[str, Shown] = {}
    bad = here = 0
    for line in store.shown:
        found = shown_of(line, ways, lambda name: name)
        if found is None:
            bad += 1
        elif found.id in have:
            here += 1
        else:
            if found.project and project_verdict(privacy, found.project) == "deny":
                found = replace(found, task="")
            fresh[found.id] = replace(found, rules=tuple(known(name) for name in found.rules))
    if fresh and not dry_run:
        ledger.append_all(shown=fresh.values())
    out = (f"{bad} lines say nothing that is understood",) if bad else ()
    return Brought(len(fresh), here, out)


def _traumas(env: Env, store: Store, ways: Ways, layer: Layer, dry_run: bool) -> Brought:
    """Kept as they are, in the file that guards will read, and armed by nothing."""
    path = files_of(env, layer).traumas
    have = {line.get("id") for line in iter_lines(path) if isinstance(line, Mapping)}
    fresh: dict[str, Mapping[str, Any]] = {}
    out: list[str] = []
    here = 0
    for number, line in enumerate(store.traumas, 1):
        found = trauma_of(line, ways)
        if found is None:
            out.append(f"trauma {number}: it has no pattern, or one that holds a secret")
        elif found["id"] in have:
            here += 1
        else:
            fresh.setdefault(found["id"], found)
    if fresh and not dry_run:
        known = layer == "repo" and env.repo is not None and env.trusted
        append_lines(path, fresh.values(), private=layer == "user")
        if known and env.repo is not None:  # our own writing makes nobody a stranger
            trust(env.home, env.repo, at=env.stamp, by=env.by)
        arm_held(env)
    return Brought(len(fresh), here, tuple(out))


# --- starters


def _starters(env: Env, store: Store, ways: Ways, dry_run: bool) -> tuple[Brought, tuple[str, ...]]:
    """Each becomes a starter of ours, of the rules in it that the screen lets pass; a name that is taken gets a number."""
    new = known = 0
    names: list[str] = []
    out: list[str] = []
    for name, offered in store.starters:
        rules = tuple(_starter_rules(name, offered.items, ways, out))
        if not rules:
            out.append(f"{name}: no rule is left of it")
            continue
        text = _starter_text(name, offered.beside, rules)
        path, there = _place_for(env.home, name, text)
        if there:
            known += 1
            continue
        new += 1
        names.append(path.stem)
        if not dry_run:
            put(path, text.encode("utf-8", "replace"))
    return Brought(new, known, tuple(out)), tuple(names)


def _starter_rules(name: str, items: Sequence[Any], ways: Ways, out: list[str]) -> Iterator[Rule]:
    seen: set[str] = set()
    for item in items:
        read = bullet_of(item.data, ways)
        if isinstance(read, str):
            out.append(f"{name}, line {item.line}: {read}")
            continue
        rule = with_birth_id(
            replace(
                read.rule,
                why=clean(read.rule.why),
                pinned="",
                evidence=(),
                origin=Origin("starter", "", name),
            )
        )
        if (reason := screen(rule.text)) or (rule.why and screen(rule.why) in HARMFUL):
            out.append(f"{name}, line {item.line}: the gate would refuse it ({reason or screen(rule.why)})")
        elif rule.id not in seen:
            seen.add(rule.id)
            yield rule


def _starter_text(name: str, beside: Mapping[str, Any], rules: Iterable[Rule]) -> str:
    about = " ".join(clean(text_of(beside, "description")).split())
    head = f"# Taken over from another store. `cm init --starter {name}` takes its rules in.\nschema: 1\n{field_text('name', name, 0)}"
    head += field_text("description", about, 0) if about and screen(about) not in HARMFUL else ""
    return head + "rules:\n" + "".join(item_text(rule_to_data(rule), 2) for rule in rules)


def _place_for(home: Home, name: str, text: str) -> tuple[Path, bool]:
    """Where a starter goes, and whether it is there already."""
    stem = re.sub(r"[^\w\-]", "-", name)[:60] or NAME
    for number in range(1, 100):
        path = home.starters / (f"{stem}.yaml" if number == 1 else f"{stem}-{number}.yaml")
        if not path.exists():
            return path, False
        if path.read_bytes() == text.encode("utf-8", "replace"):
            return path, True
    return home.starters / f"{stem}.yaml", True


# --- that it was brought


def note_migrated(env: Env, store: Store) -> None:
    """Remembers that a store was taken over as it is now, so that it is not spoken of again."""
    with lock(env.home.lock):
        known = _known(env)
        replace_json(_noted(env), {**known, str(store.root): _print_of(store.root)})


def waits(env: Env, folder: Path) -> bool:
    """Whether a store was not taken over yet, or has changed since."""
    return _known(env).get(str(folder)) != _print_of(folder)


def _noted(env: Env) -> Path:
    return env.home.state / "migrated.json"


def _known(env: Env) -> dict[str, Any]:
    value = read_json(_noted(env), {})
    return value if isinstance(value, dict) else {}


def _print_of(folder: Path) -> str:
    return next(
        (found for name in ("playbook.yaml", "playbook.yml") if (found := sha256_of(folder / name))), "none"
    )


__all__ = ["Beside", "Brought", "Left", "bring_beside", "note_migrated", "waits", "ways_of"]
