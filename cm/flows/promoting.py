"""From rule to guard: a rule that agents were told of and went against all the same is offered a step up, by a person's yes.

The steps are `reminder` (said before the command, where the host takes it), `ask` and `deny`; the last two are a trauma with the rule's own id
and story, so that they are listed, tested and taken back as every trauma is. Each step down is a person's, too. What counts is a session that
was told of the rule, by a hook, by `cm context` or by a reminder, and ran what it speaks against. How a command is seen to be that is
`flows/audit.py`; reminding is `flows/reminders.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, TypeAlias

from cm.core.reading.checks import Check, Pattern
from cm.core.serving.audience import visibility_of, why_private
from cm.errors import BadState, RefusedByGate
from cm.flows.audit import Violation, audit
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.hints import HINTS
from cm.flows.named import shelved_named
from cm.flows.reading import shelf
from cm.flows.reminders import forbids
from cm.flows.trauma_standing import Standing, standings
from cm.model.rule import Layer, Rule
from cm.model.trauma import Severity
from cm.store.files import read_json, replace_json
from cm.store.hook_log import tail_of
from cm.store.ledger import LedgerFiles

Step: TypeAlias = Literal["reminder", "ask", "deny"]
STEPS: Final[tuple[Step, ...]] = ("reminder", "ask", "deny")
DUE: Final = "due.json"  # in the guards' folder; derived
ENOUGH: Final = 3  # sessions in which a rule was told and gone against
DAYS: Final = 90
_SEVERITY: Final[Mapping[Step, Severity]] = {"ask": "caution", "deny": "critical"}
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

    @property
    def is_due(self) -> bool:
        """Whether it was ignored often enough to be offered the next step."""
        return self.next is not None and len(self.ignored) >= ENOUGH


@dataclass(frozen=True, slots=True)
class Offers:
    """The rules that were told and gone against, those that are due first."""

    days: int
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A rule's step before and after."""

    rule: str
    text: str
    before: Step
    after: Step
    by: str
    trauma: str
    pattern: str
    ignored: tuple[Violation, ...] = ()
    notes: tuple[str, ...] = ()
    dry_run: bool = False


def offers(env: Env) -> Offers:
    """Every rule that a session was told of and went against, with its step."""
    found = _ignored(env)
    rules = {item.rule.id: item.rule for item in shelf(env).shelved if item.rule.id in found}
    steps = _steps(env)
    some = [_offer(env, rules[name], found[name], steps) for name in found if name in rules]
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


def promote(env: Env, name: str, *, repo: bool = False, yes: bool = False, dry_run: bool = False) -> Moved:
    """Takes a rule one step up, after a person's yes. Raises NeedsAHuman, NotFound, RefusedByGate with what stands against it.

    What is about one project alone goes up in that repository's own `.cm/` (`repo`): a trauma of the user's holds everywhere.
    """
    from cm.flows.traumas import Wish, add, change_line

    shelved = shelved_named(shelf(env).shelved, name)
    rule = shelved.rule
    found = _ignored(env).get(rule.id, ())
    before, standing = _step_of(rule, _steps(env))
    if before == "deny":
        raise RefusedByGate(
            f"{rule.id} is denied already", hint=f"cm guard demote {rule.id} takes it a step down"
        )
    after: Step = STEPS[STEPS.index(before) + 1]
    check = forbids(rule)
    pattern = pattern_for(check) if check else ""
    if check is None or not pattern:
        raise RefusedByGate(
            f"{rule.id} names no command that a guard could stop",
            hint="cm trauma add 'PATTERN' makes one by hand",
        )
    _check_reach(env, rule, repo, shelved.layer)
    by = env.by if dry_run else require_human(env, _question(rule, after, found), yes)
    if standing is not None:
        graver = replace(standing.trauma, severity=_SEVERITY[after])
        notes = () if dry_run else change_line(env, standing, graver, f"Promote {rule.id} to {after}")
    else:
        wish = Wish(
            pattern=pattern,
            severity=_SEVERITY[after],
            message=_story(rule, found),
            instead=_instead(check),
            deny=tuple(" ".join(each.words) for each in check.dont),
            allow=tuple(" ".join(each.words) for each in check.do),
            id=trauma_id(rule.id),
        )
        notes = add(env, wish, layer="repo" if repo else "user", dry_run=dry_run).notes
    return Moved(rule.id, rule.text, before, after, by, trauma_id(rule.id), pattern, found, notes, dry_run)


