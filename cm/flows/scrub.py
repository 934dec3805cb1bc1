"""Takes back what sessions said that should not have counted: tests, experiments, an agent gone wild.

Their marks and outcomes by lines that take them back, their quotes by one decision per rule, all in one change that `cm undo`
takes back. No standing rises by it: a harmful mark stays unless that is asked for. The sessions themselves stay in the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from cm.core.curation.scrubbing import IN_SERVICE, SCRUBBED, live_by_support, without
from cm.core.serving.blocklist import NOTHING_BLOCKED, Blocklist
from cm.core.serving.standing import effective_marks, lines_that_hold
from cm.errors import NeedsAHuman, NotFound, Usage
from cm.flows.add import source_of
from cm.flows.commit import Ground, Lines, Part, change
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.named import several
from cm.flows.parts import sorted_lines, undoing, withdrawn_in
from cm.flows.project import exports_without
from cm.flows.refresh import refresh
from cm.flows.sessions import Filter, by_all_names, matches
from cm.flows.strangers import printable_rule
from cm.flows.telling import Change, tell_parts
from cm.model.delta import Restore
from cm.model.ledger import Mark, Outcome
from cm.model.rule import Evidence, Rule
from cm.model.session import SessionHead
from cm.store.journal import Journal


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which sessions are meant; what is set must hold of each."""

    session: str = ""
    project: str = ""
    since: str = ""  # a stored moment
    host: str = ""

    def __bool__(self) -> bool:
        return bool(self.session or self.project or self.since or self.host)


@dataclass(frozen=True, slots=True)
class Touched:
    """A rule that lost proof."""

    id: str
    text: str
    lost: int  # pieces of evidence
    left: int
    was: str  # its state before
    state: str  # and after


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """What was taken back, and what stays."""

    sessions: tuple[str, ...]
    marks: int  # taken back
    harmful_kept: int  # harmful marks of these sessions that still count
    outcomes: int
    rules: tuple[Touched, ...]
    change: Change
    exports_refreshed: tuple[str, ...] = ()
    exports_left: tuple[str, ...] = ()
    tx: str = ""
    dry_run: bool = False

    @property
    def orphans(self) -> tuple[Touched, ...]:
        """The rules that wait for review now."""
        return tuple(item for item in self.rules if item.state == "draft" and item.was != "draft")


