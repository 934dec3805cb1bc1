"""Reflection without a model: read what is new, write diaries, propose rules with their quotes, let the curator decide.

Sessions whose journal did not grow since last time are passed over; a killed run goes on where it was. A project with
instruction files of its own has a commit of its own. What is proposed: `core/reading/propose.py`; what goes live: the gate.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cm.core.curation.ending import INLINE, Ending
from cm.core.reading.digest import digest
from cm.core.reading.observations import command_histories, observe_commands
from cm.core.reading.propose import of_project, read_session
from cm.flows.commit import NO_LINES, Lines
from cm.flows.due_sessions import chosen_of
from cm.flows.endings import Known, lines_for, read_ending, settle
from cm.flows.env import Env
from cm.flows.file_facts import FilesRead, read_files
from cm.flows.heard import Heard
from cm.flows.ingest import Progress, ingest
from cm.flows.ingested import Ingested
from cm.flows.instructions import instructions_at
from cm.flows.landed import look
from cm.flows.meaning import keep_up
from cm.flows.modelling import Modelled, ready, reflect_with_model, would_ask
from cm.flows.outcome import Applied, apply
from cm.flows.permission import note_use
from cm.flows.prepared import Applied as Taken
from cm.flows.prepared import Handed, apply_answer, prepare
from cm.flows.promoting import Moved
from cm.flows.raising import Raised, raise_due
from cm.flows.reading import shelf
from cm.flows.reconsider import decide, dispose, older_criteria
from cm.flows.scrubbed import scrubbed
from cm.flows.sessions import Filter, project_for
from cm.flows.telling import Told, tell
from cm.flows.unmerged import LinesOfWork
from cm.llm.own_call import refuse_own_call
from cm.model.delta import Add
from cm.model.ledger import Mark
from cm.model.session import Event, SessionHead
from cm.store.diaries import is_of_more, write_diary
from cm.store.gitinfo import repo_facts
from cm.store.journal import Journal
from cm.store.modelled import read_modelled
from cm.store.reflected import read_reflected, write_reflected

_TIMES: Final = re.compile(r" \(passed in \d+ sessions\)")
PRUNED: Final = "pruned to what rules rest on (diaries stay)"
BATCH_SESSIONS: Final = 200  # so many at most are reflected on again when the process is killed


@dataclass(frozen=True, slots=True)
class Wish:
    """Which sessions to reflect on."""

    session: str = ""  # an id, its beginning, or the path of a transcript
    filter: Filter = field(default_factory=Filter)
    most: int = 0
    again: bool = False  # also those that were reflected on before
    dry_run: bool = False
    model: bool = False  # also ask the model that the config names


@dataclass(frozen=True, slots=True)
class Reflected:
    """What was read, what was passed over and why, and every decision with its quotes."""

    read: Ingested
    sessions: int
    events: int
    projects: int
    passed_over: Mapping[str, int]
    diaries: int
    told: tuple[Told, ...]
    drafts: int  # how many wait in all, after this
    outcomes: Mapping[str, int] = field(default_factory=dict)  # how these sessions ended
    inline: tuple[Mark, ...] = ()  # marks that were set in comments and talk, new ones
    unknown_rules: tuple[str, ...] = ()  # names in such marks that no rule has, or several
    applied: Applied | None = None  # what the outcomes of all sessions gave
    modelled: Modelled | None = None  # what a model was asked; None: none was to be asked
    raised: tuple[Moved, ...] = ()  # rules that went a step up as guards, by the user's word
    files: FilesRead | None = None  # what documents of the projects say is so; None: they were not asked for
    dry_run: bool = False
    notes: tuple[str, ...] = ()

    def of(self, *verdicts: str, state: str = "") -> tuple[Told, ...]:
        """The decisions of these verdicts (and this state)."""
        return tuple(item for item in self.told if item.verdict in verdicts and state in ("", item.state))


@dataclass(frozen=True, slots=True)
class _Past:
    """What is known of every project before this run, read once: its sessions, and what its rules say (without counts)."""

    sessions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    observed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, env: Env, journal: Journal, heads: Iterable[SessionHead]) -> _Past:
        sessions: dict[str, list[str]] = {}
        observed: dict[str, list[str]] = {}
        off = scrubbed(env)
        for head in heads:
            if not (head.id in off or head.own or head.notes or (head.twin and journal.head(head.twin))):
                sessions.setdefault(head.project, []).append(head.id)
        for item in shelf(env).shelved:
            observed.setdefault(item.rule.scope.project, []).append(_TIMES.sub("", item.rule.text))
        return cls(
            {name: tuple(ids) for name, ids in sessions.items()},
            {name: tuple(texts) for name, texts in observed.items()},
        )


@dataclass(frozen=True, slots=True)
class _Proposed:
    """What one project's sessions propose, with the events they quote."""

    heads: tuple[tuple[SessionHead, int], ...]
    adds: tuple[Add, ...]
    proof: Mapping[str, Event]
    instructions: str
    endings: tuple[Ending, ...] = ()
    nothing: Mapping[str, Mapping[str, str]] = field(
        default_factory=dict
    )  # by session, of each event why not


