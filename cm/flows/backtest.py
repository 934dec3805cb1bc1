"""What a trauma would have denied so far, and what would slip through it: shown before it is armed.

The pattern goes through the engine itself, over every command of the journal that may be used here, and over other spellings of the
command that it was made for (`core/guards/mutations.py`). Nothing is run and nothing is written. Whether it may be armed at all is
another question (`flows/admission.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from cm.core.guards.mutations import Mutation, mutations_of
from cm.core.secrets.scrub import scrub
from cm.core.serving.permits import host_verdict, project_verdict
from cm.flows.env import Env
from cm.flows.permission import open_heads
from cm.flows.scrubbed import scrubbed
from cm.model.session import SessionHead
from cm.model.trauma import Trauma
from cm.store.guard_engine import Armed, Engine, engine
from cm.store.journal import Journal
from cm.store.privacy import read_privacy

LONGEST: Final = 400  # characters of a command that are told
_PLACES: Final = 3  # of each denied command
_SECONDS: Final = 1.0  # for one command

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command stands in the journal."""

    session: str
    event: str
    at: str
    project: str


@dataclass(frozen=True, slots=True)
class WouldDeny:
    """A command that ran before and would be denied now, with the places where it ran."""

    line: str  # what of it is met, in canonical form
    command: str
    count: int
    first: str
    last: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Slipped:
    """Another spelling of the incident that would not be denied."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Backtest:
    """A trauma over the journal, and over the other spellings of its incident."""

    id: str
    commands: int  # that were replayed
    sessions: int
    total: int  # commands that would have been denied
    denied: tuple[WouldDeny, ...]  # by the line that is met, the most frequent first
    incident: str = ""
    mutations: int = 0
    slipped: tuple[Slipped, ...] = ()
    closed: int = 0  # sessions that may not be looked at here


@dataclass(slots=True)
class _Met:
    command: str
    places: list[Place] = field(default_factory=list)


def backtest(
    env: Env,
    trauma: Trauma,
    *,
    incident: str = "",
    progress: Progress | None = None,
) -> Backtest:
    """Replays one trauma; `incident` is the command it was made for, else the first of its examples that must be denied."""
    return backtest_all(env, [trauma], incidents=[incident], progress=progress)[0]


def backtest_all(
    env: Env, traumas: Sequence[Trauma], *, incidents: Sequence[str] = (), spellings: bool = True, progress: Progress | None = None
) -> tuple[Backtest, ...]:  # fmt: skip
    """The same for several in one go over the journal; without `spellings` over the journal alone."""
    machine = engine()
    armed = [machine.Trauma({**trauma.row(), "status": "active", "until": ""}, "") for trauma in traumas]
    words = _words(machine, armed)
    met: list[dict[str, _Met]] = [{} for _ in traumas]
    known: dict[tuple[str, str], tuple[str, ...]] = {}
    heads, closed = usable(env)
    commands = sessions = 0
    home = str(env.user_home)
    for head, events in Journal(env.home.journal).commands():
        if head.id not in heads:
            continue
        sessions += 1
        if progress:
            progress(sessions, len(heads), head.id)
        for event in events:
            commands += 1
            if words and not machine.may_matter(event.text.encode("utf-8", "replace"), words):
                continue
            key = (event.text, head.cwd)
            if key not in known:
                known[key] = lines_met(machine, armed, event.text, head.cwd, home)
            for number, line in enumerate(known[key]):
                if line:
                    found = met[number].setdefault(line, _Met(event.text))
                    found.places.append(Place(head.id, event.id, event.at or head.started, head.project))
    return tuple(
        _result(
            machine, trauma, one, found, commands, sessions, closed, incidents[number] if number < len(incidents) else "", home, spellings
        )
        for number, (trauma, one, found) in enumerate(zip(traumas, armed, met, strict=True))
    )  # fmt: skip


def lines_met(machine: Engine, armed: Sequence[Armed], command: str, cwd: str, home: str) -> tuple[str, ...]:
    """For each trauma the line of a command that it meets, or ""."""
    if (
        len(armed) > 1
        and machine.judge(command, armed, cwd=cwd, home=home, seconds=_SECONDS).action == "allow"
    ):
        return ("",) * len(armed)  # of most commands that is all there is to know
    found = []
    for one in armed:
        verdict = machine.judge(command, [one], cwd=cwd, home=home, seconds=_SECONDS)
        found.append(verdict.line if verdict.action in ("deny", "ask") else "")
    return tuple(found)


def usable(env: Env) -> tuple[dict[str, SessionHead], int]:
    """The sessions whose commands may be looked at here by their ids, and how many may not.

    Left out: what this agent may not read, hosts and projects that are denied, scrubbed sessions, notes, copies of another
    host's sessions, and what `cm` itself ran.
    """
    privacy = read_privacy(env.home)
    without = scrubbed(env)
    every = [
        head
        for head in Journal(env.home.journal).sessions()
        if not (head.notes or head.own or (head.twin and head.twin != head.id))
    ]
    held = {head.id for head in every}
    open_here = {
        head.id: head
        for head in open_heads(env, every)
        if head.id not in without
        and (not head.parent or head.parent not in without)
        and host_verdict(privacy, head.host) != "deny"
        and project_verdict(privacy, head.project, head.cwd) != "deny"
    }
    return open_here, len(held) - len(open_here)


def told(text: str) -> str:
    """A command as it may be told: without secrets, not too long."""
    clean = scrub(text)[0]
    return clean if len(clean) <= LONGEST else clean[: LONGEST - 1] + "…"


def spellings_of(trauma: Trauma, incident: str = "") -> tuple[Mutation, ...]:
    """The other spellings of the incident, and of the examples that must be denied: of a chain the one command that did it."""
    found: dict[str, Mutation] = {}
    for command in dict.fromkeys((incident, *trauma.examples.deny)):
        for mutation in mutations_of(command):
            found.setdefault(mutation.text, mutation)
    return tuple(found.values())


def _slips(machine: Engine, armed: Armed, mutations: Sequence[Mutation], home: str) -> Iterator[Slipped]:
    """Those of them that a trauma does not deny."""
    for mutation in mutations:
        if not lines_met(machine, [armed], mutation.text, "", home)[0]:
            yield Slipped(mutation.kind, told(mutation.text))


def _words(machine: Engine, armed: Sequence[Armed]) -> tuple[bytes, ...]:
    if not all(one.words for one in armed):
        return ()
    return machine.command_words({word for one in armed for word in one.words})


def _result(
    machine: Engine, trauma: Trauma, armed: Armed, met: dict[str, _Met], commands: int, sessions: int, closed: int, incident: str, home: str,
    spelt: bool,
) -> Backtest:  # fmt: skip
    incident = incident or next(iter(trauma.examples.deny), "")
    spellings = spellings_of(trauma, incident) if spelt else ()
    denied = [
        WouldDeny(
            told(line), told(found.command), len(found.places), min(place.at for place in found.places),
            max(place.at for place in found.places), tuple(sorted(found.places, key=lambda place: place.at)[-_PLACES:]),
        )
        for line, found in met.items()
    ]  # fmt: skip
    denied.sort(key=lambda each: (-each.count, each.line))
    return Backtest(
        trauma.id, commands, sessions, sum(each.count for each in denied), tuple(denied), told(incident), len(spellings),
        tuple(_slips(machine, armed, spellings, home)), closed,
    )  # fmt: skip


def commands_held(env: Env) -> int:
    """How many commands the journal holds that may be looked at here."""
    heads, _ = usable(env)
    return Journal(env.home.journal).count_commands(heads.values()) if heads else 0
