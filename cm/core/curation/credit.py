"""What the end of a session says of the rules that were at work in it: few marks, each with its why.

Credit needs a rule to be named by the agent or followed in its commands; being shown earns nothing and costs nothing. What a person
or a comment said of a rule in that session counts, and the session's end is not added to it. Pure. Not here: how a session ended
(`core/reading/outcome.py`), writing lines (`flows/outcome.py`), what marks amount to (`core/serving/standing.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from cm.model.ids import short_hash
from cm.model.ledger import Mark, Outcome, Verdict

AUTOMATIC: Final = "outcome"  # who gives marks for a session's end
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class CreditPolicy:
    """Numbers of DESIGN 6: what speaks for and against a session, and when it says nothing."""

    success: float = 1.0
    failure: float = 1.0
    partly: float = 0.1  # mixed and partial: a little of both
    quick_seconds: int = 600
    quick: float = 0.5  # succeeded in less than that
    long_seconds: int = 3600
    long: float = 0.3
    one_error: float = 0.3
    more_errors: float = 0.7
    retries: float = 0.5
    pleased: float = 0.3
    displeased: float = 0.5
    least: float = 0.1
    most: float = 2.0
    clear: float = 0.3  # a smaller difference says nothing
    most_at_once: int = 5  # a larger set of rules is not told apart by one ending


DEFAULT: Final = CreditPolicy()


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a session weighs: for or against its rules, how much, and in words. No verdict: it abstains."""

    verdict: Verdict | None
    weight: float
    say: str


@dataclass(frozen=True, slots=True)
class Credited:
    """The marks that a session's end gives, and the rules it passes over, each with the reason."""

    marks: tuple[Mark, ...] = ()
    passed_over: tuple[tuple[str, str], ...] = ()


def weigh(outcome: Outcome, policy: CreditPolicy = DEFAULT) -> Weighed:
    """Returns what a session's end speaks for; unknown ends and small differences abstain."""
    if outcome.status == "unknown":
        return Weighed(None, 0.0, "nobody knows how the session ended")
    good, bad = {
        "success": (policy.success, 0.0),
        "failure": (0.0, policy.failure),
        "mixed": (policy.partly, policy.partly),
        "partial": (policy.partly, policy.partly),
    }[outcome.status]
    told = [
        f"session ended in {outcome.status}"
        if outcome.status in _ENDS
        else f"session was a {outcome.status} success"
    ]
    if outcome.status == "success" and 0 < outcome.seconds < policy.quick_seconds:
        good += policy.quick
        told.append(f"in {max(1, outcome.seconds // 60)} min")
    if outcome.seconds > policy.long_seconds:
        bad += policy.long
        told.append(f"after {outcome.seconds / 3600:.1f} h")
    if outcome.errors:
        bad += policy.one_error if outcome.errors == 1 else policy.more_errors
        told.append(f"{outcome.errors} error{'s' if outcome.errors > 1 else ''} left")
    if outcome.retries:
        bad += policy.retries
        told.append("tried again and again")
    if outcome.sentiment == "positive":
        good += policy.pleased
        told.append("user pleased")
    elif outcome.sentiment == "negative":
        bad += policy.displeased
        told.append("user displeased")
    say = ", ".join(told)
    if abs(good - bad) < policy.clear - 1e-9:
        return Weighed(None, 0.0, f"{say}: too little to tell")
    weight = round(min(max(good, bad, policy.least), policy.most), 3)
    return Weighed("helpful" if good > bad else "harmful", weight, say)


def credit(
    outcome: Outcome,
    named: Mapping[str, str],
    followed: Mapping[str, str],
    ignored: Mapping[str, str],
    shown: Collection[str] = (),
    policy: CreditPolicy = DEFAULT,
    *,
    judged: Collection[str] = (),
) -> Credited:
    """Returns the marks of one session's end; each mapping is rule -> the words that tell it, `judged` were marked by somebody.

    A set larger than `most_at_once` that was only named gets nothing, and one that was followed takes no blame: one ending does
    not tell so many rules apart.
    """
    weighed = weigh(outcome, policy)
    verdict = weighed.verdict
    marks: list[Mark] = []
    passed: dict[str, str] = {}
    too_many = sum(rule not in followed for rule in named) > policy.most_at_once
    no_blame = verdict == "harmful" and len(followed.keys() | named.keys()) > policy.most_at_once
    for rule in dict.fromkeys((*followed, *named, *ignored, *shown)):
        if rule in judged:
            passed[rule] = "somebody marked it in this session"
        elif rule in ignored:
            passed[rule] = f"not followed: {ignored[rule]}"
        elif rule not in followed and rule not in named:
            passed[rule] = "only shown"
        elif verdict is None:
            passed[rule] = weighed.say
        elif rule not in followed and too_many:
            passed[rule] = f"one of {len(named)} rules named at once"
        elif no_blame:
            passed[rule] = (
                f"one of {len(followed.keys() | named.keys())} rules at work in a session that went wrong"
            )
        else:
            why = (
                f"followed: {followed[rule]}"
                if rule in followed
                else f"named: {named[rule]}"
                if named[rule]
                else "named"
            )
            marks.append(
                Mark(
                    mark_id(rule, verdict, outcome.session or outcome.id), rule, verdict, outcome.at, outcome.session,
                    AUTOMATIC, f"{weighed.say}; {why}", weight=weighed.weight,
                )
            )  # fmt: skip
    return Credited(tuple(marks), tuple(passed.items()))


