"""Outcomes: somebody says how a session ended, reflection reads it, and both become marks of the rules that were at work in it.

Recording is one line of the ledger; what it means for rules is worked out from the lines alone (`apply`), again and again with the
same result. The journal is read for it at reflection (`flows/endings.py`). Pure: `core/curation/credit.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Final, Literal, cast

from cm.core.curation.credit import (
    AUTOMATIC,
    DEFAULT,
    HEURISTIC,
    credit,
    outcome_id,
    reconcile,
    spoken_for,
    words_of,
)
from cm.core.secrets.scrub import scrub
from cm.core.serving.standing import effective_marks, lines_that_hold
from cm.errors import NotFound, Usage
from cm.flows.commit import NO_LINES, Lines, commit
from cm.flows.env import Env
from cm.flows.heard import Heard
from cm.flows.marking import resolve_rule
from cm.flows.named import session_named
from cm.flows.reading import shelf
from cm.hosts.registry import HOSTS
from cm.model.delta import Source
from cm.model.ids import short_hash
from cm.model.ledger import Mark, Outcome
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles

Said = Literal["success", "failure", "mixed", "partial"]
STATUSES: Final[tuple[Said, ...]] = ("success", "failure", "mixed", "partial")


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of somebody's word on a session."""

    outcome: Outcome
    before: str = ""  # what the same one had said of it
    already: bool = False  # it stood already: nothing was written
    known: bool = True  # whether the journal holds the session
    wide: bool = False  # so many rules that one ending tells nothing of them
    dry_run: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Applied:
    """What the outcomes give, and what they pass over with the reason."""

    sessions: int
    statuses: Mapping[str, int]
    given: tuple[Mark, ...] = ()
    taken_back: tuple[Mark, ...] = ()  # marks whose session reads otherwise now
    standing: int = 0  # marks for outcomes that hold, these included
    passed_over: Mapping[str, int] = field(default_factory=dict)
    dry_run: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One session's outcome as it holds, and who said it."""

    outcome: Outcome
    says: tuple[str, ...]  # "human: failure", one per voice


@dataclass(frozen=True, slots=True)
class Listed:
    rows: tuple[Row, ...]
    total: int
    statuses: Mapping[str, int]


def record(
    env: Env,
    status: str,
    *,
    rules: Sequence[str] = (),
    session: str = "",
    notes: str = "",
    task: str = "",
    dry_run: bool = False,
) -> Recorded:
    """Notes how a session ended, by whom; said again by the same one, it takes the place of what was said before.

    Raises Usage for a status that is none, NotFound and Ambiguous for rules and for a shortened session.
    """
    said = next((each for each in STATUSES if each == status), None)
    if said is None:
        near = get_close_matches(status, (*STATUSES, "list", "followed"), 1, 0.6)
        raise Usage(
            f"a session ends in success, failure, mixed or partial, not {status!r}",
            hint=f"did you mean `cm outcome {near[0]}`?" if near else "`cm outcome list` shows what is known",
        )
    ids = tuple(dict.fromkeys(resolve_rule(env, each) for each in rules))
    journal = Journal(env.home.journal)
    where, known = _session(env, journal, session.strip())
    at = env.stamp
    name = outcome_id(where, env.by) if where else outcome_id(env.nonce(), env.by)
    line = Outcome(
        name, where, said, at, ids, env.by, notes=scrub(notes)[0].strip(), task=scrub(task)[0].strip()
    )
    log = LedgerFiles(env.home.ledger_dir).outcomes()
    before = next((each for each in lines_that_hold(log) if each.id == name), None)
    wide = len(ids) > DEFAULT.most_at_once
    if before is not None and says_the_same(before, line):
        return Recorded(before, before.status, True, known, wide, dry_run)
    lines = put_instead(log, before, line, env.by, at)
    told: tuple[str, ...] = ()
    if not dry_run:
        told = commit(env, (), source=cast(Source, env.by), lines=Lines(outcomes=lines), sweeping=False).notes
    return Recorded(line, before.status if before else "", False, known, wide, dry_run, told)


def outcomes(env: Env, *, status: str = "", session: str = "", most: int = 20) -> Listed:
    """Lists what is known of sessions' ends, the newest first."""
    heard = Heard(env)
    grouped = _by_session(_Roots(Journal(env.home.journal)), heard.outcomes)
    rows = []
    only = heard.only  # an agent sees its own sessions where the user wants it so
    for voices in grouped.values():
        held = spoken_for(voices)
        if only and held.session and not held.session.startswith(f"{only}/"):
            continue
        if status in ("", held.status) and (
            not session or held.session.startswith(session) or f"/{session}" in held.session
        ):
            rows.append(Row(heard.outcome(held), tuple(f"{each.by}: {each.status}" for each in voices)))
    rows.sort(key=lambda row: (row.outcome.at, row.outcome.id), reverse=True)
    counts = Counter(row.outcome.status for row in rows)
    return Listed(tuple(rows[:most] if most else rows), len(rows), dict(counts.most_common()))


