"""Moves a git-first fact store (`.mem`) in: facts with whom they are about and when they held, what was taken back, events, tasks.

The store is only read. Its events are put into the inbox, so that they come into the journal as every session does, scrubbed and by the
user's word on privacy; a fact is proved by the event that it names, or by nothing. What has no home here is told; the same store
again changes nothing. What the records mean: `core/exchange/mem.py`; what a store holds: `store/mem.py`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from cm.core.exchange.mem import (
    NAME,
    Cited,
    Controls,
    FactRead,
    Said,
    blocked_of,
    controls_of,
    facts_of,
    said_of,
)
from cm.core.exchange.portable import clean
from cm.core.language.text import locate
from cm.core.serving.blocklist import Blocklist
from cm.errors import NeedsAHuman, NotAllowed, NotFound
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.importing import with_birth_id
from cm.flows.ingest import ingest
from cm.flows.kept_out import KeptOut
from cm.flows.parts import must_be_there
from cm.flows.project import exports_without
from cm.flows.reading import shelf
from cm.flows.refresh import refresh
from cm.flows.taking import Item, Offer, entering, take_in, too_long
from cm.flows.tasks import Wanted, take
from cm.hosts.registry import INBOX
from cm.model.ids import short_hash
from cm.model.ledger import Blocked
from cm.model.playbook import Flaw
from cm.model.rule import Evidence, Layer, Rule
from cm.model.session import Event
from cm.store.cass import Left
from cm.store.files import replace as put
from cm.store.journal import Journal
from cm.store.mem import CONTROLS, FOLDER, Mem, mem_root, read_mem
from cm.store.tasks import read_tasks

UNVERIFIED: Final = "unverified"


@dataclass(frozen=True, slots=True)
class MovedMem:
    """What became of one store."""

    folder: str
    layer: Layer
    items: tuple[Item, ...]
    flaws: tuple[Flaw, ...]  # what could not be read, by file and line
    blocked: int  # withdrawals, new ones
    spared: tuple[str, ...]  # rules in force here that say what was withdrawn there
    sessions: int  # of its journal
    events: int
    events_left: Mapping[str, int]  # events that did not come in, by reason
    proved: int  # facts with an event that has their words
    unproved: int
    tasks: int  # new ones
    tasks_known: int
    tasks_refused: tuple[str, ...]
    left: tuple[Left, ...]
    fields_left: tuple[str, ...]
    live: bool
    dry_run: bool
    tx: str = ""
    notes: tuple[str, ...] = ()
    exports_refreshed: tuple[str, ...] = ()
    exports_left: tuple[str, ...] = ()

    @property
    def counts(self) -> Mapping[str, int]:
        """How many facts of each verdict."""
        return Counter(item.verdict for item in self.items)


@dataclass(slots=True)
class _Read:
    """A store's facts and events, understood."""

    facts: list[tuple[str, FactRead]] = field(default_factory=list)  # file, fact
    flaws: list[Flaw] = field(default_factory=list)
    events: dict[str, Said] = field(default_factory=dict)
    events_left: Counter[str] = field(default_factory=Counter)


def migrate_mem(
    env: Env, path: str, *, layer: Layer = "user", live: bool = False, dry_run: bool = False, yes: bool = False
) -> MovedMem:  # fmt: skip
    """Moves the store at a path in. Raises NotFound, BadState where nobody knows what was taken back, NeedsAHuman for `live` without a yes, and what a change raises."""
    root = _root(env, path)
    store = read_mem(root, env.environ)
    stranger = not path and layer == "user" and env.repo is not None
    if stranger:
        store = _as_a_strangers(store)
    kept = KeptOut(env)
    controls = controls_of(store.controls)
    controls = replace(controls, withdrawn=kept.cut(controls.withdrawn), doubted=kept.cut(controls.doubted))
    read = _understood(env, store, controls, kept)
    blocked, spared = _withdrawn(env, read, controls)
    taken, spared = ((), ()) if stranger else (tuple(blocked), spared)
    if not dry_run:  # what cannot be is told before anything is put by
        must_be_there(env, layer)
        read_tasks(env.home)
        if live:
            require_human(env, f"put the facts of {root} in force", yes)
    sessions, notes = _journalled(env, root, read, dry_run)
    offers, events, flaws, proved = _offers(env, root, read, controls, blocked, layer, live)
    done = take_in(
        env,
        offers,
        layer=layer,
        live=live,
        blocked=taken,
        events=events,
        dry_run=dry_run,
        yes=True,
        name=str(root),
    )
    tasks = take(env, _tasks(store), dry_run=dry_run)
    refreshed: tuple[str, ...] = ()
    exports_left: tuple[str, ...] = ()
    if done.blocked and not dry_run:
        refresh(env)
        gone = [each.rule.id for each in shelf(env).shelved if each.blocked_by]
        refreshed, exports_left = exports_without(env, gone)
    fields = Counter(name for _, each in read.facts for name in each.left)
    fields.update(name for page in store.pages for name in page.data if name == "links" and page.data[name])
    return MovedMem(
        folder=str(root), layer=layer, items=done.items, flaws=(*store.flaws, *read.flaws, *flaws), blocked=done.blocked, spared=spared,
        sessions=sessions, events=len(read.events), events_left=dict(read.events_left.most_common()), proved=proved,
        unproved=len(offers) - proved, tasks=len(tasks.added), tasks_known=len(tasks.known),
        tasks_refused=tuple(f"{which}: {why}" for which, why in tasks.refused), left=store.left,
        fields_left=tuple(f"{name} ({count})" for name, count in sorted(fields.items())), live=live, dry_run=dry_run, tx=done.tx,
        notes=(*notes, *done.notes, *too_long(done.items)), exports_refreshed=refreshed, exports_left=exports_left,
    )  # fmt: skip