def reflect(env: Env, wish: Wish, *, progress: Progress | None = None) -> Reflected:
    """Reads, digests, proposes and commits; with `dry_run` no rule and no diary is written.

    Raises NotFound, Ambiguous, Busy, Unwritable, and what reading the playbook raises.
    """
    if wish.model:
        ready(env, only_look=wish.dry_run)
    path, done, journal = _read(env, wish, progress)
    heads = list(journal.sessions())
    reflected = read_reflected(env.home)
    chosen, passed_over = chosen_of(env, journal, heads, wish, path, done, reflected)
    before = frozenset(head.id for head, _ in chosen if head.id in reflected)
    older = older_criteria(env, before, reflected) if wish.again or wish.session else frozenset()
    as_it_was = frozenset(head.id for head, size in chosen if reflected.get(head.id) == size)
    read_now = frozenset(done.sessions)
    note_use(env, "reflect", (head.id for head, _ in chosen if env.agent and head.id not in read_now))
    told: list[Told] = []
    notes: list[str] = []
    counts: Counter[str] = Counter(all=len(chosen))
    groups = _by_project(chosen)
    past = _Past.of(env, journal, heads) if groups else _Past()
    rules = Known.of(env, heads) if groups else None
    lines_of_work = LinesOfWork(env, {head.id: head for head in heads}, keep=not wish.dry_run)
    proposed = (
        _propose(env, journal, past, project, heads, wish, progress, counts, rules, lines_of_work, as_it_was)
        for project, heads in groups.items()
    )
    endings: list[Ending] = []
    lines = NO_LINES
    for batch in _batches(proposed):
        found = _commit(env, batch, wish, before, older)
        told += found[0]
        notes += found[1]
        ended = [each for one in batch for each in one.endings]
        endings += ended
        new = lines_for(env, ended, pending=lines if wish.dry_run else NO_LINES)
        lines = Lines((*lines.marks, *new.marks), (*lines.outcomes, *new.outcomes))
        notes += () if wish.dry_run else settle(env, new)
        if not wish.dry_run:
            sizes = {head.id: size for each in batch for head, size in each.heads}
            write_reflected(env.home, read_reflected(env.home) | sizes)
    modelled = _modelled(env, journal, heads, wish, path, done, progress) if wish.model else None
    told += modelled.told if modelled else ()
    told += look(env, dry_run=wish.dry_run, if_moved=True)
    applied = apply(env, pending=lines if wish.dry_run else NO_LINES, dry_run=wish.dry_run)
    files = (
        None
        if wish.session or wish.filter.hosts
        else read_files(
            env, project=wish.filter.project, again=wish.again, dry_run=wish.dry_run, progress=progress
        )
    )
    notes += files.notes if files else ()
    drafts = sum(item.rule.state == "draft" for item in shelf(env).shelved)
    if counts["pruned"]:
        passed_over = {**passed_over, PRUNED: counts["pruned"]}
    raised = Raised() if wish.dry_run else raise_due(env)
    notes += [note for each in raised.moved for note in each.notes]
    heard = Heard(env)
    if told and not wish.dry_run:
        keep_up(env)
    return Reflected(
        read=done, sessions=len(chosen) - counts["pruned"], events=counts["events"], projects=len(groups), passed_over=passed_over,
        diaries=counts["diaries"], told=tuple(told), drafts=drafts, dry_run=wish.dry_run,
        outcomes=dict(Counter(each.status for each in endings).most_common()),
        inline=tuple(heard.mark(mark) for mark in lines.marks if mark.by == INLINE),
        unknown_rules=tuple(dict.fromkeys(name for each in endings for name in each.unknown)), applied=applied,
        modelled=modelled, files=files, raised=raised.moved, notes=tuple(dict.fromkeys([*done.notes, *notes, *applied.notes])),
    )  # fmt: skip


