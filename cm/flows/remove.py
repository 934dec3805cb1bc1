"""Takes a rule out of service without blocking its content: a person may bring it back, machines may not.

So that the content does not come back at all: `flows/forget.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from cm.errors import Usage
from cm.flows.add import source_of
from cm.flows.commit import commit
from cm.flows.env import Env
from cm.flows.named import shelved_named
from cm.flows.project import exports_without
from cm.flows.reading import shelf
from cm.flows.refresh import refresh
from cm.flows.telling import Change, or_refuse, tell_all
from cm.model.delta import Retire


@dataclass(frozen=True, slots=True)
class Removed:
    """What left service, and what became of every file it had been exported to."""

    rule: str
    text: str
    change: Change
    exports_refreshed: tuple[str, ...] = ()
    exports_left: tuple[str, ...] = ()
    dry_run: bool = False


def remove(env: Env, rule: str, reason: str, *, dry_run: bool = False) -> Removed:
    """Retires a rule. Open to all, since it tightens. Raises NotFound, Ambiguous, NotTrusted, RefusedByGate."""
    if not reason.strip():
        raise Usage("say why it leaves service", hint='cm remove r-… --reason "we moved to pnpm"')
    item = shelved_named(shelf(env).shelved, rule)
    done = commit(
        env,
        [Retire(item.rule.id, reason)],
        source=source_of(env),
        layer=item.layer,
        by=env.by,
        dry_run=dry_run,
    )
    change = or_refuse(tell_all(env, done, dry_run=dry_run))
    if not dry_run:
        refresh(env)
    refreshed, left = exports_without(env, [item.rule.id], dry_run=dry_run)
    return Removed(item.rule.id, item.rule.text, change, refreshed, left, dry_run)
