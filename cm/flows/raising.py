"""A rule goes up by policy: what the user's config allowed beforehand (`guard.promote_to`) is done where due rules are counted.

One step at a time, on sessions that are new since the last one, never above the word, and never again once a person took it down. Only
what no transcript from elsewhere and no machine's rule can bring about: see `_own` and `_is_a_persons`, and docs/adr/0034. What a person
does is `flows/promoting.py`, which rules are due `flows/due_rules.py`, the decision itself `core/guards/steps.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from cm.core.curation.contest import PERSON, authority
from cm.core.curation.witness import EARLIER, UNVERIFIED
from cm.core.guards.steps import STEPS, step_by_policy
from cm.errors import CmError, Conflict, RefusedByGate
from cm.flows.admission import NotAdmitted, admit, benign_commands
from cm.flows.audit import Violation
from cm.flows.declined import asked_about, declined
from cm.flows.due_rules import (
    POLICY,
    Guarded,
    Offers,
    ignored_by_rule,
    offers,
    rule_of,
    step_of,
    told_of,
    trauma_id,
)
from cm.flows.env import Env, open_env
from cm.flows.promoting import Moved, Plan, plan_step, take_step
from cm.flows.reading import shelf
from cm.flows.replay import refused
from cm.hosts.registry import HOSTS
from cm.model.rule import Rule
from cm.model.session import SessionHead
from cm.model.settings import Step
from cm.model.standing import Shelved
from cm.store.guard_engine import engine
from cm.store.own_place import keeps
from cm.store.traumas import read_registry

OFF: Final[Step] = "reminder"


@dataclass(frozen=True, slots=True)
class Raised:
    """Which rules went a step up, and which stay an offer although they are due, each with why."""

    moved: tuple[Moved, ...] = ()
    stays: Mapping[str, str] = field(default_factory=dict)


def raise_due(env: Env) -> Raised:
    """Takes every rule that is due one step up, as far as the user's word goes; without a word it looks at nothing."""
    if env.settings.guard.promote_to == OFF:
        return Raised()
    look = _Look(env)
    moved, stays = [], {}
    for name in sorted(look.found):
        try:
            plan = look.plan(name)
            if isinstance(plan, Plan):
                moved.append(take_step(env, plan, POLICY, source="sweep", still=partial(look.holds, plan)))
            elif plan:
                stays[name] = plan
        except Conflict:
            continue  # somebody else moved it, or took the word back: the next count looks anew
        except CmError as error:
            stays[name] = error.message
    return Raised(tuple(moved), stays)


def offers_told(env: Env) -> Offers:
    """The offers, each that is due with why it does not go up by the user's word."""
    found = offers(env)
    if env.settings.guard.promote_to == OFF or not found.offers:
        return found
    look = _Look(env)
    return replace(found, offers=tuple(replace(each, stays=look.why(each.rule)) for each in found.offers))


