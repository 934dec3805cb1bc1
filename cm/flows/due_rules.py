"""Rules that agents were told of and went against all the same: on which step each stands, and which of them are due for the next.

What counts is a session that was told of the rule, by a hook, by `cm context` or by a reminder, and ran what it speaks against, since the
rule's last step. How a command is seen to be that is `flows/audit.py`; going up and down is `flows/promoting.py`, by itself `flows/raising.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cm.core.guards.steps import ENOUGH, STEPS, Against, new_since, was_lowered
from cm.core.reading.checks import Check, Pattern
from cm.errors import BadState
from cm.flows.audit import Violation, audit
from cm.flows.env import Env
from cm.flows.reading import shelf
from cm.flows.reminders import forbids
from cm.flows.trauma_standing import Standing, standings
from cm.model.decision import Decision
from cm.model.rule import Rule
from cm.model.session import SessionHead
from cm.model.settings import Step
from cm.model.trauma import Trauma
from cm.store.decisions import read_decisions
from cm.store.files import read_json, replace_json
from cm.store.hook_log import tail_of
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles
from cm.store.traumas import read_admitted, read_registry

DUE: Final = "due.json"  # in the guards' folder; derived
DAYS: Final = 90
POLICY: Final = "policy"  # who took a step that the user's config allowed beforehand
_REMINDED: Final = 2_000_000  # bytes of the list of reminders that are read


@dataclass(frozen=True, slots=True)
class Offer:
    """A rule, on which step it stands, and the sessions in which it was told and gone against, the newest first."""

    rule: str
    text: str
    step: Step
    next: Step | None  # None: there is no step above, or commands cannot be told apart well enough
    ignored: tuple[Violation, ...]
    trauma: str = ""  # its id, "" on the lowest step
    since: int = 0  # how many of the sessions are new since its last step: those that count for the next
    stays: str = ""  # it is due, and does not go up by the user's word (`flows/raising.py`): why

    @property
    def is_due(self) -> bool:
        """Whether it was ignored often enough to be offered the next step."""
        return self.next is not None and self.since >= ENOUGH


@dataclass(frozen=True, slots=True)
class Offers:
    """The rules that were told and gone against, those that are due first."""

    days: int
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Past:
    """What became of a rule as a guard so far: the lines of its trauma, and the steps that were written down."""

    lines: tuple[Trauma, ...] = ()  # those that counted, oldest first
    steps: tuple[Decision, ...] = ()

    @property
    def last(self) -> str:
        """When it last moved, "" for never."""
        return max((*(each.at for each in self.lines), *(each.at for each in self.steps)), default="")

    @property
    def used(self) -> frozenset[str]:
        """The sessions on which steps were taken."""
        return frozenset(name for each in self.steps for name in each.quotes)

    def was_lowered(self, step: Step) -> bool:
        """Whether a person ever took it down; on the lowest `step` after it went up, somebody did."""
        went_up = any(each.verdict == "raised" for each in self.steps)
        down = any(each.verdict == "lowered" for each in self.steps)
        return down or was_lowered(self.lines) or (went_up and step == "reminder")


@dataclass(frozen=True)
class Guarded:
    """Where the rules stand as guards, each thing read once: the traumas in force, what became of each, the sessions."""

    steps: Mapping[str, Standing]  # by the trauma's id
    past: Mapping[str, Past]  # by the rule's
    heads: Mapping[str, SessionHead]

    @classmethod
    def of(cls, env: Env) -> Guarded:
        """Reads registries, decisions, and which sessions there are."""
        lines: dict[str, list[Trauma]] = {}
        admitted = read_admitted(env.home)
        trusted = [env.repo.traumas] if env.repo is not None and env.trusted else []
        for path in (env.home.traumas, *trusted):
            for line in read_registry(path).lines:
                if line.trauma is not None and line.digest in admitted:
                    lines.setdefault(rule_of(line.id), []).append(line.trauma)
        steps: dict[str, list[Decision]] = {}
        for each in read_decisions(env.home.decisions):
            if each.verdict in ("raised", "lowered") and each.rules:
                steps.setdefault(each.rules[0], []).append(each)
        past = {
            name: Past(
                tuple(sorted(lines.get(name, ()), key=lambda each: each.at)), tuple(steps.get(name, ()))
            )
            for name in {*lines, *steps}
        }
        known = {head.id: head for head in Journal(env.home.journal).sessions()}
        return cls(steps_of(env), past, known)

    def past_of(self, rule: str) -> Past:
        """What became of a rule so far."""
        return self.past.get(rule, Past())

    def new(self, env: Env, rule: str, ignored: tuple[Violation, ...]) -> tuple[Against, ...]:
        """The sessions that went against a rule since its last step; a subagent's is that of its parent."""
        past = self.past_of(rule)
        heads = [self.heads[each.session] for each in ignored if each.session in self.heads]
        runs = [Against(head.parent or head.id, head.started or head.ended) for head in heads]
        used = {*past.used, *(self.heads[name].parent for name in past.used if name in self.heads)}
        return new_since(runs, past.last, used, env.stamp)


