"""What time alone does to rules: one whose validity ended retires, a draft that nobody supported too, one that nobody used is held back.

The second half of the sweep. Not here: what marks ask for (`core/curation/sweep.py`), what is not served meanwhile
(`core/serving/serve.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from cm.core.curation.scrubbing import needs_proof
from cm.core.serving.standing import standing_of
from cm.core.serving.validity import span_of
from cm.model.decision import Decision, Reason, Verdict
from cm.model.playbook import Playbook
from cm.model.rule import Retirement, Rule
from cm.model.settings import CurationPolicy
from cm.model.stamp import moment, stamp
from cm.model.standing import Standing

WAITS: Final = ("draft",)
UNSUPPORTED: Final = "a draft that nobody supported"
IN_SERVICE: Final = ("draft", "active", "contested")


@dataclass(frozen=True, slots=True)
class Uses:
    """When each rule was last handed out or named by somebody, and when a person took back what the sweep made of it."""

    seen: Mapping[str, str] = field(default_factory=dict)
    pardoned: Mapping[str, str] = field(default_factory=dict)


def aging_over(
    book: Playbook,
    standings: Mapping[str, Standing],
    uses: Uses,
    policy: CurationPolicy,
    now: datetime,
    *,
    weighed: Callable[[Decision], Decision],
) -> Iterator[Decision]:
    """Decides for every rule what its age asks for; pinned ones are only flagged. `weighed` adds what follows for other rules."""
    stale_before = _before(now, policy.stale_days)
    drafts_before = _before(now, policy.draft_days)
    for name in list(book.rules):
        rule = book.rules[name]
        if rule.state not in IN_SERVICE:
            continue
        until = ended(rule, now)
        if until and uses.pardoned.get(name, "") < until:
            yield (
                _flagged(rule, f"it held until {_until(rule)}", "expired", now)
                if rule.pinned
                else weighed(_expired(rule, now, book.get(rule.replaced_by)))
            )
        elif rule.state in WAITS and not rule.pinned and drafts_before:
            last = last_sign(rule, standing_of(standings, name), uses)
            if last and last < drafts_before:
                yield weighed(_unsupported(rule, last, now))
        elif rule.state == "active" and not rule.stale and stale_before and needs_proof(rule):
            last = last_sign(rule, standing_of(standings, name), uses)
            if last and last < stale_before:
                yield _unused(rule, last, now)


def ended(rule: Rule, now: datetime) -> str:
    """The moment from which a rule is no longer valid, when that is over; "" while it holds."""
    _, until = span_of(rule)
    return stamp(until) if until is not None and now >= until else ""


def only_aged(rule: Rule) -> bool:
    """Whether a rule is out of service for no other reason than that nobody supported it in time."""
    left = rule.retired
    return left is not None and left.by == "sweep" and left.reason.startswith(UNSUPPORTED)


def last_sign(rule: Rule, standing: Standing, uses: Uses) -> str:
    """The newest moment of which anything is known about a rule: made, reworded, supported, marked, handed out, named.

    "" where not even its making has a date: nothing is said of its age then.
    """
    signs = (
        rule.origin.at, rule.approved, standing.last, uses.seen.get(rule.id, ""), uses.pardoned.get(rule.id, ""),
        *(item.at for item in rule.evidence), *(was.until for was in rule.was),
    )  # fmt: skip
    return max(signs) if rule.origin.at else ""


def _before(now: datetime, days: int) -> str:
    """The moment before which a last sign is too old; "" for never."""
    try:
        return stamp(now - timedelta(days=days)) if days > 0 else ""
    except OverflowError:
        return ""


def _expired(rule: Rule, now: datetime, heir: Rule | None) -> Decision:
    if heir is not None and rule.id in heir.replaces:  # a correction that was to hold only from now on
        because = f"it held until {_until(rule)}, {heir.id} follows"
        gone = replace(
            rule,
            state="superseded",
            retired=Retirement(stamp(now), "sweep", because),
            contests=(heir.id,),
            stale="",
        )
        return _decision("retired", "expired", f"{rule.id} leaves service: {because}", gone, stamp(now))
    return _retired(rule, "expired", f"it held until {_until(rule)}", now)


def _until(rule: Rule) -> str:
    return rule.valid.until if rule.valid else ""


def _unsupported(rule: Rule, last: str, now: datetime) -> Decision:
    days = _days(last, now)
    return _retired(rule, "stale", f"{UNSUPPORTED} for {days} days, since {last[:10]}", now)


def _retired(rule: Rule, reason: Reason, because: str, now: datetime) -> Decision:
    at = stamp(now)
    gone = replace(rule, state="retired", retired=Retirement(at, "sweep", because), contests=(), stale="")
    return _decision("retired", reason, f"{rule.id} is retired: {because}", gone, at)


def _unused(rule: Rule, last: str, now: datetime) -> Decision:
    because = f"nobody approved, marked, saw or supported it since {last[:10]} ({_days(last, now)} days)"
    held = replace(rule, stale=because)
    say = f"{rule.id} is held back: {because}; approving it says that it holds"
    return _decision("stale", "stale", say, held, stamp(now))


def _flagged(rule: Rule, because: str, reason: Reason, now: datetime) -> Decision:
    say = f"{rule.id} is pinned and stays in the book; by its age it would retire ({because})"
    return Decision("unchanged", reason, say, stamp(now), "sweep", rules=(rule.id,), by="sweep")


def _decision(verdict: Verdict, reason: Reason, say: str, after: Rule, at: str) -> Decision:
    return Decision(verdict, reason, say, at, "sweep", rules=(after.id,), after=(after,), by="sweep")


def _days(since: str, now: datetime) -> int:
    try:
        return (now - moment(since)).days
    except (ValueError, OverflowError):
        return 0
