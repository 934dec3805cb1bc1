"""Counts of everything: rules, marks, deliveries, decisions, sessions. Nothing here decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cm.core.serving.validity import is_due
from cm.flows.counted import counted
from cm.flows.env import Env
from cm.flows.heard import Heard
from cm.flows.kept import renew
from cm.flows.lookback import Lookback, last_lookback
from cm.flows.reading import shelf
from cm.store.journal import Journal

MOST = 5


@dataclass(frozen=True, slots=True)
class Marked:
    """A rule and what was said of it."""

    id: str
    text: str
    helpful: int
    harmful: int
    shown: int


@dataclass(frozen=True, slots=True)
class Stats:
    """The counts."""

    states: Mapping[str, int]
    kinds: Mapping[str, int]  # of rules in force
    stages: Mapping[str, int]  # of rules in force
    projects: Mapping[str, int]  # of rules in force; "" = everywhere
    helpful: int
    harmful: int
    marks_by: Mapping[str, int]  # who gave them: human, agent, outcome, inline and so on
    deliveries: int
    blocked: int
    contested: int  # rules that another one says otherwise than, undecided
    stale: int  # rules in force that may be out of date
    followed: int  # how often commands kept to a rule
    ignored: int  # how often they went against one
    outcomes: Mapping[str, int]  # how sessions ended
    decisions: Mapping[str, int]
    reasons: Mapping[str, int]  # of decisions that were no refusals
    refusals: Mapping[str, int]
    sessions: Mapping[str, int]  # by host
    first: str  # when the oldest session began
    last: str
    top: tuple[Marked, ...]
    replay: Lookback | None = None  # the last look back, None when there was none
    due: int = 0  # rules in force that are to be looked at again by now


def stats(env: Env) -> Stats:
    """Counts what is heard here: the user's, and a trusted repository's."""
    renew(env)
    shelved = [item for item in shelf(env).shelved if item.trusted]
    active = [item for item in shelved if item.rule.state == "active"]
    heard = Heard(env)
    marks, shown, decisions = heard.marks, heard.shown, heard.decisions
    heads = [head for head in Journal(env.home.journal).sessions() if not head.own and not head.parent]
    told = counted(heard)
    top = sorted(
        (
            Marked(
                item.rule.id,
                item.rule.text,
                item.standing.n_plus,
                item.standing.n_minus,
                told[item.rule.id].shown if item.rule.id in told else 0,
            )
            for item in active
        ),
        key=lambda item: (-item.helpful + item.harmful, -item.shown, item.id),
    )
    return Stats(
        states=_counts(item.rule.state for item in shelved),
        kinds=_counts(item.rule.kind for item in active),
        stages=_counts(item.standing.stage for item in active),
        projects=_counts(item.rule.scope.project for item in active),
        helpful=sum(mark.verdict == "helpful" for mark in marks),
        harmful=sum(mark.verdict == "harmful" for mark in marks),
        marks_by=_counts(mark.by for mark in marks),
        deliveries=len(shown),
        blocked=len(heard.blocklist),
        contested=sum(item.rule.state == "contested" for item in shelved),
        stale=sum(bool(item.rule.stale) for item in shelved if item.rule.state in ("active", "contested")),
        due=sum(is_due(item.rule, env.now) for item in shelved if item.rule.state in ("active", "contested")),
        followed=sum(each.followed for each in told.values()),
        ignored=sum(each.ignored for each in told.values()),
        outcomes=_counts(each.status for each in heard.outcomes),
        decisions=_counts(item.verdict for item in decisions),
        reasons=_counts(item.reason for item in decisions if item.verdict != "refused"),
        refusals=_counts(item.reason for item in decisions if item.verdict == "refused"),
        sessions=_counts(head.host for head in heads),
        first=min((head.started for head in heads if head.started), default=""),
        last=max((head.ended or head.started for head in heads), default=""),
        top=tuple(item for item in top if item.helpful or item.harmful or item.shown)[:MOST],
        replay=last_lookback(env),
    )


def _counts(items: Iterable[str]) -> dict[str, int]:
    return dict(Counter(items).most_common())
