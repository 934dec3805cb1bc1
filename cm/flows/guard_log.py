"""`cm guard log`: what the guards denied, asked about and could not judge, newest first, and what was tried again by another road.

What `cm guard test` asked is counted aside: no agent asked it. The guards took out of their lines what looked like a secret, roughly; here they are scrubbed again with all that is known.
Not here: writing the log (`guards/door.py`), the state of the guards (`flows/guarding.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final

from cm.core.secrets.scrub import scrub
from cm.flows.env import Env
from cm.flows.sessions import since_of
from cm.model.stamp import moment
from cm.store.guard_log import GuardLine as GuardLine
from cm.store.guard_log import read_guard_log

LIMIT: Final = 20
SOON: Final = timedelta(minutes=10)
_ROADS: Final = ("denied", "asked", "again")


@dataclass(frozen=True, slots=True)
class WantedLines:
    """Which lines are asked for; an empty field asks for nothing in particular."""

    since: str = ""  # 7d, 12h, 2w or a date
    kind: str = ""
    host: str = ""
    id: str = ""  # of a trauma, or how it begins
    most: int = LIMIT  # 0 = all


@dataclass(frozen=True, slots=True)
class TriedAgain:
    """One trauma that was met again within minutes, by other commands or by a script or a file."""

    id: str
    first: str  # when it was denied first
    last: str
    times: int  # after the first one
    roads: tuple[str, ...]  # the lines that were met, in order


@dataclass(frozen=True, slots=True)
class GuardLog:
    """What was found, newest first."""

    lines: tuple[GuardLine, ...]
    more: int  # that the limit left out
    kinds: Mapping[str, int] = field(default_factory=dict)  # how often each, of all that were found
    traumas: Mapping[str, int] = field(default_factory=dict)
    again: tuple[TriedAgain, ...] = ()
    damaged: int = 0  # lines that cannot be read
    tests: int = 0  # lines of `cm guard test`, which are not among these


def guard_log(env: Env, wanted: WantedLines) -> GuardLog:
    """Reads the guard log. Raises Usage for a time that is none."""
    read, damaged = read_guard_log(env.home, since_of(wanted.since, env.now))
    wished = [
        each
        for each in read
        if wanted.kind in ("", each.kind) and wanted.host in ("", each.host) and each.id.startswith(wanted.id)
    ]
    found = [each for each in wished if not each.by_test]
    shown = found[::-1][: wanted.most or None]
    return GuardLog(
        lines=tuple(map(_clean, shown)),
        more=len(found) - len(shown),
        kinds=dict(Counter(each.kind for each in found).most_common()),
        traumas=dict(Counter(each.id for each in found if each.id).most_common()),
        again=tuple(tried_again(map(_clean, found))),
        damaged=damaged,
        tests=len(wished) - len(found),
    )


def tried_again(lines: Iterable[GuardLine]) -> list[TriedAgain]:
    """Traumas that were met again soon after a denial, by something else than the very same command; the newest first."""
    open_: dict[str, list[GuardLine]] = {}
    runs: list[list[GuardLine]] = []
    for line in lines:
        if line.kind not in _ROADS or not line.id:
            continue
        run = open_.get(line.id)
        if run and _soon(run[-1].at, line.at):
            run.append(line)
        else:
            open_[line.id] = run = [line]
            runs.append(run)
    found = []
    for run in runs:
        others = [each for each in run[1:] if each.command != run[0].command or each.kind == "again"]
        if others:
            roads = tuple(dict.fromkeys(each.line for each in (run[0], *others)))
            found.append(TriedAgain(run[0].id, run[0].at, others[-1].at, len(others), roads))
    return found[::-1]


def _soon(before: str, after: str) -> bool:
    try:
        return moment(after) - moment(before) <= SOON
    except ValueError:
        return False


def _clean(line: GuardLine) -> GuardLine:
    return replace(
        line,
        line=scrub(line.line)[0],
        cwd=scrub(line.cwd)[0],
        doubts=tuple(scrub(each)[0] for each in line.doubts),
    )
