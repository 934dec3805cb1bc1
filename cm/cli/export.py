"""`cm export`: write rules into a file for another home."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import typer

from cm.cli import rules, say
from cm.cli.run import Answer
from cm.errors import Usage
from cm.model.rule import KINDS, STATES

if TYPE_CHECKING:
    from cm.flows.exporting import Exported, Form

FILE = typer.Argument("", metavar="[FILE|-]", help="Where to; without it, or with -, it is printed.")
FORMAT = typer.Option(
    "", "--format", metavar="yaml|json", help="The form; without it the file's name says it, else yaml."
)
LAYER = typer.Option(
    "", "--layer", metavar="user|repo|both",
    help="Whose rules; without it both, but not your own rules of no project.",
)  # fmt: skip
PROJECT = typer.Option(
    "", "--project", metavar="P", help="Only rules about this project; `here` is the one here."
)
KIND = typer.Option(
    None, "--kind", metavar="KIND", help="rule, anti-pattern, fact or preference; may be repeated."
)
STATE = typer.Option(
    None,
    "--state",
    metavar="STATE",
    help="active (default), draft, contested, superseded, retired, all; may be repeated.",
)
STANDING = typer.Option(False, "--with-standing", help="The marks too: verdict, day, weight and reason.")
QUOTES = typer.Option(False, "--with-quotes", help="The words that prove each rule too.")
HISTORY = typer.Option(False, "--with-history", help="Earlier wordings too.")
USER = typer.Option(False, "--include-user", help="Your own rules of no project too.")
PRIVATE = typer.Option(
    False, "--private", help="What is private too: preferences, facts about persons. A person has to say so."
)
YES = typer.Option(False, "--yes", help="With --private in a script: yes, it may leave.")
FORCE = typer.Option(False, "--force", help="Write over a file that is no export of cm.")


def command(
    file: str = FILE, format: str = FORMAT, layer: str = LAYER, project: str = PROJECT, kind: list[str] = KIND,
    state: list[str] = STATE, with_standing: bool = STANDING, with_quotes: bool = QUOTES, with_history: bool = HISTORY,
    include_user: bool = USER, private: bool = PRIVATE, force: bool = FORCE, yes: bool = YES,
) -> Answer:  # fmt: skip
    """Write rules into a portable file: no sessions, no paths or names of this machine, nothing withdrawn or private.

    The same rules give the same bytes. `cm import FILE` takes it in elsewhere. AGENTS.md and kin are written by `cm project`.
    """
    from cm.flows.env import open_env
    from cm.flows.exporting import LAYERS, Wanted, export

    form = form_of(format, file)
    layers = next((known for known in LAYERS if known == layer), None)
    if layer and layers is None:
        raise Usage(f"there is no layer `{layer}`", hint=f"one of {', '.join(LAYERS)}")
    kinds = tuple(known for known in KINDS if known in (kind or ()))
    if wrong := sorted({*(kind or ())} - set(KINDS)):
        raise Usage(f"there is no kind `{wrong[0]}`", hint=f"one of {', '.join(KINDS)}")
    if wrong := sorted({*(state or ())} - {*STATES, "all"}):
        raise Usage(f"there is no state `{wrong[0]}`", hint=f"one of {', '.join(STATES)}, all")
    wanted = Wanted(
        layer=layers, project=project, kinds=kinds, states=tuple(known for known in STATES if known in (state or ())),
        every_state="all" in (state or ()), standing=with_standing, quotes=with_quotes, history=with_history,
        include_user=include_user, private=private,
    )  # fmt: skip
    if file in ("", "-"):
        told = export(open_env(), wanted, form=form, yes=yes)
        return Answer("export", told, lambda: told.text, raw=True, notes=tuple(left_out(told)))
    done = export(open_env(), wanted, file=file, form=form, force=force, yes=yes)
    return Answer("export", done, lambda: render(done))


def form_of(said: str, file: str) -> Form:
    """The form that was asked for, else the one that the file's name says."""
    match said or ("json" if file.casefold().endswith(".json") else "yaml"):
        case "json":
            return "json"
        case "yaml":
            return "yaml"
        case other:
            raise Usage(f"--format {other}: not one of yaml, json")


def render(done: Exported) -> str:
    """What is in the file, and what is not."""
    head = f"{done.file} {'is up to date' if done.unchanged else 'written'}: {say.count(len(done.rules), 'rule')}"
    marks = f", {say.count(done.marks, 'mark')}" if done.marks else ""
    named = [f"  {name}" for name in done.projects]
    return say.blocks(
        say.lines(say.para(f"{head}{marks}."), *(say.para(line, first="  ") for line in left_out(done))),
        say.lines("About", *named) if named else "",
        say.lines(say.para(f"In another home: cm import {done.file}")) if done.rules else "",
    )


def left_out(done: Exported) -> list[str]:
    """One line for each reason for which rules stay here."""
    out = []
    for reason, number in sorted(done.reasons.items()):
        ids = [say.short(item.id) for item in done.left_out if item.reason == reason]
        some = ", ".join(ids[:4]) + (f" and {len(ids) - 4} more" if len(ids) > 4 else "")
        what = WORDS.get(reason, reason)
        out.append(f"{say.count(number, 'rule')} left out, {what}: {some}")
    return out


WORDS: Final[Mapping[str, str]] = {
    **rules.WITHHELD,
    "private": "private (--private takes them along)",
    "own": "your own and of no project (--include-user takes them along)",
    "id-taken": "its id is that of a rule of the other layer",
}