def hand_out(env: Env, wish: Wish, *, progress: Progress | None = None) -> Handed:
    """Reads what is new and hands out a question about it that an agent can answer; no model is called."""
    path, done, journal = _read(env, wish, progress)
    heads = list(journal.sessions())
    known = {name: far.size for name, far in read_modelled(env.home).items()}
    chosen, passed_over = chosen_of(env, journal, heads, wish, path, done, known)
    if wish.session and not chosen and passed_over:
        return Handed("", why=next(iter(passed_over)))
    if not heads:
        return Handed("", why="no session is known yet (cm doctor says where they are looked for)")
    if not wish.dry_run:
        note_use(env, "prepare", (head.id for head, _ in chosen if env.agent))
    return prepare(env, chosen, again=wish.again, dry_run=wish.dry_run)


def take_answer(env: Env, path: Path | None, text: str = "", *, dry_run: bool = False) -> Taken:
    """Takes the answer to a question that was handed out, from a file or as text, through the gate."""
    refuse_own_call(env.environ, "cm reflect")
    return apply_answer(env, path, text, _instructions, dry_run=dry_run)


def _read(env: Env, wish: Wish, progress: Progress | None) -> tuple[Path | None, Ingested, Journal]:
    path = _path_said(env, wish.session)
    done = ingest(
        env, hosts=wish.filter.hosts, paths=(path,) if path else (), progress=progress, door="reflect",
        project=project_for(env, wish.filter.project) if path else "",
    )  # fmt: skip
    return path, done, Journal(env.home.journal)


def _path_said(env: Env, session: str) -> Path | None:
    """The file or folder that is meant, from the folder of who asks; None for a name that can be no path."""
    try:
        path = env.cwd / session if session else None
        return path if path is not None and path.exists() else None
    except (OSError, ValueError):
        return None


def _modelled(
    env: Env, journal: Journal, heads: list[SessionHead], wish: Wish, path: Path | None, done: Ingested,
    progress: Progress | None,
) -> Modelled:  # fmt: skip
    """Asks a model about the sessions that it did not read yet, as far as they go."""
    known = {name: far.size for name, far in read_modelled(env.home).items()}
    chosen, _ = chosen_of(env, journal, heads, wish, path, done, known)
    if wish.dry_run:
        return would_ask(env, chosen, again=wish.again)
    note_use(env, "model", (head.id for head, _ in chosen))
    return reflect_with_model(env, chosen, _instructions, again=wish.again, progress=progress)


def _by_project(chosen: Iterable[tuple[SessionHead, int]]) -> dict[str, list[tuple[SessionHead, int]]]:
    groups: dict[str, list[tuple[SessionHead, int]]] = {}
    for head, size in chosen:
        groups.setdefault(head.project, []).append((head, size))
    return groups


