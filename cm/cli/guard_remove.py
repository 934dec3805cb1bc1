"""`cm guard remove`: take the guard back; every settings file is as it was before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.diffs import shown_diff
from cm.cli.guard_install import git_lines, host_lines
from cm.cli.run import Answer
from cm.errors import Exit

if TYPE_CHECKING:
    from cm.flows.guard_removing import Removed

HOSTS = typer.Argument(None, metavar="[HOST]...", help="The agents to leave alone; without one, all.")
PROJECT = typer.Option(False, "--project", help="In this repository's settings, not in your own.")
GIT = typer.Option(False, "--git", help="The hooks of this repository's git; without HOST nothing else.")
ALL = typer.Option(
    False, "--all", help="Everywhere: your own settings, every project, this repository's git."
)
DRY = typer.Option(False, "--dry-run", help="Show what would be taken out, write nothing.")
YES = typer.Option(False, "--yes", help="In a script: yes, without being asked.")


def command(
    hosts: list[str] = HOSTS, project: bool = PROJECT, git: bool = GIT, everything: bool = ALL, dry: bool = DRY, yes: bool = YES
) -> Answer:  # fmt: skip
    """Take the guard out of agents' settings, after a human's yes.

    A file that is as it was left gets back exactly the bytes from before; of one that changed since, only our entry goes.
    """
    from cm.flows.env import open_env
    from cm.flows.guard_removing import remove

    gone = remove(
        open_env(), hosts or (), project=project, git=git, everything=everything, yes=yes, dry_run=dry
    )
    return Answer("guard.remove", gone, lambda: render(gone), exit=Exit.OK if gone.ok else Exit.BAD_STATE)


def render(gone: Removed) -> str:
    """Per agent what was taken out; the scripts that nobody starts any more."""
    diffs = [
        diff for host in gone.hosts for file in host.files if gone.dry_run and (diff := shown_diff(file.diff))
    ]
    return say.blocks(
        *diffs,
        *(host_lines(host, gone.dry_run) for host in gone.hosts),
        git_lines(gone.git),
        say.lines(
            say.para(f"{say.count(len(gone.scripts), 'script')} deleted that nobody starts any more") if gone.scripts else "",
            say.para("Traumas, the guard log and copies of settings in backups/ stay in the home.") if not gone.dry_run else "",
            "Nothing was written." if gone.dry_run else "",
        ),
    )  # fmt: skip
