"""What could be put in order in the playbooks: each finding with what would be done, none of it done here.

Duplicates in one layer and across layers, contradictions among rules that stand, leftovers of one session, rules whose anchors
are gone, rules that nothing proves. Not here: a plan on disk and carrying it out (`flows/tidy.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, TypeVar

from cm.core.curation.anchors import Anchor
from cm.core.curation.case import IN_SERVICE, LIVE
from cm.core.curation.pairs import Pair, better, stays
from cm.core.curation.scrubbing import carries, needs_proof
from cm.core.language.similar import Candidates, same_instruction
from cm.model.delta import Delta, Merge, Retire, Settle
from cm.model.rule import Layer, Rule
from cm.model.standing import Shelved

Kind: TypeAlias = Literal["merge", "elsewhere", "contradiction", "passing", "anchors", "unproved"]
Deed: TypeAlias = Literal["merge", "settle", "heir", "retire", "look"]
KINDS: Final[tuple[Kind, ...]] = ("merge", "elsewhere", "contradiction", "passing", "anchors", "unproved")
LOOSENS: Final[tuple[Deed, ...]] = ("merge", "settle", "heir")
P = TypeVar("P", bound=Pair)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that could be put in order. Of several rules the first one stays."""

    kind: Kind
    deed: Deed
    layer: Layer
    rules: tuple[str, ...]
    reason: str
    beside: str = ""  # the rule of the other layer that says it

    @property
    def named(self) -> tuple[tuple[Layer, str], ...]:
        """Every rule it is about, with its layer."""
        other: Layer = "repo" if self.layer == "user" else "user"
        mine = tuple((self.layer, name) for name in self.rules)
        return (*mine, (other, self.beside)) if self.beside else mine


def findings(
    shelved: Sequence[Shelved],
    *,
    alike: Iterable[tuple[Layer, Pair]] = (),
    opposed: Iterable[tuple[Layer, Pair]] = (),
    project: str = "",
    here: Callable[[Rule, Layer], bool] = lambda rule, layer: False,
    anchors: Callable[[Rule], tuple[Anchor, ...]] = lambda rule: (),
    passing: Callable[[Rule], bool] = lambda rule: False,
) -> tuple[Finding, ...]:
    """Everything found, each rule in one thing that would be done at most.

    `here` says whether a rule is about the repository we stand in, whose rules hold for `project`; `anchors` what of a rule's
    anchors is gone; `passing` whether a rule speaks of a moment.
    """
    items = [
        item for item in shelved if item.rule.state in IN_SERVICE and item.trusted and not item.blocked_by
    ]
    at = {(item.layer, item.rule.id): item for item in items}
    taken: set[tuple[Layer, str]] = set()
    told: list[Finding] = []
    found = (
        *_copies(items), *_across(items, project, here), *_passing(items, passing), *_anchorless(items, here, anchors),
        *_unproved(items), *_merges(at, alike),
    )  # fmt: skip
    for finding in found:
        mine = {(finding.layer, name) for name in finding.rules}
        if taken.isdisjoint(mine) and not any(at[key].rule.pinned for key in _leaving(finding)):
            taken |= mine
            told.append(finding)
    for layer, pair in opposed:
        say = pair.relation.say or "they say opposite things"
        told.append(Finding("contradiction", "look", layer, _ranked(at, layer, (pair.a, pair.b)), say))
    return tuple(sorted(told, key=lambda finding: KINDS.index(finding.kind)))


def delta_of(finding: Finding, rules: Mapping[str, Rule]) -> Delta | None:
    """What would be proposed to the curator, in the words that stand now; None where a person has to say which."""
    match finding.deed:
        case "merge":
            return Merge(finding.rules, rules[finding.rules[0]].text, reason=finding.reason)
        case "settle":
            first, second = finding.rules[:2]
            return Settle((first, second), first, finding.reason)
        case "heir":
            return Retire(finding.rules[0], finding.reason, heir=finding.beside)
        case "retire":
            return Retire(finding.rules[0], finding.reason)
        case "look":
            return None


def _leaving(finding: Finding) -> Iterator[tuple[Layer, str]]:
    """The rules that would leave service: what is pinned is left alone."""
    names = finding.rules if finding.deed in ("retire", "heir") else finding.rules[1:]
    yield from ((finding.layer, name) for name in names)


