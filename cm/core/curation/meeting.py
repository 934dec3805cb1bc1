"""Rules that came by another road than a delta meet those that stand here: what says the opposite is marked on both.

They came from another machine, by a hand edit or by git. Nobody decided between them, so a person will. Pure; who calls it
are `flows/sync.py` and `flows/adopting.py`. Not here: a delta that meets a book (`core/curation/contest.py`), what both
sides changed in one rule (`core/curation/merge3.py`), the rules of another layer (`core/curation/across.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from cm.core.curation.case import LIVE
from cm.core.curation.contest import contradicts
from cm.core.curation.nearby import Nearby
from cm.core.language.reach import overlap
from cm.model.playbook import Playbook
from cm.model.rule import Rule, State

FEW: Final = 500
"""Of so many new rules each is held against all that the curator would look at; of more, against the nearest few."""
NEAREST: Final = 8

How: TypeAlias = Literal["waits", "narrower", "contested"]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two rules that say opposite things, and what became of them."""

    how: How
    one: str  # the pinned, or the narrower of the two
    other: str
    clause: str
    after: tuple[Rule, ...]

    @property
    def say(self) -> str:
        """What happened, in one sentence that names both."""
        match self.how:
            case "waits":
                return f"{self.one} is pinned and says otherwise than {self.other} ({self.clause}): that one waits as a draft"
            case "narrower":
                return f"{self.one} and {self.other} say opposite things ({self.clause}): the first is narrower and holds in its place there"
            case "contested":
                return f"{self.one} and {self.other} say opposite things ({self.clause}): a person decides which one holds (`cm review`)"


def meet(
    book: Playbook, came: Iterable[str], nearby: Nearby | None = None
) -> tuple[Playbook, tuple[tuple[str, str], ...]]:
    """The book with opposites marked, and the pairs that became contested; the same whichever of the two came.

    Sides that grew apart may have left a state that its opponents do not bear out: what one side withdrew contests nothing
    that the other set against it, and what one side freed is contested by what the other set against it since.
    """
    borne_out = {rule.id: _borne_out(rule, book) for rule in book}
    after, meetings = met(replace(book, rules=MappingProxyType(borne_out)), came, nearby)
    return after, tuple((each.one, each.other) for each in meetings if each.how == "contested")


def met(
    book: Playbook, came: Iterable[str], nearby: Nearby | None = None, fit: Callable[[Rule], bool] = lambda _: True
) -> tuple[Playbook, tuple[Meeting, ...]]:  # fmt: skip
    """The same, each meeting told. A rule that is not `fit` to be served contests nothing."""
    new = sorted(
        name for name in dict.fromkeys(came) if name in book.rules and book.rules[name].state in LIVE
    )
    asked = nearby or _nearby(book, new)
    found = _opposites(book, new, asked, fit)
    rules = dict(book.rules)
    told: list[Meeting] = []
    for how in ("waits", "narrower", "contested"):  # what leaves service contests nobody
        for one_id, other_id, its, clause in found:
            one, other = rules[one_id], rules[other_id]
            if its != how or one.state not in LIVE or other.state not in LIVE:
                continue
            match its:
                case "waits":
                    after = (_waiting(other, one), *_freed(rules, other))
                case "narrower":
                    after = (replace(one, overrules=(*one.overrules, other.id)),)
                case "contested":
                    after = (_contested(one, other), _contested(other, one))
            rules.update((rule.id, rule) for rule in after)
            told.append(Meeting(its, one_id, other_id, clause, after))
    return replace(book, rules=MappingProxyType(rules)), tuple(told)


def freed(book: Playbook, left: Iterable[str]) -> tuple[Playbook, tuple[Rule, ...]]:
    """The book when these rules left service, and those that nothing contests any more, or one rule less."""
    out = frozenset(left)
    rules = dict(book.rules)
    free: list[Rule] = []
    for rule in book if out else ():
        contests = tuple(name for name in rule.contests if name not in out)
        if rule.state == "contested" and contests != rule.contests:
            free.append(replace(rule, contests=contests, state="contested" if contests else "active"))
    rules.update((rule.id, rule) for rule in free)
    return replace(book, rules=MappingProxyType(rules)), tuple(free)


