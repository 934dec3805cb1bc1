"""What documents of projects say is so, as `cm reflect` tells it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cm.cli import say

if TYPE_CHECKING:
    from cm.flows.file_facts import FileRead, FilesRead
    from cm.flows.telling import Told

MANY: Final = 20
_SAYS: Final = {
    "new": "new",
    "changed": "read again",  # because it changed, or since it was asked for
    "gone": "gone",
    "unchanged": "as before",
    "waits": "not read now",
}


def render(done: FilesRead) -> str:
    """`cm reflect --files`: the documents, what became facts, what is said no more, what to do next."""
    if done.off:
        return "No document is read for facts: facts.from_files is off (cm config set facts.from_files true)."
    head = (
        summary(done)
        or "No document was found: README.md, AGENTS.md and their kin in the projects that agents worked in."
    )
    return say.blocks(head, found(done), _next(done))


def found(done: FilesRead | None) -> str:
    """What became of their statements, one by one."""
    if done is None:
        return ""
    added = tuple(item for item in done.told if item.verdict == "added")
    changed = tuple(
        item for item in done.told if item.verdict in ("replaced", "stale", "retired", "contested")
    )
    support = tuple(item for item in done.told if item.verdict == "reinforced")
    refused = [item for item in done.told if item.verdict == "refused"]
    return say.blocks(
        _facts(added, "New facts of documents"),
        _facts(changed, "Said otherwise in a document, or no more", why=True),
        _facts(support, "Said in a document too", why=True),
        say.lines(
            f"Refused of documents ({len(refused)})",
            *(
                say.para(f"{say.cut(item.text, 120) or '(withheld)'} ({item.reason})", first="  - ")
                for item in refused[:MANY]
            ),
        )
        if refused
        else "",
    )


def summary(done: FilesRead | None) -> str:
    """One paragraph: how many documents, what became of them, and which wait, with the reason."""
    if done is None or done.off or not done.files:
        return ""
    counted = ", ".join(f"{count:,} {_SAYS.get(fate, fate)}" for fate, count in done.counts.items())
    read = [each for each in done.files if each.fate in ("new", "changed")]
    statements = sum(each.statements for each in read)
    gave = (
        f" {say.count(statements, 'statement')} read out of {say.count(len(read), 'file')}." if read else ""
    )
    waits = [_waits(each) for each in done.files if each.fate == "waits"]
    return say.lines(
        say.para(f"Documents of projects: {counted}.{gave}"),
        *(say.para(line) for line in waits[:MANY]),
        f"! and {len(waits) - MANY} more: --json" if len(waits) > MANY else "",
    )


def _facts(items: Sequence[Told], title: str, *, why: bool = False) -> str:
    """A fact is its own quote: its words are enough, and what was decided where that says more."""
    if not items:
        return ""
    lines = []
    for item in items[:MANY]:
        lines.append(say.para(item.text, 2, first=f"{say.short(item.rule)}  ", hang=4))
        if why:
            lines.append(say.para(item.say, 4))
    rest = f"  and {len(items) - MANY} more: --json" if len(items) > MANY else ""
    return say.lines(f"{title} ({len(items)})", *lines, rest)


def _waits(each: FileRead) -> str:
    return f"! {each.file} ({each.project or 'no project'}): {each.why}"


def _next(done: FilesRead) -> str:
    if done.dry_run:
        return "Nothing was written but the journal of what was read."
    drafts = sum(item.verdict == "added" and item.state == "draft" for item in done.told)
    held = sum(item.verdict == "stale" for item in done.told)
    out = []
    if not done.told:
        out.append("Nothing new in them.")
    if drafts:
        out.append(
            f"{say.count(drafts, 'fact')} {'waits' if drafts == 1 else 'wait'} for you: cm review"
            " (or let files speak for themselves: cm config set admission.file active)"
        )
    if held:
        out.append(f"{say.count(held, 'fact')} held back until you say whether it holds: cm review, cm stale")
    return say.lines(*(say.para(line) for line in out))
