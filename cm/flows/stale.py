"""`cm stale`: rules that somebody should look at: said to be out of date, standing low, expiring, waiting, never handed out.

Looks only; what the sweep does by itself is `core/curation/sweep.py`, what a person does stands with each reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias, get_args

from cm.core.serving.serve import is_vouched_for
from cm.core.serving.validity import is_due, span_of
from cm.flows.anchored import gone_here, gone_say
from cm.flows.counted import Counted, counted
from cm.flows.env import Env
from cm.flows.heard import Heard
from cm.flows.listing import Listed, Wanted, list_rules
from cm.flows.surroundings import nearest
from cm.model.rule import Layer, Rule
from cm.model.stamp import moment

Cause: TypeAlias = Literal[
    "stale", "anchor-gone", "low-standing", "expired", "expires-soon", "review-due", "waiting", "never-shown"
]
CAUSES: Final[tuple[Cause, ...]] = get_args(Cause)

DAYS: Final = 30
SOON_DAYS: Final = 14
_DOES: Final[Mapping[Cause, str]] = {
    "stale": "it holds still: cm review approve {id}; else: cm remove {id} --reason …",
    "anchor-gone": 'it holds still: cm review approve {id}; new words: cm correct {id} "…"; else: cm remove {id} --reason …',
    "low-standing": 'it holds still: cm review approve {id}; new words: cm correct {id} "…"; else: cm forget {id} --reason …',
    "expired": "it is served no more: cm remove {id} --reason …, or write another end under `valid`",
    "expires-soon": "it holds on: write another end under `valid`",
    "review-due": "it holds still: cm review approve {id} (--until DATE asks again then); else: cm remove {id} --reason …",
    "waiting": "cm review approve {id} or cm review reject {id} --reason …",
    "never-shown": 'it fits no task: cm correct {id} "…" with the words of the task, or cm remove {id} --reason …',
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a rule should be looked at, and what to do."""

    cause: Cause
    say: str
    do: str


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A rule with all that speaks for looking at it, the gravest first."""

    rule: Rule
    layer: Layer
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Stale:
    """What was found, the gravest first."""

    project: str
    rules: tuple[Doubtful, ...]
    more: int
    days: int
    causes: Mapping[str, int] = field(default_factory=dict)  # of all that were found


def stale(env: Env, *, days: int = DAYS, here: bool = False, cause: str = "", most: int = 0) -> Stale:
    """Looks through the rules in force and the drafts."""
    listed = list_rules(env, Wanted(states=("active", "contested", "draft"), here=here)).rules
    counts = counted(Heard(env))
    gone = gone_here(str(env.home.root), nearest(str(env.cwd)))
    found = []
    for item in listed:
        stranger = item.layer == "repo" and not env.trusted
        if stranger or item.withheld in ("blocked", "quarantined"):
            continue  # those wait for another word than this one
        reasons = tuple(
            each
            for each in (
                *_anchor_gone(item.rule, gone.get(item.rule.id, ())),
                *_reasons(item, counts.get(item.rule.id, Counted()), env.now, days),
            )
            if cause in ("", each.cause)
        )
        if reasons:
            found.append(Doubtful(item.rule, item.layer, reasons))
    found.sort(key=lambda item: (CAUSES.index(item.reasons[0].cause), item.rule.origin.at, item.rule.id))
    kept = found[:most] if most else found
    return Stale(
        project=env.project,
        rules=tuple(kept),
        more=len(found) - len(kept),
        days=days,
        causes=dict(Counter(item.reasons[0].cause for item in found)),
    )


def _anchor_gone(rule: Rule, paths: Sequence[str]) -> Iterator[Reason]:
    if paths:
        yield _reason("anchor-gone", rule, f"{gone_say(paths)}: held back")


def _reasons(item: Listed, counts: Counted, now: datetime, days: int) -> Iterator[Reason]:
    rule = item.rule
    if rule.stale:
        yield _reason("stale", rule, rule.stale)
    standing = item.standing
    if item.withheld == "low-standing" or (standing.score < 0 and not is_vouched_for(rule, standing)):
        held = "it is held back" if item.withheld == "low-standing" else "it is still given"
        marks = f"{standing.n_plus} helpful, {standing.n_minus} harmful"
        yield _reason("low-standing", rule, f"score {standing.score:.1f} ({marks}): {held}")
    _, until = span_of(rule)
    if item.withheld == "expired" or (until is not None and now >= until):
        yield _reason("expired", rule, f"it held until {rule.valid.until if rule.valid else ''}")
    elif until is not None and now + timedelta(days=SOON_DAYS + 1) >= until:
        yield _reason("expires-soon", rule, f"it holds until {rule.valid.until if rule.valid else ''}")
    if rule.state != "draft" and is_due(rule, now):
        yield _reason("review-due", rule, f"to be looked at again from {rule.review_after}")
    born = _day(rule.origin.at)
    age = (now - born).days if born is not None else 0
    if rule.state == "draft":
        if age >= days:
            yield _reason("waiting", rule, f"a draft for {age} days")
    elif age >= days and (last := _day(counts.last_shown) or born) is not None and (now - last).days >= days:
        when = (
            f"since {counts.last_shown[:10]}" if counts.last_shown else f"in the {age} days that it is there"
        )
        yield _reason("never-shown", rule, f"not handed out {when}")


def _reason(cause: Cause, rule: Rule, said: str) -> Reason:
    return Reason(cause, said, _DOES[cause].replace("{id}", rule.id))


def _day(text: str) -> datetime | None:
    try:
        return moment(text) if text else None
    except (ValueError, OverflowError):
        return None
