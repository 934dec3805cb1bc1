"""`cm init`: make the home, or a repository's .cm/."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer, wants_json
from cm.cli.starters import render_added, render_fits

if TYPE_CHECKING:
    from cm.flows.env import Env
    from cm.flows.init import Initialised

REPO = typer.Option(False, "--repo", help="Make .cm/ in this repository, for its team to commit.")
FORCE = typer.Option(False, "--force", help="Start the playbook anew; the old one is backed up.")
STARTER = typer.Option(
    None,
    "--starter",
    metavar="NAME",
    help="Begin with the rules of a starter, e.g. general; may be repeated.",
)
YES = typer.Option(False, "--yes", help="In a script: yes, without being asked.")


def command(repo: bool = REPO, force: bool = FORCE, starter: list[str] = STARTER, yes: bool = YES) -> Answer:
    """Make the home for your rules (CM_HOME, else ~/.cm), or a repository's .cm/. What is there stays."""
    from cm.flows.env import open_env
    from cm.flows.init import init

    env = open_env()
    done = init(env, repo=repo, force=force, starters=list(starter or ()), yes=yes)
    found = _look(env, done) if env.tty and not env.agent and not yes and not wants_json() else ""
    return Answer("init", done, lambda: say.blocks(render(done, looked=bool(found)), found))


def _look(env: Env, done: Initialised) -> str:
    """Offers to look for accidents in the journal's commands; what came of it, "" without a yes."""
    if not done.commands:
        return ""
    import sys

    sys.stderr.write(
        f"Look for accidents in the {say.count(done.commands, 'command')} of your journal? [y/N] "
    )
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        return ""
    from cm.cli.trauma_scan import ask
    from cm.cli.trauma_scan import render as render_scan
    from cm.flows.trauma_scan import Wish, scan

    return render_scan(ask(env, scan(env, Wish())))


def render(done: Initialised, *, looked: bool = False) -> str:
    """What was made, and the next step."""
    what = "This repository's rules live in" if done.layer == "repo" else "Your rules live in"
    state = "" if done.made else " (it was there already, nothing changed)"
    said = say.lines(
        say.para(f"{what} {done.root}{state}"),
        *(f"  made {path}" for path in done.made),
        f"  backup {done.backup}" if done.backup else "",
        "" if done.trusted else say.para("  not trusted yet: the user runs `cm trust`", 2),
        ""
        if done.git or done.layer == "repo"
        else "  git was not found: changes are kept, but not as commits",
    )
    next_steps = (
        say.lines('Next: cm remember --repo "…", then commit .cm/ with the repository.')
        if done.layer == "repo"
        else say.lines(
            "Next",
            "  cm sessions --preview     what would be read, without reading it",
            "  cm reflect                read your sessions, propose rules with their quotes",
            '  cm context "your task"    the few rules that matter for it',
        )
    )
    found = [
        say.para(
            f"{each} holds rules of another program: cm import --from-cass --dry-run says what would come in."
        )
        for each in done.stores
    ]
    if done.commands and not looked:
        held = say.count(done.commands, "command")
        found.append(say.para(f"Your journal holds {held}: cm trauma scan looks for accidents in them."))
    taken = render_added(done.starters) if done.starters else ""
    return say.blocks(said, taken, render_fits(done.fits), say.lines(*found), next_steps)
