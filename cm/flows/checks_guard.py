"""What `cm doctor` says of the guards: those that do not guard, scripts that are gone or old, traumas that are not armed, calls not judged.

The looking itself is `flows/guard_status.py`; here it becomes findings, and what can be mended without asking is: scripts are made
anew and what is derived is armed again. Settings of agents are never touched by a doctor.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cm.flows.armed import state_of
from cm.flows.arming import arm
from cm.flows.checks import Check, Finding, Level
from cm.flows.env import Env
from cm.flows.guard_status import Trouble, status
from cm.flows.renewing import renew
from cm.store.traumas import read_registry

NAMED: Final = 5
USERS_WORD: Final = ("guard-not-trusted", "guard-switched-off")  # the user's own to decide, so no fault


def look_at_guards(env: Env) -> Iterator[Finding]:
    """Does what is registered guard, and was every call judged?"""
    if not env.home.guard.is_dir():
        return
    found = status(env)
    for trouble in (*(each for host in found.hosts for each in host.troubles), *found.troubles):
        yield Finding(_level(trouble), trouble.code, trouble.say, trouble.todo, trouble.fixable)
    for hook in found.git.hooks if found.git is not None else ():
        if hook.trouble:
            yield Finding("fault", "guard-git", f"{hook.path}: {hook.trouble}", "cm guard install --git")
    if found.unjudged:
        calls = "1 call" if found.unjudged == 1 else f"{found.unjudged:,} calls"
        yield Finding(
            "note", "guard-unjudged", f"{calls} could not be judged in the last 7 days ({env.settings.guard.unreadable} by your settings)",
            "cm guard log --kind unjudged",
        )  # fmt: skip
    for host in found.hosts:
        if host.fault is not None:
            yield Finding(
                "warning", "guard-fault", f"{host.title}: something was amiss with the guard itself on {host.fault.at[:10]}: {host.fault.say}",
                "cm guard log --kind fault",
            )  # fmt: skip


def look_at_traumas(env: Env) -> Iterator[Finding]:
    """Are there patterns that a guard may not act on, and why not?"""
    state = state_of(env)
    for bad in state.quarantined[:NAMED]:
        shown = f" (shown by {bad.shown_by[:60]!r})" if bad.shown_by else ""
        yield Finding(
            "warning", "trauma-quarantined", f"{bad.place}: {bad.id or 'this line'} is not armed: {bad.reason}{shown}",
            "mend or delete that line by hand",
        )  # fmt: skip
    if len(state.quarantined) > NAMED:
        yield Finding(
            "warning",
            "trauma-quarantined",
            f"and {len(state.quarantined) - NAMED} more that are not armed",
            "cm trauma list",
        )
    imported: set[str] = set()
    for path in (env.home.traumas, *([env.repo.traumas] if env.repo and env.trusted else [])):
        lines = read_registry(path).lines
        latest = {line.id: line for line in lines}.values()
        count = sum(line.imported is not None for line in latest)
        imported |= {line.digest for line in lines if line.imported is not None}
        if count:
            number = "1 trauma that came" if count == 1 else f"{count} traumas that came"
            yield Finding(
                "note", "traumas-not-armed", f"{path}: {number} with another store: kept as written, armed by nothing",
                "cm trauma list shows them; cm trauma activate ID arms one, after a test against your own commands",
            )  # fmt: skip
    waiting = [each for each in state.waiting if each.digest not in imported]
    for one in waiting[:NAMED]:
        yield Finding(
            "warning", "trauma-waiting", f"{one.place}: {one.id}: {one.why}", "a person decides: cm trauma activate --waiting"
        )  # fmt: skip
    for gone in state.gone[:NAMED]:
        yield Finding(
            "warning", "trauma-gone", f"{gone.place}: {gone.id} was armed, and its line is not there any more",
            "put it back from the home's git history, or decide it with cm trauma remove",
        )  # fmt: skip


def mend_guards(env: Env) -> None:
    """Makes the scripts anew, those of git among them, and arms again."""
    renew(env)
    arm(env)


def _level(trouble: Trouble) -> Level:
    if not trouble.grave:
        return "fault" if trouble.fixable else "note"
    return "warning" if trouble.code in USERS_WORD else "fault"


ALL: Final[tuple[Check, ...]] = (
    Check("guards", look_at_guards, mend_guards),
    Check("traumas", look_at_traumas),
)
