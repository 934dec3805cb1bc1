"""From rule to guard: a rule that agents were told of and went against all the same is offered a step up, by a person's yes.

The steps are `reminder` (said before the command, where the host takes it), `ask` and `deny`; the last two are a trauma with the rule's own id
and story, so that they are listed, tested and taken back as every trauma is. Each step down is a person's, too. Which rules are due is
`flows/due_rules.py`; reminding is `flows/reminders.py`; going up without being asked, by `guard.promote_to`, is `flows/raising.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from cm.core.guards.steps import STEPS
from cm.core.reading.checks import Check
from cm.core.serving.audience import visibility_of, why_private
from cm.errors import Conflict, RefusedByGate
from cm.flows.add import source_of
from cm.flows.audit import Violation
from cm.flows.commit import change
from cm.flows.consent import require_human
from cm.flows.due_rules import POLICY, ignored_by_rule, pattern_for, step_of, steps_of, trauma_id
from cm.flows.env import Env
from cm.flows.hints import HINTS
from cm.flows.named import shelved_named
from cm.flows.parts import Part
from cm.flows.reading import shelf
from cm.flows.reminders import forbids
from cm.flows.trauma_standing import Standing
from cm.model.decision import Decision
from cm.model.delta import Source
from cm.model.rule import Layer, Rule
from cm.model.settings import Step
from cm.model.standing import Shelved
from cm.model.trauma import Severity

_SEVERITY: Final[Mapping[Step, Severity]] = {"ask": "caution", "deny": "critical"}


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


@dataclass(frozen=True, slots=True)
class Plan:
    """A step up that nothing stands against."""

    rule: Rule
    before: Step
    after: Step
    standing: Standing | None
    check: Check
    pattern: str
    ignored: tuple[Violation, ...]  # the evidence: all that is known
    layer: Layer = "user"


def promote(env: Env, name: str, *, repo: bool = False, yes: bool = False, dry_run: bool = False) -> Moved:
    """Takes a rule one step up, after a person's yes. Raises NeedsAHuman, NotFound, RefusedByGate with what stands against it.

    What is about one project alone goes up in that repository's own `.cm/` (`repo`): a trauma of the user's holds everywhere.
    """
    shelved = shelved_named(shelf(env).shelved, name)
    plan = plan_step(env, shelved, steps_of(env), ignored_by_rule(env).get(shelved.rule.id, ()), repo=repo)
    by = env.by if dry_run else require_human(env, _question(plan.rule, plan.after, plan.ignored), yes)
    return take_step(env, plan, by, dry_run=dry_run)


def plan_step(
    env: Env, shelved: Shelved, steps: Mapping[str, Standing], found: tuple[Violation, ...], *, repo: bool = False
) -> Plan:  # fmt: skip
    """The next step of a rule. Raises RefusedByGate with what stands against it."""
    rule = shelved.rule
    before, standing = step_of(rule, steps)
    if before == "deny":
        raise RefusedByGate(
            f"{rule.id} is denied already", hint=f"cm guard demote {rule.id} takes it a step down"
        )
    check = forbids(rule)
    pattern = pattern_for(check) if check else ""
    if check is None or not pattern:
        raise RefusedByGate(
            f"{rule.id} names no command that a guard could stop",
            hint="cm trauma add 'PATTERN' makes one by hand",
        )
    _check_reach(env, rule, repo, shelved.layer)
    after = STEPS[STEPS.index(before) + 1]
    return Plan(rule, before, after, standing, check, pattern, found, "repo" if repo else "user")


def take_step(
    env: Env, plan: Plan, by: str, *, source: Source | None = None, dry_run: bool = False, still: Callable[[], bool] | None = None
) -> Moved:  # fmt: skip
    """Puts the trauma of a step in force and writes the step down. Raises RefusedByGate, Conflict (`still`), Busy, Unwritable."""
    from cm.flows.traumas import Wish, add, change_line

    rule, found, name = plan.rule, plan.ignored, trauma_id(plan.rule.id)
    message = f"Promote {rule.id} to {plan.after}" + (", by policy" if by == POLICY else "")
    if plan.standing is not None:
        trauma = plan.standing.trauma
        graver = replace(trauma, severity=_SEVERITY[plan.after], story=replace(trauma.story, by=by))
        notes = () if dry_run else change_line(env, plan.standing, graver, message, still=still)
    else:
        wish = Wish(
            pattern=plan.pattern,
            severity=_SEVERITY[plan.after],
            message=_story(rule, found),
            instead=_instead(plan.check),
            deny=tuple(" ".join(each.words) for each in plan.check.dont),
            allow=tuple(" ".join(each.words) for each in plan.check.do),
            id=name,
            by=by,
            session=found[0].session if found and by == POLICY else "",
        )
        added = add(env, wish, layer=plan.layer, dry_run=dry_run, message=message, still=still)
        if added.verdict == "known" and added.trauma.id == name:
            raise Conflict(f"{rule.id} went up meanwhile", hint=f"cm trauma show {name}")
        if added.verdict == "known":
            raise RefusedByGate(
                f"{added.trauma.id} meets the same commands already", hint=f"cm trauma show {added.trauma.id}"
            )
        notes = added.notes
    moved = Moved(rule.id, rule.text, plan.before, plan.after, by, name, plan.pattern, found, notes, dry_run)
    return moved if dry_run else _written_down(env, moved, source)


def demote(env: Env, name: str, *, yes: bool = False, dry_run: bool = False) -> Moved:
    """Takes a rule one step down, after a person's yes; by itself it does not go up again. Raises NeedsAHuman, NotFound, RefusedByGate on the lowest."""
    from cm.flows.traumas import change_line

    rule = shelved_named(shelf(env).shelved, name).rule
    before, standing = step_of(rule, steps_of(env))
    if standing is None:
        raise RefusedByGate(
            f"{rule.id} is on the lowest step: it only reminds",
            hint=f"cm remove {rule.id} takes the rule itself away",
        )
    after = STEPS[STEPS.index(before) - 1]
    by = env.by if dry_run else require_human(env, f"let {rule.id} only {after}", yes)
    trauma = standing.trauma
    moved = Moved(rule.id, rule.text, before, after, by, trauma.id, trauma.pattern, dry_run=dry_run)
    if dry_run:
        return moved
    changed = (
        replace(trauma, status="retired", lifted_by=by)
        if after == "reminder"
        else replace(trauma, severity=_SEVERITY[after], story=replace(trauma.story, by=by))
    )
    notes = change_line(env, standing, changed, f"Demote {rule.id} to {after}")
    return _written_down(env, replace(moved, notes=notes))


def _written_down(env: Env, moved: Moved, source: Source | None = None) -> Moved:
    """Writes a step into the user's decisions, with the sessions on which it was taken."""
    up = STEPS.index(moved.after) > STEPS.index(moved.before)
    sessions = tuple(dict.fromkeys(each.session for each in moved.ignored))
    told = f", told in {len(sessions)} sessions and gone against" if sessions else ""
    how = "by policy" if moved.by == POLICY else f"by a {moved.by}'s yes"
    road = source or source_of(env)
    decision = Decision(
        "raised" if up else "lowered", "gone-against" if moved.by == POLICY else "asked",
        f"from {moved.before} to {moved.after}, {how}{told}", env.stamp, road,
        proposed=moved.text, rules=(moved.rule,), quotes=sessions, by=moved.by,
    )  # fmt: skip
    part = Part("user", noted=(decision,))
    done = change(env, lambda _: (part,), source=road, by=moved.by, sweeping=False)
    return replace(moved, notes=(*moved.notes, *done.notes))


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