def _copies(items: Sequence[Shelved]) -> Iterator[Finding]:
    """Rules of one layer and one scope that say the same, which no gate let in: edits by hand, joined histories."""
    for layer in ("user", "repo"):
        mine = {item.rule.id: item for item in items if item.layer == layer}
        finder = Candidates(item.rule for item in mine.values())
        grouped: set[str] = set()
        for name, item in mine.items():
            if name in grouped:
                continue
            same = [
                other
                for other in finder.of(item.rule.text)
                if other != name
                and other not in grouped
                and not _apart(item.rule, mine[other].rule)
                and same_instruction(item.rule, mine[other].rule).duplicate
            ]
            if same:
                grouped.update((name, *same))
                ids = _ranked({(layer, each): mine[each] for each in (name, *same)}, layer, (name, *same))
                yield Finding("merge", "merge", layer, ids, "they say the same")


def _across(items: Sequence[Shelved], project: str, here: Callable[[Rule, Layer], bool]) -> Iterator[Finding]:
    """A user's own rules about this project that the repository says too: one of them is enough."""
    theirs = {
        item.rule.id: _here(item.rule, project)
        for item in items
        if item.layer == "repo" and item.rule.state in LIVE
    }
    if not theirs:
        return
    finder = Candidates(theirs.values())
    for item in items:
        rule = item.rule
        if item.layer != "user" or not rule.scope.project or not here(rule, "user"):
            continue
        plain = replace(rule, scope=replace(rule.scope, project=""))
        twin = next(
            (
                name
                for name in finder.of(rule.text)
                if name not in rule.settled and same_instruction(plain, theirs[name]).duplicate
            ),
            "",
        )
        if twin:
            yield Finding(
                "elsewhere", "heir", "user", (rule.id,), "the repository's own rule says the same", twin
            )


def _passing(items: Sequence[Shelved], passing: Callable[[Rule], bool]) -> Iterator[Finding]:
    for item in items:
        if not item.rule.approved and passing(item.rule):
            reason = "it speaks of one task, one session or one day"
            yield Finding("passing", "retire", item.layer, (item.rule.id,), reason)


def _anchorless(
    items: Sequence[Shelved],
    here: Callable[[Rule, Layer], bool],
    anchors: Callable[[Rule], tuple[Anchor, ...]],
) -> Iterator[Finding]:
    for item in items:
        missing = anchors(item.rule) if here(item.rule, item.layer) else ()
        if missing:
            named = ", ".join(anchor.words for anchor in missing[:3])
            verb = "is" if len(missing) == 1 else "are"
            reason = f"{named} {verb} gone from the repository"
            yield Finding("anchors", "retire", item.layer, (item.rule.id,), reason)


def _unproved(items: Sequence[Shelved]) -> Iterator[Finding]:
    for item in items:
        rule = item.rule  # a draft is no finding: it waits for a person's yes
        if rule.state in LIVE and needs_proof(rule) and not carries(rule, rule.evidence):
            yield Finding(
                "unproved", "retire", item.layer, (rule.id,), "nothing that anybody said proves it any more"
            )


def _merges(
    at: Mapping[tuple[Layer, str], Shelved], alike: Iterable[tuple[Layer, Pair]]
) -> Iterator[Finding]:
    for layer, pair in alike:
        one, other = at[layer, pair.a], at[layer, pair.b]
        say = pair.relation.say or "they may be one rule"
        ranked = stays(one.rule, other.rule, {pair.a: one.standing, pair.b: other.standing})
        if ranked is None:  # whichever goes, something would hold nowhere any more
            yield Finding("merge", "look", layer, _ranked(at, layer, (pair.a, pair.b)), say)
        else:
            same = one.rule.scope == other.rule.scope
            yield Finding("merge", "merge" if same else "settle", layer, (ranked[0].id, ranked[1].id), say)


def _ranked(at: Mapping[tuple[Layer, str], Shelved], layer: Layer, ids: Iterable[str]) -> tuple[str, ...]:
    """The rules, the one that stands best first."""
    items = [at[layer, name] for name in ids]
    standings = {item.rule.id: item.standing for item in items}
    first = items[0].rule
    for item in items[1:]:
        first, _ = better(first, item.rule, standings)
    return (first.id, *(item.rule.id for item in items if item.rule.id != first.id))


def _apart(a: Rule, b: Rule) -> bool:
    return b.id in (*a.settled, *a.replaces) or a.id in (*b.settled, *b.replaces)


def _here(rule: Rule, project: str) -> Rule:
    return replace(rule, scope=replace(rule.scope, project="")) if rule.scope.project == project else rule
