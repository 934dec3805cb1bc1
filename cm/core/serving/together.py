"""The second half of the predicate: what `serve` says of each rule, looked at side by side, so that nobody is told two opposed things.

`serve` answers for one rule; here a rule gives way to a narrower one that holds in its place, and contested rules come as a
marked pair or not at all; the user's rules and a repository's are held against each other too (`across.py`). Every way out that
hands over more than one rule asks this. Which gives way is decided in `ties.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from cm.core.serving.across import Across, ties_across
from cm.core.serving.scopes import Reader, fit
from cm.core.serving.serve import Served, Withheld, contested_say, uncontested, withhold
from cm.core.serving.ties import sort_out
from cm.model.rule import Layer, Rule


def together(
    answers: Iterable[Served | Withheld], reader: Reader, across: Iterable[Across] = ()
) -> tuple[Served | Withheld, ...]:
    """The answers, in their order, as they hold beside one another; an export is given no contested rules.

    Of two rules `across` the layers that mean the same situations, an export holds the repository's.
    """
    given = list(answers)
    standing = {at: uncontested(answer, reader) for at, answer in enumerate(given)}
    told = {at: item for at, item in standing.items() if item is not None}
    rules = {at: item.rule for at, item in told.items()}
    over, against = ties_across(across, _in_layer(told, "user"), _in_layer(told, "repo"))
    if not (over or against) and not any(
        rule.overrules or rule.contests or rule.state == "contested" for rule in rules.values()
    ):
        return tuple(given)
    contested = {at for at, rule in rules.items() if rule.state == "contested"}
    aside: dict[int, Withheld] = {}
    if reader.door == "export":
        for at in contested:
            del told[at], rules[at]
        for at, there in against:
            if at in told and there in told:
                aside[at] = withhold(told[at], "contested", contested_say(rules[there].id))
        for at in aside:
            del told[at], rules[at]
    sure = {at: certain(item, reader) for at, item in told.items()}
    narrower, opposed = (*overruling(rules), *over), (*opposing(rules), *against)
    found = sort_out(sure, contested & set(told), narrower, opposed)
    unsaid: dict[int, tuple[int, ...]] = {}  # an export is told neither side, so nothing gives way to one
    while reader.door == "export" and (fresh := found.paired.keys() - unsaid.keys()):
        unsaid.update((at, found.paired[at]) for at in fresh)
        narrower = tuple(pair for pair in narrower if pair[0] not in unsaid)
        found = sort_out(sure, contested & set(told), narrower, opposed)
    out: list[Served | Withheld] = []
    for at, answer in enumerate(given):
        item = told.get(at)
        if item is None or at in found.alone:
            out.append(aside.get(at, answer))
        elif at in unsaid:
            out.append(withhold(item, "contested", contested_say(", ".join(_names(rules, unsaid[at])))))
        elif at in found.overruled:
            out.append(withhold(item, "overruled", overruled_say(told[found.overruled[at]], item)))
        else:
            out.append(
                replace(
                    item,
                    contested_with=_names(rules, found.paired.get(at, ())),
                    except_for=_names(rules, found.excepted.get(at, ())),
                )
            )
    return tuple(out)


def certain(item: Served, reader: Reader) -> bool:
    """Whether a rule holds for all that the reader is at: of several paths or languages, for each one."""
    if item.unknown_facets:
        return False
    each = [replace(reader, paths=(path,)) for path in reader.paths] if len(reader.paths) > 1 else []
    each += (
        [replace(reader, languages=(name,)) for name in reader.languages] if len(reader.languages) > 1 else []
    )
    return all(not wrong and not unknown for _, unknown, wrong in (fit(item.rule.scope, one) for one in each))


def overruling(rules: Mapping[int, Rule]) -> Iterator[tuple[int, int]]:
    """The pairs of a narrower rule and the wider one that does not hold where it does."""
    places = places_of(rules)
    for at, rule in rules.items():
        for name in rule.overrules:
            yield from ((at, other) for other in places.get(name, ()))


def opposing(rules: Mapping[int, Rule]) -> Iterator[tuple[int, int]]:
    """The pairs of rules that contest each other, one saying so is enough, a person's word that both may stand takes it back."""
    places = places_of(rules)
    for at, rule in rules.items():
        for name in rule.contests:
            for other in places.get(name, ()):
                if name not in rule.settled and rule.id not in rules[other].settled:
                    yield at, other


def places_of(rules: Mapping[int, Rule]) -> Mapping[str, Sequence[int]]:
    """Where each id stands: both layers may have a rule of one id."""
    found: dict[str, list[int]] = {}
    for at, rule in rules.items():
        found.setdefault(rule.id, []).append(at)
    return found


def overruled_say(holder: Served, wide: Served) -> str:
    """Why a wider rule is not told here."""
    facets = [f"{name} {value}" for name, value in holder.rule.scope.facets()]
    if holder.layer != wide.layer and holder.layer == "repo":
        facets = ["this repository", *(each for each in facets if not each.startswith("project "))]
    about = f", which is about {', '.join(facets)}" if facets else ""
    return f"{holder.rule.id}{about}, holds here in its place"


def _in_layer(told: Mapping[int, Served], layer: Layer) -> dict[str, int]:
    return {item.rule.id: at for at, item in told.items() if item.layer == layer}


def _names(rules: Mapping[int, Rule], places: Iterable[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rules[at].id for at in places))
