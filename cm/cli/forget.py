"""`cm forget`: take a rule away so that it does not come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.remove import exports
from cm.cli.request_options import IF_REVISION, REQUEST_ID
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.forget import Forgotten

RULE = typer.Argument("", metavar="[RULE]", help="The rule's id, or its beginning.")
REASON = typer.Option(..., "--reason", metavar="TEXT", help="Why; kept with the rule.")
TEXT = typer.Option("", "--text", metavar="WORDS", help="Instead of a rule: words that are to become none.")
AVOID = typer.Option(False, "--avoid", help="Leave what to avoid behind, with the reason and the proof.")
DRY = typer.Option(False, "--dry-run", help="Say what would be done, and write nothing.")


def command(
    rule: str = RULE, reason: str = REASON, text: str = TEXT, avoid: bool = AVOID, dry_run: bool = DRY,
    request_id: str = REQUEST_ID, if_revision: str = IF_REVISION,
) -> Answer:  # fmt: skip
    """Take a rule away: retired, its content blocked under any id, files it was exported to brought up to date.

    Its words stay in the playbook file and in the journal; no later reflection brings them back. cm undo does.
    """
    from cm.flows.env import open_env
    from cm.flows.forget import forget

    done = forget(
        open_env(), rule, reason, text=text, avoid=avoid, dry_run=dry_run, request_id=request_id, if_revision=if_revision
    )  # fmt: skip
    return Answer("forget", done, lambda: render(done))


def render(done: Forgotten) -> str:
    """What is gone, and what is left."""
    would = "would be " if done.dry_run else ""
    avoid = next((item for item in done.change.told if done.avoid and item.rule == done.avoid), None)
    waits = "; a draft: it waits for a person" if avoid and avoid.state == "draft" else ""
    kept = "Its content is blocked, near copies too; it will not be proposed or served again."
    head = f"{would}forgotten" if done.tx or done.dry_run else "unchanged, it was forgotten already"
    return say.lines(
        say.para(f"{head}: {done.text}", first=f"{say.short(done.rule)}  " if done.rule else "", hang=2),
        say.para(kept, 2) if done.blocked else "",
        say.para(f"left behind as {say.short(avoid.rule)}{waits}: {avoid.text}", 2) if avoid else "",
        *(say.para(f"also retired, it says the same: {item}", 2) for item in done.also_retired),
        *(say.para(f"also withheld, it says the same: {item}", 2) for item in done.also_withheld),
        *(say.para(f"beside it, {item}", 2) for item in done.also_changed),
        *exports(done.exports_refreshed, done.exports_left, dry_run=done.dry_run),
        say.para(f"Taken back by: cm undo {done.tx}", 2) if done.tx else "",
        "Nothing was written." if done.dry_run else "",
        *(say.para(note, 2) for note in (done.change.notes if done.replayed else ())),
    )
