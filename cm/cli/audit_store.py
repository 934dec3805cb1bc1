"""`cm audit-store`: what is wrong in the memory that other tools keep, and taking its good part in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Exit

if TYPE_CHECKING:
    from cm.flows.audit_store import StoreAudit
    from cm.flows.store_findings import Finding

PATH = typer.Argument(..., metavar="PATH", help="A project, a folder of memories, or one file; `.` is here.")
IMPORT = typer.Option(
    False, "--import", help="Take the good part in as drafts, through the gate (a human's yes)."
)
DRY = typer.Option(False, "--dry-run", help="With --import: say what would be taken, write nothing.")
YES = typer.Option(False, "--yes", help="In a script: yes to --import.")
MOST = typer.Option(8, "--max", metavar="N", min=1, help="Of each kind tell at most so many.")

HEADINGS: Final = {
    "secret": "Secrets",
    "from-outside": "Instructions from outside",
    "contradiction": "Contradictions",
    "stale-path": "Speak of what is gone",
    "duplicate": "Said twice",
    "order-of-no-person": "Orders that no person gave",
    "broken-import": "Imports of nothing",
    "import-cycle": "Imports in a circle",
    "import-too-deep": "Imports too deep to be read",
    "import-outside": "Imports from outside of this folder",
    "other-memory": "Written by other memory tools",
}


def command(
    path: str = PATH, take: bool = IMPORT, dry_run: bool = DRY, yes: bool = YES, most: int = MOST
) -> Answer:
    """Look through what other tools keep as memory, and change nothing there.

    Instruction files (CLAUDE.md, AGENTS.md, GEMINI.md, …) with what they import, Cursor's and Windsurf's rules, memory that
    agents wrote for themselves, claude-mem's database, exports of mem0, notes of basic-memory. Exits 1 when there is a
    secret, or an instruction that came from outside. Example: cm audit-store . --import --dry-run
    """
    from cm.flows.audit_store import audit_store
    from cm.flows.env import open_env

    done = audit_store(open_env(), path, take=take, dry_run=dry_run, yes=yes)
    code = Exit.NO if done.grave and not done.imported else Exit.OK
    return Answer("audit-store", done, lambda: render(done, most, take), notes=done.notes, exit=code)


def render(done: StoreAudit, most: int, take: bool) -> str:
    """Grave things first, then what a start costs and what could be taken."""
    if not done.files:
        unread = [f"  {file}: {why}" for file, why in done.unread]
        return say.lines(f"No memory is known in {done.path}.", *unread)
    by_machine = sum(each.by == "machine" for each in done.files)
    head = f"{done.path}: {say.count(done.statements, 'statement')} in {say.count(len(done.files), 'file')}"
    head += f", {by_machine} of them written by programs." if by_machine else "."
    own = [f"  {each.file}: {say.count(each.own, 'line')}" for each in done.files if each.own]
    return say.blocks(
        say.lines(say.para(head), *(say.para(f"not read: {file}: {why}", 2) for file, why in done.unread)),
        *(_group(kind, heading, done, most) for kind, heading in HEADINGS.items()),
        say.lines("Written by cm itself, left out above", *own) if own else "",
        _costs(done),
        _took(done, most) if take else _could(done),
    )


def _group(kind: str, heading: str, done: StoreAudit, most: int) -> str:
    found = [each for each in done.findings if each.kind == kind]
    if not found:
        return ""
    rest = len(found) - most
    return say.lines(
        f"{heading} ({len(found)})",
        *(_finding(each) for each in found[:most]),
        f"  and {rest} more: --max {len(found)}, or --json" if rest > 0 else "",
    )


def _finding(each: Finding) -> str:
    other = f" and {each.other.file}:{each.other.line}" if each.other else ""
    head = say.para(f"{each.at.file}:{each.at.line}{other}: {each.say}", first="  ", hang=4)
    return say.lines(head, say.para(say.clean(each.text), 4) if each.text else "").rstrip("\n")


def _costs(done: StoreAudit) -> str:
    if not done.starts:
        return ""
    rows = [
        (each.title, f"about {each.tokens:,} tokens" + (f", {each.own:,} of them cm's" if each.own else ""), ", ".join(each.files))
        for each in done.starts
    ]  # fmt: skip
    return say.lines(
        "Read at every start of a session",
        *(say.para(f"{title}: {cost} ({files})", first="  ", hang=4) for title, cost, files in rows),
    )


def _could(done: StoreAudit) -> str:
    if not done.takeable:
        return "Nothing here is worth taking in."
    return say.para(
        f"{say.count(done.takeable, 'statement')} could be taken in as drafts: cm audit-store {done.path} --import --dry-run shows what would become of each."
    )


def _took(done: StoreAudit, most: int) -> str:
    from collections import Counter

    counts = Counter(item.verdict for item in done.items)
    told = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())) or "nothing"
    verb = "Taken in" if done.imported else "Would be taken in"
    shown = [item for item in done.items if item.verdict != "kept"]
    rows = [
        say.para(
            f"{item.file}:{item.line}: {item.verdict}"
            + (f" ({item.reason})" if item.verdict == "refused" else "")
            + f"  {item.text or '(not repeated here)'}",
            first="  ", hang=4,
        )
        for item in shown[: 3 * most]
    ]  # fmt: skip
    rest = len(shown) - len(rows)
    drafts = sum(item.verdict in ("added", "contested") for item in done.items)
    return say.lines(
        f"{verb}: {told}",
        *rows,
        f"  and {rest} more, see --json" if rest > 0 else "",
        "" if done.imported else "Nothing was written.",
        say.para(f"{say.count(drafts, 'draft')} to look at: cm review") if done.imported and drafts else "",
    )
