"""`cm sweep`: let marks and time have their say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.guard_promote import by_itself
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.core.curation.stages import Move
    from cm.flows.sweep import Swept
    from cm.flows.telling import Told

DRY = typer.Option(False, "--dry-run", help="Say what would be done and why, write nothing.")
ORDER = (
    ("inverted", "turned into a warning", "would be turned into a warning"),
    ("retired", "retired", "would retire"),
    ("stale", "held back until review", "would be held back until review"),
    ("promoted", "merged, and held everywhere from now on", "merged, and would hold everywhere"),
    (
        "moved",
        "of a branch that was renamed, and follow it",
        "of a branch that was renamed, and would follow it",
    ),
)


def command(dry_run: bool = DRY) -> Answer:
    """Retire rules that did harm or are over, turn round those that say the wrong thing, hold back what nobody uses.

    Pinned rules are left alone and named. Files that rules were exported to are named when they are out of date, not
    rewritten. Rules that rose or fell in stage since the last sweep are reported. `curation.stale_days` and
    `curation.draft_days` (cm config) say how long is too long; cm undo takes a sweep back.
    """
    from cm.flows.env import open_env
    from cm.flows.sweep import sweep

    done = sweep(open_env(), dry_run=dry_run)
    return Answer("sweep", done, lambda: render(done), notes=done.change.notes)


def render(done: Swept) -> str:
    """Every finding with the counts behind it, and the exports that are out of date because of it."""
    if not done.change.told and not done.flagged and not done.moved and not done.raised:
        return say.lines(
            f"Nothing to do: neither marks nor time speak against any of {say.count(done.rules, 'rule')}."
        )
    known = {verdict for verdict, _, _ in ORDER}
    blocks = [
        _group(heading if not done.change.dry_run else would, verdict, done)
        for verdict, heading, would in ORDER
    ]
    other = [_finding(item) for item in done.change.told if item.verdict not in known]
    flagged = [say.para(f"! {item.say}") for item in done.flagged]
    moved = [_move(item) for item in done.moved]
    exports = [say.para(f"out of date, `cm project` writes it anew: {item}") for item in done.exports]
    end = "Nothing was written." if done.change.dry_run else ""
    if done.change.tx:
        end = f"Taken back by: cm undo {done.change.tx}"
    return say.blocks(
        *blocks, say.lines(*other), say.lines(*flagged), say.lines(*map(by_itself, done.raised)),
        say.lines(f"Stages since the last sweep ({len(moved)})", *moved) if moved else "",
        say.lines(*exports), end,
    )  # fmt: skip


def _group(heading: str, verdict: str, done: Swept) -> str:
    found = [item for item in done.change.told if item.verdict == verdict]
    return say.lines(f"{heading} ({len(found)})", *map(_finding, found)) if found else ""


def _finding(item: Told) -> str:
    head = f"  {say.short(item.rule)}  "
    because = item.say
    for opening in (f"{item.rule} is retired: ", f"{item.rule} is held back: "):
        because = because.removeprefix(opening)
    because = because.removesuffix(f": {item.text}")  # a warning's own words stand above
    before, _, counts = because.partition(" is turned into a warning (")
    if counts:
        because = f"in the place of {say.short(before)}: {counts.removesuffix(')')}"
    return say.lines(say.para(item.text, first=head, hang=4), say.para(f"({because})", 4)).rstrip()


def _move(move: Move) -> str:
    sign = "↑" if move.rises else "↓"
    counts = f"{move.helpful:,} helpful, {move.harmful:,} harmful"
    head = f"  {sign} {say.short(move.rule)}  "
    return say.lines(
        say.para(say.cut(move.text, 120), first=head, hang=4),
        say.para(f"({move.was} → {move.now}: {counts}, score {move.score:.1f})", 4),
    ).rstrip()
