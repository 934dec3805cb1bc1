"""How changes read as text: what was added, what only got support, what was refused and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cm.cli import rules, say

if TYPE_CHECKING:
    from cm.flows.telling import Change, Told

DONE = {
    "added": "added",
    "reinforced": "already known; its support was added to",
    "replaced": "has new words; the old ones are kept",
    "merged": "merged",
    "retired": "retired",
    "approved": "approved",
    "pinned": "pinned",
    "unpinned": "unpinned",
    "inverted": "turned into what to avoid",
    "adopted": "taken over from a hand edit",
    "refused": "refused",
    "unchanged": "unchanged",
    "contested": "contested; cm review decides",
    "settled": "settled",
    "split": "split",
    "marked": "marked",
    "undone": "taken back",
    "stale": "held back as out of date",
    "promoted": "holds everywhere: what it was learned on was merged",
    "moved": "follows its branch to the new name",
    "raised": "a step up: the guards have more to say of it",
    "lowered": "a step down",
}
BESIDE_OTHERS = ("contradicts", "newer-words", "higher-authority", "narrower-scope", "duplicate-elsewhere")
"""Reasons that touch another rule too: the sentence says which."""


def render_change(change: Change) -> str:
    """Every decision of a change, one block each."""
    parts = [one(item) for item in change.told]
    if change.adopted:
        edits = sum(item.verdict == "adopted" for item in change.adopted)
        parts.append(f"{say.count(edits, 'hand edit')} of the playbook taken over.")
        parts += [say.para(f"! {item.say}") for item in change.adopted if item.verdict != "adopted"]
    would = "would refresh" if change.dry_run else "refreshed"
    parts += [say.para(f"{would} {item}") for item in change.exports_refreshed]
    parts += [say.para(f"! {item}") for item in change.exports_left]
    if change.dry_run:
        parts.append("Nothing was written.")
    if change.replayed:
        parts.append(say.lines(*map(say.para, change.notes)))
    return say.blocks(*parts)


def one(item: Told) -> str:
    """One decision: id, what became of it, the sentence, why."""
    state = (
        f" ({item.state})"
        if item.state and item.verdict in ("added", "reinforced", "replaced", "approved")
        else ""
    )
    head = f"{say.short(item.rule)}  " if item.rule else ""
    reason = f": {item.reason}" if item.verdict == "refused" else ""
    done = "added" if is_succession(item) else DONE[item.verdict]
    return say.lines(
        say.para(f"{done}{state}{reason}", first=head, hang=2),
        say.para(item.text, 2) if item.text else "",
        say.para(item.say, 2)
        if item.reason in BESIDE_OTHERS
        or item.verdict
        in (
            "refused",
            "unchanged",
            "reinforced",
            "inverted",
            "retired",
            "contested",
            "settled",
            "split",
            "merged",
        )
        or is_succession(item)
        else "",
        *(rules.proof(item.evidence, 1) if item.verdict == "added" or _quotes(item) else ()),
        draft_hint(item),
    )


def is_succession(item: Told) -> bool:
    """Whether new words of a fact are another fact, and the old one stays beside it."""
    return item.verdict == "replaced" and len(item.replaced) > 0


def _quotes(item: Told) -> bool:
    """Whether new words are proved by somebody's, and not only by having been typed here."""
    return item.verdict == "replaced" and any(each.by != "human" for each in item.evidence[-1:])


def draft_hint(item: Told) -> str:
    """What a draft waits for."""
    if item.verdict == "added" and item.state == "draft":
        return say.para("A draft: active once a second session supports it or you approve it (cm review).", 2)
    return ""


def grouped(items: Sequence[Told], heading: str, most: int = 0) -> str:
    """Decisions of one kind under a heading: sentence and quote, no more."""
    if not items:
        return ""
    shown = items[:most] if most else items
    blocks = [f"{heading} ({len(items)})"]
    for item in shown:
        head = say.short(item.rule) if item.rule else "-"
        blocks.append(
            say.lines(
                say.para(item.text, first=f"  {head}  ", hang=4),
                say.para(item.say, 4)
                if item.reason in BESIDE_OTHERS or item.verdict in ("promoted", "moved", "stale")
                else "",
                *rules.proof(item.evidence, 1, 4),
            ).rstrip()
        )
    if len(shown) < len(items):
        blocks.append(f"  and {len(items) - len(shown)} more")
    return "\n".join(blocks)
