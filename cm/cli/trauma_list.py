"""`cm trauma list`: what is denied, what is lifted, what waits and why."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import typer

from cm.cli import say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.armed import Gone
    from cm.flows.trauma_list import Listing, Row

PACKS = typer.Option(False, "--packs", help="The packs that ship, and which are on.")
ALL = typer.Option(False, "--all", help="Traumas of packs that are off, too.")


def command(packs: bool = PACKS, everything: bool = ALL) -> Answer:
    """List traumas: armed, lifted, waiting, in quarantine with the reason; with --packs the packs that a person or agent may switch on."""
    from cm.flows.env import open_env
    from cm.flows.trauma_list import listing

    found = listing(open_env(), everything=everything)
    return Answer("trauma.list", found, lambda: render_packs(found) if packs else render(found))


def render(found: Listing) -> str:
    """Own traumas one by one, packs counted, then what does not count."""
    own = [row for row in found.traumas if row.layer != "pack" or row.state != "armed"]
    on = [pack for pack in found.packs if pack.on]
    named = ", ".join(f"{pack.name} ({pack.traumas - pack.healed})" for pack in on)
    return say.blocks(
        say.para(f"{say.count(found.armed, 'trauma')} armed; packs on: {named or 'none'}"),
        say.lines(*map(_row, own)),
        _troubles(found),
        say.lines(
            say.para(f"{say.count(found.left_out, 'trauma')} of packs that are off: `cm trauma list --packs`") if found.left_out else "",
            say.para("`cm trauma show ID` tells a story; `cm trauma add` keeps a new one") if found.armed else "",
        ),
    )  # fmt: skip


def render_packs(found: Listing) -> str:
    """Every pack."""
    width = max(len(pack.name) for pack in found.packs) + 2
    rows = (
        say.para(
            f"{pack.about} {say.count(pack.traumas, 'trauma')}"
            + (f", {pack.healed} of them lifted" if pack.healed else "")
            + (" (always on)" if pack.always else ""),
            first=f"{pack.name.ljust(width)}{'on ' if pack.on else 'off'}  ",
            hang=width + 5,
        )
        for pack in found.packs
    )
    unknown = (say.para(f"! guard.packs names {name}, which is no pack") for name in found.unknown_packs)
    return say.blocks(
        say.lines(*rows), say.lines(*unknown), say.para("`cm trauma activate PACK` switches one on.")
    )


def _row(row: Row) -> str:
    trauma = row.trauma
    told = {
        "healed": f"lifted{f' until {say.minute(trauma.until)}' if trauma.until else ''}: {trauma.healed}",
        "imported": "from another store; `cm trauma activate` arms it",
        "retired": "taken away",
        "off": f"pack {trauma.pack} is off",
        "armed": trauma.story.message,
    }[row.state]
    where = {"repo": " (this repository)", "pack": f" (pack {trauma.pack})"}.get(row.layer, "")
    return say.lines(
        say.para(f"{row.state}, {trauma.severity}{where}", first=f"{say.clean(trauma.id)}  ", hang=2),
        say.para(say.cut(trauma.pattern, 200), 2, f"{trauma.scope}: ", hang=4),
        say.para(told, 2) if told else "",
    ).rstrip("\n")


def _troubles(found: Listing) -> str:
    quarantined = (
        say.lines(
            say.para(f"! {each.id or 'a line'} is not armed: {each.reason}", hang=2),
            say.para(each.shown_by, 2, "shown by: ") if each.shown_by else "",
            say.para(each.place, 2),
        ).rstrip("\n")
        for each in found.quarantined
    )
    waiting = (
        say.lines(say.para(f"? {each.id}: {each.why}", hang=2), say.para(each.place, 2)).rstrip("\n")
        for each in found.waiting
    )
    gone = (
        say.para(
            f"! {each.id} was armed and its line is gone from {each.place}: `{_added_again(each)}` brings it back, `cm trauma remove {each.id}` lets it go",
            hang=2,
        )
        for each in found.gone
    )
    return say.lines(*quarantined, *waiting, *gone)


def _added_again(each: Gone) -> str:
    """The command that arms it as it was; its story is in the home's git history."""
    scope = "" if each.scope == "command" else f" --scope {each.scope}"
    return f"cm trauma add {shlex.quote(each.pattern)}{scope} --id {each.id}"