def _root(env: Env, said: str) -> Path:
    if said:
        path = Path(said).expanduser()
    else:
        here = [env.cwd / FOLDER, *([env.repo.repo / FOLDER] if env.repo is not None else [])]
        path = next((each for each in here if each.exists()), here[0])
    path = path if path.is_absolute() else env.cwd / path
    if not path.exists():
        raise NotFound(f"there is no {path}", hint="name the folder of the store: cm import --from-mem DIR")
    root = mem_root(path)
    if root is None:
        raise NotFound(
            f"{path} holds no store of that form", hint="it would have a memory.git, with a journal beside it"
        )
    return root


def _as_a_strangers(store: Mem) -> Mem:
    """Of a store that came with a repository and was not named, only its facts, which wait: nobody here said its events, and it takes nothing back."""
    said = {"journal": store.events, "tasks.json": store.tasks, CONTROLS: store.controls}
    left = tuple(
        Left(name, "of the repository's own store: name its folder to take it")
        for name, found in said.items()
        if found
    )
    return replace(store, events=(), tasks=(), left=(*store.left, *left))


def _understood(env: Env, store: Mem, controls: Controls, kept: KeptOut) -> _Read:
    read = _Read()
    seen: set[str] = set()
    for page in store.pages:
        facts, bad = facts_of(page.folder, kept.cut(dict(page.data)), controls, env.stamp)
        read.flaws += [Flaw(0, named[:80], why, page.file) for named, why in bad]
        for each in facts:
            rule = each.rule if each.rule.id else with_birth_id(each.rule)
            if rule.id in seen:
                read.flaws.append(Flaw(0, rule.id, "its id is taken: an earlier fact has it", page.file))
                continue
            seen.add(rule.id)
            read.facts.append((page.file, replace(each, rule=rule)))
    taken_back = controls.redacted | frozenset(controls.withdrawn)
    for file, record in store.events:
        said = said_of(record, taken_back)
        if isinstance(said, str):
            read.events_left[said] += 1
            if said.startswith("its hash"):
                read.flaws.append(Flaw(0, str(record.get("event_id", ""))[:80], said, f"journal/{file}"))
        elif kept.holds_session(f"{INBOX}/{_native(store.root, said.session)}"):
            read.events_left["erased here"] += 1
        else:  # the inbox is a file of this home: no secret and nothing that was erased rests there
            read.events.setdefault(said.id, replace(said, text=clean(kept.cut(said.text))))
    return read


def _withdrawn(env: Env, read: _Read, controls: Controls) -> tuple[list[Blocked], tuple[str, ...]]:
    """What was taken back there, by its words; but for what a rule in force here says, which stays until its user forgets it."""
    lines: dict[str, Blocked] = {}
    for file, each in read.facts:
        entity = file.rpartition("/")[2].removesuffix(".md")
        for target in (each.named, entity, each.document):
            retracted = (
                target == each.named
                and each.rule.retired is not None
                and "retracted" in each.rule.retired.reason
            )
            if target and (target in controls.withdrawn or retracted):
                line = blocked_of(each, controls.withdrawn.get(target, ""), env.stamp)
                if line is not None:
                    lines.setdefault(line.id, line)
    spared: list[str] = []
    for item in shelf(env, whole=True).shelved if lines else ():
        if item.rule.state == "active" and not item.blocked_by and item.rule.origin.by != "import":
            while hit := Blocklist.from_lines(lines.values()).hit(item.rule.text):
                spared.append(item.rule.id)
                del lines[hit]
    return list(lines.values()), tuple(dict.fromkeys(spared))


