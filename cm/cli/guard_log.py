"""`cm guard log`: what the guards denied and could not judge, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.guard_log import GuardLine, GuardLog, TriedAgain

SINCE = typer.Option("", "--since", metavar="TIME", help="Only from then on: 7d, 12h, 2w or a date.")
KIND = typer.Option("", "--kind", metavar="KIND", help="Only these: denied, asked, unjudged, again, protected, allowed, fault.")  # fmt: skip
HOST = typer.Option("", "--host", metavar="HOST", help="Only what this coding agent asked about.")
TRAUMA = typer.Option("", "--id", metavar="T", help="Only this trauma, or those that begin so.")
LIMIT = typer.Option(20, "--limit", metavar="N", min=0, help="At most so many; 0 is all.")

TOLD: Final = {
    "denied": "denied",
    "asked": "asked about",
    "unjudged": "not judged",
    "again": "tried again by another road",
    "protected": "would have disarmed the guard",
    "allowed": "let pass by a mark",
    "fault": "amiss with the guard itself",
}


def command(since: str = SINCE, kind: str = KIND, host: str = HOST, trauma: str = TRAUMA, limit: int = LIMIT) -> Answer:  # fmt: skip
    """Tell what the guards denied, asked about and could not judge, newest first, and what was tried again."""
    from cm.flows.env import open_env
    from cm.flows.guard_log import WantedLines, guard_log

    if kind and kind not in TOLD:
        raise Usage(f"there is no kind `{kind}`", hint=f"one of {', '.join(TOLD)}")
    found = guard_log(open_env(), WantedLines(since, kind, host, trauma, limit))
    narrowed = bool(since or kind or host or trauma)
    return Answer("guard.log", found, lambda: render(found, narrowed))


def render(found: GuardLog, narrowed: bool = False) -> str:
    """The counts, what was tried again, then one paragraph a line."""
    aside = say.lines(
        f"{say.count(found.damaged, 'line')} of the log cannot be read." if found.damaged else "",
        f"Not counted: {say.count(found.tests, 'line')} of `cm guard test`." if found.tests else "",
    )
    if not found.lines and not found.more:
        return say.lines("No line of the guard log matches." if narrowed else "The guards held nothing back.", aside)  # fmt: skip
    counts = ", ".join(f"{number:,} {TOLD.get(kind, kind)}" for kind, number in found.kinds.items())
    more = f"{say.count(found.more, 'older one')}: --limit 0" if found.more else ""
    return say.blocks(
        say.lines(say.para(counts + "."), aside),
        say.lines("Tried again within minutes", *map(_again, found.again[:5])) if found.again else "",
        say.lines(*map(line, found.lines)),
        say.lines(
            more, say.para("A trauma at length: cm trauma show <id>; to lift one: cm trauma heal <id>")
        ),
    )


def line(item: GuardLine) -> str:
    """When, what became of it, by which trauma, who asked; then what was met."""
    head = " · ".join(
        part
        for part in (
            TOLD.get(item.kind, item.kind) + (f" ({item.id})" if item.id else ""),
            item.host,
            item.cwd,
            "" if item.kind == "unjudged" else ", ".join(item.doubts),
        )
        if part
    )
    return say.lines(
        say.para(head, first=f"{say.minute(item.at)}  ", hang=4),
        say.para(say.cut(item.line, 200), 4) if item.line else "",
    ).rstrip("\n")


def _again(item: TriedAgain) -> str:
    head = f"{item.id}: first {say.minute(item.first)}, then {say.count(item.times, 'more time')} until {say.minute(item.last)}"  # fmt: skip
    return say.lines(
        say.para(head, 2), *(say.para(say.cut(road, 120), 4, "- ") for road in item.roads[:4])
    ).rstrip("\n")
