"""`cm doctor`: what is found, what is wrong, what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.progress import clear, progress
from cm.cli.run import Answer
from cm.cli.sessions import none_of
from cm.cli.setup import NAMES
from cm.errors import Exit, Usage

if TYPE_CHECKING:
    from collections.abc import Collection

    from cm.flows.checks import Finding
    from cm.flows.doctor import Examined
    from cm.flows.inventory import HostSeen
    from cm.flows.set_up_state import HostTold
    from cm.flows.tried import Tried

FIX = typer.Option(False, "--fix", help="Mend what can be mended without losing anything.")
LIVE = typer.Option(
    False,
    "--live",
    help="Start every hook, guard and server that agents are told of, with a question that does nothing, and the agents themselves "
    "against a stand-in for their model on this machine: nothing is paid, no prompt leaves.",
)
NO_PROGRAMS = typer.Option(False, "--no-programs", help="With --live: do not start the agents themselves.")
HOSTS = typer.Argument(None, metavar="[HOST]...", help="With --live: try only these agents.")
MOST = 12


def command(
    hosts: list[str] = HOSTS, fix: bool = FIX, live: bool = LIVE, no_programs: bool = NO_PROGRAMS
) -> Answer:
    """Say what is found, what is wrong, what the hosts will soon delete, and what to do. Exit 1 when there are faults."""
    from cm.flows.doctor import examine
    from cm.flows.env import open_env

    if not live and (hosts or no_programs):
        raise Usage(
            "which agents are tried is said with --live",
            hint=" ".join(["cm doctor --live", *(["--no-programs"] if no_programs else []), *(hosts or ())]),
        )
    bar = progress("trying") if live else None
    found = examine(
        open_env(), fix=fix, live=live, names=tuple(hosts or ()), programs=not no_programs, trying=bar
    )
    if bar is not None:
        clear()
    bad = found.faults or any(not each.ok for each in found.tried)
    return Answer("doctor", found, lambda: render(found), exit=Exit.NO if bad else Exit.OK)


def render(found: Examined) -> str:
    """Faults first, each with what to do; then what is fine."""
    faults = found.faults
    mended = [item for item in found.findings if item.fixed]
    head = (
        f"{say.count(len(faults), 'fault')}."
        if faults
        else "No faults."
        if not mended
        else "No faults any more."
    ) + (f" {say.count(len(mended), 'thing')} mended." if mended else "")
    parts = [head]
    for level, title in (("fault", "To mend"), ("warning", "To look at"), ("note", "Good to know")):
        items = [item for item in found.findings if item.level == level and not item.fixed]
        if items:
            parts.append(say.lines(title, *(_finding(item) for item in items)))
    if mended:
        parts.append(say.lines("Mended", *(say.para(item.say, 2) for item in mended)))
    if found.told:
        said = {item.todo for item in found.findings}  # once is enough
        parts.append(
            say.lines("Agents that use cm by themselves", *(_told(item, said) for item in found.told))
        )
    if found.tried:
        parts.append(say.lines("Tried", *(_tried(item) for item in found.tried)))
    if found.hosts:
        there = [_host(item) for item in found.hosts if item.files]
        none = none_of([item.title for item in found.hosts if not item.files], 2)
        parts.append(say.lines("Sessions", *there, none))
    skipped = sorted(found.skipped.items(), key=lambda item: -item[1])
    if skipped:
        rows = [(f"{n:,}", reason) for reason, n in skipped[:MOST]]
        rest = f"  and {len(skipped) - MOST} reasons more: --json" if len(skipped) > MOST else ""
        parts.append(say.lines("Records not kept, by reason", say.columns(rows, indent=2), rest))
    states = ", ".join(f"{n} {state}" for state, n in sorted(found.rules.items()))
    if not states and any(f"{found.home}/playbook.yaml" in item.say for item in faults):
        states = "the file cannot be read"
    about = say.pairs(
        [
            ("home", found.home),
            ("project", found.project),
            ("rules", states or "none yet"),
            ("journal", say.count(found.sessions, "session")),
        ]
    )
    parts.append(about)
    if any(item.fixable and not item.fixed for item in found.findings):
        parts.append("cm doctor --fix mends what can be mended without losing anything.")
    return say.blocks(*parts)


def _finding(item: Finding) -> str:
    fixable = " (--fix)" if item.fixable else ""
    return say.lines(
        say.para(item.say + fixable, 2, "- "), say.para(item.todo, 4) if item.todo else ""
    ).rstrip("\n")


def _told(item: HostTold, said: Collection[str]) -> str:
    parts = [*(["guard"] if item.guard else []), *(name for part, name in NAMES.items() if part in item.told)]
    return say.lines(
        say.para(f"{item.title}: {', '.join(parts)}", 2),
        *(say.para(need, 4, "- ") for need in item.needs if need not in said),
        *(say.para(f"Not here: {lack}.", 4, "- ") for lack in item.lacks),
    ).rstrip("\n")


def _tried(item: Tried) -> str:
    took = f", {item.ms:.0f} ms" if item.ms else ""
    return say.para(f"{item.title}, {item.what}: {item.say}{took}", 2, "" if item.ok else "! ")


def _host(item: HostSeen) -> str:
    if item.denied:
        return say.para(f"{item.title}: {say.count(item.files, 'file')}, not read, as you said", 2)
    unread = f"{item.unread:,} unread" if item.unread else "all read"
    lost = (
        f"; the oldest unread is deleted by the host after {say.day(item.deletes_on)}"
        if item.unread and item.deletes_on
        else ""
    )
    return say.para(f"{item.title}: {say.count(item.files, 'file')}, {unread}{lost}", 2)
