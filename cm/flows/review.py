"""Drafts and what became contested: looking at them, and a human's yes or no to one."""

from __future__ import annotations

from dataclasses import dataclass

from cm.errors import Usage
from cm.flows.commit import commit
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.forget import forget
from cm.flows.named import shelved_named
from cm.flows.reading import shelf
from cm.flows.telling import Change, or_refuse, tell_all
from cm.model.delta import Approve, Delta
from cm.model.rule import Layer, Rule

WAITING = ("draft", "contested")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A rule that waits for a human."""

    rule: Rule
    layer: Layer
    here: bool
    sessions: int  # how many sessions support it


@dataclass(frozen=True, slots=True)
class Queue:
    """What waits, this project's and the best supported first."""

    project: str
    waiting: tuple[Waiting, ...]
    total: int


def queue(env: Env, *, here: bool = False, most: int = 0) -> Queue:
    """Lists what waits for a human."""
    waiting = [
        Waiting(
            item.rule,
            item.layer,
            not item.rule.scope.project or env.is_here(item.rule.scope.project),
            len({evidence.session for evidence in item.rule.evidence if evidence.session}),
        )
        for item in shelf(env).shelved
        if item.rule.state in WAITING and not item.blocked_by
    ]
    chosen = [item for item in waiting if item.here or not here]
    chosen.sort(key=lambda item: (not item.here, -item.sessions))
    return Queue(env.project, tuple(chosen[:most] if most else chosen), len(chosen))


def approve(env: Env, rules: list[str], *, yes: bool = False) -> Change:
    """Makes drafts active after a human's yes."""
    if not rules:
        raise Usage("which rule?", hint="cm review lists what waits; cm review approve r-…")
    known = shelf(env).shelved
    items = [shelved_named(known, rule) for rule in rules]
    by = require_human(env, f"approve {', '.join(item.rule.id for item in items)}", yes)
    told = []
    for layer in dict.fromkeys(item.layer for item in items):
        deltas: list[Delta] = [Approve(item.rule.id) for item in items if item.layer == layer]
        done = commit(env, deltas, source="human" if by == "human" else "script", layer=layer, by=by)
        told.append(tell_all(env, done))
    change = Change(tuple(item for part in told for item in part.told), told[0].tx)
    return or_refuse(change) if len(items) == 1 else change


def reject(env: Env, rule: str, reason: str) -> Change:
    """Takes a draft away so that it is not proposed again."""
    return forget(env, rule, reason).change
