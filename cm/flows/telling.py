"""Decisions as commands tell them: which rule, its words and state now, the quotes; a single refusal becomes an error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cm.core.facts import is_fact
from cm.core.serving.blocklist import Blocklist
from cm.errors import RefusedByGate
from cm.flows.commit import Changed, Committed, Ground
from cm.flows.env import Env
from cm.flows.hints import HINT, HINTS
from cm.flows.parts import withdrawn_in
from cm.flows.strangers import printable_rule
from cm.model.decision import Decision
from cm.model.playbook import Playbook
from cm.model.rule import Evidence, Rule
from cm.store.playbook import revision_of


@dataclass(frozen=True, slots=True)
class Told:
    """One decision with what a reader wants to know at once."""

    verdict: str
    reason: str
    say: str
    rule: str  # the id that stands; "" for a refusal that touches none
    text: str
    kind: str
    state: str
    project: str
    evidence: tuple[Evidence, ...] = ()
    decision: str = ""
    revision: str = ""  # of that rule, after the change
    replaced: tuple[str, ...] = ()  # of a fact: those whose place it takes


@dataclass(frozen=True, slots=True)
class Change:
    """What became of what was asked for."""

    told: tuple[Told, ...]  # one per thing asked for, in order, then what the sweep found
    tx: str = ""
    dry_run: bool = False
    adopted: tuple[Told, ...] = ()  # hand edits of the playbook that were found on the way
    notes: tuple[str, ...] = ()
    exports_refreshed: tuple[str, ...] = ()
    exports_left: tuple[str, ...] = ()  # files that still hold the old words, each with the reason
    replayed: bool = False  # the request was answered before; nothing was done now

    def with_exports(self, refreshed: tuple[str, ...], left: tuple[str, ...]) -> Change:
        """The same change, with what became of the files that hold its rules."""
        return replace(self, exports_refreshed=refreshed, exports_left=left)

    @property
    def refused(self) -> tuple[Told, ...]:
        """Those that were refused."""
        return tuple(item for item in self.told if item.verdict == "refused")


def tell(
    env: Env, decision: Decision, standing: Rule | None = None, offered: Sequence[Evidence] = (),
    withdrawn: Blocklist | None = None, book: Playbook | None = None,
) -> Told:  # fmt: skip
    """Tells one decision; `standing` is the rule it is about when the decision itself changes nothing, `book` what came of it all."""
    rule = decision.after[0] if decision.after else standing
    now = book.get(rule.id) if book is not None and rule is not None else None
    rule = printable_rule(env, rule, withdrawn) if rule else None
    offered_quotes = tuple(offered) if offered else (rule.evidence[-1:] if rule else ())
    return Told(
        verdict=decision.verdict,
        reason=decision.reason,
        say=decision.say,
        rule=rule.id if rule else (decision.rules[0] if decision.rules else ""),
        text=rule.text if rule and decision.verdict != "refused" else decision.proposed,
        kind=rule.kind if rule else "",
        state=rule.state if rule else "",
        project=rule.scope.project if rule else "",
        evidence=offered_quotes,
        decision=decision.id,
        revision=revision_of(now) if now is not None else "",
        replaced=tuple(
            each.id for each in decision.after[1:] if rule is not None and each.replaced_by == rule.id
        )
        if decision.verdict == "replaced" and decision.after and is_fact(decision.after[0])
        else (),
    )


def tell_all(env: Env, done: Committed, *, dry_run: bool = False) -> Change:
    """Tells every decision of a change."""
    asked = done.decisions[: len(done.decisions) - len(done.adopted)] if done.adopted else done.decisions
    held = withdrawn_in(Ground(env)) if env.agent else None  # people may look at all of it
    told = tuple(tell(env, each, _named(done.book, each), withdrawn=held, book=done.book) for each in asked)
    adopted = tuple(tell(env, each, withdrawn=held, book=done.book) for each in done.adopted)
    return Change(told, done.tx, dry_run and not done.replayed, adopted, done.notes, replayed=done.replayed)


def tell_parts(env: Env, done: Changed, *, dry_run: bool = False) -> Change:
    """Tells every decision of a change that touched several layers."""
    parts = [tell_all(env, each, dry_run=dry_run) for each in done.parts]
    replayed = done.receipt is not None
    return Change(
        tuple(item for part in parts for item in part.told), done.tx, dry_run and not replayed,
        tuple(item for part in parts for item in part.adopted), done.notes, replayed=replayed,
    )  # fmt: skip


def _named(book: Playbook, decision: Decision) -> Rule | None:
    return next((rule for each in decision.rules if (rule := book.get(each))), None)


def or_refuse(change: Change) -> Change:
    """Gives the change back, or raises RefusedByGate when the one thing that was asked for was refused."""
    if change.told and change.told[0].verdict == "refused":
        only = change.told[0]
        raise RefusedByGate(
            f"refused ({only.reason}): {only.say}",
            hint=HINTS.get(only.reason, HINT),
            reason=only.reason,
            rule=only.rule,
            text=only.text,
        )
    return change
