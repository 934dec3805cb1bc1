"""`cm show`: one rule with everything it carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import rules, say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.show import Shown

RULE = typer.Argument(..., metavar="RULE", help="The rule's id, or its beginning.")


def command(rule: str = RULE) -> Answer:
    """Show one rule with everything it carries."""
    from cm.flows.env import open_env
    from cm.flows.show import show

    found = show(open_env(), rule)
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
            ("replaces", ", ".join(rule.replaces)), ("replaced by", rule.replaced_by), ("contests", ", ".join(rule.contests)),
            ("retired", f"{say.day(rule.retired.at)} by {rule.retired.by}: {rule.retired.reason}" if rule.retired else ""),
            ("blocked", found.blocked_by), ("held back", found.screened),
            ("origin", " ".join(part for part in (rule.origin.by, rule.origin.name, say.minute(rule.origin.at)) if part)),
            ("unknown", ", ".join(rule.extra)), ("file", found.file),
        ],
        indent=2,
    )  # fmt: skip
    proof = say.lines("Proof", *rules.proof(rule.evidence, len(rule.evidence))) if rule.evidence else ""
    was = [say.para(f"{item.text} (until {say.day(item.until)}: {item.reason})", 2) for item in rule.was]
    return say.blocks(
        say.para(rule.text), fields, proof, say.lines("Earlier wordings", *was) if was else "",
        f"Its life, and whether an agent sees it now: cm why {say.short(rule.id)}",
    )  # fmt: skip
