"""`cm setup`: make the agents on this machine use `cm` by themselves; `--remove` takes all of it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.diffs import shown_diff
from cm.cli.run import Answer
from cm.errors import Exit, Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cm.flows.guarding import FileDone
    from cm.flows.setting_up import HostSetUp, SetUp
    from cm.flows.setup_removing import Unset

HOSTS = typer.Argument(
    None, metavar="[HOST]...", help="The agents to set up; without one, all that are here."
)
USER = typer.Option(False, "--user", help="In your own settings, for every project (the default).")
PROJECT = typer.Option(False, "--project", help="In this repository's settings, not in your own.")
DRY = typer.Option(False, "--dry-run", help="Show what would be written, write nothing.")
REMOVE = typer.Option(False, "--remove", help="Take everything back; a human is asked.")
NO_MCP = typer.Option(False, "--no-mcp", help="Leave the MCP server alone.")
NO_GUARD = typer.Option(False, "--no-guard", help="Leave the guard alone.")
YES = typer.Option(False, "--yes", help="With --remove in a script: yes, without being asked.")
DONE = {
    "created": ("made", "would be made"),
    "added": ("entries added", "entries would be added"),
    "renewed": ("our entries renewed in their place", "our entries would be renewed in their place"),
    "unchanged": ("as it should be", "as it should be"),
    "removed": ("our entries taken out", "our entries would be taken out"),
    "deleted": ("deleted, it was ours", "would be deleted, it is ours"),
    "not there": ("nothing of ours was there", "nothing of ours is there"),
}
WEIGHT = ("deleted", "created", "removed", "added", "renewed", "unchanged", "not there")
NAMES = {
    "start": "session start", "prompt": "prompt", "end": "session end", "compact": "compaction", "post": "after a tool",
    "pre-command": "before a command", "mcp": "MCP server", "guide": "instructions",
}  # fmt: skip


def command(
    hosts: list[str] = HOSTS, user: bool = USER, project: bool = PROJECT, dry: bool = DRY, remove: bool = REMOVE,
    no_mcp: bool = NO_MCP, no_guard: bool = NO_GUARD, yes: bool = YES,
) -> Answer:  # fmt: skip
    """Have agents use cm: hooks that hand over what fits, the guard, the MCP server, a block in their instructions, a page.

    Entries are added to each agent's files, all else in them stays as it is, and a copy is kept in backups/ of the home. Twice is once;
    a file that cannot be read is left alone. With --remove every file is as it was before.
    """
    from cm.flows.env import open_env

    if user and project:
        raise Usage("--user and --project are two places", hint="run it twice, once for each")
    if remove:
        from cm.flows.setup_removing import unset

        if no_mcp:
            raise Usage(
                "--no-mcp is about setting up", hint="--remove takes all of it; --no-guard leaves the guard"
            )

        gone = unset(open_env(), hosts or (), project=project, guard=not no_guard, yes=yes, dry_run=dry)
        return Answer(
            "setup.remove", gone, lambda: render_removed(gone), exit=Exit.OK if gone.ok else Exit.BAD_STATE
        )
    if yes:
        raise Usage(
            "--yes goes with --remove", hint="setting up asks nothing; --dry-run shows what it would do"
        )
    from cm.flows.setting_up import set_up

    done = set_up(open_env(), hosts or (), project=project, mcp=not no_mcp, guard=not no_guard, dry_run=dry)
    return Answer("setup", done, lambda: render(done), exit=Exit.OK if done.ok else Exit.BAD_STATE)


def render(done: SetUp) -> str:
    """The change as a diff when nothing is written, then per agent what it is told, what it needs and what it cannot do."""
    files = [file for host in done.hosts for file in (*(host.guard.files if host.guard else ()), *host.files)]
    diffs = [diff for file in files if done.dry_run and (diff := shown_diff(file.diff))]
    return say.blocks(
        *diffs,
        *(host_lines(host, done.dry_run) for host in done.hosts),
        say.lines(
            say.para(f"set up from inside {done.by_agent}; a human takes it back with cm setup --remove")
            if done.by_agent and not done.dry_run
            else "",
            _copies(files),
            "Nothing was written." if done.dry_run else say.para("cm doctor --live tries it; cm setup --remove takes all of it back."),
        ),
    )  # fmt: skip


def host_lines(host: HostSetUp, dry_run: bool) -> str:
    """One agent: what it is told of, its files, what its user has to do, what it cannot do."""
    guard = host.guard
    parts = [name for part, name in NAMES.items() if part in host.parts]
    if guard is not None and not guard.trouble:
        parts.insert(0, "guard")
    files = [*(guard.files if guard is not None else ()), *host.files]
    shared = [file for file in files if file.shared]
    needs = dict.fromkeys((*host.needs, *(guard.needs if guard is not None else ())))
    proof = guard.proof if guard is not None else None
    return say.lines(
        say.para(f"{host.title}: {', '.join(parts) or 'nothing'}"),
        *file_lines(files, dry_run),
        say.para(f"{host.page}: the onboarding page", 2) if host.page else "",
        say.para(f"The guard denied the canary in {proof.ms:.0f} ms.", 2) if proof is not None and proof.ok else "",
        *(
            line
            for about in (guard, host)
            if about is not None and about.trouble
            for line in (say.para(about.trouble, 2, "! "), say.para(about.hint, 4) if about.hint else "")
        ),
        *(say.para(need, 2, "- ") for need in needs),
        *(say.para(f"Not here: {lack}.", 2, "- ") for lack in host.lacks),
        say.para("These files are usually committed, and the entries name folders of this machine alone: keep them out of commits.", 2, "- ")
        if shared
        else "",
    )  # fmt: skip


def file_lines(files: Sequence[FileDone], dry_run: bool) -> list[str]:
    """Each file once, with what became of it in the end."""
    by_path: dict[str, list[FileDone]] = {}
    for file in files:
        by_path.setdefault(file.path, []).append(file)
    lines = []
    for path, done in by_path.items():
        action = min((file.action for file in done), key=WEIGHT.index)
        real = next((file.real for file in done if file.real), "")
        lines.append(say.para(f"{path}: {DONE[action][dry_run]}", 2))
        if real:
            lines.append(say.para(f"(a link to {real}, which stays one)", 4))
    return lines


def render_removed(gone: Unset) -> str:
    """Per agent what was taken out."""
    diffs = [
        diff for host in gone.hosts for file in host.files if gone.dry_run and (diff := shown_diff(file.diff))
    ]
    would = "would be deleted" if gone.dry_run else "deleted"
    return say.blocks(
        *diffs,
        *(
            say.lines(
                host.title,
                *file_lines(host.files, gone.dry_run),
                say.para(host.trouble, 2, "! ") if host.trouble else "",
                say.para(host.hint, 4) if host.hint else "",
            )
            for host in gone.hosts
        ),
        say.lines(
            *(say.para(f"{page}: {would}") for page in gone.pages),
            "Nothing was written."
            if gone.dry_run
            else say.para("Rules, sessions and traumas stay in the home."),
            _copies([file for host in gone.hosts for file in host.files]),
        ),
    )


def _copies(files: Sequence[FileDone]) -> str:
    """Where the files lie as they were."""
    backup = next((file.backup for file in files if file.backup), "")
    return (
        say.para(f"Copies of the files as they were: {backup.rpartition('/')[0] or backup}") if backup else ""
    )