def _nearby(book: Playbook, new: list[str]) -> Nearby:
    """Who is asked what a rule could oppose: for a few the curator's own finder, for a whole book an index of all of it."""
    texts = tuple(book.rules[name].text for name in new)
    if len(new) <= FEW:
        return Nearby(book.rules, texts=texts)
    from cm.core.language.related import Neighbours  # late: its tables cost time

    index = Neighbours((rule.id, rule.text) for rule in book if rule.state in LIVE)
    return Nearby(book.rules, neighbours=index, most=NEAREST)


def _opposites(
    book: Playbook, new: Iterable[str], asked: Nearby, fit: Callable[[Rule], bool]
) -> list[tuple[str, str, How, str]]:
    """Each pair that says opposite things and is not known to, once."""
    found: list[tuple[str, str, How, str]] = []
    seen: set[tuple[str, str]] = set()
    for name in new:
        one = book.rules[name]
        for other_id in sorted(asked.opposed(one.text)):
            other = book.rules.get(other_id)
            pair = (min(name, other_id), max(name, other_id))
            if other is None or name == other_id or pair in seen or other.state not in LIVE:
                continue
            seen.add(pair)
            extent = overlap(one.scope, other.scope)
            if extent == "apart" or _is_marked(one, other):
                continue
            relation = asked.relate(one, other)
            if not contradicts(relation) or not (fit(one) and fit(other)):
                continue
            clause = relation.say or "they say opposite things"
            if extent in ("narrower", "wider"):
                narrow, wide = (name, other_id) if extent == "narrower" else (other_id, name)
                found.append((narrow, wide, "narrower", clause))
            elif bool(one.pinned) != bool(other.pinned):
                pinned, waits = (name, other_id) if one.pinned else (other_id, name)
                found.append((pinned, waits, "waits", clause))
            else:
                found.append((*pair, "contested", clause))
    return found


def _is_marked(one: Rule, other: Rule) -> bool:
    """Whether it is known of the two that they contradict, or that a person let both stand."""
    return any(b.id in (*a.settled, *a.contests, *a.overrules) for a, b in ((one, other), (other, one)))


def _borne_out(rule: Rule, book: Playbook) -> Rule:
    """A rule in service contested by those in service that say so too; of what is in another book nothing else is known.

    What one of two says alone is forgotten: whether they are opposed is asked again of what came.
    """
    if rule.state not in LIVE:
        return rule
    known = {name: book.get(name) for name in rule.contests}
    others = (other for other in known.values() if other is not None and other.id != rule.id)
    held = {other.id for other in others if other.state in LIVE and rule.id in other.contests}
    contests = tuple(name for name in rule.contests if name in held or known[name] is None)
    state: State = "contested" if held else rule.state if contests else "active"
    return replace(rule, contests=contests, state=state)


def _contested(rule: Rule, by: Rule) -> Rule:
    return replace(rule, state="contested", contests=tuple(sorted({*rule.contests, by.id})))


def _waiting(rule: Rule, pinned: Rule) -> Rule:
    return replace(rule, state="draft", approved="", contests=tuple(sorted({*rule.contests, pinned.id})))


def _freed(rules: dict[str, Rule], gone: Rule) -> tuple[Rule, ...]:
    """Those that the rule contested, now that it waits."""
    freed = []
    for name in gone.contests:
        other = rules.get(name)
        if other is not None and name != gone.id and other.state in LIVE and gone.id in other.contests:
            left = tuple(each for each in other.contests if each != gone.id)
            state = other.state if left else "active"
            freed.append(replace(other, contests=left, state=state))
    return tuple(freed)
