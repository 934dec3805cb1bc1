"""The predicate: may this reader see this rule now? Every way out of the playbook asks `serve`; nothing else makes a `Served`.

Not here: rules beside one another, of which one may give way (`core/serving/together.py`), which of the served rules matter
for a task (`core/serving/select.py`), how a shelf is read (`flows/reading.py`).
The quick doors import this module: standard library only (`shelve` alone reaches for the content screen).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, assert_never

from cm.core.screening.labels import harm_beside
from cm.core.serving.audience import may_hear, visibility_of, why_private
from cm.core.serving.scopes import Reader, fit
from cm.core.serving.validity import span_of
from cm.model.rule import Layer, Rule, Stage
from cm.model.settings import StandingPolicy
from cm.model.standing import NO_MARKS, Shelved, Standing

WithheldReason: TypeAlias = Literal[
    "retired", "superseded", "draft", "contested", "blocked", "quarantined", "untrusted", "private",
    "not-yet-valid", "expired", "out-of-scope", "low-standing", "stage", "stale", "overruled",
    "anchor-gone", "unmerged",
]  # fmt: skip

if TYPE_CHECKING:
    from cm.core.serving.blocklist import Blocklist

__all__ = [
    "Reader",
    "Served",
    "Withheld",
    "WithheldReason",
    "contested_say",
    "is_vouched_for",
    "serve",
    "shelve",
    "uncontested",
    "withhold",
]

STAGES: Final[tuple[Stage, ...]] = ("candidate", "established", "proven")
DEFAULT_STANDING: Final = StandingPolicy()


@dataclass(frozen=True, slots=True)
class Served:
    """A rule that this reader may see now."""

    rule: Rule
    standing: Standing
    layer: Layer
    matched_facets: tuple[str, ...] = ()
    unknown_facets: tuple[str, ...] = ()  # set on the rule, not known of the reader: they rank it lower
    contested_with: tuple[str, ...] = ()  # served beside it and opposed to it: never one without the other
    except_for: tuple[str, ...] = ()  # narrower rules that hold in its place where they hold


@dataclass(frozen=True, slots=True)
class Withheld:
    """A rule that this reader may not see now, and why."""

    rule: Rule
    reason: WithheldReason
    say: str
    standing: Standing = NO_MARKS
    layer: Layer = "user"


def shelve(
    rule: Rule,
    layer: Layer,
    trusted: bool,
    standing: Standing,
    blocked: Blocklist,
    *,
    screen: Callable[[str], str | None] | None = None,
    gone: str = "",
) -> Shelved:
    """Puts beside a rule all that the predicate has to know of it; hand edits and merges meet the content screen here."""
    if screen is None:
        from cm.core.screening.screen import screen as own_screen

        screen = own_screen
    return Shelved(
        rule=rule,
        layer=layer,
        trusted=trusted,
        standing=standing,
        blocked_by=blocked.hit(rule.text) or (blocked.hit(rule.why) if rule.why else ""),
        screened=screen(rule.text) or harm_beside(rule, screen),
        gone=gone,
    )


def serve(
    shelved: Shelved, reader: Reader, now: datetime, *, policy: StandingPolicy = DEFAULT_STANDING
) -> Served | Withheld:
    """Answers for one rule and one reader: served, or withheld with one reason from the closed list.

    That a rule is contested is said only when nothing else speaks against it: `together` may then serve both sides.
    """
    rule = shelved.rule
    refusal = (
        _by_state(rule)
        or _by_content(shelved)
        or _by_layer(shelved, reader)
        or _by_time(rule, now)
        or _by_standing(shelved, reader, policy)
    )
    matched, unknown, wrong = fit(rule.scope, reader)
    if refusal is None and wrong:
        refusal = ("out-of-scope", wrong)
    if refusal is None and rule.unmerged and rule.unmerged.branch != reader.branch:
        refusal = ("unmerged", f"it was learned on {rule.unmerged.branch}, which is not merged")
    if refusal is None and shelved.gone:
        refusal = ("anchor-gone", shelved.gone)
    if refusal is None and rule.state == "contested":
        refusal = ("contested", contested_say(", ".join(rule.contests)))
    if refusal is not None:
        return Withheld(rule, refusal[0], refusal[1], shelved.standing, shelved.layer)
    return Served(rule, shelved.standing, shelved.layer, matched, unknown)


def uncontested(answer: Served | Withheld, reader: Reader) -> Served | None:
    """The rule as it would be served if nothing contested it; None when something else speaks against it."""
    if isinstance(answer, Served):
        return answer
    if answer.reason != "contested":  # asked last: nothing else withholds it
        return None
    matched, unknown, _ = fit(answer.rule.scope, reader)
    return Served(answer.rule, answer.standing, answer.layer, matched, unknown)


def withhold(item: Served, reason: WithheldReason, say: str) -> Withheld:
    """A rule that would be served, held back since others stand beside it."""
    return Withheld(item.rule, reason, say, item.standing, item.layer)


Refusal: TypeAlias = tuple[WithheldReason, str] | None


def _by_state(rule: Rule) -> Refusal:
    match rule.state:
        case "retired":
            why = f": {rule.retired.reason}" if rule.retired and rule.retired.reason else ""
            return "retired", f"it is retired{why}"
        case "superseded":
            return "superseded", f"{rule.replaced_by or 'another rule'} took its place"
        case "draft":
            return "draft", "it is a draft: a second session or a person has to support it"
        case "active" | "contested":
            return ("stale", f"it may be out of date: {rule.stale}") if rule.stale else None
        case _:
            assert_never(rule.state)


def contested_say(others: str) -> str:
    """Why a rule is held back that another one contests."""
    return f"{others or 'another rule'} says otherwise: `cm review` decides which one holds"


def _by_content(shelved: Shelved) -> Refusal:
    if shelved.blocked_by:
        return "blocked", f"its content was withdrawn ({shelved.blocked_by})"
    if shelved.screened:
        return "quarantined", f"the gate would refuse it now ({shelved.screened})"
    return None


def _by_layer(shelved: Shelved, reader: Reader) -> Refusal:
    if shelved.layer == "repo" and not shelved.trusted:
        return "untrusted", "it comes from a repository that you have not trusted (`cm trust`)"
    if shelved.layer == "user" and not reader.user_rules:
        return "private", "it is one of your own rules, and this reader gets only those of the repository"
    visibility = visibility_of(shelved.rule, shelved.layer)
    if not may_hear(reader.audience, visibility):
        return "private", why_private(shelved.rule, visibility)
    return None


def _by_time(rule: Rule, now: datetime) -> Refusal:
    if rule.valid is None:
        return None
    since, until = span_of(rule)
    if since is not None and now < since:
        return "not-yet-valid", f"it holds from {rule.valid.since}"
    if until is not None and now >= until:
        return "expired", f"it held until {rule.valid.until}"
    return None


def _by_standing(shelved: Shelved, reader: Reader, policy: StandingPolicy) -> Refusal:
    standing, rule = shelved.standing, shelved.rule
    if standing.score < policy.retire_score and not is_vouched_for(rule, standing):
        return "low-standing", f"its score is {standing.score:.1f}: it waits for review"
    if reader.min_stage is not None and STAGES.index(standing.stage) < STAGES.index(reader.min_stage):
        return "stage", f"it is {standing.stage}, this reader asks for {reader.min_stage}"
    return None


def is_vouched_for(rule: Rule, standing: Standing) -> bool:
    """Whether a person keeps the rule whatever its marks say: it is pinned, or was approved after the last of them."""
    return bool(rule.pinned or (rule.approved and rule.approved >= standing.last))
