"""`cm usage`: what models were asked, and what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import typer

from cm.cli import say
from cm.cli.run import Answer

if TYPE_CHECKING:
    from cm.flows.usage import Sum, Usage

DAYS = typer.Option(30, "--days", metavar="N", min=0, help="The last N days; 0 is all there is.")
BARS: Final = 24
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"


def command(days: int = DAYS) -> Answer:
    """Tell what models were asked and what it cost: per day, model and verb, and what the limits leave.

    A call is written down at the most it can cost before it is sent, and at what it did cost afterwards; one whose end is not
    known counts in full. Days are those of UTC.
    """
    from cm.flows.env import open_env
    from cm.flows.usage import usage

    found = usage(open_env(), days=days)
    return Answer("usage", found, lambda: render(found))


def render(found: Usage) -> str:
    """A bar per day, then who was asked for what, then the limits."""
    named = (
        f"Model: {found.model}"
        if found.model
        else "No model is named, so none is called: cm config set llm.provider …"
    )
    if not found.total.calls:
        since = f" since {found.since}" if found.since else ""
        return say.blocks(say.para(f"No model was asked{since}."), say.para(named))
    return say.blocks(
        say.lines(*_plot(found.days)),
        _table("By model", found.models),
        _table("By verb", found.verbs),
        _limits(found),
        say.para(named),
    )


def _plot(days: Sequence[Sum]) -> list[str]:
    """One line per day: money as a bar; where nothing cost anything, tokens."""
    money = any(day.usd for day in days)
    sizes = [day.usd if money else float(day.tokens_in + day.tokens_out) for day in days]
    most = max(sizes) or 1.0
    amounts = [_usd(day.usd) if money else f"{day.tokens_in + day.tokens_out:,} tokens" for day in days]
    room = max(map(len, amounts))
    return [
        f"{day.name}  {_bar(size / most):<{BARS}}  {amount:>{room}}  {say.count(day.calls, 'call')}"
        for day, size, amount in zip(days, sizes, amounts, strict=True)
    ]


def _bar(share: float) -> str:
    eighths = round(share * BARS * 8)
    whole, part = divmod(max(eighths, 1 if share > 0 else 0), 8)
    return "█" * whole + (_EIGHTHS[part] if part else "")


def _table(title: str, sums: Sequence[Sum]) -> str:
    rows = [
        (f"{item.calls:,}", f"{item.tokens_in:,}", f"{item.cached:,}", f"{item.tokens_out:,}", _usd(item.usd))
        for item in sums
    ]
    head = ("calls", "in", "cached", "out", "cost")
    taken = sum(max(len(row[place]) for row in (head, *rows)) + 2 for place in range(4))
    room = max(12, say.width() - taken - 18)  # the cost needs sixteen and a gap
    names = [item.name if len(item.name) <= room else "…" + item.name[1 - room :] for item in sums]
    rows_of = [(name, *row) for name, row in zip(names, rows, strict=True)]
    return say.columns(rows_of, head=(title, *head))


def _limits(found: Usage) -> str:
    out = []
    for span, item in zip(("today", "this month"), found.limits, strict=True):
        if item.limit_usd:
            out.append(f"{_usd(item.spent_usd)} of {_usd(item.limit_usd)} ({item.setting}) is spent {span}.")
        else:
            out.append(f"{_usd(item.spent_usd)} is spent {span}; nothing more may be ({item.setting} is 0).")
    if found.total.unsettled:
        calls = say.count(found.total.unsettled, "call")
        one = found.total.unsettled == 1
        out.append(
            f"{calls} {'counts at the most it' if one else 'count at the most they'} can cost: how "
            f"{'it' if one else 'they'} ended, or what {'it' if one else 'they'} took, is not known."
        )
    return say.lines(*(say.para(line) for line in out))


def _usd(amount: float) -> str:
    from cm.flows.spending import dollars_of

    return dollars_of(amount)
