"""`cm trauma scan`: accidents in your sessions, each with what was said; saving one is your yes."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import typer

from cm.cli import say
from cm.cli.backtested import render_backtest
from cm.cli.progress import clear, progress
from cm.cli.run import Answer, wants_json
from cm.errors import Exit, Usage

if TYPE_CHECKING:
    from cm.flows.env import Env
    from cm.flows.trauma_scan import Candidate, Kept, Scanned

SINCE = typer.Option("", "--since", metavar="TIME", help="Only since then: 30d, 12h, 2w, or a date.")
PROJECT = typer.Option(
    "", "--project", metavar="P", help="Only of this project; `here` is the one around you."
)
SAVE = typer.Option(None, "--save", metavar="ID", help="Save and arm this one; may be repeated.")
SAVE_ALL = typer.Option(False, "--save-all", help="Save and arm every one that nothing denies yet.")
DRY = typer.Option(False, "--dry-run", help="With --save: test and tell, arm nothing.")
MANY: Final = 20
SIGNS: Final = {
    "accused": "{by} said", "lost": "{by} said", "angry": "{by} said", "confessed": "{by} said", "sorry": "{by} said",
    "restored": "{by} ran", "looked": "{by} ran",
}  # fmt: skip


def command(
    since: str = SINCE,
    project: str = PROJECT,
    save: list[str] = SAVE,
    save_all: bool = SAVE_ALL,
    dry_run: bool = DRY,
) -> Answer:
    """Look through your sessions for commands that did damage and were regretted, and keep guards against them.

    At a terminal each is shown and you are asked; elsewhere they are listed, and --save arms those you name. What is already
    denied says so. Sessions that you closed are not looked at.
    """
    from cm.flows.env import open_env
    from cm.flows.trauma_scan import Wish, scan

    if save and save_all:
        raise Usage("--save and --save-all at once", hint="--save ID for some, --save-all for all")
    if dry_run and not (save or save_all):
        raise Usage("--dry-run goes with --save or --save-all", hint="without them nothing is saved anyway")
    env = open_env()
    wish = Wish(since, project, tuple(save or ()), save_all, dry_run)
    try:
        done = scan(env, wish, progress=progress("looking"))
    finally:
        clear()
    if env.tty and not env.agent and sys.stdout.isatty() and not wants_json() and not (save or save_all):
        done = ask(env, done)
    failed = bool(done.kept) and all(each.refused for each in done.kept)
    return Answer(
        "trauma.scan", done, lambda: render(done, dry_run=dry_run), exit=Exit.REFUSED if failed else Exit.OK
    )


def ask(env: Env, done: Scanned) -> Scanned:
    """Shows one after another with its back-test, and saves those that a person says yes to."""
    from cm.flows.trauma_scan import save, test_of

    kept: list[Kept] = []
    waiting = [each for each in done.candidates if each.trauma and not each.denied_by]
    every = False
    for number, each in enumerate(waiting, 1):
        tested = test_of(env, each)
        shown = say.blocks(
            f"{number} of {len(waiting)}", _one(each), render_backtest(tested) if tested else ""
        )
        sys.stdout.write("\n" + say.fit(shown))
        answer = "y" if every else _answer()
        if answer == "q":
            break
        every = every or answer == "a"
        if answer in ("y", "a"):
            kept.append(save(env, each, tested=tested))
    return replace(done, kept=tuple(kept))


def _answer() -> str:
    sys.stdout.write("Keep a guard against it? [y/N, a = this and all that follow, q = stop] ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    return line.strip().lower()[:1] if line else "q"


def render(done: Scanned, *, dry_run: bool = False) -> str:
    """The candidates, or what became of those that were to be saved."""
    if done.kept:
        return say.blocks(*(_kept(each, dry_run) for each in done.kept), _rest(done))
    looked = f"{say.count(done.commands, 'command')} of {say.count(done.sessions, 'session')}"
    closed = f" {say.count(done.closed, 'session')} more may not be looked at here." if done.closed else ""
    if not done.candidates:
        return say.lines(
            say.para(f"No accident was found in {looked}.{closed}"),
            say.para(
                "Only sessions that were read are looked through; `cm sessions` reads those that are new."
            ),
        )
    shown = done.candidates[:MANY]
    free = [each for each in done.candidates if each.trauma and not each.denied_by]
    return say.blocks(
        say.para(f"{say.count(len(done.candidates), 'accident')} in {looked}.{closed}"),
        *(_one(each) for each in shown),
        f"and {len(done.candidates) - MANY} more: --json" if len(done.candidates) > MANY else "",
        say.lines(
            say.para(f"Keep a guard against one: cm trauma scan --save {free[0].id}"),
            say.para("against all of them: cm trauma scan --save-all") if len(free) > 1 else "",
        )
        if free
        else "",
    )


def _rest(done: Scanned) -> str:
    saved = {each.candidate for each in done.kept}
    left = [each for each in done.candidates if each.id not in saved and each.trauma and not each.denied_by]
    return f"{say.count(len(left), 'accident')} not saved: cm trauma scan" if left else ""


def _one(each: Candidate) -> str:
    """One accident: the command, where, what was said, and what would be kept."""
    place = f"{say.minute(each.at)}  {say.session_name(each.session)} {each.event}"
    project = f"  {say.place(each.project, 40)}" if each.project else ""
    said = [
        say.para(f"{SIGNS[one.sign].format(by=f'the {one.by}')}: {one.quote} ({one.event})", 4)
        for one in each.regrets
    ]
    if each.denied_by:
        would = f"already denied by {each.denied_by}"
    elif each.trauma:
        would = f"a guard would know it by: {say.cut(each.trauma['pattern'], 140)}"
    else:
        would = "no pattern could be made of it: cm trauma add"
    pack = (
        f"the pack {each.pack} would deny it too: cm trauma activate {each.pack}"
        if each.pack and not each.denied_by
        else ""
    )
    return say.lines(
        say.para(f"{each.id}  {each.command}"),
        say.para(place + project, 4),
        *said,
        say.para(would, 4),
        say.para(pack, 4) if pack else "",
    )


def _kept(each: Kept, dry_run: bool) -> str:
    if each.refused:
        shown = f" Shown by: {say.cut(each.shown_by, 120)}" if each.shown_by else ""
        return say.para(f"{each.candidate} was not saved: {each.refused}.{shown}")
    head = f"{each.candidate} would be saved as {each.id}." if dry_run else f"{each.candidate} is saved as {each.id} and armed."  # fmt: skip
    return say.blocks(say.para(head), render_backtest(each.test) if each.test else "")
