"""Two playbooks that grew apart become one: by rule id and by field, from the book they had in common.

Pure and the same from either side. What both changed in the same way is one change; new words from both sides become
two contested rules; rules that both learned in nearly the same words become one. Nothing that either side said is lost, and
no conflict marker is ever written. Not here: fetching and writing (`flows/sync.py`), the merge driver that git calls (`flows/driver.py`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Final, TypeVar

from cm.core.curation.case import IN_SERVICE
from cm.core.curation.witness import united
from cm.core.language.similar import Candidates, same_instruction
from cm.model.ids import rule_birth_id
from cm.model.playbook import Playbook
from cm.model.rule import VISIBILITIES, Origin, Retirement, Rule, State, Was

T = TypeVar("T")

STRICTEST: Final[tuple[State, ...]] = ("retired", "superseded", "contested", "active", "draft")
"""When both sides changed the state, the earlier in this list holds: what was withdrawn stays withdrawn."""
SETS: Final = frozenset(
    ("evidence", "tags", "anchors", "replaces", "contests", "overrules", "settled", "was")
)
WORDS: Final = frozenset(
    ("scope", "kind", "category", "why", "about", "valid", "review_after", "visibility", "unmerged")
)
"""Fields of which the value that gives way is kept as an earlier wording."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Something that both sides changed in different ways, and what was made of it."""

    rule: str
    field: str
    say: str


@dataclass(frozen=True, slots=True)
class Merged:
    """The one book, and what a person may want to look at."""

    book: Playbook
    conflicts: tuple[Conflict, ...] = ()
    folded: tuple[tuple[str, str], ...] = ()  # (a rule both learned, the one it became part of)


def merge3(base: Playbook, ours: Playbook, theirs: Playbook) -> Merged:
    """Merges what two sides made of a common book; `merge3(b, x, y)` and `merge3(b, y, x)` give the same rules in the same order."""
    if ours.rules == theirs.rules or theirs.rules == base.rules:
        return Merged(_with_extra(ours, base, ours, theirs))
    if ours.rules == base.rules:
        return Merged(_with_extra(theirs, base, ours, theirs))
    rules: dict[str, Rule] = {}
    conflicts: list[Conflict] = []
    rivals: list[tuple[Rule, Rule]] = []
    for rule_id in _in_order(base, ours, theirs):
        first, second = sorted_pair(ours.get(rule_id), theirs.get(rule_id))
        old = base.get(rule_id)
        if first is None or second is None:
            left = first or second
            if left is not None and (
                old is None or left != old
            ):  # taken out there, changed here: the change stays
                rules[rule_id] = left
            continue
        one, rival = _one_of(old, first, second, conflicts)
        rules[rule_id] = one
        if rival is not None:
            rivals.append((one, rival))
    for one, rival in rivals:
        _contest(rules, one.id, rival)
    folded = _fold(rules, base, ours, theirs)
    merged = replace(_with_extra(ours, base, ours, theirs), rules=MappingProxyType(rules))
    return Merged(merged, tuple(conflicts), folded)


def sorted_pair(a: Rule | None, b: Rule | None) -> tuple[Rule | None, Rule | None]:
    """The two in an order that does not depend on whose they are; the one that weighs more comes first."""
    if a is None or b is None:
        return a, b
    return (a, b) if _weight(a) >= _weight(b) else (b, a)


def _weight(rule: Rule) -> tuple[str, str, str, str]:
    """The side whose words are newer weighs more; texts decide where no clock does."""
    return max((was.until for was in rule.was), default=""), rule.approved, rule.text, repr(rule)


def _in_order(base: Playbook, ours: Playbook, theirs: Playbook) -> Iterable[str]:
    """Rules of the common book in its order, then what was learned since, oldest first."""
    yield from base.rules
    new = {**theirs.rules, **ours.rules}
    born = {
        name: min(book.rules[name].origin.at for book in (ours, theirs) if name in book.rules)
        for name in new
        if name not in base.rules
    }
    yield from sorted(born, key=lambda name: (born[name], name))


