"""`cm guard status`: does what should guard really guard?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Exit

if TYPE_CHECKING:
    from cm.flows.git_guard import GitState
    from cm.flows.guard_status import HostState, Last, Patterns, Status, Trouble


def command() -> Answer:
    """Tell per agent whether it asks, what it starts and whether it may; what is armed; what could not be judged.

    Exit 1 when something that should guard does not.
    """
    from cm.flows.env import open_env
    from cm.flows.guard_status import status

    found = status(open_env())
    return Answer("guard.status", found, lambda: render(found), exit=Exit.OK if found.ok else Exit.NO)


def render(found: Status) -> str:
    """Guarded agents first, then those that are here and not guarded, then what is matched."""
    guarded = [host for host in found.hosts if host.is_registered or host.troubles]
    bare = [host.title for host in found.hosts if not host.is_registered and not host.troubles]
    return say.blocks(
        "" if guarded else "No agent is guarded.",
        *(_host(host) for host in guarded),
        say.para(f"Here and not guarded: {', '.join(bare)} (cm guard install)") if bare else "",
        say.lines(*(_trouble(each, 0) for each in found.troubles)),
        say.lines(
            say.para(_patterns(found.patterns)),
            say.para(_log(found)) if guarded else "",
        ),
        _git(found.git),
        say.lines(say.para(due_line(found.due)), say.para(policy_line(found))),
    )


def due_line(due: int) -> str:
    """That rules are due for a step up, "" when none is."""
    if not due:
        return ""
    were = "1 rule was" if due == 1 else f"{due} rules were"
    return f"{were} told in three sessions and ignored all the same: cm guard promote"


def policy_line(found: Status) -> str:
    """How far rules go up by themselves and which did, "" where none ever does."""
    if found.promote_to == "reminder" and not found.raised:
        return ""
    word = "No rule goes up by itself any more"
    if found.promote_to != "reminder":
        word = f"By themselves such rules go up to {found.promote_to}"
    names = ", ".join(map(say.short, found.raised))
    so_far = f"; so far {names} (cm guard demote takes one back)" if names else ""
    return f"{word} (guard.promote_to){so_far}"


def _host(host: HostState) -> str:
    grave = [each for each in host.troubles if each.grave]
    state = (
        "does not guard"
        if grave and host.is_registered
        else "not registered"
        if not host.is_registered
        else "guards"
    )
    if not grave and host.trust == "trusted":
        state += ", trusted"
    return say.lines(
        say.para(f"{host.title}: {state}"),
        *(say.para(f"{place.path} ({'yours' if place.where == 'user' else 'this project'})", 2) for place in host.places),
        *(_trouble(each, 2) for each in host.troubles),
        _last("last denied", host.denied),
        _last("last fault", host.fault),
        say.para(f"{host.unjudged} calls not judged in 7 days: cm guard log --kind unjudged", 2) if host.unjudged else "",
    )  # fmt: skip


def _trouble(each: Trouble, indent: int) -> str:
    return say.lines(
        say.para(each.say, indent, "! " if each.grave else "- "), say.para(each.todo, indent + 4)
    ).rstrip("\n")


def _last(name: str, last: Last | None) -> str:
    return say.para(f"{name} {say.minute(last.at)}: {last.say}", 2) if last else ""


def _patterns(found: Patterns) -> str:
    more = [
        f"{number} {what}"
        for number, what in (
            (found.own, "of them not from packs"),
            (found.healed, "healed"),
            (found.waiting, "waiting for a human's yes"),
            (found.quarantined, "not fit to be armed"),
            (found.gone, "armed and gone from their registry"),
        )
        if number
    ]
    return "; ".join(
        [f"{say.count(found.armed, 'pattern')} armed, packs on: {', '.join(found.packs)}", *more]
    )


def _log(found: Status) -> str:
    if not found.unjudged and not found.faults:
        return "Every call of the last 7 days was judged."
    faults = f", {say.count(found.faults, 'fault')} of the guard itself" if found.faults else ""
    return f"Last 7 days: {say.count(found.unjudged, 'call')} not judged{faults} (cm guard log)"


def _git(git: GitState | None) -> str:
    if git is None:
        return ""
    from cm.cli.guard_git import render_state

    return render_state(git)
