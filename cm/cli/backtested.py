"""A back-test as text: what would have been denied, and what would slip through; shown by the commands that arm a trauma."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cm.cli import say

if TYPE_CHECKING:
    from cm.flows.backtest import Backtest, WouldDeny
    from cm.flows.replay import Replay

MANY: Final = 8


def render_backtest(test: Backtest, *, all_of_it: bool = False) -> str:
    """Two paragraphs: the journal, and the other spellings."""
    return say.blocks(_journal(test, all_of_it), _spellings(test, all_of_it))


def render_replay(found: Replay | None) -> str:
    """A single trauma whole; of many what each of them would have denied, a line each."""
    if found is None:
        return ""
    if found.traumas == 1:
        return render_backtest(found.denying[0])
    if not found.commands:
        return say.para(_over(found))
    if not found.denying:
        return say.para(f"{_over(found)} none would have been denied by these {found.traumas} traumas.")
    how_many = f"{len(found.denying)} of these {found.traumas} traumas would have denied some:"
    return say.lines(say.para(f"{_over(found)} {how_many}"), *map(_in_short, found.denying))


def _in_short(test: Backtest) -> str:
    most = test.denied[0]
    return say.para(
        f"{test.total:,}, last {say.minute(max(each.last for each in test.denied))}: {say.cut(most.line, 120)}",
        2,
        f"{say.clean(test.id)}  ",
        hang=6,
    )


def _journal(test: Backtest, all_of_it: bool) -> str:
    if not test.commands or not test.total:
        return say.para(f"{_over(test)}{' none would have been denied.' if test.commands else ''}")
    kinds = "" if len(test.denied) == 1 else f", {len(test.denied)} different ones"
    shown = test.denied if all_of_it else test.denied[:MANY]
    return say.lines(
        say.para(f"{_over(test)} {test.total:,} would have been denied{kinds}:"),
        *(_one(each) for each in shown),
        f"  and {len(test.denied) - len(shown):,} more: --json" if len(test.denied) > len(shown) else "",
    )


def _over(test: Backtest | Replay) -> str:
    """What was replayed; the beginning of a sentence, when that was anything."""
    if not test.commands:
        return "Back-test: the journal holds no commands yet that could be replayed."
    where = f"{say.count(test.commands, 'command')} of {say.count(test.sessions, 'session')}"
    closed = f" ({say.count(test.closed, 'session')} more may not be looked at here)" if test.closed else ""
    return f"Back-test: of {where}{closed}"


def _one(each: WouldDeny) -> str:
    place = each.places[-1]
    when = say.minute(each.last)
    times = f"{each.count:,} times, last " if each.count > 1 else ""
    return say.lines(
        say.para(each.command, 2),
        say.para(f"{times}{when} in {say.session_name(place.session)} {place.event}", 6),
    ).rstrip("\n")


def _spellings(test: Backtest, all_of_it: bool) -> str:
    if not test.mutations:
        return ""
    if not test.slipped:
        return say.para(f"Other spellings of it: all of {test.mutations} would be denied.")
    shown = test.slipped if all_of_it else test.slipped[:MANY]
    return say.lines(
        say.para(f"Other spellings of it: {len(test.slipped)} of {test.mutations} would slip through:"),
        *(say.para(f"{each.kind}: {each.text}", 2) for each in shown),
        f"  and {len(test.slipped) - len(shown)} more: --json" if len(test.slipped) > len(shown) else "",
    )
