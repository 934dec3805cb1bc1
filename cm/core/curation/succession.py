"""A fact takes the place of another: the earlier one ends where the later begins, and both stay in the book.

A rule is reworded, a fact is superseded: its old words were true once. Here: what the two look like afterwards, which of two
is the later one, and when words that stood before are a new fact again. Not here: which verb asks for it (`core/curation/reword.py`),
whether two facts say otherwise (`core/curation/contest.py`), how a validity is read (`core/serving/validity.py`).
"""

from __future__ import annotations

from dataclasses import replace

from cm.core.curation.witness import EARLIER, united
from cm.core.facts import FACT_KINDS, is_fact
from cm.core.serving.validity import begins, ends, precision_of, span_of, until_before
from cm.model.playbook import Playbook
from cm.model.rule import Kind, Retirement, Rule, Valid
from cm.model.stamp import moment


def supersedes(rule: Rule, kind: Kind) -> bool:
    """Whether new words of that kind take the place of the rule as another fact, not as its wording."""
    return is_fact(rule) and kind in FACT_KINDS


def said_at(rule: Rule) -> str:
    """When what a fact says was last said or approved, as far as anything tells it; "" where nothing does."""
    said = [item.at for item in rule.evidence if item.note != EARLIER]
    return max((rule.origin.at if not any(said) else "", rule.approved, *said))


def is_later(a: Rule, b: Rule) -> bool:
    """Whether a fact is the one that holds now of two that say otherwise: it begins later, else it was said no earlier."""
    (begin_a, _), (begin_b, _) = span_of(a), span_of(b)
    if begin_a is not None and begin_b is not None and begin_a != begin_b:
        return begin_a > begin_b
    return said_at(a) >= said_at(b)


def begun(rule: Rule, at: str) -> Rule:
    """A fact that holds from when it says, else from the day of a moment; an end of an earlier validity is left behind."""
    valid = rule.valid or Valid()
    since = valid.since if begins(valid.since) is not None else at[:10]
    until = valid.until if _ends_after(valid.until, since) else ""
    return replace(rule, valid=Valid(since, until))


def follow(old: Rule, new: Rule, *, at: str, by: str, reason: str, since: str = "") -> tuple[Rule, Rule]:
    """Both as they are once the new fact took the place of the old: (new, old).

    `since` is when the old one ended, else where the new one begins, else the day of `at`. One that begins only later leaves the
    old one in service until then.
    """
    edge = since or (new.valid.since if new.valid else "") or at[:10]
    edge = edge_of(old, edge, at)
    if new.valid is not None and new.valid.since == at[:10] and edge != at[:10]:
        new = replace(new, valid=Valid(edge, new.valid.until))
    replaces = new.replaces if old.id in new.replaces else (*new.replaces, old.id)
    winner = replace(
        new, replaces=replaces, contests=tuple(name for name in new.contests if name != old.id), pinned=new.pinned or old.pinned,
    )  # fmt: skip
    ended = replace(old, valid=_closed(old, edge), replaced_by=new.id, pinned="", stale="")
    if old.state != "draft" and not has_begun(new, at):
        kept = tuple(name for name in old.contests if name != new.id)
        return winner, replace(ended, contests=kept, state="contested" if kept else "active", stale=old.stale)
    return winner, replace(ended, state="superseded", contests=(new.id,), retired=Retirement(at, by, reason))


def has_begun(rule: Rule, at: str) -> bool:
    """Whether a fact holds already at a moment, or says of no later one from which it does."""
    since, _ = span_of(rule)
    return since is None or moment(at) >= since


def told_of(old: Rule) -> str:
    """What became of a fact whose place another one took, as a clause."""
    until = old.valid.until if old.valid else ""
    if old.state != "superseded":
        return f"{old.id} holds until {until}"
    return f"it takes the place of {old.id}" + (f", which held until {until}" if until else "")


def is_over(rule: Rule, at: str) -> bool:
    """Whether a fact's time is past: another one took its place, or its validity ended."""
    return is_fact(rule) and (rule.state == "superseded" or has_ended(rule, at))


def has_ended(rule: Rule, at: str) -> bool:
    """Whether a fact's validity is over at a moment."""
    _, until = span_of(rule)
    return until is not None and moment(at) >= until


def is_said_again(new: Rule, over: Rule, heir: Rule | None, *, typed: str = "") -> bool:
    """Whether somebody says a fact whose time is past once more, later than what holds in its place: it is so again, as a fact of its own.

    The words of a session tell when, else `typed`, when a person says it here. What was read before is not said again.
    """
    if new.valid is not None and new.valid == over.valid:
        return False
    said = max((item.at for item in new.evidence if item.by in ("user", "human")), default="")
    if said and united(over.evidence, new.evidence) == over.evidence:
        return False
    if not (said or typed):
        return False
    if not said and over.retired is not None:
        return typed > over.retired.at
    if heir is not None:
        return (said or typed) > said_at(heir)
    _, until = span_of(over)
    return until is not None and moment(said or typed) >= until


def heir_at_last(rule: Rule, book: Playbook) -> Rule | None:
    """The last of the facts that took each other's place after this one; None where none did."""
    last, seen = rule, {rule.id}
    while (later := book.get(last.replaced_by)) is not None and later.id not in seen:
        last = later
        seen.add(last.id)
    return last if last.id != rule.id else None


def _closed(old: Rule, edge: str) -> Valid | None:
    """The validity of a fact that ended at an edge; as it was where it ended before, or had not begun by then."""
    valid = old.valid or Valid()
    until, start = until_before(edge), begins(valid.since)
    cut = begins(edge)
    if (
        not until
        or cut is None
        or (start is not None and start >= cut)
        or not _ends_after(valid.until, edge, open_end=True)
    ):
        return old.valid
    return Valid(valid.since, until)


def _ends_after(until: str, since: str, *, open_end: bool = False) -> bool:
    """Whether an end lies behind a beginning; `open_end` is the answer where there is no end."""
    end, start = ends(until), begins(since)
    if end is None or start is None:
        return open_end
    return end > start


def edge_of(old: Rule, since: str, at: str) -> str:
    """Where a fact ends: as it is said, else today, and this very moment where it began today."""
    edge = since or at[:10]
    (start, _), cut = span_of(old), begins(edge)
    same_day = (
        edge == at[:10]
        and precision_of(edge) == "day"
        and start is not None
        and cut is not None
        and start >= cut
    )
    return at if same_day and start is not None and start <= moment(at) else edge
