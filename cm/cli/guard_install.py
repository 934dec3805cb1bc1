"""`cm guard install`: tell the agents on this machine to ask before a command, and prove that it works."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.diffs import shown_diff
from cm.cli.run import Answer
from cm.errors import Exit

if TYPE_CHECKING:
    from cm.flows.git_guard import GitGuarded
    from cm.flows.guarding import FileDone, HostDone, Installed

HOSTS = typer.Argument(None, metavar="[HOST]...", help="The agents to guard; without one, all that are here.")
PROJECT = typer.Option(False, "--project", help="In this repository's settings, not in your own.")
DRY = typer.Option(False, "--dry-run", help="Show what would be written, write nothing.")
GIT = typer.Option(
    False,
    "--git",
    help="This repository's commits and pushes, whoever makes them; without HOST nothing else.",
)
PACKS = typer.Option(
    None, "--pack", metavar="P", help="Switch a pack of shipped traumas on; may be repeated."
)
SAYS = {
    "created": ("made", "would be made"),
    "added": ("one entry added", "one entry would be added"),
    "renewed": ("our entry renewed in its place", "our entry would be renewed in its place"),
    "unchanged": ("as it should be", "as it should be"),
    "removed": ("our entry taken out", "our entry would be taken out"),
    "deleted": ("deleted, it was ours", "would be deleted, it is ours"),
    "not there": ("nothing of ours was there", "nothing of ours is there"),
}


def command(
    hosts: list[str] = HOSTS, project: bool = PROJECT, git: bool = GIT, packs: list[str] = PACKS, dry: bool = DRY
) -> Answer:  # fmt: skip
    """Have agents ask the guard before they run a command; the canary proves that it denies.

    One entry is added to each agent's settings, all else in them stays as it is, and a copy is kept in backups/ of the home. Twice is once.
    """
    from cm.flows.env import open_env
    from cm.flows.guarding import install

    done = install(open_env(), hosts or (), project=project, git=git, packs=packs or (), dry_run=dry)
    return Answer("guard.install", done, lambda: render(done), exit=Exit.OK if done.ok else Exit.BAD_STATE)


def render(done: Installed) -> str:
    """The change as a diff, then per agent what was done, what it needs, and whether it denies."""
    diffs = [diff for host in done.hosts for file in host.files if (diff := shown_diff(file.diff))]
    return say.blocks(
        *diffs,
        *(host_lines(host, done.dry_run) for host in done.hosts),
        git_lines(done.git),
        say.lines(
            say.para(f"packs on: {', '.join(done.packs) or 'none'}" + (f" (new: {', '.join(done.packs_added)})" if done.packs_added else "")),
            "" if done.dry_run else say.para(_patterns(done)),
            say.para(f"installed from inside {done.by_agent}; a human takes it back with cm guard remove")
            if done.by_agent and not done.dry_run
            else "",
            "Nothing was written." if done.dry_run else "",
        ),
    )  # fmt: skip


def host_lines(host: HostDone, dry_run: bool) -> str:
    """One agent: its files, its proof, what its user has to do."""
    proof = host.proof
    head = host.title
    if host.trouble:
        head += ": not guarded" if not host.files or proof is not None else ": only in part"
    elif proof is not None:
        head += f": registered, and it denied the canary in {proof.ms:.0f} ms"
    shared = [file for file in host.files if file.shared]
    return say.lines(
        say.para(head),
        *(part for file in host.files for part in file_lines(file, dry_run)),
        say.para(host.trouble, 2, "! ") if host.trouble else "",
        say.para(host.hint, 4) if host.hint else "",
        *(say.para(need, 2, "- ") for need in host.needs),
        say.para(
            "This file is usually committed, and the entry names folders of this machine alone: keep it out of commits.", 2, "- "
        )
        if shared
        else "",
    )  # fmt: skip


def file_lines(file: FileDone, dry_run: bool) -> list[str]:
    """One file and what became of it."""
    told = SAYS[file.action][dry_run]
    lines = [say.para(f"{file.path}: {told}", 2)]
    if file.real:
        lines.append(say.para(f"(a link to {file.real}, which stays one)", 4))
    if file.backup:
        lines.append(say.para(f"as it was: {file.backup}", 4))
    return lines


def git_lines(git: GitGuarded | None) -> str:
    """What became of the hooks of this repository."""
    if git is None:
        return ""
    from cm.cli.guard_git import render as rendered

    return rendered(git)


def _patterns(done: Installed) -> str:
    parts = [f"{say.count(done.armed, 'pattern')} armed"]
    if done.waiting:
        parts.append(f"{done.waiting} waiting for a human's yes")
    if done.quarantined:
        parts.append(f"{done.quarantined} not fit to be armed (cm doctor names them)")
    return "; ".join(parts)
