"""Traumas and packs that are about to be armed again: whether they may be, and what they would have denied so far.

One trauma is told whole, as when it is new (`flows/backtest.py`); of many only what each of them would have denied. The verb itself
is in `flows/traumas.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cm.errors import RefusedByGate
from cm.flows.admission import NotAdmitted, admit, benign_commands
from cm.flows.arming import packs_on
from cm.flows.env import Env
from cm.flows.trauma_standing import Standing, named, standings
from cm.model.trauma import Trauma
from cm.store.guard_engine import engine

if TYPE_CHECKING:
    from cm.flows.backtest import Backtest


@dataclass(frozen=True, slots=True)
class Replay:
    """Traumas over the journal: how much was replayed, and those of them that would have denied something."""

    traumas: int  # that were replayed
    commands: int
    sessions: int
    closed: int  # sessions that may not be looked at here
    denying: tuple[Backtest, ...]  # the one that would have denied most first; a single trauma always


def replay(env: Env, traumas: Sequence[Trauma]) -> Replay | None:
    """Replays what is to be armed; None when there is nothing."""
    from cm.flows.backtest import backtest_all

    if not traumas:
        return None
    one = len(traumas) == 1
    tests = backtest_all(env, traumas, spellings=one)
    denying = sorted((each for each in tests if each.total or one), key=lambda each: (-each.total, each.id))
    first = tests[0]
    return Replay(len(tests), first.commands, first.sessions, first.closed, tuple(denying))


def to_arm(env: Env, names: Sequence[str], packs: Collection[str]) -> Iterator[Trauma]:
    """What of these traumas and packs is not armed yet. Raises NotFound, RefusedByGate."""
    on = packs_on(env)
    for name in dict.fromkeys(names):
        if name in packs:
            for each in standings(env) if name not in on else ():
                if each.trauma.pack == name and each.where == "pack":
                    yield each.trauma
        elif state_before(found := named(env, name)) != "active":
            yield admitted_anew(found)


def state_before(found: Standing) -> str:
    """How a trauma stands before it is armed again."""
    return "imported" if found.imported else found.trauma.status if found.on else "off"


def admitted_anew(found: Standing) -> Trauma:
    """The line that arms a trauma again. Raises RefusedByGate when it may not be armed."""
    line = replace(found.trauma, status="active", healed="", until="", lifted_by="")
    if isinstance(answer := admit(line, engine(), benign_commands()), NotAdmitted):
        raise refused(line.id, answer)
    return line


def refused(name: str, answer: NotAdmitted) -> RefusedByGate:
    """The refusal of a pattern, with the reason and the input that showed it."""
    shown = f" (shown by: {answer.shown_by})" if answer.shown_by else ""
    return RefusedByGate(
        f"{name} is not armed: {answer.reason}{shown}",
        hint="`cm trauma add --help` says what a pattern is matched against; `cm trauma test --explain` shows how a command is read",
        id=name, reason=answer.reason, shown_by=answer.shown_by,
    )  # fmt: skip
