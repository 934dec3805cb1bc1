"""`cm trauma import`: traumas of a file, each tested before it is armed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import typer

from cm.cli import say
from cm.cli.backtested import render_backtest
from cm.cli.progress import clear, progress
from cm.cli.run import Answer
from cm.errors import Exit, Usage

if TYPE_CHECKING:
    from cm.flows.trauma_exchange import Imported, Item

FILE = typer.Argument(
    ..., metavar="FILE|-", help="JSON lines, JSON or YAML, as `cm trauma export` writes them."
)
FORMAT = typer.Option("", "--format", metavar="[jsonl|json|yaml]", help="Left out: as the file shows.")
DRY = typer.Option(False, "--dry-run", help="Test them and tell, arm nothing.")
YES = typer.Option(False, "--yes", help="In a script: yes, without being asked.")
MANY: Final = 12


def command(file: str = FILE, format: str = FORMAT, dry_run: bool = DRY, yes: bool = YES) -> Answer:
    """Take in traumas of a file: each is tested, replayed over your journal, and armed.

    What does not pass is refused by name with the reason, the rest is kept. A file lifts nothing and replaces nothing. More than
    one at once needs a person's yes. Exit 3 when nothing of it passed.
    """
    from cm.flows.env import open_env
    from cm.flows.trauma_exchange import FORMS, import_file

    chosen = next((form for form in FORMS if form == format), None)
    if format and chosen is None:
        raise Usage(f"--format is one of {', '.join(FORMS)}, not {format!r}")
    try:
        done = import_file(
            open_env(), file, form=chosen, yes=yes, dry_run=dry_run, before=_show, progress=progress("replaying")
        )  # fmt: skip
    finally:
        clear()
    nothing = not done.count("new") and not done.count("known")
    return Answer("trauma.import", done, lambda: render(done), exit=Exit.REFUSED if nothing else Exit.OK)


def _show(looked: Imported) -> None:
    """What would come in, before the question."""
    import sys

    clear()
    sys.stderr.write(say.fit(render(looked, asked=True)) + "\n")


def render(done: Imported, *, asked: bool = False) -> str:
    """What came in, what was refused, and what of the journal each would have denied."""
    new = [item for item in done.items if item.verdict == "new"]
    refused = [item for item in done.items if item.verdict == "refused"]
    known = [item for item in done.items if item.verdict == "known"]
    would = "would be armed" if asked or done.dry_run else "armed"
    told = [
        say.lines(say.para(_named(item), 2), _indented(render_backtest(test), 4))
        for item, test in list(zip(new, done.tests, strict=False))[:MANY]
    ]
    more = f"  and {len(new) - MANY} more: --json" if len(new) > MANY else ""
    return say.blocks(
        say.para(f"{say.count(len(new), 'trauma')} of {done.file} {would}, {len(known)} known, {len(refused)} refused."),
        *told,
        more,
        say.lines("Refused", *(_refused(item) for item in refused)) if refused else "",
        say.lines("Known", *(say.para(f"{item.id}: {item.why}", 2) for item in known[:MANY])) if known else "",
        "Nothing was armed." if done.dry_run else "",
    )  # fmt: skip


def _named(item: Item) -> str:
    was = f" (there {item.was})" if item.was else ""
    return f"{item.id}{was}: {say.cut(item.pattern, 120)}"


def _refused(item: Item) -> str:
    shown = f" Shown by: {say.cut(item.shown_by, 120)}" if item.shown_by else ""
    return say.para(f"{item.place}, {item.id}: {item.why}.{shown}", 2)


def _indented(text: str, room: int) -> str:
    return "\n".join(" " * room + line if line else "" for line in text.rstrip("\n").split("\n"))
