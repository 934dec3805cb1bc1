"""Hand edits and git merges: what a playbook file says that no decision of ours explains becomes `adopted` decisions.

They are recorded, not fought; the predicate screens their text on the way out. But they meet the book: what says the opposite of a
rule that stands is marked on both in the same change (`core/curation/meeting.py`), as if it had come by a delta.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Final

from cm.core.curation.apply import replay
from cm.core.curation.case import LIVE
from cm.core.curation.meeting import Meeting, freed, met
from cm.core.screening.labels import harm_beside
from cm.core.screening.screen import screen
from cm.core.serving.blocklist import NOTHING_BLOCKED, Blocklist
from cm.model.decision import Decision, Reason
from cm.model.playbook import Playbook
from cm.model.rule import Rule
from cm.store.decisions import Log
from cm.store.playbook import Document

_TELLING: Final = ("text", "kind", "scope", "state", "contests", "overrules", "settled", "pinned")


@dataclass(frozen=True, slots=True)
class Adoption:
    """What changed by hand since the last decision, and whether the book must be written down whole."""

    decisions: tuple[Decision, ...] = ()  # what was found in the file, then what became of opposites
    checkpoint: bool = False  # a rule was taken out of the file: folding decisions alone would bring it back
    book: Playbook = field(default_factory=Playbook)  # the file's rules, opposites marked
    marked: frozenset[str] = frozenset()  # rules that are other than the file says


def recorded(log: Log) -> Playbook:
    """The book as the decisions tell it."""
    return replay(log.checkpoint or Playbook(), log.later())


def adopt(
    document: Document, log: Log, *, at: str, synced: bool = False, blocked: Blocklist = NOTHING_BLOCKED
) -> Adoption:
    """Compares a file with what was decided. Rules that cannot be read now are left as they were.

    `synced`: the difference came from another machine, and not by hand. `blocked`: what was withdrawn contests nothing.
    """
    known = recorded(log)
    first = log.checkpoint is None and not log.decisions
    decisions = [
        _adopted(rule, known.get(rule.id), at, first, synced)
        for rule in document.playbook
        if rule != known.get(rule.id)
    ]
    unreadable = {flaw.rule for flaw in document.playbook.flaws}
    gone = [rule for rule in known if document.playbook.get(rule.id) is None and rule.id not in unreadable]
    if "" in unreadable:  # one of the unreadable items may be any of them
        gone = []
    decisions += [
        Decision("adopted", "other-machine" if synced else "hand-edit", f"{rule.id} was taken out of the file {_where(synced)}", at, "sync" if synced else "hand-edit", rules=(rule.id,))
        for rule in gone
    ]  # fmt: skip
    gone_ids = {rule.id for rule in gone}
    came = [rule.id for rule in document.playbook if _comes(rule, known.get(rule.id))]
    left = [
        rule.id
        for rule in known
        if rule.state in LIVE and _left(document.playbook.get(rule.id), rule.id in gone_ids)
    ]
    book, free = freed(document.playbook, left)
    decisions += [_free(rule, at, synced) for rule in free]
    book, meetings = met(book, came, fit=lambda rule: _is_fit(rule, blocked))
    decisions += [_met(each, at, synced) for each in meetings]
    marked = frozenset(rule.id for each in meetings for rule in each.after) | {rule.id for rule in free}
    return Adoption(tuple(decisions), bool(gone), book, marked)


def _left(rule: Rule | None, gone: bool) -> bool:
    """Whether a rule that was in service is not any more; one that cannot be read just now is."""
    return gone if rule is None else rule.state not in LIVE


def _free(rule: Rule, at: str, synced: bool) -> Decision:
    source = "sync" if synced else "hand-edit"
    say = (
        f"{rule.id} is contested by one rule less"
        if rule.contests
        else f"nothing contests {rule.id} any more"
    )
    reason: Reason = "other-machine" if synced else "hand-edit"
    return Decision("adopted", reason, say, at, source, rules=(rule.id,), after=(rule,))


def _comes(rule: Rule, before: Rule | None) -> bool:
    """Whether a rule may oppose others as it did not before: it is new, other, newly in service, or less is said of it."""
    return before is None or any(getattr(rule, name) != getattr(before, name) for name in _TELLING)


def _is_fit(rule: Rule, blocked: Blocklist) -> bool:
    """Whether a rule may be served; one that is held back for its content must not silence another."""
    return not (
        screen(rule.text) or harm_beside(rule, screen) or blocked.hit(rule.text) or blocked.hit(rule.why)
    )


def _met(each: Meeting, at: str, synced: bool) -> Decision:
    reason: Reason = "narrower-scope" if each.how == "narrower" else "contradicts"
    source = "sync" if synced else "hand-edit"
    return Decision("contested", reason, each.say, at, source, rules=(each.one, each.other), after=each.after)


def _where(synced: bool) -> str:
    return "on another machine" if synced else "by hand"


def _adopted(rule: Rule, before: Rule | None, at: str, first: bool, synced: bool) -> Decision:
    if before is None:
        say = f"{rule.id} was found in the file" if first else f"{rule.id} was added {_where(synced)}"
    else:
        changed = [
            each.name for each in fields(Rule) if getattr(rule, each.name) != getattr(before, each.name)
        ]
        say = f"{rule.id} was changed {_where(synced)}: {', '.join(changed)}"
    if refused := screen(rule.text):
        say += f"; it is withheld, since the gate would refuse its text ({refused})"
    reason: Reason = "other-machine" if synced else "first-sight" if first else "hand-edit"
    return Decision(
        "adopted", reason, say, at, "sync" if synced else "hand-edit", proposed=rule.text, rules=(rule.id,), after=(rule,)
    )  # fmt: skip
