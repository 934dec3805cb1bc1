"""Sessions read for their outcome at reflection: against which rules, with the sessions of their subagents, into which lines.

Only what is new is written; what a person took back stays away. Not here: what outcomes give rules (`flows/outcome.py`), reading one
session (`core/curation/ending.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cm.core.curation.credit import AUTOMATIC, HEURISTIC, outcome_id, reconcile
from cm.core.curation.ending import Ending, ending, watch
from cm.core.reading.followed import Watched
from cm.core.serving.standing import effective_marks, lines_that_hold
from cm.flows.across import across_of
from cm.flows.commit import NO_LINES, Lines, commit
from cm.flows.env import Env
from cm.flows.outcome import put_instead, says_the_same
from cm.flows.reading import shelf
from cm.model.diary import Diary
from cm.model.ledger import Mark, Outcome
from cm.model.session import Event, SessionHead
from cm.model.standing import Shelved
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles


@dataclass(frozen=True, slots=True)
class Known:
    """The rules that sessions are read against: their words, and those that commands can tell of."""

    texts: Mapping[str, str]
    rules: Mapping[str, Shelved]
    watched: tuple[Watched, ...]
    parts: Mapping[str, tuple[str, ...]]  # a session -> the sessions of its subagents
    narrower: tuple[tuple[str, str], ...] = ()  # a rule, and the wider one in whose place it holds

    @classmethod
    def of(cls, env: Env, heads: Iterable[SessionHead]) -> Known:
        """Reads the shelf once for a whole run. A repository's rules count when it is trusted."""
        shelved = [item for item in shelf(env, whole=True).shelved if item.layer == "user" or item.trusted]
        parts: dict[str, tuple[str, ...]] = {}
        for head in heads:
            if head.parent:
                parts[head.parent] = (*parts.get(head.parent, ()), head.id)
        return cls(
            {item.rule.id: item.rule.text for item in shelved},
            {item.rule.id: item for item in shelved},
            watch(item.rule for item in shelved),
            parts,
            tuple(_narrower(env, shelved)),
        )

    def for_session(self, env: Env, head: SessionHead) -> tuple[Watched, ...]:
        """The rules that held where this session took place; not those that were learned from it.

        A wider rule holds nowhere that a narrower one holds for the whole session: following it there proves nothing.
        """
        over = {
            wide
            for name, wide in self.narrower
            if not _in_part(self.rules[name]) and _holds(env, self.rules[name], head)
        }
        return tuple(
            one for one in self.watched if one.rule not in over and _holds(env, self.rules[one.rule], head)
        )

    def below(self, session: str) -> Iterator[str]:
        """The sessions that a session's subagents ran in, and theirs."""
        waiting, seen = list(self.parts.get(session, ())), {session}
        while waiting:
            name = waiting.pop(0)
            if name not in seen:
                seen.add(name)
                yield name
                waiting += self.parts.get(name, ())


def read_ending(
    env: Env, journal: Journal, known: Known, head: SessionHead, events: Sequence[Event], diary: Diary
) -> Ending:
    """Reads one session of the journal for its outcome, its subagents' sessions with it."""
    if not known.texts:
        return ending(head, events, diary, watched=(), texts={}, stamp=env.stamp)
    parts = (
        [event for _, found in journal.events(names) for event in found]
        if (names := tuple(known.below(head.id)))
        else []
    )
    return ending(
        head,
        events,
        diary,
        watched=known.for_session(env, head),
        texts=known.texts,
        parts=parts,
        stamp=env.stamp,
    )


def lines_for(env: Env, endings: Iterable[Ending], *, pending: Lines = NO_LINES) -> Lines:
    """Returns the ledger lines that bring the ledger to what these sessions say now; none for what stands already.

    An outcome or a mark that a person took back is not written again.
    """
    ledger = LedgerFiles(env.home.ledger_dir)
    log = (*ledger.outcomes(), *pending.outcomes)
    holding = {each.id: each for each in lines_that_hold(log)}
    theirs = {each.undoes for each in log if each.undoes and each.by != HEURISTIC}
    marks_log = (*ledger.marks(), *pending.marks)
    marks = effective_marks(marks_log)
    out: list[Outcome] = []
    inline: list[Mark] = []
    for each in endings:
        name = outcome_id(each.session, HEURISTIC)
        before = holding.get(name)
        if (
            name not in theirs
            and not (before is None and each.outcome is None)
            and not says_the_same(before, each.outcome)
        ):
            out += put_instead(log, before, each.outcome, HEURISTIC, env.stamp)
        inline += each.inline
    changed = {mark.session for mark in inline}
    wanted = [
        *inline,
        *(
            mark
            for mark in marks
            if mark.by == AUTOMATIC and mark.session in changed and mark.id not in {one.id for one in inline}
        ),
    ]
    return Lines(marks=reconcile(wanted, marks_log, marks, changed, env.stamp), outcomes=tuple(out))


def settle(env: Env, lines: Lines) -> tuple[str, ...]:
    """Writes the lines of a batch of sessions as one change; returns notes."""
    if not lines:
        return ()
    return commit(env, (), source="heuristic", lines=lines, sweeping=False).notes


def _narrower(env: Env, shelved: Sequence[Shelved]) -> Iterator[tuple[str, str]]:
    """The pairs of a rule and the wider one that makes way for it, in its own layer and across the two."""
    for item in shelved:
        if item.rule.state == "active":
            yield from ((item.rule.id, name) for name in item.rule.overrules)
    for tie in across_of(env, shelved):
        if tie.lies in ("wider", "narrower"):
            yield (tie.theirs, tie.mine) if tie.lies == "wider" else (tie.mine, tie.theirs)


def _in_part(item: Shelved) -> bool:
    """Whether a rule holds in a part of a session's work only."""
    scope = item.rule.scope
    return bool(scope.path or scope.language or scope.framework or scope.task)


def _holds(env: Env, item: Shelved, head: SessionHead) -> bool:
    rule = item.rule
    project = rule.scope.project
    here = env.is_here(head.project)
    if item.layer == "repo" and not here:
        return False
    if project not in ("", head.project) and not (here and env.is_here(project)):
        return False
    if rule.scope.host not in ("", head.host):
        return False
    return all(proof.session != head.id for proof in rule.evidence)