def apply(env: Env, *, pending: Lines = NO_LINES, dry_run: bool = False) -> Applied:
    """Turns every outcome that holds into marks, and takes back what no longer follows; again, it changes nothing.

    `pending` are lines that a dry run would have written.
    """
    ledger = LedgerFiles(env.home.ledger_dir)
    log = (*ledger.marks(), *pending.marks)
    held = effective_marks(log)
    told_here = [
        each for each in lines_that_hold((*ledger.outcomes(), *pending.outcomes)) if each.by != "import"
    ]
    roots = _Roots(Journal(env.home.journal))
    grouped = _by_session(roots, told_here)  # another store gave its own marks for what it says of sessions
    known = {item.rule.id for item in shelf(env, whole=True).shelved}
    shown: dict[str, set[str]] = {}
    for delivery in ledger.shown():
        if delivery.session:
            shown.setdefault(delivery.session, set()).update(delivery.rules)
    judged: dict[str, set[str]] = {}
    for mark in held:
        if mark.by != AUTOMATIC and mark.session:
            whose = mark.session if mark.session in grouped else roots.of(mark.session)
            judged.setdefault(whose, set()).add(mark.rule)
    wanted: list[Mark] = []
    passed: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    sessions: set[str] = set()
    for session, voices in grouped.items():
        outcome = spoken_for(voices)
        statuses[outcome.status] += 1
        sessions.add(outcome.session)
        named, followed, ignored = words_of(outcome)
        got = credit(
            outcome, named, followed, ignored, shown.get(session, ()), DEFAULT, judged=judged.get(session, ())
        )
        wanted += [mark for mark in got.marks if mark.rule in known]
        passed.update(_short(reason) for _, reason in got.passed_over)
    if any(mark.by == AUTOMATIC for mark in held):  # sessions whose outcome was taken back altogether
        sessions |= {mark.session for mark in held if mark.by == AUTOMATIC}
    lines = reconcile(wanted, log, held, sessions, env.stamp)
    told: tuple[str, ...] = ()
    if lines and not dry_run:
        told = commit(env, (), source="heuristic", lines=Lines(marks=lines), sweeping=False).notes
    heard = Heard(env)
    given = tuple(heard.mark(line) for line in lines if not line.undoes)
    taken = tuple(heard.mark(line) for line in lines if line.undoes)
    kept = sum(mark.by == AUTOMATIC for mark in effective_marks((*log, *lines)))
    return Applied(
        len(grouped),
        dict(statuses.most_common()),
        given,
        taken,
        kept,
        dict(passed.most_common()),
        dry_run,
        told,
    )


def _session(env: Env, journal: Journal, said: str) -> tuple[str, bool]:
    """The session that is meant, whole where it is known; an agent's own where its environment names it."""
    if not said:
        said = env.session
        if not said:
            return "", True
    if "/" in said and journal.head(said) is not None:
        return said, True
    try:
        return session_named(journal.sessions(), said).id, True
    except NotFound:
        whole = said if "/" in said or not env.agent else f"{env.agent}/{said}"
        return whole, False


@dataclass(frozen=True, slots=True)
class _Roots:
    """Which session started a session; asked once for each."""

    journal: Journal
    known: dict[str, str] = field(default_factory=dict)

    def of(self, session: str) -> str:
        if session not in self.known:
            self.known[session] = _root(self.journal, session)
        return self.known[session]


def _by_session(roots: _Roots, holding: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """The voices on each session; a subagent's session counts as the one that started it."""
    grouped: dict[str, list[Outcome]] = {}
    for each in holding:
        root = each.session
        if root and each.by != HEURISTIC:  # reflection reads no subagent's session for itself
            root = roots.of(root)
        grouped.setdefault(root or each.id, []).append(replace(each, session=root))
    return grouped


def _root(journal: Journal, session: str) -> str:
    names = [session] if "/" in session else [f"{host}/{session}" for host in HOSTS]
    name = next((each for each in names if journal.head(each) is not None), session)
    seen = {name}
    while (head := journal.head(name)) is not None and head.parent and head.parent not in seen:
        name = head.parent
        seen.add(name)
    return name


def put_instead(
    log: Sequence[Outcome], before: Outcome | None, line: Outcome | None, by: str, at: str
) -> tuple[Outcome, ...]:
    """The lines that put one outcome in the place of another; ids stay, the log only grows."""
    out: list[Outcome] = []
    name = before.id if before else line.id if line else ""
    undone = [each for each in log if each.undoes == name]
    last = max((each.at for each in undone), default="")
    if before is not None:
        undo = "o-" + short_hash(13, "undo", name, by, str(len(undone)))
        out.append(Outcome(undo, before.session, "unknown", at, by=by, undoes=name))
        last = max(last, at)
    if line is not None:
        out.append(replace(line, at=max(line.at, last)))
    return tuple(out)


def says_the_same(one: Outcome | None, other: Outcome | None) -> bool:
    """Whether two outcomes differ in nothing but when they were written."""
    if one is None or other is None:
        return one is other
    return replace(one, at="", tx="") == replace(other, at="", tx="")


def _short(reason: str) -> str:
    return (
        reason.split(":", 1)[0]
        if reason.startswith(("not followed", "one of"))
        else reason.rsplit(": ", 1)[-1]
    )
