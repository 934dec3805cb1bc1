"""What became of a git-first fact store, as `cm import --from-mem` tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cm.cli import say

if TYPE_CHECKING:
    from cm.flows.mem_moving import MovedMem

MOST = 8


def head(done: MovedMem, counted: str) -> str:
    """The store, and how much of each kind came in."""
    proof = (
        f"{done.proved} proved by an event of its journal, {done.unproved} by nothing here"
        if done.items
        else ""
    )
    left = ", ".join(f"{count} {why}" for why, count in done.events_left.items())
    events = (
        f"{say.count(done.events, 'event')} of {say.count(done.sessions, 'session')}" if done.events else ""
    )
    tasks = f"{done.tasks} new, {done.tasks_known} here already" if done.tasks or done.tasks_known else ""
    rows = [
        ("facts", counted),
        ("proof", proof),
        ("withdrawn", f"{done.blocked}, which do not come back" if done.blocked else ""),
        ("events", f"{events}, put into the inbox" if events and not done.dry_run else events),
        ("left out", f"of its events: {left}" if left else ""),
        ("tasks", tasks),
    ]
    return say.lines(f"{done.folder} (only read)", say.pairs([row for row in rows if row[1]], 2))


def rest(done: MovedMem) -> str:
    """What stays there, and why."""
    spared = [
        f"  {say.short(name)} stays: that store had withdrawn what it says (cm forget takes it away)"
        for name in done.spared
    ]
    files = [say.para(f"{each.file}: {each.why}", 2) for each in done.left[:MOST]]
    more = f"  and {len(done.left) - MOST} more: --json" if len(done.left) > MOST else ""
    fields = (
        say.para(f"Fields that no rule here holds: {', '.join(done.fields_left)}") if done.fields_left else ""
    )
    refused = [say.para(f"! task {line}", 2) for line in done.tasks_refused]
    return say.blocks(
        say.lines("Withdrawn there, in force here", *spared) if spared else "",
        say.lines(*(say.para(f"! {line}", 2) for line in done.exports_left)) if done.exports_left else "",
        say.lines(*refused) if refused else "",
        say.lines(f"Stays there ({len(done.left)})", *files, more) if files else "",
        say.lines(fields) if fields else "",
        say.lines(*(say.para(f"note: {line}") for line in done.notes)) if done.notes else "",
    )