def _one_of(
    old: Rule | None, first: Rule, second: Rule, conflicts: list[Conflict]
) -> tuple[Rule, Rule | None]:
    """One rule of two versions, and the version whose words lost where both sides gave it new ones."""
    if first == second or second == old:
        return first, None
    if first == old:
        return second, None
    values: dict[str, Any] = {}
    lost: list[Was] = []
    for each in fields(Rule):
        name = each.name
        was, one, other = (getattr(rule, name) if rule is not None else None for rule in (old, first, second))
        if name in SETS:
            values[name] = _both(was or (), tuple(one or ()), tuple(other or ()))
        elif one == other or other == was:
            values[name] = one
        elif one == was:
            values[name] = other
        else:
            values[name] = _decided(name, one, other)
            if name in WORDS:
                left = other if values[name] == one else one
                if left:
                    said = left if isinstance(left, str) else repr(left)
                    lost.append(
                        Was(
                            second.text,
                            said if name == "why" else "",
                            "",
                            f"another machine gave it this {name}: {said}",
                        )
                    )
                conflicts.append(
                    Conflict(first.id, name, f"both sides changed its {name}; one is kept in `was`")
                )
    if first.text != second.text:  # a yes that was said of other words is none to these
        values["approved"] = (first if values["text"] == first.text else second).approved
    both_reworded = first.text != second.text and (old is None or old.text not in (first.text, second.text))
    told = {was.reason for was in values["was"]}
    values["was"] = _both((), values["was"], tuple(was for was in lost if was.reason not in told))
    one_rule = Rule(**values)
    if not both_reworded:
        return one_rule, None
    if one_rule.state not in IN_SERVICE:
        kept = (*one_rule.was, Was(second.text, second.why, "", "another machine's words"))
        return replace(one_rule, was=_both((), kept, ())), None
    conflicts.append(
        Conflict(first.id, "text", "both sides gave it new words: a contested pair, review decides")
    )
    return one_rule, second


def _decided(name: str, one: Any, other: Any) -> Any:
    """The value that holds where both sides changed a field in different ways; the same whoever asks."""
    match name:
        case "state":
            return min(one, other, key=STRICTEST.index)
        case "text":
            return one  # of the side that weighs more
        case "why":
            return max(one, other, key=lambda words: (len(words), words))
        case "approved":
            return max(one, other)
        case "visibility":  # what one side made private stays so
            return min((value for value in (one, other) if value), key=VISIBILITIES.index)
        case "retired":
            return _earliest(one, other)
        case "origin":
            return _oldest(one, other)
        case "extra":
            return MappingProxyType({key: _of_two(one, other, key) for key in sorted({*one, *other})})
        case _:
            known = [value for value in (one, other) if value]
            return max(known, key=repr) if known else one


def _of_two(one: Mapping[str, Any], other: Mapping[str, Any], key: str) -> Any:
    """What one side does not know the other may; what both know in different ways is told apart by its text."""
    return max((side[key] for side in (one, other) if key in side), key=repr)


def _earliest(one: Retirement | None, other: Retirement | None) -> Retirement | None:
    known = [each for each in (one, other) if each is not None]
    return min(known, key=lambda each: (each.at, each.by, each.reason)) if known else None


def _oldest(one: Origin, other: Origin) -> Origin:
    return min(one, other, key=lambda each: (each.at, each.by, each.name))


def _both(base: tuple[T, ...], one: tuple[T, ...], other: tuple[T, ...]) -> tuple[T, ...]:
    """A list that each side may have added to and taken from; additions stand in an order of their own."""
    stays = [item for item in base if item in one and item in other]
    new: dict[Hashable, T] = {}
    for item in (*one, *other):
        if item not in base:
            new.setdefault(repr(item), item)
    return (
        *dict.fromkeys(stays),
        *(new[key] for key in sorted(new, key=lambda key: (_at(new[key]), str(key)))),
    )


def _at(item: object) -> str:
    return str(getattr(item, "at", "") or getattr(item, "until", ""))


