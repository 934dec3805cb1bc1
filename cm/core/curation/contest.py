"""What an answer does to rules that say the opposite: a contradiction does not slip in beside what it contradicts.

Every decision passes here before it is folded in, whatever verb it came by. A narrower rule and a wider one both stand, and
the narrower holds where it holds. Otherwise the newer words take the place of the older, or both wait for a person, or the newer
are refused (`curation.contradictions`). When one of two goes, the other is free again.
Not here: whether two rules contradict (`core/language/relation.py`), how a marked pair is served (`core/serving/together.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from cm.core.curation.case import IN_SERVICE, LIVE, Case, once
from cm.core.curation.gate import evidence_of
from cm.core.curation.succession import begun, follow, has_ended, is_later, said_at, told_of
from cm.core.curation.witness import EARLIER, UNVERIFIED, are_of_two_documents, united
from cm.core.facts import is_fact
from cm.core.language.reach import Reach, overlap
from cm.core.serving.validity import meet_in_time, span_of
from cm.model.decision import Decision, Reason, Verdict
from cm.model.delta import Add, Approve, Follow, Promote, Restore, Settle, Take
from cm.model.rule import Rule, Was

if TYPE_CHECKING:
    from cm.core.language.relation import Relation

PERSON, USER, MACHINE, SHIPPED = 3, 2, 1, 0
MANY: Final = 5
"""A rule that contradicts more than so many at once is hardly read aright: it waits as a draft, and they are served on."""
YIELDS: Final = ("starter", "import", "model", "sweep")
"""Roads whose rules do not stand against what somebody here said: they are refused."""
OPEN_TO_CONTEST: Final[tuple[Verdict, ...]] = ("added", "replaced", "merged", "split", "reinforced")


def authority(rule: Rule) -> int:
    """Whose word a rule is: a person's (typed or approved), the user's in a session, a machine's, a starter's."""
    if rule.approved or rule.pinned or rule.origin.by in ("human", "script"):
        return PERSON
    if any(
        item.by == "user" and item.event and item.note not in (UNVERIFIED, EARLIER) for item in rule.evidence
    ):
        return USER
    return SHIPPED if rule.origin.by == "starter" else MACHINE


def contradicts(relation: Relation) -> bool:
    """Whether two rules say opposite things where both hold."""
    return relation.kind == "contradiction"


@dataclass(slots=True)
class _Table:
    """The book as the decision would leave it."""

    case: Case
    after: dict[str, Rule]
    said: list[str] = field(default_factory=list)
    reasons: set[Reason] = field(default_factory=set)

    def get(self, rule_id: str) -> Rule | None:
        return self.after.get(rule_id) or self.case.book.get(rule_id)

    def put(self, rule: Rule) -> None:
        if rule != self.get(rule.id):
            self.after[rule.id] = rule

    def opposed(self, a: Rule, b: Rule) -> str | None:
        """How two rules contradict each other, in words ("" where there are none), or None."""
        if b.id in a.settled or a.id in b.settled or never_together(a, b, self.case.at):
            return None
        relation = self.case.nearby.relate(a, b)
        return (relation.say or "they say opposite things") if contradicts(relation) else None

    def reworded(self, rule: Rule) -> bool:
        old = self.case.book.get(rule.id)
        return old is None or _words(old) != _words(rule)


def squared(case: Case, decision: Decision) -> Decision:
    """The decision with what follows from it for rules that say the opposite, or a refusal in its place."""
    if not decision.after or isinstance(case.admitted.delta, Follow):
        return decision  # the others of that branch follow too: they stand to each other as they did
    table = _Table(case, {rule.id: rule for rule in decision.after})
    for coming in decision.after:
        rule = table.after[coming.id]
        if rule.state in IN_SERVICE and _comes(case, rule):
            refusal = _meet(table, rule, decision)
            if refusal is not None:
                return refusal
    _release(table)
    if tuple(table.after.values()) == decision.after:
        return decision
    return _told(table, decision)


def extent_of(a: Rule, b: Rule) -> Reach:
    """How the situations of two rules lie to each other: a line of work is a narrower place, two of them are apart."""
    extent = overlap(a.scope, b.scope)
    mine = a.unmerged.branch if a.unmerged else ""
    yours = b.unmerged.branch if b.unmerged else ""
    if mine == yours or extent == "apart":
        return extent
    if mine and yours:
        return "apart"
    if extent == "same":
        return "narrower" if mine else "wider"
    return extent if extent == ("narrower" if mine else "wider") else "crossing"


def _words(rule: Rule) -> tuple[object, ...]:
    """What a rule says, and where."""
    return rule.text, rule.kind, rule.scope, rule.unmerged


def _comes(case: Case, rule: Rule) -> bool:
    """Whether a rule is new to what stands: new words, or newly in service, or said anew."""
    old = case.book.get(rule.id)
    if old is None or _words(old) != _words(rule):
        return True
    delta = case.admitted.delta
    if isinstance(delta, Restore | Approve):
        return rule.id == delta.rule
    if isinstance(delta, Settle):
        return old.state == "draft" and rule.state in LIVE
    if old.state != rule.state:
        return old.state not in LIVE or rule.state not in LIVE or rule.approved != old.approved
    return old.state == "contested" and rule.approved != old.approved


def _rivals(table: _Table, rule: Rule) -> Iterator[Rule]:
    """Rules in service, other than those it is to replace, in the order of the book."""
    old = table.case.book.get(rule.id)
    nearby = table.case.nearby
    ids = dict.fromkeys(
        (*nearby.opposed(rule.text), *table.after, *nearby.pointing(rule.id), *(old.contests if old else ()), *rule.contests)
    )  # fmt: skip
    for name in sorted(ids):
        other = table.get(name)
        if other is None or other.id == rule.id or other.state not in IN_SERVICE or name in nearby.pending:
            continue
        if not (rule.id in other.replaces and other.state == "draft") and not (
            other.id in rule.replaces and rule.state == "draft"
        ):
            yield other


def _meet(table: _Table, new: Rule, decision: Decision) -> Decision | None:
    """Sets a rule that comes beside those that stand; a Decision is what is said instead of everything."""
    case = table.case
    decided = isinstance(case.admitted.delta, Approve)
    met: list[tuple[Rule, str, bool]] = []
    for other in _rivals(table, new):
        extent = extent_of(new, other)
        marked = other.id in new.contests and new.id in other.contests
        if extent == "apart" or (marked and isinstance(case.admitted.delta, Restore)):
            continue
        if never_together(new, other, case.at):
            continue
        relation = case.nearby.relate(new, other)
        known = decided and other.state in LIVE and _contest_each_other(table, new, other)
        if other.id in new.settled or new.id in other.settled:
            continue
        if not contradicts(relation) and not known:
            continue
        clause = relation.say or "they say opposite things"
        if extent in ("narrower", "wider") and not known:
            if new.state in LIVE and other.state in LIVE:
                narrow, wide = (new, other) if extent == "narrower" else (other, new)
                _overrule(table, narrow, wide)
                table.said.append(
                    f"where it is narrower, it holds in place of {other.id}"
                    if narrow.id == new.id
                    else f"{other.id} is narrower and holds in its place there"
                )
                new = table.after[new.id]
            continue
        met.append((other, clause, relation.strong and extent == "same"))
    standing = [item for item in met if item[0].state in LIVE]
    fixed = next((item for item in standing if item[0].pinned), None)
    if fixed is not None and (new.state in LIVE or table.reworded(new)):
        if decided:
            say = f"{new.id} stays as it is: {fixed[0].id} says otherwise and is pinned"
            return case.say("unchanged", "pinned", say, (new.id, fixed[0].id))
        return _refused(
            table, new, fixed, decision, f"is pinned: {fixed[0].pinned}; unpin or correct that one first"
        )
    if len(standing) > MANY and new.state in LIVE and not isinstance(case.admitted.delta, Approve | Restore):
        if case.book.get(new.id) is not None:
            return _refused(table, new, standing[0], decision, f"so do {len(standing) - 1} others")
        new = replace(new, state="draft", approved="")  # so many are not overcome unasked
    if new.state == "draft":
        for other, clause, _ in standing:
            new = replace(new, contests=_with(new.contests, other.id))
            table.put(new)
            table.said.append(f"{other.id} says otherwise ({clause}), and is served until a person decides")
            table.reasons.add("contradicts")
        return None
    for item in standing:
        other, clause, strong = item
        lower = authority(new) < authority(other)
        if not decided and case.policy.contradictions == "refuse":
            return _refused(table, new, item, decision, "stands; retire or correct that one first")
        if lower and case.source in YIELDS and not decided:
            return _refused(table, new, item, decision, "stands on a better word")
        facts = is_fact(new) and is_fact(other)
        dated = facts and _are_dated_apart(new, other)
        wins = (strong or dated or case.policy.contradictions == "supersede") and not lower
        wins = wins and (dated or bool(other.stale) or not are_of_two_documents(new, other))
        if facts and (wins or dated) and not decided and not is_later(new, other):
            if dated or authority(other) >= authority(new):
                table.reasons.add("newer-words")
                _supersede(table, other, new, clause)
                new = table.after[new.id]
                if new.state not in LIVE:
                    break  # it is history: nothing in service has to give way to it
                continue
            wins = False
        if decided or (wins and not isinstance(case.admitted.delta, Restore)):
            higher = decided or authority(new) > authority(other)
            table.reasons.add("higher-authority" if higher else "newer-words")
            _supersede(table, new, other, clause)
        else:
            _contest(table, new, other, clause)
        new = table.after[new.id]
    for other, _, _ in met:
        if other.state == "draft":
            table.put(replace(other, contests=_with(other.contests, new.id)))
    return None


def _contest_each_other(table: _Table, new: Rule, other: Rule) -> bool:
    old = table.case.book.get(new.id)
    return new.id in other.contests or (old is not None and other.id in old.contests)


def _refused(
    table: _Table, new: Rule, by: tuple[Rule, str, bool], decision: Decision, because: str
) -> Decision:
    """New words are refused; a draft that would have gone live stays one, with its new evidence.

    What a merged branch brings is there already: it waits for a person.
    """
    case, (other, clause, _) = table.case, by
    if isinstance(case.admitted.delta, Promote):
        because = f"{other.id} says otherwise ({clause}) and {because}"
        over = tuple(name for name in new.overrules if name != other.id)
        say = f"{decision.say}; it is held back: {because}"
        held = replace(new, stale=because, overrules=over)
        return case.say("stale", "contradicts", say, (new.id, other.id), (held,))
    old = case.book.get(new.id)
    if old is not None and old.state == "draft" and isinstance(case.admitted.delta, Add | Take):
        evidence = united(old.evidence, evidence_of(case.admitted.delta))
        contests = _with(old.contests, other.id)
        waits = replace(
            new, state="draft", approved=old.approved, was=old.was, evidence=evidence, contests=contests
        )
        say = f"{new.id} gains evidence and waits: {other.id} says otherwise ({clause})"
        changes = () if waits == old else (waits,)
        return case.say(
            "reinforced" if changes else "unchanged", "contradicts", say, (new.id, other.id), changes
        )
    say = f"{other.id} says otherwise ({clause}) and {because}"
    about = (other.id,) if old is None else (new.id, other.id)
    return case.refuse("contradicts", say, *about)


def _overrule(table: _Table, narrow: Rule, wide: Rule) -> None:
    if wide.id not in narrow.overrules:
        table.put(replace(narrow, overrules=_with(narrow.overrules, wide.id)))
        table.reasons.add("narrower-scope")


def never_together(a: Rule, b: Rule, at: str) -> bool:
    """Whether two facts hold at different times, or one of them no more: what was so before does not contradict what is so now."""
    return is_fact(a) and is_fact(b) and (not meet_in_time(a, b) or has_ended(a, at) or has_ended(b, at))


def _are_dated_apart(a: Rule, b: Rule) -> bool:
    """Whether two facts say themselves which of them began later."""
    (one, _), (other, _) = span_of(a), span_of(b)
    return one is not None and other is not None and one != other


def overcome(new: Rule, old: Rule, at: str, clause: str, by: str = "", since: str = "") -> tuple[Rule, Rule]:
    """Both as they are once the new one took the place of its opposite.

    The evidence of the opposite stays where it is, and so do its marks: it keeps naming what it contests. Of facts the
    old one ends at `since`, else where the new one begins.
    """
    if is_fact(new) and is_fact(old):
        return follow(old, new, at=at, by=by, reason=clause, since=since)
    kept = Was(old.text, old.why, at, f"contradicted {old.id}: {clause}")
    winner = replace(
        new, replaces=_with(new.replaces, old.id), was=once(new.was, (kept,)),
        contests=tuple(name for name in new.contests if name != old.id),
    )  # fmt: skip
    return winner, replace(
        old, state="superseded", replaced_by=new.id, contests=(new.id,), stale="", pinned=""
    )


def _supersede(table: _Table, new: Rule, old: Rule, clause: str) -> None:
    case, since = table.case, ""
    if is_fact(new) and is_fact(old):
        said = said_at(new) or case.at
        if new.id not in case.book.rules and not isinstance(case.admitted.delta, Take):
            new = begun(new, said)
        if new.valid is not None and new.valid.since:
            since = new.valid.since
        elif not isinstance(case.admitted.delta, Approve):
            since = said[:10]
    winner, gone = overcome(new, old, case.at, clause, case.by, since)
    table.put(winner)
    table.put(gone)
    if old.id not in case.book.rules:
        table.said.append(
            f"{new.id} says otherwise and is newer ({clause}): it is kept as what was so before"
        )
    else:
        table.said.append(f"{told_of(gone) if since else f'it takes the place of {old.id}'} ({clause})")


def _contest(table: _Table, new: Rule, other: Rule, clause: str) -> None:
    if other.id in new.contests and new.id in other.contests:
        return  # as before
    table.put(replace(new, state="contested", contests=_with(new.contests, other.id)))
    table.put(replace(other, state="contested", contests=_with(other.contests, new.id)))
    table.said.append(f"{other.id} says otherwise ({clause}): a person decides which one holds (`cm review`)")
    table.reasons.add("contradicts")


def _release(table: _Table) -> None:
    """Takes back what no longer holds: opponents that left, or say something else by now."""
    changed = dict(table.after)
    linked = (name for rule_id in changed for name in table.case.nearby.pointing(rule_id))
    for name in dict.fromkeys((*changed, *linked)):
        rule = table.get(name)
        if rule is None or rule.state not in IN_SERVICE or name in table.case.nearby.pending:
            continue
        contests = tuple(other for other in rule.contests if _still_contests(table, rule, other))
        overrules = tuple(other for other in rule.overrules if _still_overrules(table, rule, other))
        state = rule.state
        if state == "contested" and not contests and not table.case.nearby.blocked.hit(rule.text):
            state = "active"
        elif state == "active" and contests:
            state = "contested"
        freed = replace(rule, contests=contests, overrules=overrules, state=state)
        if freed != rule:
            table.put(freed)
            if state == "active" and rule.state == "contested":
                table.said.append(f"nothing contests {rule.id} any more")


def _still_contests(table: _Table, rule: Rule, name: str) -> bool:
    other = table.get(name)
    if name in table.case.nearby.pending or (name not in table.after and not table.reworded(rule)):
        return True
    if other is None:
        return True  # in another book
    if other.state not in LIVE or name in rule.settled or rule.id in other.settled:
        return False
    if rule.state in LIVE and rule.id not in other.contests:
        return False
    if not (table.reworded(rule) or table.reworded(other)):
        return True
    return table.opposed(rule, other) is not None and extent_of(rule, other) in ("same", "crossing")


def _still_overrules(table: _Table, rule: Rule, name: str) -> bool:
    other = table.get(name)
    if other is None or not (table.reworded(rule) or (name in table.after and table.reworded(other))):
        return True
    return table.opposed(rule, other) is not None and extent_of(rule, other) == "narrower"


def _told(table: _Table, decision: Decision) -> Decision:
    after = tuple(table.after.values())
    verdict, reason = decision.verdict, decision.reason
    contested = any(
        rule.state == "contested" and rule.id in {each.id for each in decision.after} for rule in after
    )
    for found in ("contradicts", "higher-authority", "newer-words", "narrower-scope"):
        if found in table.reasons:
            reason = found
            break
    if contested and "contradicts" in table.reasons and verdict in OPEN_TO_CONTEST:
        verdict = "contested"
    says = "; ".join(dict.fromkeys((decision.say, *(said for said in table.said if said))))
    rules = tuple(dict.fromkeys((*decision.rules, *(rule.id for rule in after))))
    return replace(decision, verdict=verdict, reason=reason, say=says, rules=rules, after=after)


def _with(ids: tuple[str, ...], one: str) -> tuple[str, ...]:
    return ids if one in ids else (*ids, one)
