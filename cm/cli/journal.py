"""`cm journal`: is it whole, how large is it, and what leaves it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Exit, Usage

if TYPE_CHECKING:
    from cm.flows.journal import Part, Pruned, Sized, Verified

ACTION = typer.Argument("size", metavar="[verify|size|prune]", help="What to do; `size` when not said.")
DRY = typer.Option(False, "--dry-run", help="prune: say what would leave, and do nothing.")
OLDER = typer.Option(
    "",
    "--older",
    metavar="TIME",
    help="prune: older than this (90d, 12w), in place of journal.retention_days.",
)
TO = typer.Option(
    0, "--to-mb", metavar="N", min=0, help="prune: down to this size in MB, in place of journal.max_mb."
)
WAITING = typer.Option(False, "--waiting", help="prune: also sessions that nothing was learned of yet.")
MANY = 20
SAYS = {
    "torn-tail": "the last line was cut off; the next write closes it",
    "not-json": "a line that cannot be read",
    "unknown-line": "a line of an unknown kind",
    "bad-event": "an event with a missing or wrong field",
    "bad-head": "a head with a missing or wrong field",
    "no-head": "an event before its session is named",
    "wrong-session": "a head that does not fit its file",
    "duplicate-id": "an event that is there twice; the first one counts",
    "two-files": "a session that lies in two places",
    "secret": "a text cleaned by older rules that holds a secret",
    "unreadable": "a file that cannot be read",
}


def command(
    action: str = ACTION, dry_run: bool = DRY, older: str = OLDER, to_mb: int = TO, waiting: bool = WAITING
) -> Answer:
    """Look after the journal, which holds what was read of your sessions.

    `verify` looks over every line (exit 1 when there are faults). `prune` takes out old sessions by your settings, never an
    event that a live rule quotes; sessions nothing was learned of yet wait. Diaries stay.
    """
    from cm.flows import journal as flow
    from cm.flows.env import open_env

    env = open_env()
    if action != "prune" and (dry_run or older or to_mb or waiting):
        raise Usage(f"cm journal {action} takes no such option", hint="they are for cm journal prune")
    match action:
        case "verify":
            seen = flow.verify(env)
            return Answer("journal", seen, lambda: render(seen), exit=Exit.NO if seen.faults else Exit.OK)
        case "size":
            sized = flow.size(env)
            return Answer("journal", sized, lambda: render_size(sized))
        case "prune":
            days = days_of(older) if older else (0 if to_mb else None)
            done = flow.prune(
                env, days=days, max_mb=to_mb or (0 if older else None), waiting=waiting, dry_run=dry_run
            )
            return Answer("journal", done, lambda: render_pruned(done))
        case _:
            raise Usage(f"cm journal knows verify, size and prune, not `{action}`")


def days_of(text: str) -> int:
    """How many days a text such as 90d or 12w means. Raises Usage."""
    found = re.fullmatch(r"(\d{1,5})([dw]?)", text.strip())
    if not found or not int(found[1]):
        raise Usage(f"--older is no time: {text!r}", hint="write 90d or 12w")
    return int(found[1]) * (7 if found[2] == "w" else 1)


def render(seen: Verified) -> str:
    """Faults by kind, then each with its place."""
    about = f"{say.count(seen.files, 'file')}, {say.count(seen.events, 'event')}, {say.size(seen.bytes)}"
    older = (
        f"{say.count(seen.older, 'event')} cleaned by scrubbing rules older than version {seen.scrubbing}."
        if seen.older
        else ""
    )
    if not seen.faults:
        return say.lines(f"The journal is whole: {about}.", older)
    kinds = [(f"{n:,}", SAYS[fault]) for fault, n in seen.by_fault.items()]
    places = [
        say.para(f"{item.path}{f':{item.line}' if item.line else ''}: {item.fault} {item.detail}".rstrip(), 2)
        for item in seen.faults[:MANY]
    ]
    rest = f"  and {len(seen.faults) - MANY:,} more: --json" if len(seen.faults) > MANY else ""
    return say.blocks(
        say.lines(f"{say.count(len(seen.faults), 'fault')} in {about}.", older),
        say.columns(kinds, indent=2),
        say.lines(*places, rest),
        say.para("They are passed over when the journal is read; what is beside them is not touched."),
    )


def render_size(sized: Sized) -> str:
    """The whole, then hosts and months."""
    if not sized.sessions:
        return "The journal is empty: cm sessions reads what your coding agents left.\n"
    limits = [
        f"kept for {sized.retention_days} days" if sized.retention_days else "",
        f"at most {sized.max_mb:,} MB" if sized.max_mb else "",
    ]
    said = ", ".join(filter(None, limits)) or "kept for good (journal.retention_days, journal.max_mb)"
    return say.blocks(
        say.lines(
            f"{say.count(sized.sessions, 'session')}, {say.size(sized.bytes)}; {said}.",
            f"{say.count(sized.due, 'session')} would leave now: cm journal prune" if sized.due else "",
        ),
        say.lines("By coding agent", say.columns([_part(item) for item in sized.hosts], indent=2)),
        say.lines("By month", say.columns([_part(item) for item in sized.months], indent=2)),
        say.para(f"in {sized.folder}"),
    )


def render_pruned(done: Pruned) -> str:
    """What left and why."""
    limit = bool(done.retention_days or done.max_mb)
    if not limit:
        return say.lines(
            say.para(
                "No limit is set, so nothing leaves: cm config set journal.retention_days 365, or --older 365d."
            )
        )
    if not done.left:
        head = f"Nothing has to leave: {say.size(done.bytes)} in the journal."
    else:
        verb = "Would leave" if done.dry_run else "Left"
        head = f"{verb}: {say.count(len(done.left), 'session')}, {say.size(done.freed)}; {say.size(done.bytes)} remain."
    rows = [
        (
            say.day(item.at), say.session_name(item.id), say.size(item.bytes),
            item.why + (f"; {say.count(item.kept_events, 'quoted event')} kept" if item.kept_events else ""),
        )
        for item in done.left[:MANY]
    ]  # fmt: skip
    rest = f"  and {len(done.left) - MANY:,} more: --json" if len(done.left) > MANY else ""
    waits = (
        f"{say.count(done.waiting, 'session')} more are due, but nothing was learned of them yet: cm reflect (or --waiting)"
        if done.waiting
        else ""
    )
    return say.blocks(
        head,
        say.lines(say.columns(rows, indent=2), rest) if rows else "",
        say.para(waits) if waits else "",
        "Nothing was written." if done.dry_run else "",
    )


def _part(item: Part) -> tuple[str, str, str]:
    return item.name, say.count(item.sessions, "session"), say.size(item.bytes)
