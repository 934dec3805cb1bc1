"""`cm erase`: remove a rule, a session or words from everywhere, for good, with a receipt."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer
from cm.errors import Usage

if TYPE_CHECKING:
    from cm.flows.erase import Erased, Erasure, Listed

WHAT = typer.Argument(
    "",
    metavar="RULE|SESSION|TEXT",
    help="A rule's id, a session's id, or the words; `-` reads words from standard input.",
)
REASON = typer.Option("", "--reason", metavar="TEXT", help="Why; kept in the receipt.")
TEXT = typer.Option(False, "--text", help="These are words, also when they look like an id.")
DRY = typer.Option(False, "--dry-run", help="Say where it is, and do nothing.")
YES = typer.Option(False, "--yes", help="Yes, without being asked; needed in a script.")
LIST = typer.Option(False, "--list", help="Show the receipts of earlier erasures.")
MANY = 12


def command(
    what: str = WHAT, reason: str = REASON, text: bool = TEXT, dry_run: bool = DRY, yes: bool = YES, listed: bool = LIST
) -> Answer:  # fmt: skip
    """Remove a rule, a session, or any words from everywhere cm keeps them, old commits of its home included, for good.

    They do not come back: what holds them is cut when transcripts are read, and refused as a rule. What cm cannot reach is
    named, with what you can do. To take a rule out of use and keep its history: `cm forget`.
    """
    from cm.flows import erase as flow
    from cm.flows.env import open_env

    env = open_env()
    if listed:
        if what:
            raise Usage("--list takes no name", hint="`cm erase --list` shows every receipt")
        found = flow.erased(env)
        return Answer("erase", found, lambda: render_list(found))
    piped = what == flow.STDIN
    if piped:
        what, text = sys.stdin.read().strip(), True
    done = flow.erase(env, what, reason, text=text, yes=yes, dry_run=dry_run, argued=not piped)
    return Answer("erase", done, lambda: render(done))


def render(done: Erased) -> str:
    """What was done in each place, what could not be reached, and what is left to the user."""
    would = "Would erase" if done.dry_run else "Erased"
    whom = done.name or "the words you named"
    head = say.para(
        f"{would} {whom}."
        if done.places
        else f"{would} {whom}: nothing of {'it' if done.name else 'them'} is kept here."
    )
    if not done.places and not done.dry_run:
        head += "\n" + say.para(f"{'It is' if done.name else 'They are'} kept out from now on.")
    rows = [(each.where, each.done, f"{each.count:,}×") for each in done.places]
    shown, rest = rows[:MANY], rows[MANY:]
    return say.blocks(
        head,
        say.lines(say.columns(shown, indent=2), f"  and {len(rest)} places more: --json" if rest else "")
        if rows
        else "",
        say.lines(
            _rules("Rules that go with it" if done.dry_run else "Rules that went with it", done.removed),
            _rules("Rules that lost words; look at them (cm show)", done.reworded),
            _rules(
                "Rules that rest on it too and stay, without its words; cm erase takes one away", done.resting
            ),
        ),
        say.lines(
            "Out of reach:",
            *(_out_of_reach(each.where, each.why, each.todo) for each in done.unreached[:MANY]),
            f"  and {len(done.unreached) - MANY} more: --json" if len(done.unreached) > MANY else "",
        )
        if done.unreached
        else "",
        "Nothing was written." if done.dry_run else say.para(f"receipt {done.id}: {done.receipt}", hang=2),
    )


def _rules(what: str, ids: tuple[str, ...]) -> str:
    return say.para(f"{what}: {', '.join(map(say.short, ids))}", hang=2) if ids else ""


def _out_of_reach(where: str, why: str, todo: str) -> str:
    return say.lines(say.para(f"{where}: {why}", 2, "! ", hang=4), say.para(f"do: {todo}", 4, hang=8)).rstrip(
        "\n"
    )


def render_list(found: Listed) -> str:
    """One line for each, the newest first."""
    if not found.receipts and not found.pending:
        return "Nothing was ever erased.\n"
    return say.blocks(
        say.lines(*map(_receipt, found.receipts)),
        *(say.para(f"! {each} was cut short; any next command completes it") for each in found.pending),
    )


def _receipt(each: Erasure) -> str:
    whom = each.name or say.count(each.words, "word")
    left = f", {len(each.unreached)} out of reach" if each.unreached else ""
    told = f"{say.minute(each.at)}  {whom}: {say.count(len(each.places), 'place')}{left} ({each.reason})"
    return say.para(told, 0, f"{say.short(each.id)}  ", hang=2)
