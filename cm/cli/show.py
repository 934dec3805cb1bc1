"""`cm show`: a rule with everything it carries, a diary, a session, or the place around an event that a search found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import typer

from cm.cli import paint, rules, say, transcript
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.show import Shown

SEEN_BY: Final = {
    "private": "you alone: not in a repository, not beyond this machine",
    "team": "those who work with you",
    "public": "anybody",
}
THING = typer.Argument(
    ...,
    metavar="ID",
    help="The id of a rule, an event, a session or a diary, or its beginning; or whom facts are of: person:Amal, project:here.",
)
AROUND = typer.Option(3, "--context", "-C", min=0, max=1000, metavar="N", help="Of an event: so many neighbours on each side.")  # fmt: skip
FULL = typer.Option(False, "--full", help="Of a session or an event: fold nothing.")


def command(thing: str = THING, around: int = AROUND, full: bool = FULL) -> Answer:
    """Show one rule with everything it carries, or the place around a hit: an event, its session, a diary.

    Of somebody or something that facts are of: those facts, what they replaced, the sessions behind them.
    """
    from cm.flows.env import open_env
    from cm.flows.show import kind_of, show

    env = open_env()
    kind = kind_of(env, thing)
    if kind in ("event", "session"):
        from cm.flows.transcript import event_shown, session_shown

        place = event_shown(env, thing, around) if kind == "event" else session_shown(env, thing)
        color = paint.wanted()
        text = lambda: transcript.render(place, full=full, color=color)  # noqa: E731
        return Answer("show", place, text, raw=True)
    if kind == "diary":
        from cm.cli.diary import one
        from cm.flows.diary import diary_with_id

        told = diary_with_id(env, thing)
        return Answer("show", told, lambda: one(told))
    if kind == "entity":
        from cm.cli import entity
        from cm.flows.facts import entity_shown

        of = entity_shown(env, thing)
        return Answer("show", of, lambda: entity.render(of))
    found = show(env, thing)
    return Answer("show", found, lambda: render(found))


def render(found: Shown) -> str:
    """All fields that say something, the proof, earlier wordings."""
    rule = found.rule
    valid = f"{rule.valid.since or '…'} to {rule.valid.until or '…'}" if rule.valid else ""
    fields = say.pairs(
        [
            ("id", rule.id), ("kind", rule.kind), ("state", rule.state), ("category", rule.category),
            ("holds", rules.scope_words(rule)), ("why", rule.why), ("marks", rules.marks_words(found.standing)),
            ("tags", ", ".join(rule.tags)), ("pinned", rule.pinned), ("approved", say.minute(rule.approved) if rule.approved else ""),
            ("valid", valid), ("about", rule.about), ("relies on", ", ".join(rule.anchors)),
            ("seen by", SEEN_BY[found.visibility] if found.visibility != "team" or rule.visibility else ""), ("look again", rule.review_after),
            ("replaces", ", ".join(rule.replaces)), ("replaced by", rule.replaced_by), ("contested with", ", ".join(rule.contests) if rule.state != "superseded" else ""),
            ("overrules", ", ".join(rule.overrules)), ("settled with", ", ".join(rule.settled)), ("stale", rule.stale),
            ("ended" if rule.state == "superseded" else "retired", f"{say.day(rule.retired.at)} by {rule.retired.by}: {rule.retired.reason}" if rule.retired else ""),
            ("blocked", found.blocked_by), ("held back", found.screened),
            ("origin", " ".join(part for part in (rule.origin.by, rule.origin.name, say.minute(rule.origin.at)) if part)),
            ("unknown", ", ".join(rule.extra)), ("revision", found.revision), ("file", found.file),
        ],
        indent=2,
    )  # fmt: skip
    proof = say.lines("Proof", *rules.proof(rule.evidence, len(rule.evidence))) if rule.evidence else ""
    was = [say.para(f"{item.text} (until {say.day(item.until)}: {item.reason})", 2) for item in rule.was]
    return say.blocks(
        say.para(rule.text), fields, proof, say.lines("Earlier wordings", *was) if was else "",
        f"Its life, and whether an agent sees it now: cm why {say.short(rule.id)}",
    )  # fmt: skip
