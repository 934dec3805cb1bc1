"""Reflection on sessions that were reflected on before: the same words add nothing, and other criteria decide drafts and refusals anew.

What would change nothing, and was answered before, is not written down a second time. What a session proposes is
`core/reading/propose.py`; reading and committing is `flows/reflect.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from cm.core.language.text import fingerprint
from cm.core.reading.disposed import Disposition, coded, decided_of
from cm.core.reading.propose import CRITERIA
from cm.flows.commit import Committed, commit
from cm.flows.env import Env
from cm.model.decision import Decision
from cm.model.delta import Add, Retire
from cm.model.playbook import Playbook
from cm.model.rule import Rule
from cm.model.session import Event
from cm.store.decisions import read_decisions
from cm.store.dispositions import Disposed, append_dispositions, criteria_of

NOT_FOUND_ANY_MORE: Final = "by the criteria of today its sessions do not state it"
Answered: TypeAlias = list[tuple[Add, Decision]]


@dataclass(frozen=True, slots=True)
class Decided:
    """Every proposal with its answer, in order, and the book after them."""

    answers: Answered
    book: Playbook | None = None  # None: nothing was asked
    notes: tuple[str, ...] = ()
    dropped: tuple[Decision, ...] = ()  # drafts that the criteria of today do not find


def older_criteria(env: Env, sessions: Collection[str], reflected: Collection[str]) -> frozenset[str]:
    """Those of these sessions that were judged by other criteria."""
    before = [name for name in sessions if name in reflected]
    if not before:
        return frozenset()
    known = criteria_of(env.home)
    return frozenset(name for name in before if known.get(name, 0) != CRITERIA)


def decide(
    env: Env, adds: Sequence[Add], proof: Mapping[str, Event], instructions: str, *, dry_run: bool, again: bool,
    older: Collection[str],
) -> Decided:  # fmt: skip
    """Lets the curator answer; `again` when some of it may have been answered before, `older` are sessions with other criteria then."""
    adds = [replace(add, reconsidered=True) if older and _rests_on(add, older) else add for add in adds]
    if not adds and not older:
        return Decided([])
    known: dict[int, Decision] = {}
    book: Playbook | None = None
    if again and adds:
        first = _ask(env, adds, proof, instructions, dry_run=True)
        known = dict(_answered_before(env, adds, _of_adds(first)))
        book = first.book
    fresh = [add for number, add in enumerate(adds) if number not in known]
    notes: tuple[str, ...] = ()
    said: Iterator[Decision] = iter(())
    if fresh:
        done = _ask(env, fresh, proof, instructions, dry_run=dry_run)
        said, book, notes = iter(_of_adds(done)), done.book, done.notes
    answers = [
        (add, decision)
        for number, add in enumerate(adds)
        if (decision := known.get(number) or next(said, None)) is not None
    ]
    dropped: tuple[Decision, ...] = ()
    if older:
        lost = list(_not_found_any_more(book or _book(env), older, answers))
        if lost:
            gone = commit(env, lost, source="sweep", dry_run=dry_run, sweeping=False)
            dropped, book = _of_adds(gone), gone.book
    return Decided(answers, book, notes, dropped)


def _ask(
    env: Env, adds: Sequence[Add], proof: Mapping[str, Event], instructions: str, *, dry_run: bool
) -> Committed:
    return commit(env, adds, source="heuristic", events=proof, instructions=instructions, dry_run=dry_run)


def _of_adds(done: Committed) -> tuple[Decision, ...]:
    return done.decisions[: len(done.decisions) - len(done.adopted)]


def _book(env: Env) -> Playbook:
    return commit(env, (), source="heuristic", dry_run=True, sweeping=False).book


def _rests_on(add: Add, sessions: Collection[str]) -> bool:
    return any(item.session in sessions for item in add.evidence)


def _answered_before(
    env: Env, adds: Sequence[Add], decisions: Sequence[Decision]
) -> Iterator[tuple[int, Decision]]:
    """The answers that change nothing and stand in the log already, by their places."""
    refused: dict[tuple[str, str, tuple[str, ...]], Decision] | None = None
    for number, (_, decision) in enumerate(zip(adds, decisions, strict=False)):
        if decision.verdict == "unchanged":
            yield number, decision
        elif decision.verdict == "refused":
            if refused is None:
                refused = {
                    _key(each): each
                    for each in read_decisions(env.home.decisions)
                    if each.verdict == "refused"
                }
            if _key(decision) in refused:
                yield number, refused[_key(decision)]


def _key(decision: Decision) -> tuple[str, str, tuple[str, ...]]:
    return decision.reason, fingerprint(decision.proposed), decision.quotes


def _not_found_any_more(book: Playbook, older: Collection[str], answers: Answered) -> Iterator[Retire]:
    """The drafts of these sessions alone that no proposal of theirs says any more; what took the place of one is its heir."""
    met = {
        name for _, decision in answers for name in (*decision.rules, *(rule.id for rule in decision.after))
    }
    for rule in book:
        if (
            rule.id in met
            or not _is_only_found(rule)
            or not all(item.session in older for item in rule.evidence)
        ):
            continue
        events = {item.event for item in rule.evidence}
        heirs = {
            decision.after[0].id
            for add, decision in answers
            if decision.verdict == "added"
            and decision.after
            and events & {item.event for item in add.evidence}
        }
        yield Retire(rule.id, NOT_FOUND_ANY_MORE, heir=heirs.pop() if len(heirs) == 1 else "")


def _is_only_found(rule: Rule) -> bool:
    """Whether a rule is a draft that patterns found in the user's words, and that nobody touched since."""
    return (
        rule.state == "draft" and rule.origin.by == "heuristic" and not (rule.approved or rule.pinned or rule.was)
        and bool(rule.evidence) and all(item.by == "user" for item in rule.evidence)
    )  # fmt: skip


def dispose(env: Env, nothing: Mapping[str, Mapping[str, str]], decided: Decided, *, known: bool) -> None:
    """Writes down what became of the events of sessions that were read, all in one go; `known` when some were read before."""
    book = decided.book.rules if decided.book is not None else {}
    found = decided_of((add for add, _ in decided.answers), (each for _, each in decided.answers), book)
    lines = [
        Disposed(session, env.stamp, CRITERIA, {**codes, **_coded(found.pop(session, {}))})
        for session, codes in nothing.items()
    ]
    lines += [Disposed(session, events=_coded(codes), more=True) for session, codes in found.items()]
    append_dispositions(env.home, lines, known=known)


def _coded(codes: Mapping[str, Disposition]) -> dict[str, str]:
    return {event: coded(each) for event, each in codes.items()}