def offers(env: Env) -> Offers:
    """Every rule that a session was told of and went against, with its step."""
    found = ignored_by_rule(env)
    if not found:
        return Offers(DAYS, ())
    rules = {item.rule.id: item.rule for item in shelf(env).shelved if item.rule.id in found}
    guarded = Guarded.of(env)
    some = [_offer(env, rules[name], found[name], guarded) for name in found if name in rules]
    some.sort(key=lambda each: (not each.is_due, -len(each.ignored), each.rule))
    return Offers(DAYS, tuple(some))


def remember_due(env: Env) -> int:
    """Notes how many rules are due, for those who cannot wait for all sessions to be read; returns the number."""
    due = sum(each.is_due for each in offers(env).offers)
    if due != due_before(env):
        replace_json(env.home.guard / DUE, {"schema": 1, "due": due})
    return due


def due_before(env: Env) -> int:
    """How many rules were due when that was last looked at."""
    with suppress(BadState, TypeError, ValueError):
        return int((read_json(env.home.guard / DUE, {}) or {}).get("due", 0))
    return 0


def raised_by_policy(env: Env) -> tuple[str, ...]:
    """The rules that stand above the reminder because they went up by themselves."""
    steps = steps_of(env).items()
    return tuple(
        rule_of(name) for name, each in steps if each.where == "user" and each.trauma.story.by == POLICY
    )


def trauma_id(rule_id: str) -> str:
    """What the trauma of a rule is called."""
    return "t-" + rule_id.removeprefix("r-")


def rule_of(trauma: str) -> str:
    """The rule that a trauma is called after, if it is one of a rule."""
    return "r-" + trauma.removeprefix("t-")


def pattern_for(check: Check) -> str:
    """What a rule forbids, as the guard's patterns are written; "" when one of its commands has no program."""
    made = [_pattern(each) for each in check.dont]
    return "" if not all(made) else made[0] if len(made) == 1 else f"(?:{'|'.join(made)})"


def _pattern(one: Pattern) -> str:
    program, *rest = one.words
    if program == "*":
        return ""
    flags = "".join(rf"(?=.* {re.escape(word)}(?= |$))" for word in rest if word.startswith("-"))
    words = "".join(rf"(?: -\S+)* {re.escape(word)}" for word in rest if not word.startswith("-"))
    return f"{re.escape(program)}{flags}{words}(?= |$)"


def _offer(env: Env, rule: Rule, ignored: tuple[Violation, ...], guarded: Guarded) -> Offer:
    step, standing = step_of(rule, guarded.steps)
    check = forbids(rule)
    able = check is not None and bool(pattern_for(check)) and step != "deny"
    above: Step | None = STEPS[STEPS.index(step) + 1] if able else None
    new = len(guarded.new(env, rule.id, ignored))
    return Offer(rule.id, rule.text, step, above, ignored, standing.trauma.id if standing else "", new)


def steps_of(env: Env) -> dict[str, Standing]:
    """The traumas in force, by id."""
    return {each.trauma.id: each for each in standings(env) if each.trauma.status == "active" and each.on}


def step_of(rule: Rule, steps: Mapping[str, Standing]) -> tuple[Step, Standing | None]:
    """On which step a rule stands, and by which trauma."""
    standing = steps.get(trauma_id(rule.id))
    if standing is None:
        return "reminder", None
    return ("ask" if standing.trauma.severity == "caution" else "deny"), standing


def ignored_by_rule(env: Env) -> dict[str, tuple[Violation, ...]]:
    """By rule the sessions that were told of it and went against it."""
    told = told_of(env)
    found = {}
    for broken in audit(env, days=DAYS).broken:
        mine = tuple(each for each in broken.violations if (each.session, broken.rule) in told)
        if mine:
            found[broken.rule] = mine
    return found


def told_of(env: Env) -> set[tuple[str, str]]:
    """Which session was told of which rule. A reminder counts once the command was run again after it."""
    shown = {
        (each.session, name)
        for each in LedgerFiles(env.home.ledger_dir).shown()
        if each.session and each.door != "hook-command"
        for name in each.rules
    }
    return shown | set(_reminded_again(env.home.guard))


def _reminded_again(folder: Path) -> Iterator[tuple[str, str]]:
    for name in ("reminded.1.jsonl", "reminded.jsonl"):
        for raw in tail_of(str(folder / name), _REMINDED).splitlines():
            try:
                line = json.loads(raw)
            except ValueError:
                continue
            if isinstance(line, dict) and line.get("again"):
                yield str(line.get("session")), str(line.get("id"))
