"""`cm facts`: what is so here, since when, says who."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import rules, say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.facts import Facts, Told
    from cm.model.rule import Rule

WORDS = typer.Argument(None, metavar="[WORD]...", help="Only facts with these words.")
ABOUT = typer.Option(
    "", "--about", metavar="WHOM", help="Only of this entity: project:here, person:Amal, user, or a name."
)
AT = typer.Option(
    "", "--at", metavar="WHEN", help="As it was known and served then: a year, a month, a day or a moment."
)
KIND = typer.Option("", "--kind", metavar="KIND", help="fact or preference.")
ALL = typer.Option(False, "--all", help="Also those that are not served, with the reason.")


def command(
    words: list[str] = WORDS, about: str = ABOUT, at: str = AT, kind: str = KIND, every: bool = ALL
) -> Answer:
    """List facts and preferences as they are served here, by whom they are of.

    Example: cm facts --about project:here --at 2026-03
    """
    from cm.flows.env import open_env
    from cm.flows.facts import Wanted, facts

    found = facts(open_env(), Wanted(about, at, kind, tuple(words or ()), every))
    return Answer("facts", found, lambda: render(found))


def render(found: Facts) -> str:
    """Under each entity its facts: the sentence, since when, says who."""
    when = f"As known and served at {say.minute(found.at)}." if found.at else ""
    more = (
        f"{say.count(found.unserved, 'other fact')} not served{'' if found.at else ' now'}: --all shows why"
        if found.unserved
        else ""
    )
    if not found.facts:
        of = f" about {say.about(found.about)}" if found.about else ""
        said = "No fact was served then" if found.at else "No fact is served here"
        hint = "" if more or found.at else 'cm remember "…" --kind fact --about project:here keeps one'
        if found.learned_since:
            told = say.count(found.learned_since, "fact")
            hint = f"{told} about that time came to be known later: cm facts --all"
        return say.blocks(when, say.lines(f"{said}{of}.", more, hint))
    short = say.shortened(item.rule.id for item in found.facts)
    parts: list[str] = []
    under: tuple[str, ...] | None = None
    for item in found.facts:
        if item.about != under:
            under = item.about
            parts.append(say.para(say.about(", ".join(under)) or "of nobody in particular"))
        parts.append(block(item, short[item.rule.id]))
    return say.blocks(when, *parts, say.lines(more, "One of them, and what it replaced: cm log ID"))


def block(item: Told, rule_id: str) -> str:
    """One fact: what it is, since when, whether it is served; the sentence; the words that prove it."""
    rule = item.rule
    held = rules.WITHHELD.get(item.withheld, item.withheld)
    if item.withheld == "superseded" and rule.replaced_by:
        held = f"{say.short(rule.replaced_by)} took its place"
    parts = (
        rule.kind, times(rule), "pinned" if rule.pinned else "", held,
        f"contested with {', '.join(map(say.short, item.contested_with))}" if item.contested_with else "",
        "repository" if item.layer == "repo" else "",
    )  # fmt: skip
    return say.lines(
        say.para(" · ".join(part for part in parts if part), 2, first=f"{rule_id}  ", hang=4),
        say.para(rule.text, 4),
        *rules.proof(rule.evidence, 1, 4),
    ).rstrip("\n")


def times(rule: Rule) -> str:
    """Since when and until when a fact holds, else when it was first said."""
    valid = rule.valid
    if valid is None or not (valid.since or valid.until):
        return f"told {say.day(rule.origin.at)}" if rule.origin.at else ""
    return span(valid.since, valid.until)


def span(since: str, until: str) -> str:
    """A validity in words."""
    if not until:
        return f"since {since}" if since else ""
    return f"{since} to {until}" if since else f"until {until}"