def _propose(
    env: Env, journal: Journal, past: _Past, project: str, heads: Sequence[tuple[SessionHead, int]], wish: Wish,
    progress: Progress | None, counts: Counter[str], rules: Known | None, lines_of_work: LinesOfWork,
    as_it_was: frozenset[str],
) -> _Proposed:  # fmt: skip
    """Writes the diaries of one project's sessions and says what they propose.

    Of one that did not grow since it was read (`as_it_was`) and of which words left since, the diary stays and nothing is judged anew.
    """
    instructions = _instructions(head for head, _ in heads)
    adds: list[Add] = []
    proof: dict[str, Event] = {}
    endings: list[Ending] = []
    nothing: dict[str, Mapping[str, str]] = {}
    judged: list[tuple[SessionHead, int]] = []
    for known, size in heads:
        if progress:
            progress(counts["done"], counts["all"], project)
        counts["done"] += 1
        head, events = journal.read(known.id)
        if known.id in as_it_was and is_of_more(env.home.diary, head, events):
            counts["pruned"] += 1
            continue
        judged.append((known, size))
        diary = digest(head, events)
        counts["events"] += len(events)
        if not wish.dry_run:
            write_diary(env.home.diary, diary)
            counts["diaries"] += 1
        read = read_session(head, events, diary, project=project, now=env.now, instructions=instructions)
        adds += lines_of_work.stamped(read.adds, events)
        nothing[known.id] = read.nothing
        proof |= _events_of(read.adds, events)
        if rules is not None:
            endings.append(read_ending(env, journal, rules, head, events, diary))
    seen, more = _repeated(env, journal, past, project)
    adds += lines_of_work.stamped(seen)
    proof |= more
    return _Proposed(tuple(judged), tuple(adds), proof, instructions, tuple(endings), nothing)


def _batches(proposed: Iterable[_Proposed]) -> Iterator[list[_Proposed]]:
    """Projects that one commit can take: each with instruction files of its own alone, the others a few hundred sessions at a time."""
    batch: list[_Proposed] = []
    for each in proposed:
        full = sum(len(one.heads) for one in batch) >= BATCH_SESSIONS
        if batch and (full or each.instructions != batch[0].instructions):
            yield batch
            batch = []
        batch.append(each)
    if batch:
        yield batch


def _commit(
    env: Env, batch: Sequence[_Proposed], wish: Wish, before: frozenset[str], older: frozenset[str]
) -> tuple[list[Told], tuple[str, ...]]:
    """Lets the curator decide on what a batch proposes, and writes down what became of each event.

    `before` are sessions that were reflected on, `older` those of them that were judged by other criteria.
    """
    proof = {name: event for each in batch for name, event in each.proof.items()}
    here = frozenset(head.id for each in batch for head, _ in each.heads)
    adds = [add for each in batch for add in each.adds]
    known = not before.isdisjoint(here)
    found = decide(
        env, adds, proof, batch[0].instructions, dry_run=wish.dry_run, again=known, older=older & here
    )
    if not wish.dry_run:
        nothing = {name: codes for each in batch for name, codes in each.nothing.items()}
        dispose(env, nothing, found, known=known)
    told = []
    for add, decision in [*found.answers, *((None, each) for each in found.dropped)]:
        standing = next(
            (rule for each in decision.rules if found.book and (rule := found.book.get(each))), None
        )
        told.append(tell(env, decision, standing, add.evidence[-1:] if add else ()))
    return told, found.notes


def _repeated(env: Env, journal: Journal, past: _Past, project: str) -> tuple[list[Add], dict[str, Event]]:
    """What a project runs with success again and again, over all of its sessions; what is known already is not said again."""
    if not project:
        return [], {}
    ids = past.sessions.get(project, ())
    least = env.settings.reflect.repeated_sessions
    if len(ids) < least:
        return [], {}
    histories = command_histories(journal.events(ids))
    known = past.observed.get(project, ())
    adds = [
        of_project(add)
        for add in observe_commands(histories, min_sessions=least, at=env.stamp)
        if _TIMES.sub("", add.text) not in known
    ]
    needed = {item.session for add in adds for item in add.evidence}
    proof: dict[str, Event] = {}
    for _, events in journal.events(needed) if needed else ():
        proof |= _events_of(adds, events)
    return adds, proof


def _events_of(adds: Iterable[Add], events: Iterable[Event]) -> dict[str, Event]:
    """The events that these proposals quote."""
    quoted = {item.event for add in adds for item in add.evidence}
    return {event.id: event for event in events if event.id in quoted}


def _instructions(heads: Iterable[SessionHead]) -> str:
    """The instruction files of every place on this machine where the sessions took place."""
    roots: dict[Path, None] = {}
    for cwd in dict.fromkeys(head.cwd for head in heads if head.cwd):
        path = Path(cwd)
        if not path.is_absolute() or not path.is_dir():
            continue
        facts = repo_facts(path)
        roots[facts.root if facts else path] = None
        roots[path] = None
    return "\n\n".join(text for root in roots if (text := instructions_at(root)))
