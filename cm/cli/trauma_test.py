"""`cm trauma test`: what the guard would say of a command here, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Exit, Usage

if TYPE_CHECKING:
    from cm.flows.trauma_test import Judged, Verdicts

COMMAND = typer.Argument(
    None, metavar="[COMMAND]...", help="The command, quoted as one word; it is never run."
)
ID = typer.Option("", "--id", metavar="ID", help="Against this trauma alone, whether it is armed or not.")
SHELL = typer.Option("sh", "--shell", metavar="[sh|powershell|cmd]", help="What would read the command.")
CWD = typer.Option("", "--cwd", metavar="FOLDER", help="The folder in which it would run.")
EXPLAIN = typer.Option(False, "--explain", help="How it was read, and every trauma that it meets.")
FILE = typer.Option("", "--file", metavar="FILE", help="Commands of a file, one a line.")


def command(
    words: list[str] = COMMAND,
    only: str = ID,
    shell: str = SHELL,
    cwd: str = CWD,
    explain: bool = EXPLAIN,
    file: str = FILE,
) -> Answer:
    """Say what the guard would do with a command here: deny, ask, allow, or could not judge. The command is not run.

    It is judged by what is armed in this folder. Exit 1 when it would not just run.
    """
    from pathlib import Path

    from cm.flows.env import open_env
    from cm.flows.trauma_test import SHELLS, commands_of, judge_commands

    if shell not in SHELLS:
        raise Usage(f"--shell is one of {', '.join(SHELLS)}, not {shell!r}")
    if bool(words) == bool(file):
        raise Usage(
            "name a command or a file, not both" if file else "there is no command to test",
            hint="cm trauma test 'git reset --hard', or --file FILE with one command a line",
        )
    env = open_env()
    if cwd:
        folder = Path(env.cwd, cwd).expanduser()
        if not folder.is_dir():
            raise Usage(f"--cwd {cwd} is no folder")
        env = open_env(cwd=folder)
    commands = commands_of(env, file) if file else (" ".join(words or ()),)
    done = judge_commands(env, commands, only=only, shell=shell, explain=explain)
    return Answer("trauma.test", done, lambda: render(done), exit=Exit.NO if done.stopped else Exit.OK)


def render(done: Verdicts) -> str:
    """One verdict in words; many as a table."""
    if len(done.judged) == 1:
        return _one(done, done.judged[0])
    rows = [(each.action, each.id or "-", say.cut(each.command, 56)) for each in done.judged]
    told = f"{say.count(done.stopped, 'command')} of {len(rows)} would not just run, by {_against(done)}."
    return say.blocks(
        say.columns(rows),
        say.blocks(*(_explained(each, named=True) for each in done.judged if each.view)),
        say.para(told),
    )


def _one(done: Verdicts, each: Judged) -> str:
    match each.action:
        case "deny":
            head = "Denied."
        case "ask":
            head = "The host is told to ask (where it cannot ask, it is denied)."
        case "unjudged":
            head = f"Could not be judged ({', '.join(each.doubts)}): by guard.unreadable that is `{done.unreadable}`."
        case _:
            head = f"Allowed: it meets none of {_against(done)}."
    says = [say.para(line, 2) for line in each.says.splitlines()] if each.action in ("deny", "ask") else []
    return say.blocks(say.para(head), say.lines(*says), _explained(each))


def _against(done: Verdicts) -> str:
    return f"trauma {done.only}" if done.only else f"the {say.count(done.armed, 'trauma')} armed here"


def _explained(each: Judged, *, named: bool = False) -> str:
    if each.view is None:
        return ""
    read = [f"    {line}" for line in each.view.canonical] or ["    nothing that runs"]
    given = [say.para(text, 4, first=f"{kind}: ") for kind, text in each.view.payloads]
    met = [
        say.para(f"{one.id} ({', '.join(filter(None, (one.pack, one.severity, one.scope)))}): {one.line}", 4)
        for one in each.met
    ]
    return say.blocks(
        say.para(each.command) if named else "",
        say.lines("  Read as", *read),
        say.lines("  Handed to others", *given) if given else "",
        say.lines("  Doubts", say.para(", ".join(each.view.doubts), 4)) if each.view.doubts else "",
        say.lines("  Meets", *(met or ["    no trauma"])),
    )
