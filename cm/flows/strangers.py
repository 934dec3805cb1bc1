"""What may be printed of a repository that nobody trusted, of rules that were withdrawn or that the content screen holds back, and of private ones.

People may look at all of it; where an agent reads, the words of the first three are left out: printing is serving. What is more
private than the audience here (`Env.audience`) is printed for nobody. What is served at all
says the predicate (`core/serving/serve.py`).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cm.core.serving.blocklist import Blocklist
    from cm.errors import BadState
    from cm.flows.env import Env
    from cm.model.decision import Decision
    from cm.model.playbook import Flaw
    from cm.model.rule import Layer, Rule
    from cm.model.standing import Shelved

STRANGER: Final = "(not shown to an agent: from a repository that is not trusted)"
SCREENED: Final = "(not shown to an agent: held back by the content screen)"
WITHDRAWN: Final = "(not shown to an agent: it was withdrawn)"
ELSEWHERE: Final = "(not shown to this agent: it stands in sessions that are not its own)"
PRIVATE: Final = "(not shown here: it is private)"


def left_out(path: Path, error: BadState) -> str:
    """A repository's file that cannot be read: the place and the kind of fault, none of its words."""
    line = error.context.get("line")
    return f"the repository's playbook is left out: {path}{f':{line}' if line else ''} cannot be read ({error.code})"


def printable(env: Env, item: Shelved) -> Shelved:
    """The rule as it may be printed here."""
    hidden = is_hidden(env, item.rule, item.layer)
    if not hidden and (not env.agent or (item.trusted and not item.screened and not item.blocked_by)):
        return item
    from cm.model.rule import Origin, Rule, Scope

    rule = item.rule
    words = PRIVATE if hidden else STRANGER if not item.trusted else SCREENED if item.screened else WITHDRAWN
    return replace(
        item,
        rule=Rule(
            rule.id,
            words,
            kind=rule.kind,
            state=rule.state,
            origin=Origin(rule.origin.by, rule.origin.at),
            scope=Scope(rule.scope.project) if hidden else Scope(),
            visibility="private" if hidden else rule.visibility,
        ),
    )


def is_hidden(env: Env, rule: Rule, layer: Layer = "user") -> bool:
    """Whether a rule is more private than what is told to readers here."""
    if env.audience == "private":
        return False
    from cm.core.serving.audience import may_hear, visibility_of

    return not may_hear(env.audience, visibility_of(rule, layer))


def printable_rule(env: Env, rule: Rule, withdrawn: Blocklist | None = None) -> Rule:
    """The same for a rule that comes with a decision: a hand edit that was adopted may say anything."""
    if not env.agent and env.audience == "private":
        return rule
    from cm.core.serving.blocklist import NOTHING_BLOCKED
    from cm.core.serving.serve import shelve
    from cm.model.standing import NO_MARKS

    return printable(env, shelve(rule, "user", True, NO_MARKS, withdrawn or NOTHING_BLOCKED)).rule


def printable_text(env: Env, text: str, withdrawn: Blocklist | None = None) -> str:
    """A sentence as it may be printed here."""
    if not env.agent or not text:
        return text
    from cm.core.screening.screen import screen

    if screen(text):
        return SCREENED
    return WITHDRAWN if withdrawn is not None and withdrawn.hit(text) else text


def printable_decision(env: Env, decision: Decision, withdrawn: Blocklist | None = None) -> Decision:
    """A decision of the past as it may be printed here."""
    if not env.agent and env.audience == "private":
        return decision
    from cm.core.screening.labels import HARMFUL
    from cm.core.screening.screen import screen

    rules = tuple(printable_rule(env, rule, withdrawn) for rule in decision.after)
    proposed = printable_text(env, decision.proposed, withdrawn)
    said = SCREENED if screen(decision.say) in HARMFUL else decision.say
    if env.audience != "private" and (not rules or any(rule.text == PRIVATE for rule in rules)):
        proposed, said = PRIVATE if proposed else "", PRIVATE
    return replace(decision, proposed=proposed, after=rules, say=said)


def printable_flaws(env: Env, flaws: tuple[Flaw, ...]) -> tuple[Flaw, ...]:
    """Faults of a stranger's file as they may be printed here: where, not what."""
    if not env.agent or env.repo is None or env.trusted:
        return flaws
    return tuple(replace(flaw, rule="", reason="it cannot be read as a rule") for flaw in flaws)