def _journalled(env: Env, root: Path, read: _Read, dry_run: bool) -> tuple[int, tuple[str, ...]]:
    """Puts its events into the inbox, a session each, and reads them as all that lies there is read."""
    by_session: dict[str, list[Said]] = {}
    for each in read.events.values():
        by_session.setdefault(each.session, []).append(each)
    if dry_run or not by_session:
        return len(by_session), ()
    paths = []
    for name, said in by_session.items():
        said.sort(key=lambda each: (each.seq, each.at, each.id))
        lines = [
            {"schema": "cm.session/1", "session": _native(root, name), "tool": NAME, "started": said[0].at}
        ]
        lines += [{"by": each.by, "at": each.at, "id": each.id, "text": each.text} for each in said]
        data = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode(
            "utf-8", "replace"
        )
        path = env.home.root / "inbox" / NAME / f"{_native(root, name)}.jsonl"
        if not path.is_file() or path.read_bytes() != data:
            put(path, data)
        paths.append(path)
    try:
        done = ingest(env, paths=paths, door="import")
    except (NotAllowed, NeedsAHuman) as error:
        return len(by_session), (f"its events wait in the inbox and were not read: {error.message}",)
    return len(by_session), done.notes


def _native(root: Path, session: str) -> str:
    """The name of a session here: the same for the same session of the same store."""
    return f"{NAME}-{short_hash(16, str(root), session)}"


def _offers(
    env: Env,
    root: Path,
    read: _Read,
    controls: Controls,
    blocked: Sequence[Blocked],
    layer: Layer,
    live: bool,
) -> tuple[list[Offer], dict[str, Event], tuple[Flaw, ...], int]:
    """The facts as they are offered here, the events that prove them, and those that were withdrawn there."""
    into = entering(env, NAME, layer, frozenset(each.rule.id for _, each in read.facts), {}, live)
    gone = Blocklist.from_lines(blocked)
    withdrawn = frozenset(line.rule for line in blocked)
    proofs = _Proofs(env, root, read)
    offers: list[Offer] = []
    events: dict[str, Event] = {}
    flaws: list[Flaw] = []
    proved = 0
    for file, each in read.facts:
        if each.named in withdrawn or each.named in controls.withdrawn or gone.hit(each.rule.text):
            flaws.append(Flaw(0, each.named or each.rule.id, "it was withdrawn there", file))
            continue
        rule = into.rule(each.rule, trusted=True)
        evidence, found, proves = proofs.of(each.cited)
        events |= found
        proved += proves
        offers.append(Offer(_drafted(each.rule, replace(rule, evidence=evidence)), 0, file, notes=each.notes))
    return offers, events, tuple(flaws), proved


def _drafted(there: Rule, rule: Rule) -> Rule:
    """What was a draft there, or in doubt, is one here too, whoever says yes to the rest."""
    return replace(rule, state="draft") if there.state == "draft" else rule


class _Proofs:
    """Finds in the journal the events that a store names as proof."""

    def __init__(self, env: Env, root: Path, read: _Read) -> None:
        self._journal = Journal(env.home.journal)
        self._root = root
        self._read = read
        self._events: dict[str, tuple[Event, ...]] = {}

    def of(self, cited: Sequence[Cited]) -> tuple[tuple[Evidence, ...], dict[str, Event], bool]:
        """Verified evidence for what is there in these words, by whoever said it, the rest unverified; and whether its words prove it.

        Where nothing was put by, in a dry run, the words of that journal itself are looked at.
        """
        found: dict[str, Event] = {}
        made: list[Evidence] = []
        proved = False
        for each in cited:
            said = self._read.events.get(each.event)
            if said is not None and said.by == each.role and each.quote and locate(each.quote, said.text):
                event = self._event(said)
                span = locate(each.quote, event.text) if event is not None else None
                proved = proved or event is None or span is not None
                if event is not None and span is not None and event.by in ("user", "agent", "tool", "file"):
                    found[event.id] = event
                    exact = event.text[slice(*span)]
                    made.append(Evidence(event.by, exact, event.session, event.id, span, event.at))
                    continue
            if each.quote:
                made.append(Evidence("import", clean(each.quote), note=UNVERIFIED))
        return tuple(made), found, proved

    def _event(self, said: Said) -> Event | None:
        session = f"{INBOX}/{_native(self._root, said.session)}"
        if session not in self._events:
            there = self._journal.head(session) is not None
            self._events[session] = self._journal.read(session)[1] if there else ()
        mine = [each for each in self._events[session] if each.by == said.by and each.at == said.at]
        same = [each for each in mine if each.text == said.text]
        return next(iter(same or mine), None)


def _tasks(store: Mem) -> list[Wanted]:
    wanted = []
    for item in store.tasks:
        named, title = item.get("id"), item.get("title")
        if isinstance(title, str) and title.strip():
            key = f"{NAME}:{store.root}:{named}" if isinstance(named, str) and named else ""
            wanted.append(Wanted(title, key))
    return wanted
