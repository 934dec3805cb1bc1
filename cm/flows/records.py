"""What the journal tells of rules that a model proposes: how sessions ended that kept to them, and that did not.

Only of what commands can tell, and of the newest sessions of the project. The counting is `core/reflection/history.py`; one rule with
all its sessions is `flows/validate.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cm.core.reading.checks import Check, check_of
from cm.core.reflection.history import Seen, history_of, seen_in, told_of, weigh_history
from cm.flows.env import Env
from cm.flows.permission import open_heads
from cm.flows.scrubbed import scrubbed
from cm.model.delta import Add, Delta
from cm.store.journal import Journal

NEWEST: Final = 100  # sessions of the project that are looked through


def with_records(env: Env, deltas: Sequence[Delta], project: str) -> tuple[Delta, ...]:
    """The same deltas, new rules with their record where commands can tell of them."""
    checks: dict[int, tuple[Add, Check]] = {}
    for place, delta in enumerate(deltas):
        if isinstance(delta, Add) and (check := check_of(delta.text, delta.kind)) is not None:
            checks[place] = delta, check
    if not checks:
        return tuple(deltas)
    journal = Journal(env.home.journal)
    off = scrubbed(env)
    heads = [
        head
        for head in open_heads(env, list(journal.sessions()))
        if head.project == project
        and not (head.own or head.notes or head.id in off or (head.twin and journal.head(head.twin)))
    ]
    heads.sort(key=lambda head: head.ended or head.started)
    newest = heads[-NEWEST:]
    seen: dict[int, list[Seen]] = {place: [] for place in checks}
    for head, events in journal.events([head.id for head in newest]) if newest else ():
        for place, (add, check) in checks.items():
            one = seen_in(head, events, add.text, check)
            if one is not None:
                seen[place].append(one)
    support = env.settings.curation.admission.support_sessions
    out = list(deltas)
    for place, (add, _) in checks.items():
        history = history_of(seen[place], sessions=len(newest), checkable=True)
        verdict, say = weigh_history(history, support=support)
        bad = verdict == "refused"
        out[place] = replace(add, record=say if bad else told_of(history), ended_badly=bad)
    return tuple(out)
