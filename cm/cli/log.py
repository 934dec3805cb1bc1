"""`cm log`: what was decided, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import typer

from cm.cli import say
from cm.cli.facts import span
from cm.cli.run import Answer
from cm.errors import Usage
from cm.model.decision import Reason, Verdict
from cm.model.delta import Source

if TYPE_CHECKING:
    from cm.core.curation.versions import Changed, Version
    from cm.flows.log import Entry, Log, Stood

THING = typer.Argument("", metavar="[ID]", help="Only of this rule, with its versions; or a decision (d-…), or a change (t-…).")  # fmt: skip
SINCE = typer.Option("", "--since", metavar="TIME", help="Only from then on: 7d, 12h, 2w or a date.")
SOURCE = typer.Option("", "--source", metavar="SOURCE", help=f"Only what came this way: {', '.join(get_args(Source))}.")  # fmt: skip
VERDICT = typer.Option("", "--verdict", metavar="VERDICT", help="Only what was decided so: added, refused, retired and so on.")  # fmt: skip
REASON = typer.Option("", "--reason", metavar="REASON", help="Only for this reason: new, blocked, contradicts and so on.")  # fmt: skip
LIMIT = typer.Option(20, "--limit", metavar="N", min=0, help="At most so many; 0 is all.")

LINES = ("text", "why")  # fields that are told as old and new, one under the other


def command(
    thing: str = THING, since: str = SINCE, source: str = SOURCE, verdict: str = VERDICT, reason: str = REASON,
    limit: int = LIMIT,
) -> Answer:  # fmt: skip
    """Tell what was decided, newest first: refusals too, each with its reason and the id that cm undo takes."""
    from cm.flows.env import open_env
    from cm.flows.log import Wanted, log

    for name, value, known in (("source", source, Source), ("verdict", verdict, Verdict), ("reason", reason, Reason)):  # fmt: skip
        if value and value not in get_args(known):
            raise Usage(f"there is no {name} `{value}`", hint=f"one of {', '.join(get_args(known))}")
    found = log(open_env(), Wanted(thing, since, source, verdict, reason, limit))
    narrowed = bool(since or source or verdict or reason)
    return Answer("log", found, lambda: render(found, narrowed))


def render(found: Log, narrowed: bool = False) -> str:
    """One paragraph per decision; of one rule its versions below."""
    if not found.entries and narrowed:
        return say.lines("No decision matches.")
    if not found.entries:
        return say.lines(
            "Nothing was decided." if not found.rule else f"Nothing was decided about {found.rule}."
        )
    more = f"{say.count(found.more, 'older one')}: --limit 0" if found.more else ""
    return say.blocks(
        say.lines(*(line(item, "" if found.line else found.rule) for item in found.entries)),
        say.lines("Versions, newest first", *(_version(item) for item in found.versions))
        if found.versions
        else "",
        say.lines("What was so, newest first", *(_stood(item, found.rule) for item in found.line))
        if found.line
        else "",
        say.lines(more, say.para("One of them at length: cm why d-…; to take one back: cm undo d-… or t-…")),
    )


def line(item: Entry, rule: str = "") -> str:
    """When, its id, what, which rule, why, by which road; then the words it is about."""
    which = "" if rule else " ".join(map(say.short, item.rules[:2])) + (" …" if len(item.rules) > 2 else "")
    what = " ".join(part for part in (item.verdict, which, f"({item.reason})") if part)
    tail = [
        " by ".join(dict.fromkeys(part for part in (item.source, item.by) if part)),
        "repository" if item.layer == "repo" else "",
        say.short(item.tx),
        f"taken back by {say.short(item.undone_by)}" if item.undone_by else "",
        f"takes back {say.short(item.undoes)}" if item.undoes else "",
    ]
    told = " · ".join(part for part in (f"{what}: {item.say}" if item.say else what, *tail) if part)
    body = say.para(told, first=f"{say.minute(item.at)}  {say.short(item.id)}  ", hang=4)
    words = say.para(f"“{say.cut(item.text, 200)}”", 4, hang=5) if item.text and not rule else ""
    return say.lines(body, words).rstrip("\n")


def _version(item: Version) -> str:
    head = say.para(f"{item.verdict} ({item.reason}) {say.short(item.decision)}", first=f"  {say.minute(item.at)}  ", hang=20)  # fmt: skip
    small = [each for each in item.changed if each.field not in LINES]
    told = ", ".join(_told(each) for each in small)
    big = [row for each in item.changed if each.field in LINES for row in diff(each)]
    return say.lines(head, *big, say.para(told, 20) if told else "").rstrip("\n")


def _stood(item: Stood, asked: str) -> str:
    """A fact of the line: when it held, its words, who told it and how it ended."""
    when = span(item.since, item.until) or f"told {say.day(item.told)}"
    state = "" if item.state == "superseded" else item.state
    parts = (
        when,
        state,
        f"told {say.day(item.told)} by {item.by}" if when[:4] != "told" else f"by {item.by}",
    )
    ended = f"replaced {say.day(item.ended)} by {item.ended_by}: {item.reason}" if item.ended else ""
    mark = "* " if item.rule == asked else "  "
    return say.lines(
        say.para(" · ".join(part for part in parts if part), first=f"{mark}{say.short(item.rule)}  ", hang=4),
        say.para(item.text, 4),
        say.para(ended, 4) if ended else "",
    ).rstrip("\n")


def diff(item: Changed, indent: int = 20) -> list[str]:
    """The old words and the new ones, one under the other."""
    name = "" if item.field == "text" else f"{item.field}: "
    return [
        say.para(name + text, indent, f"{sign} ") for sign, text in (("-", item.was), ("+", item.now)) if text
    ]


def told_long(item: Changed) -> list[str]:
    """One field that a decision changed, below the rule."""
    return diff(item, 4) if item.field in LINES else [say.para(_told(item), 4)]


def _told(item: Changed) -> str:
    if item.field == "retired" and item.now and not item.was:
        return f"because: {item.now}"
    if not item.was:
        return f"{item.field} {item.now}"
    return f"{item.field} {item.was} -> {item.now}" if item.now else f"{item.field} {item.was} -> none"
