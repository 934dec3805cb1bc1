"""`cm trauma add`: a command is denied from now on. Open to all, since it tightens; it says by whom."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.backtested import render_backtest
from cm.cli.run import Answer, wants_json
from cm.errors import Exit, Usage

if TYPE_CHECKING:
    from cm.flows.backtest import Backtest
    from cm.flows.env import Env
    from cm.flows.traumas import Added
    from cm.model.trauma import Trauma

PATTERN = typer.Argument("", metavar="[PATTERN]", help="A regular expression over the canonical form.")
COMMAND = typer.Option("", "--command", help="A command that did damage: a pattern is made of it.")
SCOPE = typer.Option(
    "", "--scope", help="command (default), command:canonical, argument, payload[:LANGUAGE], raw."
)
SEVERITY = typer.Option("critical", "--severity", help="fatal, critical, or caution (asks where it can).")
MESSAGE = typer.Option("", "--message", "--why", "-m", help="What happened; told with every denial.")
INSTEAD = typer.Option("", "--instead", help="What to do in its place.")
DENY = typer.Option(None, "--deny", help="A command that must be denied; may be given again.")
ALLOW = typer.Option(None, "--allow", help="A command that must not be denied; may be given again.")
FLAGS = typer.Option("", "--flags", help="i: capitals do not count.")
SESSION = typer.Option("", "--session", help="The session in which it happened.")
EVENT = typer.Option("", "--event", help="The event in which it happened.")
REPO = typer.Option(False, "--repo", help="For everybody who trusts this repository's .cm/.")
ID = typer.Option("", "--id", help="Its id; left out, one is made.")
DRY = typer.Option(False, "--dry-run", help="Check and replay it; write nothing.")
YES = typer.Option(False, "--yes", "-y", help="Arm it without asking at the terminal.")


def command(
    pattern: str = PATTERN, incident: str = COMMAND, scope: str = SCOPE, severity: str = SEVERITY, message: str = MESSAGE,
    instead: str = INSTEAD, deny: list[str] = DENY, allow: list[str] = ALLOW, flags: str = FLAGS, session: str = SESSION,
    event: str = EVENT, repo: bool = REPO, name: str = ID, dry: bool = DRY, yes: bool = YES,
) -> Answer:  # fmt: skip
    """Deny a command from now on, in all its spellings: name a pattern, or the command that did damage.

    It is checked and replayed over your journal before it is armed; at a terminal you are asked.
    """
    from cm.flows import traumas
    from cm.flows.env import open_env

    grave = next((each for each in ("fatal", "critical", "caution") if each == severity), None)
    if grave is None:
        raise Usage(f"--severity is fatal, critical or caution, not {severity!r}")
    if scope and scope.partition(":")[0] not in ("command", "argument", "payload", "raw"):
        raise Usage(
            f"--scope is command, command:canonical, argument, payload, payload:LANGUAGE or raw, not {scope!r}"
        )
    env = open_env()
    wish = traumas.Wish(
        pattern, incident, scope, grave, message, instead, tuple(deny or ()), tuple(allow or ()), flags, session, event, name,
    )  # fmt: skip
    ask = None if yes or wants_json() or not env.tty or env.agent else _asked
    done = traumas.add(env, wish, layer="repo" if repo else "user", dry_run=dry, ask=ask)
    quiet = ask is not None and done.verdict != "known"  # the replay was shown with the question
    exit_code = Exit.NO if done.verdict == "declined" else Exit.OK
    return Answer(
        "trauma.add", done, lambda: render(env, done, tested=not quiet), notes=done.notes, exit=exit_code
    )


def render(env: Env, done: Added, *, tested: bool = True) -> str:
    """What is denied from now on, and what the replay showed."""
    trauma = done.trauma
    said = {
        "armed": f"armed: {trauma.severity}, added by {trauma.story.by}",
        "known": "known already: nothing was added",
        "would be armed": "would be armed; nothing was written",
        "declined": "not armed; nothing was written",
    }[done.verdict]
    return say.blocks(
        say.lines(
            say.para(said, first=f"{say.clean(trauma.id)}  ", hang=2),
            say.para(trauma.pattern, 2, f"{trauma.scope}: ", hang=4),
            say.para(done.place, 2) if done.verdict == "armed" else "",
        ),
        render_backtest(done.backtest) if tested and done.backtest else "",
        say.para(f"Only a person lifts it: cm trauma heal {say.clean(trauma.id)} --reason '...'") if done.verdict == "armed" else "",
    )  # fmt: skip


def _asked(trauma: Trauma, found: Backtest) -> bool:
    sys.stderr.write(
        f"{trauma.scope}: {say.clean(trauma.pattern)}\n{say.fit(render_backtest(found))}arm it? [y/N] "
    )
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
