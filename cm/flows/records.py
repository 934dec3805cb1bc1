"""What the journal tells of rules that a model proposes: how sessions ended that kept to them, and that did not.

Of what commands, written files and plain words of the user tell, and of the newest sessions of the project. The counting is `core/reflection/history.py`; one rule with
all its sessions is `flows/validate.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cm.core.reading.checks import check_of
from cm.core.reading.touched import left_alone
from cm.core.reflection.history import Seen, history_of, is_opposed, seen_in, told_of, weigh_history
from cm.flows.env import Env
from cm.flows.permission import open_heads
from cm.flows.scrubbed import scrubbed
from cm.model.delta import Add, Delta
from cm.store.journal import Journal

NEWEST: Final = 100  # sessions of the project that are looked through


def with_records(env: Env, deltas: Sequence[Delta], project: str) -> tuple[Delta, ...]:
    """The same deltas, new rules with their record."""
    adds = {
        place: delta for place, delta in enumerate(deltas) if isinstance(delta, Add) and not delta.surplus
    }
    if not adds or not project:
        return tuple(deltas)
    checks = {place: check_of(add.text, add.kind) for place, add in adds.items()}
    paths = {place: left_alone(add.text, add.kind) for place, add in adds.items()}
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
    seen: dict[int, list[Seen]] = {place: [] for place in adds}
    for head, events in journal.events([head.id for head in newest]) if newest else ():
        for place, add in adds.items():
            one = seen_in(head, events, add.text, checks[place], kind=add.kind, paths=paths[place])
            if one is not None:
                seen[place].append(one)
    support = env.settings.curation.admission.support_sessions
    out = list(deltas)
    for place, add in adds.items():
        checkable = checks[place] is not None or bool(paths[place])
        history = history_of(seen[place], sessions=len(newest), checkable=checkable)
        verdict, say = weigh_history(history, support=support)
        bad = verdict == "refused"
        against = bad and is_opposed(history, support=support)
        out[place] = replace(
            add, record=say if bad else told_of(history), ended_badly=bad and not against, opposed=against
        )
    return tuple(out)
