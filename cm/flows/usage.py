"""What models were asked and what it cost: per day, per model, per verb; what the limits leave; what could be sent next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta

from cm.core.spending import NANO, Call, nano_of, spent
from cm.flows.env import Env
from cm.llm.opening import is_named
from cm.model.stamp import stamp
from cm.store.usage import read_usage, usage_path


@dataclass(frozen=True, slots=True)
class Sum:
    """Calls that have something in common."""

    name: str
    calls: int
    unsettled: int  # counted in full: how they ended, or what they took, is not known
    tokens_in: int
    tokens_out: int
    cached: int
    usd: float


@dataclass(frozen=True, slots=True)
class Left:
    """A limit and what was spent of it."""

    setting: str
    limit_usd: float
    spent_usd: float


@dataclass(frozen=True, slots=True)
class Usage:
    """The sums of a span of days."""

    model: str  # what is configured now; "" = none, and nothing is called
    since: str
    total: Sum
    days: tuple[Sum, ...]  # every day of the span in which there was something, the oldest first
    models: tuple[Sum, ...]
    verbs: tuple[Sum, ...]
    limits: tuple[Left, ...]
    file: str


def usage(env: Env, *, days: int = 30) -> Usage:
    """Sums the ledger of the last days (0 = all of it). Raises BadState when a line hides what was spent."""
    calls = list(read_usage(env.home).values())
    since = stamp(env.now - timedelta(days=days - 1))[:10] if days else ""
    shown = [call for call in calls if call.reserved.at[:10] >= since]
    llm = env.settings.llm
    so_far = spent(calls, env.stamp, "")
    return Usage(
        model=f"{llm.provider}/{llm.model}" if is_named(llm) else "",
        since=since,
        total=_sum("", shown),
        days=_sums(shown, lambda call: call.reserved.at[:10]),
        models=_sums(shown, lambda call: call.reserved.model),
        verbs=_sums(shown, lambda call: call.reserved.verb),
        limits=(
            Left("llm.daily_usd", nano_of(llm.daily_usd) / NANO, so_far.day / NANO),
            Left("llm.monthly_usd", nano_of(llm.monthly_usd) / NANO, so_far.month / NANO),
        ),
        file=str(usage_path(env.home)),
    )


def _sums(calls: Iterable[Call], of: Callable[[Call], str]) -> tuple[Sum, ...]:
    groups: dict[str, list[Call]] = {}
    for call in calls:
        groups.setdefault(of(call), []).append(call)
    return tuple(_sum(name, groups[name]) for name in sorted(groups))


def _sum(name: str, calls: Iterable[Call]) -> Sum:
    every = list(calls)
    return Sum(
        name,
        len(every),
        sum(call.settled is None or call.settled.how in ("unsaid", "unknown") for call in every),
        sum(call.tokens_in for call in every),
        sum(call.tokens_out for call in every),
        sum(call.cached for call in every),
        sum(call.nano for call in every) / NANO,
    )
