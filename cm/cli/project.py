"""`cm project`: write the project's rules into AGENTS.md and kin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.project import Projected

FILE = typer.Option(
    "", "--file", metavar="FILE",
    help="AGENTS.md (default), CLAUDE.md, GEMINI.md, .github/copilot-instructions.md, .cursor/rules/cm.mdc, or another.",
)  # fmt: skip
STDOUT = typer.Option(False, "--stdout", help="Print instead of writing.")
FORMAT = typer.Option("md", "--format", metavar="FORMAT", help="With --stdout: md, json or yaml.")
FORCE = typer.Option(
    False, "--force", help="Overwrite a block that was edited by hand; allow a file outside the project."
)
DRY = typer.Option(False, "--dry-run", help="Say what would be written, write nothing.")
USER = typer.Option(
    False, "--include-user", help="Your own rules and the quotes too; they leave your home with the file."
)


def command(
    file: str = FILE,
    stdout: bool = STDOUT,
    format: str = FORMAT,
    force: bool = FORCE,
    dry_run: bool = DRY,
    include_user: bool = USER,
) -> Answer:
    """Write this project's rules into an instruction file, as a block that leaves the rest of the file alone."""
    from cm.flows.env import open_env

    env = open_env()
    if stdout:
        from cm.flows.printing import FORMATS, printed

        if format not in FORMATS:
            raise Usage(f"--format {format}: not one of {', '.join(FORMATS)}")
        shown = printed(env, format, include_user=include_user or None)
        return Answer("project", shown, lambda: shown.text, raw=True)
    if format != "md":
        raise Usage("--format goes with --stdout", hint="cm project --stdout --format json")
    from cm.flows.project import project

    done = project(env, file=file, force=force, dry_run=dry_run, include_user=include_user or None)
    return Answer("project", done, lambda: render(done))


def render(done: Projected) -> str:
    """What was written where, and what did not fit."""
    would = "would be " if done.dry_run and done.action not in ("unchanged", "nothing to write") else ""
    head = {
        "nothing to write": "Nothing to write: "
        + (
            f"no room for any rule in {done.file}."
            if done.left_out
            else f"no rule in force is about {done.project}."
        ),
        "unchanged": f"{done.file} is up to date: {say.count(len(done.rules), 'rule')}.",
        "block removed": f"{done.file}: the block {would}removed; no rule is left for it.",
        "file removed": f"{done.file}: the file {would}removed; cm made it and it held nothing else.",
    }.get(
        done.action,
        f"{done.file} {would}{done.action}: {say.count(len(done.rules), 'rule')}, {done.size:,} bytes.",
    )
    limit = f"Its reader takes {done.limit:,} bytes." if done.limit and done.left_out else ""
    rest = say.lines(
        say.para(f"{say.count(len(done.left_out), 'rule')} did not fit. {limit}"),
        *(say.para(item.text, first=f"  {say.short(item.id)}  ", hang=4) for item in done.left_out),
    )
    empty = ""
    if done.action == "nothing to write" and not done.left_out:
        empty = (
            f"{say.count(done.at_home, 'rule')} of your own that {'holds' if done.at_home == 1 else 'hold'} everywhere"
            f" {'stays' if done.at_home == 1 else 'stay'} at home: --include-user"
            if done.at_home
            else 'Rules come from: cm reflect, cm remember "…"'
        )
    private = (
        f"{say.count(done.private, 'rule')} of this project {'is' if done.private == 1 else 'are'} private: "
        f"{'it stays' if done.private == 1 else 'they stay'} out, cm list shows {'it' if done.private == 1 else 'them'}."
        if done.private
        else ""
    )
    body = done.body if done.dry_run else ""
    return say.blocks(
        say.lines(
            say.para(head), "A hand edit of the block was overwritten." if done.overwrote_edit and not done.dry_run else "", say.para(empty) if empty else "",
            say.para(private) if private else "",
        ),
        rest if done.left_out else "", body,
    )  # fmt: skip
