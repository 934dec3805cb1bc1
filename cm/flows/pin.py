"""Protects a rule from every automatic change, with the reason; taking that back is a person's.

Not here: what a pin means (`core/curation/sweep.py`, `core/curation/contest.py`).
"""

from __future__ import annotations

from cm.errors import Usage
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.named import shelved_named
from cm.flows.reading import shelf
from cm.flows.reviewing import answered, person
from cm.flows.telling import Change, or_refuse
from cm.model.delta import Pin


def pin(env: Env, rule: str, reason: str, *, dry_run: bool = False) -> Change:
    """Pins a rule. Raises NeedsAHuman inside an agent, Usage without a reason, and RefusedByGate."""
    if not reason.strip():
        raise Usage("say why it is pinned", hint='cm pin r-… --reason "the auditors ask for it"')
    item = shelved_named(shelf(env).shelved, rule)
    by = person(env, f"pin {item.rule.id}", yes=True)  # it tightens: a script may do it unasked
    return or_refuse(answered(env, [Pin(item.rule.id, reason)], item.layer, by, dry_run=dry_run))


def unpin(env: Env, rule: str, *, yes: bool = False, dry_run: bool = False) -> Change:
    """Takes a pin away, after a human's yes. Raises NeedsAHuman."""
    item = shelved_named(shelf(env).shelved, rule)
    if dry_run:
        by = person(env, f"unpin {item.rule.id}", yes=True)
    else:
        by = require_human(env, f"unpin {item.rule.id} ({item.rule.pinned or 'it is not pinned'})", yes)
    return or_refuse(answered(env, [Pin(item.rule.id, "")], item.layer, by, dry_run=dry_run))
