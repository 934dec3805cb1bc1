"""The verdict on a command as the guard would give it here, and how it came about.

The same engine, the same registries, the same folder; nothing is run and no log line is written. What the installed script says
end to end is `flows/guard_test.py`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from cm.core.secrets.scrub import scrub
from cm.errors import NotFound, Usage
from cm.flows.env import Env
from cm.flows.trauma_standing import named
from cm.flows.trauma_taken import armed_here
from cm.store.guard_engine import Armed, Engine, engine

Shell: TypeAlias = Literal["sh", "powershell", "cmd"]
SHELLS: Final[tuple[Shell, ...]] = get_args(Shell)
SECONDS: Final = 4.0
_MOST_LINES: Final = 40


@dataclass(frozen=True, slots=True)
class Met:
    """A trauma that a command meets."""

    id: str
    pack: str
    severity: str
    scope: str
    place: str
    line: str


@dataclass(frozen=True, slots=True)
class View:
    """How the engine read a command."""

    canonical: tuple[str, ...]
    payloads: tuple[tuple[str, str], ...]  # language, text
    doubts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """One command and the verdict on it."""

    command: str
    action: str  # deny, ask, allow or unjudged
    id: str = ""
    line: str = ""
    place: str = ""
    says: str = ""  # what the agent would be told
    doubts: tuple[str, ...] = ()
    met: tuple[Met, ...] = ()
    view: View | None = None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """All verdicts, and against how many traumas."""

    armed: int
    only: str  # the one trauma that was asked about, "" = what is armed here
    cwd: str
    shell: Shell
    unreadable: str  # what becomes of what could not be judged
    judged: tuple[Judged, ...]

    @property
    def stopped(self) -> int:
        """How many would not have run just so."""
        return sum(each.action != "allow" for each in self.judged)


def judge_commands(
    env: Env, commands: Sequence[str], *, only: str = "", shell: Shell = "sh", explain: bool = False
) -> Verdicts:
    """Judges each command as the guard in this folder would. Raises NotFound for an unknown trauma."""
    machine = engine()
    armed = (_named(env, machine, only),) if only else armed_here(env)
    cwd, home = os.path.realpath(env.cwd), str(env.user_home)
    judged = tuple(_judged(machine, armed, each, cwd, home, shell, env.stamp, explain) for each in commands)
    counted = 1 if only else sum(machine.armed(each, env.stamp) for each in armed)
    return Verdicts(counted, only, cwd, shell, env.settings.guard.unreadable, judged)


def commands_of(env: Env, file: str) -> tuple[str, ...]:
    """The commands of a file, one a line. Raises NotFound, Usage."""
    path = Path(env.cwd, os.path.expanduser(file))
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except FileNotFoundError as error:
        raise NotFound(f"there is no file {path}", hint="name a file with one command a line") from error
    except OSError as error:
        raise Usage(
            f"cannot read {path}: {error.strerror}", hint="name a file with one command a line"
        ) from error
    return tuple(line for line in text.splitlines() if line.strip())


def _named(env: Env, machine: Engine, name: str) -> Armed:
    """One trauma, whether it is armed or not."""
    found = named(env, name)
    places = {
        "user": str(env.home.traumas),
        "repo": str(env.repo.traumas) if env.repo else "",
        "pack": f"pack {found.trauma.pack}",
    }
    return machine.Trauma({**found.trauma.row(), "status": "active", "until": ""}, places[found.where])


def _judged(
    machine: Engine, armed: Sequence[Armed], command: str, cwd: str, home: str, shell: Shell, now: str, explain: bool
) -> Judged:  # fmt: skip
    verdict = machine.judge(command, armed, cwd=cwd, home=home, shell=shell, now=now, seconds=SECONDS)
    shown = scrub(command)[0]
    met: tuple[Met, ...] = ()
    view = None
    if explain:
        reading = machine.Reader(cwd, home).read(command, shell)
        met = _met(machine, armed, reading, command, now)
        view = View(
            tuple(scrub(line)[0] for line in reading.canonical[:_MOST_LINES]),
            tuple((kind, scrub(text)[0]) for kind, text in reading.payloads[:_MOST_LINES]),
            tuple(reading.doubts),
        )
    return Judged(
        shown, verdict.action, verdict.id, scrub(verdict.line)[0], verdict.place, scrub(verdict.explained())[0], tuple(verdict.doubts), met,
        view,
    )  # fmt: skip


def _met(machine: Engine, armed: Sequence[Armed], reading: object, command: str, now: str) -> tuple[Met, ...]:
    views = machine.views_of(reading, command)
    found = []
    for each in armed:
        line = each.search(views) if machine.armed(each, now) else ""
        if line:
            row = each.row
            found.append(
                Met(str(row["id"]), str(row.get("pack", "")), each.severity, each.scope, each.place, scrub(line)[0])
            )  # fmt: skip
    return tuple(found)
