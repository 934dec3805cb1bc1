"""Looks through the journal for accidents: dangerous commands that ran and were regretted, each with the place quoted.

Nothing is armed by looking. Saving one is a person's yes at a terminal, or named with `--save`; it tightens, so an agent may do it
too, and the story says so. Which commands are dangerous: `core/guards/dangers.py`; what regret looks like: `core/guards/regret.py`;
how a pattern is made: `core/guards/propose.py`. Sessions that may not be read are not looked at, and what was withdrawn is not quoted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from cm.core.guards.accidents import Accident, accidents_of
from cm.core.guards.dangers import Dangers, Kind, dangers_by
from cm.core.guards.propose import Proposed, Target, pattern_of
from cm.core.secrets.scrub import scrub
from cm.errors import NotFound
from cm.flows.admission import NotAdmitted, admit, benign_commands
from cm.flows.backtest import Backtest, backtest, told, usable
from cm.flows.env import Env
from cm.flows.history import Blocked, blocked_of, repeats
from cm.flows.permission import note_use
from cm.flows.quoting import event_named
from cm.flows.sessions import since_of
from cm.flows.trauma_taken import armed_here, id_of, registered, take, why_not
from cm.model.ids import short_hash
from cm.model.session import Event, SessionHead
from cm.model.trauma import Story, Trauma, trauma_of
from cm.store.catalogue import read_catalogue
from cm.store.guard_engine import Armed, engine
from cm.store.journal import Journal

Progress = Callable[[int, int, str], None]
SHORTEST: Final = 4  # characters of a candidate's id that name it
WITHHELD: Final = "(what was said is withdrawn here)"

STORIES: Final[Mapping[Kind, str]] = {
    "files": "Files were lost that were still needed.",
    "git": "Work that was not committed or not pushed was lost.",
    "data": "Data was lost from a database.",
    "containers": "Containers or volumes were removed together with what was in them.",
    "infra": "Resources that were in use were destroyed.",
    "publish": "Something went out that nobody had meant to publish.",
    "permissions": "Rights or owners were changed that others relied on.",
    "system": "Something of the machine was stopped or removed that was needed.",
    "secrets": "A key or a secret was lost or let out.",
}
"""What a trauma that comes of a scan tells first; the words of regret stand beside it."""


@dataclass(frozen=True, slots=True)
class Said:
    """One sign of regret, with the place."""

    sign: str
    by: str
    event: str
    at: str
    quote: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A command that ran and was regretted."""

    id: str
    session: str
    event: str
    at: str
    project: str
    command: str
    kind: Kind
    regrets: tuple[Said, ...]
    trauma: Mapping[str, Any]  # what would be saved; empty when no pattern could be made
    denied_by: str = ""  # what is armed here and denies it already
    pack: str = ""  # the shipped pack that would deny it


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of one that was to be saved."""

    candidate: str
    id: str = ""
    refused: str = ""  # why it was not
    shown_by: str = ""
    test: Backtest | None = None


@dataclass(frozen=True, slots=True)
class Scanned:
    """What was looked through, and what was found."""

    sessions: int
    commands: int
    closed: int  # sessions that may not be looked at here
    candidates: tuple[Candidate, ...]
    kept: tuple[Kept, ...] = ()
    since: str = ""
    project: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """Where to look, and what to save."""

    since: str = ""  # as typed: 30d
    project: str = ""
    save: tuple[str, ...] = ()
    save_all: bool = False
    dry_run: bool = False


def scan(env: Env, wish: Wish, *, progress: Progress | None = None) -> Scanned:
    """Looks for accidents and saves what the wish names. Raises NotFound for an id that is none, Usage for an odd time."""
    since = since_of(wish.since, env.now) if wish.since else ""
    heads, closed = usable(env)
    wanted = [head for head in heads.values() if _is_wanted(env, head, wish.project, since)]
    dangers = _dangers(env)
    blocked = blocked_of([str(env.home.ledger_dir)])
    armed = armed_here(env)
    found: list[Candidate] = []
    commands = 0
    journal = Journal(env.home.journal)
    for number, (head, events) in enumerate(_sessions(journal, wanted), 1):
        if progress:
            progress(number, len(wanted), head.id)
        commands += sum(event.kind == "command" for event in events)
        if since:
            events = tuple(event for event in events if not event.at or event.at >= since)
        found += [_candidate(env, head, each, blocked, armed) for each in accidents_of(events, dangers)]
    found = _once(sorted(found, key=lambda each: each.at, reverse=True))
    if env.agent and found:
        note_use(env, "trauma scan", sorted({each.session for each in found}))
    done = Scanned(len(wanted), commands, closed, tuple(found), (), since, wish.project)
    chosen = _chosen(done, wish)
    return replace(done, kept=tuple(save(env, each, dry_run=wish.dry_run) for each in chosen))


def save(env: Env, candidate: Candidate, *, dry_run: bool = False, tested: Backtest | None = None) -> Kept:
    """Admits and arms what a candidate proposes, with its back-test; the wider pattern first, then the narrow one."""
    if not candidate.trauma:
        return Kept(
            candidate.id, refused="no pattern could be made of it: cm trauma add says how to write one"
        )
    trauma = replace(trauma_of(candidate.trauma), at=env.stamp)
    held = registered(env).get(trauma.id)
    if held is not None and held.status != "active" and env.agent:
        return Kept(
            candidate.id, trauma.id, f"a person has set it to {held.status}; `cm trauma activate` is theirs"
        )
    if refusal := why_not(env, trauma):
        return Kept(candidate.id, trauma.id, refusal.reason, refusal.shown_by)
    tested = tested or backtest(env, trauma, incident=candidate.command)
    if not dry_run:
        take(env, [trauma], f"Trauma {trauma.id}: {candidate.command.splitlines()[0][:60]}")
    return Kept(candidate.id, trauma.id, test=tested)


def test_of(env: Env, candidate: Candidate) -> Backtest | None:
    """The back-test of what a candidate proposes, before anybody says yes."""
    if not candidate.trauma:
        return None
    return backtest(env, trauma_of(candidate.trauma), incident=candidate.command)


# --- one candidate


def _candidate(
    env: Env, head: SessionHead, accident: Accident, blocked: Blocked, armed: Sequence[Armed]
) -> Candidate:
    event = accident.command
    machine, home = engine(), str(env.user_home)
    now = machine.judge(event.text, armed, cwd=head.cwd, home=home)
    said = tuple(
        Said(each.sign, each.by, each.event, each.at, _quotable(each.quote, blocked))
        for each in accident.regrets
    )
    shipped = {trauma.id: trauma for pack in read_catalogue() for trauma in pack.traumas}
    grave = next((shipped[each.id] for each in accident.dangers if each.id in shipped), None)
    proposed = proposal_of(event.text, head, home, accident.dangers[0].line)
    row = _row(env, head, event, accident, said, proposed, grave) if proposed else {}
    return Candidate(
        "c-" + short_hash(8, head.id, event.id), head.id, event.id, event.at or head.started, head.project, told(event.text), accident.kind, said,
        row, now.id if now.action in ("deny", "ask") else "", grave.pack if grave else "",
    )  # fmt: skip


def proposal_of(command: str, head: SessionHead, home: str, line: str = "") -> Proposed | None:
    """The widest pattern for a command that leaves ordinary commands alone."""
    clean = scrub(command)[0]
    targets: tuple[Target | None, ...] = (None, "same")
    for target in targets:
        made = pattern_of(clean, engine(), cwd=head.cwd, home=home, target=target, line=line)
        if made is None:
            continue
        trial = Trauma("t-trial", made.pattern, Story("x"), scope=made.scope, flags=made.flags, examples=made.examples)  # fmt: skip
        if not isinstance(admit(trial, engine(), benign_commands()), NotAdmitted):
            return made
    return None


def _row(
    env: Env, head: SessionHead, event: Event, accident: Accident, said: Sequence[Said], made: Proposed, grave: Trauma | None
) -> Mapping[str, Any]:  # fmt: skip
    telling = next((each for each in said if each.quote and each.quote != WITHHELD), None)
    by = telling.by if telling else "user"
    kept_by = f"; kept by the agent {env.agent}" if env.agent else ""
    story = Story(
        message=STORIES[accident.kind], session=head.id, event=event.id, quote=telling.quote if telling else "", by=by + kept_by
    )  # fmt: skip
    trauma = Trauma(
        id="t-new",
        pattern=made.pattern,
        story=story,
        scope=made.scope,
        severity=grave.severity if grave else "critical",
        flags=made.flags,
        instead=grave.instead if grave else "",
        examples=made.examples,
    )
    return replace(trauma, id=id_of(trauma)).row()


def said_in(env: Env, event: str, session: str = "") -> tuple[str, str]:
    """The session of an event and its words, as far as they may be told. Raises NotFound, for a session that may not be read too."""
    found = event_named(env, event, session)
    if found.session not in usable(env)[0]:
        raise NotFound(
            f"the session of {event} may not be read here", hint="`cm privacy` says who is read for whom"
        )
    return found.session, _quotable(found.text, blocked_of([str(env.home.ledger_dir)]))


def _quotable(quote: str, blocked: Blocked) -> str:
    clean = told(quote)
    return WITHHELD if repeats(blocked, clean) else clean


# --- where to look


def _dangers(env: Env) -> Dangers:
    rows = [trauma.row() for pack in read_catalogue() for trauma in pack.traumas]
    return dangers_by(engine(), rows, home=str(env.user_home))


def _is_wanted(env: Env, head: SessionHead, project: str, since: str) -> bool:
    if since and (head.ended or head.started) and (head.ended or head.started) < since:
        return False
    if not project:
        return True
    if project == "here":
        return env.is_here(head.project)
    return project == head.cwd or f"/{head.project}".lower().endswith(f"/{project.lower().strip('/')}")


def _sessions(
    journal: Journal, wanted: Sequence[SessionHead]
) -> Iterable[tuple[SessionHead, tuple[Event, ...]]]:
    names = [head.id for head in wanted]
    return journal.events(names) if names else ()


def _once(found: Sequence[Candidate]) -> list[Candidate]:
    """A session that was resumed brings copies of what was in the first: the same event counts once."""
    kept: dict[str, Candidate] = {}
    for each in found:
        kept.setdefault(each.event, each)
    return list(kept.values())


def _chosen(done: Scanned, wish: Wish) -> list[Candidate]:
    if wish.save_all:
        return [each for each in done.candidates if not each.denied_by]
    chosen = []
    for name in wish.save:
        hits = [each for each in done.candidates if each.id == name or (len(name) >= SHORTEST and each.id.startswith(name))]  # fmt: skip
        if len(hits) != 1:
            raise NotFound(
                f"there is no accident {name!r} among those found" if not hits else f"{name!r} names {len(hits)} accidents",
                hint="`cm trauma scan` lists them with their ids; look with the same --since and --project",
            )  # fmt: skip
        chosen.append(hits[0])
    return list({each.id: each for each in chosen}.values())