def demote(env: Env, name: str, *, yes: bool = False, dry_run: bool = False) -> Moved:
    """Takes a rule one step down, after a person's yes. Raises NeedsAHuman, NotFound, RefusedByGate on the lowest."""
    from cm.flows.traumas import change_line

    rule = shelved_named(shelf(env).shelved, name).rule
    before, standing = _step_of(rule, _steps(env))
    if standing is None:
        raise RefusedByGate(
            f"{rule.id} is on the lowest step: it only reminds",
            hint=f"cm remove {rule.id} takes the rule itself away",
        )
    after: Step = STEPS[STEPS.index(before) - 1]
    notes: tuple[str, ...] = ()
    by = env.by if dry_run else require_human(env, f"let {rule.id} only {after}", yes)
    if not dry_run:
        changed = (
            replace(standing.trauma, status="retired", lifted_by=by)
            if after == "reminder"
            else replace(standing.trauma, severity=_SEVERITY[after])
        )
        notes = change_line(env, standing, changed, f"Demote {rule.id} to {after}")
    return Moved(
        rule.id,
        rule.text,
        before,
        after,
        by,
        standing.trauma.id,
        standing.trauma.pattern,
        dry_run=dry_run,
        notes=notes,
    )


def _check_reach(env: Env, rule: Rule, repo: bool, layer: Layer) -> None:
    """Refuses to stop everywhere what a rule says of one place, and to tell a repository what is private."""
    if repo and visibility_of(rule, layer) == "private":
        raise RefusedByGate(
            f"refused (private): a repository is read by others, and {why_private(rule, 'private')}",
            hint=HINTS["private"], reason="private", rule=rule.id,
        )  # fmt: skip
    facets = [name for name, _ in rule.scope.facets() if name != "project"]
    if facets:
        raise RefusedByGate(
            f"{rule.id} holds for some {' and '.join(facets)} alone, and a guard does not know which that is",
            hint="cm trauma add 'PATTERN' makes one by hand",
        )
    project = rule.scope.project
    if project and not repo:
        raise RefusedByGate(
            f"{rule.id} is about {project} alone, and a guard of yours would stop it everywhere",
            hint=f"in that repository: cm guard promote {rule.id} --repo",
        )
    if repo and project not in ("", env.project):
        raise RefusedByGate(
            f"{rule.id} is about {project}, and this is {env.project or 'no project'}",
            hint="go into that repository",
        )


def trauma_id(rule_id: str) -> str:
    """What the trauma of a rule is called."""
    return "t-" + rule_id.removeprefix("r-")


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


# --- how


def _offer(env: Env, rule: Rule, ignored: tuple[Violation, ...], steps: Mapping[str, Standing]) -> Offer:
    step, standing = _step_of(rule, steps)
    check = forbids(rule)
    able = check is not None and bool(pattern_for(check)) and step != "deny"
    above: Step | None = STEPS[STEPS.index(step) + 1] if able else None
    return Offer(rule.id, rule.text, step, above, ignored, standing.trauma.id if standing else "")


def _steps(env: Env) -> dict[str, Standing]:
    """The traumas in force, by id."""
    return {each.trauma.id: each for each in standings(env) if each.trauma.status == "active" and each.on}


def _step_of(rule: Rule, steps: Mapping[str, Standing]) -> tuple[Step, Standing | None]:
    standing = steps.get(trauma_id(rule.id))
    if standing is None:
        return "reminder", None
    return ("ask" if standing.trauma.severity == "caution" else "deny"), standing


def _ignored(env: Env) -> dict[str, tuple[Violation, ...]]:
    """By rule the sessions that were told of it and went against it."""
    told = _told(env)
    found = {}
    for broken in audit(env, days=DAYS).broken:
        mine = tuple(each for each in broken.violations if (each.session, broken.rule) in told)
        if mine:
            found[broken.rule] = mine
    return found


def _told(env: Env) -> set[tuple[str, str]]:
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


def _question(rule: Rule, after: Step, ignored: tuple[Violation, ...]) -> str:
    how = "asked about" if after == "ask" else "denied"
    told = f", which {len(ignored)} sessions were told and went against" if len(ignored) > 1 else ""
    return f"have the guards {after} where {rule.id} is gone against ({how} before it runs{told})"


def _story(rule: Rule, ignored: tuple[Violation, ...]) -> str:
    said = f" It was told in {len(ignored)} sessions and gone against all the same." if ignored else ""
    why = f" {rule.why}" if rule.why else ""
    return f"{rule.text}{why}{said} [{rule.id}]"


def _instead(check: Check) -> str:
    return f"Run `{' '.join(check.do[0].words)}`." if check.do else ""
