"""What became of one event: the rule it is part of, or why nothing came of it, and every decision that was asked with its words.

Nothing is decided here: dispositions are written at reflection (`flows/reconsider.py`), what a session says is
`flows/transcript.py`. A rule's own life is `flows/why.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cm.core.reading.disposed import SAYS, Code, Disposition, of_other, of_resting, read_code
from cm.core.reading.propose import CRITERIA
from cm.flows.env import Env
from cm.flows.explain import Kept
from cm.flows.heard import Heard
from cm.flows.log import Entry, entry, undone_by
from cm.flows.reading import shelf
from cm.flows.scrubbed import scrubbed
from cm.flows.strangers import printable_rule
from cm.flows.transcript import Line, event_shown
from cm.hosts.registry import DOCUMENTS
from cm.model.rule import Rule
from cm.model.session import SessionHead
from cm.store.dispositions import Disposed, read_dispositions
from cm.store.journal import Journal


@dataclass(frozen=True, slots=True)
class WhyEvent:
    """One event and what became of it."""

    event: Line
    session: SessionHead
    code: Code
    say: str
    reason: str  # of a refusal
    rules: tuple[Kept, ...]
    decisions: tuple[Entry, ...]  # that were asked with its words, oldest first
    reflected_at: str  # "" when its session was not reflected on
    criteria: int  # by which version it was judged
    criteria_now: int


def why_event(env: Env, name: str) -> WhyEvent:
    """Tells what became of an event, named by its id or its beginning. Raises NotFound, Ambiguous, NotAllowed."""
    shown = event_shown(env, name, around=0)
    line = shown.lines[0]
    kept = read_dispositions(env.home, shown.session.id)
    heard = Heard(env)
    place = f"{shown.session.id}#{line.id}"
    undone = undone_by(heard)
    asked = [(layer, each) for layer, each in heard.by_layer if place in each.quotes]
    known = {item.rule.id: item.rule for item in shelf(env).shelved}
    resting = [rule for rule in known.values() if _rests_on(rule, shown.session.id, line.id)]
    twin = shown.session.twin
    copied = bool(twin) and Journal(env.home.journal).head(twin) is not None
    found = _disposition(shown.session, line, kept, resting, copied=copied)
    if shown.session.id in scrubbed(env):
        found = Disposition("scrubbed")
    names = dict.fromkeys((*found.rules, *(rule.id for rule in resting)))
    return WhyEvent(
        event=line,
        session=shown.session,
        code=found.code,
        say=SAYS[found.code],
        reason=found.reason,
        rules=tuple(
            Kept(each, printable_rule(env, known[each], heard.blocklist).text, known[each].state)
            for each in names
            if each in known
        ),
        decisions=tuple(entry(heard.printable(each), layer, undone) for layer, each in asked),
        reflected_at=kept.at if kept else "",
        criteria=kept.criteria if kept else 0,
        criteria_now=CRITERIA,
    )


def _rests_on(rule: Rule, session: str, event: str) -> bool:
    return any(item.event == event and item.session == session for item in rule.evidence)


def _disposition(
    head: SessionHead, line: Line, kept: Disposed | None, resting: Sequence[Rule], *, copied: bool
) -> Disposition:
    """What is written down of it; a rule that rests on it says more: a model, or an agent, may have quoted it since."""
    told = read_code(kept.events.get(line.id, "")) if kept else None
    if resting and (told is None or told.code not in ("became", "supported")):
        return of_resting(resting, line.id)
    if told is not None:
        return told
    if head.host == DOCUMENTS:  # a note that nobody said, and facts are learned from it all the same
        head = replace(head, notes=False)
    return Disposition(of_other(head, by=line.by, kind=line.kind, agent=line.agent, copied=copied))