def mark_id(rule: str, verdict: Verdict, session: str) -> str:
    """The id of the one mark that a rule can have of a verdict in a session."""
    return "m-" + short_hash(13, rule, verdict, session)


def outcome_id(session: str, by: str) -> str:
    """The id of what somebody says of a session's end: said anew, it takes the place of what they said before."""
    return "o-" + short_hash(13, session, by)


def spoken_for(outcomes: Iterable[Outcome]) -> Outcome:
    """Returns what holds of one session of which several spoke: a person's word, then a script's; what they saw is put together.

    An agent that praises or blames its own work against what the session shows settles nothing: unknown.
    """
    by_rank = sorted(outcomes, key=lambda each: (_RANK.get(each.by, 3), each.at, each.id))
    best = by_rank[0]
    seen = next((each for each in by_rank if each.by == HEURISTIC), None)
    status = best.status
    own_work = _RANK.get(best.by, 3) == _RANK["agent"]
    if own_work and seen is not None and seen.status not in ("unknown", status):
        status = "unknown"
    if status == "unknown" and best is not seen and seen is not None and not own_work:
        status = seen.status
    rules = tuple(dict.fromkeys(rule for each in by_rank for rule in each.rules))
    if seen is None:
        return replace(best, status=status, rules=rules)
    return replace(
        best, status=status, rules=rules, sentiment=seen.sentiment if best.sentiment == "neutral" else best.sentiment,
        followed=seen.followed, ignored=seen.ignored, checked=seen.checked, named=seen.named, seconds=seen.seconds,
        errors=seen.errors, retries=seen.retries,
    )  # fmt: skip


def words_of(outcome: Outcome) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """What an outcome's lines tell of rules, for `credit`: named, followed, ignored, each with its words."""
    said = dict(outcome.named)
    named = {rule: said.get(rule, "") for rule in outcome.rules}
    told = {rule: (good, bad, did, against) for rule, good, bad, did, against in outcome.checked}
    followed, ignored = {}, {}
    for rule in outcome.followed:
        good, _, did, _ = told.get(rule, (1, 0, "", ""))
        followed[rule] = f"`{did}`{_times(good)}" if did else "in its commands"
    for rule in outcome.ignored:
        _, bad, _, against = told.get(rule, (0, 1, "", ""))
        ignored[rule] = f"`{against}`{_times(bad)}" if against else "in its commands"
    return named, followed, ignored


def reconcile(
    wanted: Sequence[Mark], log: Sequence[Mark], holding: Iterable[Mark], sessions: Collection[str], at: str
) -> tuple[Mark, ...]:
    """Returns the lines that make the automatic marks of these sessions what is wanted; none when they are so already.

    Only marks given for a session's end are ever taken back here, and one that somebody else took back is not given again.
    """
    log = tuple(log)
    last_undo: dict[str, str] = {}
    theirs: set[str] = set()
    by_id = {mark.id: mark for mark in log if not mark.undoes}
    for line in log:
        if line.undoes and line.undoes in by_id:
            last_undo[line.undoes] = max(last_undo.get(line.undoes, ""), line.at)
            if line.by != AUTOMATIC:
                theirs.add(line.undoes)
    stand = {mark.id: mark for mark in holding}
    wanted_by_id = {mark.id: mark for mark in wanted}
    over = [
        mark
        for mark in stand.values()
        if mark.by == AUTOMATIC and mark.session in sessions and not _alike(mark, wanted_by_id.get(mark.id))
    ]
    lines: list[Mark] = []
    for mark in over:
        number = sum(line.undoes == mark.id for line in log)
        undo = "m-" + short_hash(13, "undo", mark.id, AUTOMATIC, str(number))
        reason = "the session reads otherwise now"
        lines.append(Mark(undo, mark.rule, mark.verdict, at, mark.session, AUTOMATIC, reason, undoes=mark.id))
        last_undo[mark.id] = max(last_undo.get(mark.id, ""), at)
        del stand[mark.id]
    for mark in wanted:
        if mark.id in stand or mark.id in theirs:
            continue
        lines.append(replace(mark, at=max(mark.at, last_undo.get(mark.id, ""))))
    return tuple(lines)


def _alike(mark: Mark, other: Mark | None) -> bool:
    return other is not None and (mark.by, mark.weight, mark.reason) == (other.by, other.weight, other.reason)


def _times(count: int) -> str:
    return f" ran {count} times" if count > 1 else ""


HEURISTIC: Final = "heuristic"
_ENDS: Final = ("success", "failure")
_RANK: Final = {"human": 0, "script": 1, "import": 2, "agent": 2, "model": 2, HEURISTIC: 3}