class _Look:
    """What there is to go by, read before anything is decided."""

    def __init__(self, env: Env) -> None:
        self.env = env
        self.word = env.settings.guard.promote_to
        self.lines = _lines(env)  # first: what is written after this is seen by `holds`
        ran = ignored_by_rule(env)
        self.asked = asked_about(env)
        names = {*ran, *(rule_of(trauma) for _, trauma in self.asked)}
        self.guarded = Guarded.of(env) if names else Guarded({}, {}, {})
        self.shelved = {item.rule.id: item for item in shelf(env).shelved if item.rule.id in names}
        self.found = {
            name: self._counted(each.rule, ran.get(name, ())) for name, each in self.shelved.items()
        }

    def plan(self, name: str) -> Plan | str:
        """The step that a rule takes now, or why it stays where it is; "" when nothing has to be said."""
        item = self.shelved.get(name)
        if item is None:
            return ""
        past = self.guarded.past_of(name)
        step, standing = step_of(item.rule, self.guarded.steps)
        lowered = past.was_lowered(step)
        counted = self.found[name]
        new = {each.session for each in self.guarded.new(self.env, name, counted)}
        after = step_by_policy(step, self.word, len(new), lowered=lowered)
        if after is None:
            return "a person took it down once: it goes up by a person's yes" if lowered else ""
        if why := self._why_not(item):
            return why
        evidence = tuple(each for each in counted if self._root(each.session) in new)
        plan = plan_step(self.env, item, self.guarded.steps, evidence)
        if standing is not None and standing.trauma.pattern != plan.pattern:
            return f"its words changed since {standing.trauma.id} was made of them"
        if standing is not None:
            graver = replace(standing.trauma, severity="critical")
            answer = admit(graver, engine(), benign_commands(), now=self.env.now)
            if isinstance(answer, NotAdmitted):
                raise refused(graver.id, answer)
        return plan

    def why(self, name: str) -> str:
        """Why a rule stays where it is."""
        try:
            plan = self.plan(name)
            if isinstance(plan, str):
                return plan
            take_step(self.env, plan, POLICY, dry_run=True)
        except RefusedByGate as error:
            return error.message
        return ""

    def holds(self, plan: Plan) -> bool:
        """Whether the word still stands and nobody wrote a line of this trauma meanwhile."""
        env = self.env
        name = trauma_id(plan.rule.id)
        now = open_env(env.environ, env.cwd, clock=env.clock, nonce=env.nonce, tty=env.tty)
        word = now.settings.guard.promote_to
        return STEPS.index(plan.after) <= STEPS.index(word) and _lines(env).get(name) == self.lines.get(name)

    def _counted(self, rule: Rule, ran: tuple[Violation, ...]) -> tuple[Violation, ...]:
        """The sessions that count without a person: an agent's own here, that ran it unasked or in which a person said no."""
        asked = {session for session, trauma in self.asked if trauma == trauma_id(rule.id)}
        unasked = [
            each for each in ran if self._is_own(each.session) and self._root(each.session) not in asked
        ]
        said_yes = {self._root(each.session) for each in ran}
        told = {name for name, about in told_of(self.env) if about == rule.id} if asked else set()
        return (
            *unasked,
            *declined(self.env, rule, {each for each in asked & told - said_yes if self._is_own(each)}),
        )

    def _why_not(self, item: Shelved) -> str:
        rule = item.rule
        if item.layer != "user":
            return "it is the repository's: a person takes it up there"
        if rule.state != "active" or rule.contests:
            return "another rule says otherwise"
        if not self._is_a_persons(rule):
            return "no person said or approved it: cm review"
        return ""

    def _is_a_persons(self, rule: Rule) -> bool:
        """Whether a person wrote or approved it, or it is the user's own standing words in an agent's session on this machine."""
        if authority(rule) == PERSON:
            return True
        return rule.origin.by == "heuristic" and any(
            item.by == "user"
            and item.event
            and item.note not in (UNVERIFIED, EARLIER)
            and self._is_own(item.session)
            for item in rule.evidence
        )

    def _is_own(self, session: str) -> bool:
        head = self.guarded.heads.get(session)
        return head is not None and _own(self.env, head)

    def _root(self, session: str) -> str:
        head = self.guarded.heads.get(session)
        return (head.parent if head else "") or session


def _own(env: Env, head: SessionHead) -> bool:
    """Whether a session reads as an agent's own on this machine: it lies where that agent keeps its sessions.

    A file that a person handed over or named, another tool's account, and whatever lies in a project, which may have come with a clone, does not.
    """
    host = HOSTS.get(head.host)
    if host is None or not host.agent or host.handed or host.sessions is None or host.sessions.in_projects:
        return False
    odd = head.own or head.notes or head.twin
    return not odd and keeps(host, head.source, env.environ, env.user_home)


def _lines(env: Env) -> dict[str, tuple[str, ...]]:
    """The lines of the user's registry by the trauma that they are of, as hashes."""
    found: dict[str, tuple[str, ...]] = {}
    for line in read_registry(env.home.traumas).lines:
        found[line.id] = (*found.get(line.id, ()), line.digest)
    return found