@dataclass(slots=True)
class _Scrubbing:
    """The plan: made with the lock held, on the lines and rules that stand then."""

    env: Env
    wanted: Wanted
    harmful_too: bool
    sessions: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    kept: tuple[Mark, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    rules: list[Touched] = field(default_factory=list)
    withdrawn: Blocklist = NOTHING_BLOCKED

    def __call__(self, ground: Ground) -> tuple[Part, ...]:
        """The parts of the change. Raises NotFound, Ambiguous, Usage."""
        env = self.env
        ledger = ground.ledger("user")
        marks, outcomes = effective_marks(ledger.marks()), lines_that_hold(ledger.outcomes())
        books = {layer: ground.book(layer) for layer in ground.layers}
        said = {each.session: each.at for each in marks if each.session}
        said.update((each.session, each.at) for each in outcomes)
        said.update(
            (item.session, item.at)
            for book in books.values()
            for rule in book
            for item in rule.evidence
            if item.session
        )
        meant = _meant(env, self.wanted, said)
        self.sessions = tuple(sorted(each for each in said if meant(each)))
        theirs = [mark for mark in marks if mark.session and meant(mark.session)]
        self.marks = tuple(mark for mark in theirs if mark.verdict == "helpful" or self.harmful_too)
        self.kept = tuple(mark for mark in theirs if mark not in self.marks)
        self.outcomes = tuple(each for each in outcomes if meant(each.session))
        self.rules = []
        self.withdrawn = withdrawn_in(ground)
        lines = sorted_lines(
            tuple(
                undoing(each, env.stamp, env.by, nonce=env.nonce(), reason=SCRUBBED)
                for each in Lines(self.marks, self.outcomes)
            )
        )
        parts = [
            Part(
                layer,
                self._deltas(book, meant, live_by_support(ground.log(layer).decisions)),
                lines if layer == "user" else Lines(),
            )
            for layer, book in books.items()
        ]
        return tuple(part for part in parts if part.layer == "user" or part.deltas)

    def _deltas(
        self, book: Iterable[Rule], meant: Callable[[str], bool], supported: frozenset[str]
    ) -> tuple[Restore, ...]:
        deltas = []
        needed = self.env.settings.curation.admission.support_sessions

        def gone(item: Evidence) -> bool:
            return bool(item.session) and meant(item.session)

        for rule in book:
            reason = "the sessions that spoke for it do not count"
            bare = without(
                rule,
                gone,
                at=self.env.stamp,
                by=self.env.by,
                reason=reason,
                sessions=needed if rule.id in supported else 0,
            )
            if bare is not None:
                lost = len(rule.evidence) - len(bare.evidence)
                deltas.append(Restore(rule.id, bare, "", reason=f"{SCRUBBED}: sessions that do not count"))
                text = printable_rule(self.env, rule, self.withdrawn).text
                self.rules.append(Touched(rule.id, text, lost, len(bare.evidence), rule.state, bare.state))
        return tuple(deltas)


def scrub(
    env: Env, wanted: Wanted, *, harmful_too: bool = False, yes: bool = False, dry_run: bool = False
) -> Scrubbed:
    """Takes back marks, outcomes and evidence of these sessions. Raises Usage, NotFound, Ambiguous, NeedsAHuman."""
    if not wanted:
        raise Usage(
            "say which sessions: --session, --project, --since or --host",
            hint="cm scrub --since 2026-11-30 --dry-run",
        )
    plan = _Scrubbing(env, wanted, harmful_too)
    by = env.by if dry_run else _allowed(env, harmful_too, yes)
    # who only looks, an agent too, sees what a person's scrub would do
    source = "human" if dry_run else source_of(env)
    done = change(env, plan, source=source, by=by, dry_run=dry_run, sweeping=False, all_or_none=True)
    change_ = tell_parts(env, done, dry_run=dry_run)
    out = [item.id for item in plan.rules if item.was in IN_SERVICE and item.state != item.was]
    if not dry_run:
        refresh(env)
    refreshed, left = exports_without(env, out, dry_run=dry_run)
    return Scrubbed(
        sessions=plan.sessions, marks=len(plan.marks), harmful_kept=len(plan.kept), outcomes=len(plan.outcomes),
        rules=tuple(plan.rules), change=change_, exports_refreshed=refreshed, exports_left=left, tx=done.tx, dry_run=dry_run,
    )  # fmt: skip


def _allowed(env: Env, harmful_too: bool, yes: bool) -> str:
    """A person does it: an agent may not take away what speaks for the user's rules, nor what speaks against them."""
    if env.agent:
        raise NeedsAHuman(
            f"scrub: not done for an agent (this runs inside {env.agent})",
            hint="ask the user to run this command in a terminal of their own; --dry-run shows what it would do",
            what="scrub",
        )
    return (
        require_human(env, "take harmful marks back too, so that standings rise", yes)
        if harmful_too
        else env.by
    )


def _meant(env: Env, wanted: Wanted, said: dict[str, str]) -> Callable[[str], bool]:
    """Whether a session is among those that are meant: by what the journal knows of it, else by its name and moment."""
    heads = {head.id: head for head in Journal(env.home.journal).sessions()}
    by_native = {head.native: head for head in heads.values()}
    asked = by_all_names(
        env, Filter((wanted.host,) if wanted.host else (), _project(env, wanted), wanted.since, own=True, parts=True),
        heads.values(),
    )  # fmt: skip
    only = _named(wanted.session, {*heads, *said}) if wanted.session else ""

    def head_of(session: str) -> SessionHead | None:
        return heads.get(session) or by_native.get(session)

    def of_only(session: str) -> bool:
        head = head_of(session)
        names = {session} | ({head.id, head.parent} if head else set())
        return only in names or (head_of(only) is not None and head_of(only) is head)

    def meant(session: str) -> bool:
        if only and not of_only(session):
            return False
        head = head_of(session)
        if head is None:
            host, slash, _ = session.partition("/")
            by_host = not wanted.host or (bool(slash) and host == wanted.host)
            return (
                by_host and not wanted.project and (not wanted.since or said.get(session, "") >= wanted.since)
            )
        parent = heads.get(head.parent)
        return matches(head, asked) or (parent is not None and matches(parent, asked))

    return meant


def _project(env: Env, wanted: Wanted) -> str:
    return env.project if wanted.project in (".", "here") else wanted.project


def _named(asked: str, known: set[str]) -> str:
    """The one session that is named, wholly or by its beginning. Raises NotFound, Ambiguous."""
    if asked in known:
        return asked
    near = sorted(
        each for each in known if each.startswith(asked) or each.partition("/")[2].startswith(asked)
    )
    if len(near) == 1:
        return near[0]
    if near:
        raise several(asked, "sessions", near)
    raise NotFound(
        f"no session `{asked}` is known, and nothing was said in one of that name",
        hint="`cm sessions` lists them",
    )