def _contest(rules: dict[str, Rule], kept: str, rival: Rule) -> None:
    """The words that lost become a rule of their own, and both are contested."""
    one = rules[kept]
    name = rule_birth_id(rival.kind, rival.scope.key(), rival.text)
    while name in rules and rules[name].text != rival.text:
        name += "-2"
    other = rules.get(name) or replace(
        rival, id=name, was=(), replaces=(), replaced_by="", pinned="", approved=""
    )
    if other.state not in IN_SERVICE:  # nothing contests what is out of service, and its words are kept
        lost = Was(rival.text, rival.why, "", "another machine's words")
        rules[kept] = replace(one, was=_both((), (*one.was, lost), ()))
        return
    rules[kept] = _disputed(one, name)
    rules[name] = _disputed(other, kept)


def _disputed(rule: Rule, by: str) -> Rule:
    return replace(rule, state="contested", contests=tuple(sorted({*rule.contests, by})))


def _fold(
    rules: dict[str, Rule], base: Playbook, ours: Playbook, theirs: Playbook
) -> tuple[tuple[str, str], ...]:
    """Rules that each side learned by itself, in nearly the same words, become one with the evidence of both."""
    mine = _learned(rules, ours, but=(base, theirs))
    others = _learned(rules, theirs, but=(base, ours))
    if not mine or not others:
        return ()
    pairs = _twins(mine, others)
    folded = []
    for first, second in pairs:
        one, other = sorted((rules[first], rules[second]), key=_precedence)
        rules[one.id] = replace(
            one,
            evidence=united(one.evidence, sorted(other.evidence, key=lambda each: (each.at, repr(each)))),
            tags=tuple(dict.fromkeys((*one.tags, *other.tags))),
            anchors=tuple(dict.fromkeys((*one.anchors, *other.anchors))),
            replaces=tuple(dict.fromkeys((*one.replaces, other.id))),
            was=(*one.was, *other.was, *_differing(one, other)),
            why=one.why or other.why,
            pinned=one.pinned or other.pinned,
            approved=max(one.approved, other.approved),
        )
        rules[other.id] = replace(other, state="superseded", replaced_by=one.id, pinned="")
        folded.append((other.id, one.id))
    return tuple(sorted(folded))


def _learned(rules: Mapping[str, Rule], side: Playbook, *, but: tuple[Playbook, ...]) -> list[Rule]:
    """The rules in service that one side alone has."""
    alone = (
        rules[name] for name in side.rules if name in rules and not any(name in book.rules for book in but)
    )
    return [rule for rule in alone if rule.state in IN_SERVICE]


def _differing(one: Rule, other: Rule) -> tuple[Was, ...]:
    if one.text == other.text and one.why == other.why:
        return ()
    return (Was(other.text, other.why, "", f"another machine's words, as {other.id}"),)


def _precedence(rule: Rule) -> tuple[int, bool, bool, str, str]:
    """Which of two rules that say the same stays: what is in service, what a person stands for, what is older."""
    place = ("active", "contested", "draft").index(rule.state) if rule.state in IN_SERVICE else 3
    return place, not rule.pinned, not rule.approved, rule.origin.at, rule.id


def _twins(mine: Iterable[Rule], others: Iterable[Rule]) -> list[tuple[str, str]]:
    """Pairs that say the same, each rule in one pair at most; found from the smaller id, so that sides do not matter."""
    left = {rule.id: rule for rule in mine}
    right = {rule.id: rule for rule in others}
    finder = Candidates(right.values())
    found = sorted(
        tuple(sorted((name, other)))
        for name, rule in left.items()
        for other in finder.of(rule.text)
        if other in right and same_instruction(rule, right[other]).duplicate
    )
    used: set[str] = set()
    pairs = []
    for first, second in found:
        if first not in used and second not in used:
            used |= {first, second}
            pairs.append((first, second))
    return pairs


def _with_extra(book: Playbook, base: Playbook, ours: Playbook, theirs: Playbook) -> Playbook:
    """The book with the file's own unknown fields, three ways."""
    if ours.extra == theirs.extra or theirs.extra == base.extra:
        extra = ours.extra
    elif ours.extra == base.extra:
        extra = theirs.extra
    else:
        names = sorted({*ours.extra, *theirs.extra})
        extra = MappingProxyType({name: _of_two(ours.extra, theirs.extra, name) for name in names})
    return replace(book, extra=extra, flaws=())
