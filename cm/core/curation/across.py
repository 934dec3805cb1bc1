"""Which of the user's rules say the opposite of the trusted repository's: found anew for rules that changed, kept for the rest.

A judgement holds as long as both rules say what they said. Pure; who keeps it is `flows/across.py`, what follows from it is
`core/serving/across.py`. Not here: opposites in one layer (`core/curation/contest.py`, `core/curation/meeting.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from cm.core.language.reach import overlap
from cm.core.serving.across import Across
from cm.model.ids import short_hash
from cm.model.rule import Layer, Rule

if TYPE_CHECKING:
    from cm.core.curation.nearby import Relate

ALL: Final = 4000
"""So many pairs are all compared; of more, those that share a subject."""
BESIDE: Final = 24

Shas = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Weighed:
    """Rules that were compared, each of one layer with all of the other, by what they said; and the opposites among them."""

    shas: frozenset[str] = frozenset()
    ties: Mapping[Shas, Across] = field(default_factory=dict)


NOTHING: Final = Weighed()


def weigh(
    mine: Mapping[str, Rule], theirs: Mapping[str, Rule], known: Weighed = NOTHING, relate: Relate | None = None
) -> Weighed:  # fmt: skip
    """Compares the rules that are new to what is known with those of the other layer; both are given by `sha_of`."""
    ties = {
        pair: tie for pair, tie in known.ties.items() if pair[0] in mine and pair[1] in theirs
    }  # of these the words are the same
    if mine and theirs:
        for pair in _pairs(mine, theirs, known.shas):
            found = _opposed(mine[pair[0]], theirs[pair[1]], relate)
            if found is not None:
                ties[pair] = found
    return Weighed(frozenset((*mine, *theirs)), dict(sorted(ties.items())))


def sha_of(rule: Rule, layer: Layer) -> str:
    """Changes when anything changes that a judgement depends on."""
    return short_hash(20, layer, rule.id, rule.text, rule.kind, rule.scope.key(), *rule.settled)


def _opposed(mine: Rule, theirs: Rule, relate: Relate | None) -> Across | None:
    if theirs.id in mine.settled or mine.id in theirs.settled:
        return None
    lies = overlap(mine.scope, theirs.scope)
    if lies == "apart":
        return None
    if relate is None:
        from cm.core.language.relation import relate_rules  # late: most answers need none of its tables

        relate = relate_rules
    found = relate(mine, theirs if mine.scope == theirs.scope else replace(theirs, scope=mine.scope))
    if found.kind != "contradiction":
        return None
    return Across(mine.id, theirs.id, lies, found.say or "they say opposite things")


def _pairs(mine: Mapping[str, Rule], theirs: Mapping[str, Rule], known: frozenset[str]) -> Iterator[Shas]:
    """What was not compared before: new rules of the user with all of the repository, then its new ones with the others."""
    new_mine = {sha: rule for sha, rule in mine.items() if sha not in known}
    old_mine = {sha: rule for sha, rule in mine.items() if sha in known}
    new_theirs = {sha: rule for sha, rule in theirs.items() if sha not in known}
    yield from _between(new_mine, theirs)
    yield from _between(old_mine, new_theirs)


def _between(mine: Mapping[str, Rule], theirs: Mapping[str, Rule]) -> Iterator[Shas]:
    if len(mine) * len(theirs) <= ALL:
        yield from ((a, b) for a in mine for b in theirs)
        return
    from cm.core.language.related import Neighbours  # late, as above

    asking, asked = (theirs, mine) if len(theirs) <= len(mine) else (mine, theirs)
    index = Neighbours((sha, rule.text) for sha, rule in asked.items())
    for sha, rule in asking.items():
        for other in index.of(rule.text, BESIDE):
            yield (other, sha) if asking is theirs else (sha, other)
