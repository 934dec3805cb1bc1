"""One session read for its outcome: how it ended, what it cost, the rules it named and kept to, the marks that were set in it.

The parts are read by `core/reading`; here they become one line of the ledger and inline marks. A subagent's talk and commands belong to the
session that started it. Pure. Not here: what follows for rules (`core/curation/credit.py`), writing (`flows/outcome.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cm.core.curation.credit import HEURISTIC, mark_id, outcome_id
from cm.core.reading.checks import check_of
from cm.core.reading.followed import Watched, kept
from cm.core.reading.inline_marks import Inline, inline_marks, resolve_marks
from cm.core.reading.named import named_rules
from cm.core.reading.trouble import trouble
from cm.model.diary import Diary
from cm.model.ledger import Mark, Outcome
from cm.model.rule import Rule
from cm.model.session import Event, SessionHead

INLINE: Final = "inline"
_IN_SERVICE: Final = ("active", "contested")


@dataclass(frozen=True, slots=True)
class Ending:
    """What one session gives the ledger; no outcome where nothing can be said."""

    session: str
    status: str
    outcome: Outcome | None
    inline: tuple[Mark, ...] = ()
    unknown: tuple[str, ...] = ()  # names in inline marks that no rule has, or several


def ending(
    head: SessionHead,
    events: Sequence[Event],
    diary: Diary,
    *,
    watched: Sequence[Watched],
    texts: Mapping[str, str],
    parts: Sequence[Event] = (),
    stamp: str = "",
) -> Ending:
    """Reads a session; `texts` are the known rules' words by id, `parts` the events of its subagents' own sessions."""
    every = [*events, *parts]
    at = diary.ended or stamp
    named = named_rules(every, texts)
    told = kept(_in_time(every), watched, began=head.started)
    cost = trouble(events)
    found = resolve_marks(inline_marks(every), texts)
    outcome = Outcome(
        id=outcome_id(head.id, HEURISTIC), session=head.id, status=diary.status, at=at, by=HEURISTIC, sentiment=diary.mood,
        rules=tuple(each.rule for each in named), named=tuple((each.rule, each.quote) for each in named),
        followed=tuple(each.rule for each in told if each.done and not each.ignored),
        ignored=tuple(each.rule for each in told if each.ignored),
        checked=tuple((each.rule, each.followed, each.ignored, each.did, each.against) for each in told),
        seconds=cost.seconds, errors=cost.errors, retries=cost.retries,
    )  # fmt: skip
    silent = diary.status == "unknown" and not named and not told
    return Ending(
        head.id, diary.status, None if silent else outcome,
        tuple(_mark(head.id, each, at) for each in found.marks), found.unknown,
    )  # fmt: skip


def watch(rules: Iterable[Rule]) -> tuple[Watched, ...]:
    """Returns the rules in service that commands can tell of, each from the moment it was there."""
    found = []
    for rule in rules:
        since = max(rule.origin.at, rule.approved)
        if rule.state in _IN_SERVICE and since and not (rule.scope.path or rule.scope.task):
            check = check_of(rule.text, rule.kind)
            if check is not None:
                found.append(Watched(rule.id, check, since))
    return tuple(found)


def _mark(session: str, found: Inline, at: str) -> Mark:
    where = f" in {found.where}" if found.where else ""
    return Mark(
        mark_id(found.rule, found.verdict, session), found.rule, found.verdict, found.at or at, session, INLINE,
        found.reason, f"{found.by}{where}: {found.why}",
    )  # fmt: skip


def _in_time(events: Sequence[Event]) -> Sequence[Event]:
    """Events in the order they happened, where their moments are known."""
    return sorted(events, key=lambda event: event.at) if all(event.at for event in events) else events
