"""What people answered when a guard asked them about a rule's command: a no goes against the rule, a yes is a person's word.

Which session was asked in is read from the guard log, what became of the command from the session itself: the host says what was refused.
What ran is `flows/audit.py`; what follows is `flows/raising.py`.
"""

from __future__ import annotations

from collections.abc import Collection

from cm.core.curation.ending import watch
from cm.core.reading.followed import kept
from cm.flows.audit import Violation
from cm.flows.env import Env
from cm.flows.transcript import shown_words
from cm.model.rule import Rule
from cm.store.guard_log import read_guard_log
from cm.store.journal import Journal


def asked_about(env: Env) -> frozenset[tuple[str, str]]:
    """The sessions in which a guard asked, each with the trauma that it asked about."""
    rows = read_guard_log(env.home)[0]
    return frozenset(
        (f"{row.host}/{row.session}", row.id) for row in rows if row.kind == "asked" and not row.by_test
    )


def declined(env: Env, rule: Rule, sessions: Collection[str]) -> tuple[Violation, ...]:
    """Those of the sessions in which an agent tried what the rule speaks against and was not let."""
    found = []
    words = shown_words(env)
    for head, events in Journal(env.home.journal).events(sorted(sessions)) if sessions else ():
        refused = {event.of for event in events if event.kind == "error" and event.by == "host" and event.of}
        tried = [event for event in events if event.kind == "command" and event.id in refused]
        for one in kept(tried, watch([rule]), began=head.started):
            if one.ignored:
                at = head.ended or head.started
                found.append(Violation(head.id, at, one.ignored, 0, f"{words(one.against)} (declined)"))
    return tuple(found)
