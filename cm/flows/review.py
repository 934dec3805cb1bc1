"""What waits for a person, as cards: drafts, rules that contest each other, stale and low-standing ones, pairs that may be one.

Not here: what an answer does (`flows/reviewing.py`), the dialogue (`cli/dialogue.py`), which pairs are worth a card
(`core/curation/pairs.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from cm.core.curation import pairs
from cm.core.curation.case import IN_SERVICE, LIVE
from cm.core.curation.scrubbing import carries, needs_proof
from cm.core.serving.serve import is_vouched_for
from cm.core.serving.validity import is_due
from cm.errors import NotFound
from cm.flows.due_rules import due_before
from cm.flows.env import Env
from cm.flows.likeness import Suggestion, worth_asking
from cm.flows.named import shelved_named
from cm.flows.reading import shelf
from cm.flows.reviewing import approve as approve
from cm.flows.reviewing import reject as reject
from cm.flows.ties_across import disputes_across
from cm.model.rule import Layer, Rule
from cm.model.settings import StandingPolicy
from cm.model.standing import NO_MARKS, Shelved, Standing
from cm.store.put_off import read_put_off

Kind: TypeAlias = Literal[
    "contested",
    "across",
    "draft",
    "stale",
    "anchor-gone",
    "low-standing",
    "review-due",
    "orphan",
    "contradiction",
    "duplicate",
]
WAITING = ("draft", "contested")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A rule that waits for a human."""

    rule: Rule
    layer: Layer
    here: bool
    sessions: int  # how many sessions support it
    standing: Standing = NO_MARKS
    gone: str = ""  # what it relies on was here and is gone
    due: bool = False  # the moment is there from which somebody should look at it again


@dataclass(frozen=True, slots=True)
class Queue:
    """What waits, this project's and the best supported first."""

    project: str
    waiting: tuple[Waiting, ...]
    total: int
    across: tuple[
        tuple[str, str], ...
    ] = ()  # a rule of one's own and one of the repository that contradict each other
    due: int = 0  # rules that were told and ignored often enough for a step up (`flows/due_rules.py`)


@dataclass(frozen=True, slots=True)
class Card:
    """One question to a person: about one rule, or about two."""

    key: str
    kind: Kind
    sides: tuple[Waiting, ...]  # of a pair that may be one, the better-standing first
    say: str  # why it is asked
    against: tuple[Waiting, ...] = ()  # rules that a draft contradicts, or takes the place of
    put_off: str = ""  # when somebody put it off


@dataclass(frozen=True, slots=True)
class Deck:
    """All questions, those that were put off last."""

    project: str
    cards: tuple[Card, ...]

    @property
    def put_off(self) -> int:
        """How many of them were put off before."""
        return sum(1 for card in self.cards if card.put_off)


def queue(env: Env, *, here: bool = False, most: int = 0) -> Queue:
    """Lists the drafts and contested rules that wait for a human, then what is to be looked at again."""
    shelved = shelf(env).shelved
    waiting = [
        _waiting(env, item)
        for item in shelved
        if _waits(env, item.rule) and item.trusted and not item.blocked_by
    ]
    chosen = [item for item in waiting if item.here or not here]
    chosen.sort(key=lambda item: (item.rule.state not in WAITING, not item.here, -item.sessions))
    across = tuple((each.mine.rule.id, each.theirs.rule.id) for each in disputes_across(env, shelved))
    return Queue(env.project, tuple(chosen[:most] if most else chosen), len(chosen), across, due_before(env))


def deck(env: Env, *, here: bool = False, likely: Sequence[Suggestion] | None = None) -> Deck:
    """Everything that a person may be asked now; `likely` are pairs that look like one or like opposites, found when not given."""
    shelved = [item for item in shelf(env).shelved if item.trusted and not item.blocked_by]
    later = read_put_off(env.home)
    found = list(_cards(env, shelved))
    found += _pair_cards(env, shelved, likely_pairs(env, shelved) if likely is None else likely)
    cards = [
        Card(card.key, card.kind, card.sides, card.say, card.against, later.get(card.key, ""))
        for card in found
        if not here or any(side.here for side in card.sides)
    ]
    cards.sort(key=lambda card: card.put_off)  # stable: what was not put off keeps its place
    return Deck(env.project, tuple(cards))


def likely_pairs(env: Env, shelved: Sequence[Shelved] | None = None) -> tuple[Suggestion, ...]:
    """The pairs worth asking about, in each layer."""
    if shelved is None:
        shelved = [item for item in shelf(env).shelved if item.trusted and not item.blocked_by]
    told: list[Suggestion] = []
    for layer in get_args(Layer):
        alike, opposed = worth_asking(env, shelved, layer)
        told += [*opposed, *alike]
    return tuple(told)


def cards_of(env: Env, *rules: str) -> Deck:
    """The questions about these rules. Raises NotFound when there is none about one of them, Ambiguous."""
    known = shelf(env).shelved
    names = [shelved_named(known, rule).rule.id for rule in rules]
    found = deck(env)
    about = {
        name: [card for card in found.cards if any(side.rule.id == name for side in card.sides)]
        for name in names
    }
    for name, cards in about.items():
        if not cards:
            raise NotFound(f"nothing about {name} waits for an answer", hint=f"cm show {name} shows the rule")
    told = {card.key: card for cards in about.values() for card in cards}
    return Deck(found.project, tuple(told.values()))


def _cards(env: Env, shelved: Sequence[Shelved]) -> Iterator[Card]:
    policy = env.settings.curation.standing
    at = {(item.layer, item.rule.id): item for item in shelved}
    mine = sorted((_waiting(env, item) for item in shelved), key=lambda item: (not item.here, -item.sessions))
    for item in mine:
        if item.rule.state == "contested":
            yield from _contested(env, item, at)
    for each in disputes_across(env, shelved):
        yield Card(
            f"across:{each.mine.rule.id}:{each.theirs.rule.id}", "across",
            (_waiting(env, each.mine), _waiting(env, each.theirs)),
            f"{each.say}: agents here are shown both, marked; if yours is right, have the team change theirs",
        )  # fmt: skip
    for item in mine:
        if item.rule.state == "draft":
            yield _draft(env, item, at)
    for item in mine:
        rule = item.rule
        if rule.state not in LIVE:
            continue
        if rule.stale:
            yield Card(f"stale:{rule.id}", "stale", (item,), rule.stale)
        elif item.gone:
            yield Card(
                f"gone:{rule.id}", "anchor-gone", (item,),
                f"{item.gone}: it is held back here until they come back or somebody says that it holds",
            )  # fmt: skip
        elif _stands_low(rule, item.standing, policy):
            marks = f"{item.standing.n_plus} helpful, {item.standing.n_minus} harmful"
            say = f"its score is {item.standing.score:.1f} ({marks}): it is held back until somebody looks"
            yield Card(f"low-standing:{rule.id}", "low-standing", (item,), say)
        elif item.due:
            yield Card(
                f"review-due:{rule.id}", "review-due", (item,),
                f"it was to be looked at again from {rule.review_after}: does it hold still? It is served until you say otherwise",
            )  # fmt: skip
        elif needs_proof(rule) and not carries(rule, rule.evidence):
            yield Card(f"orphan:{rule.id}", "orphan", (item,), "nothing that anybody said proves it any more")


def _waits(env: Env, rule: Rule) -> bool:
    return rule.state in WAITING or (rule.state in LIVE and is_due(rule, env.now))


def _stands_low(rule: Rule, standing: Standing, policy: StandingPolicy) -> bool:
    return standing.score < policy.retire_score and not is_vouched_for(rule, standing)


def _contested(env: Env, item: Waiting, at: Mapping[tuple[Layer, str], Shelved]) -> Iterator[Card]:
    """One card per pair, told by the one whose id is first; a rule whose opponent is not here is asked about alone."""
    alone = True
    for name in item.rule.contests:
        other = at.get((item.layer, name))
        if other is None or other.rule.state not in LIVE:
            continue
        alone = False
        if item.rule.id < name or item.rule.id not in other.rule.contests:
            yield Card(
                f"contested:{item.rule.id}:{name}", "contested", (item, _waiting(env, other)),
                "they say opposite things: agents are shown both, marked, or neither, until you decide",
            )  # fmt: skip
    if alone:
        yield Card(f"draft:{item.rule.id}", "draft", (item,), "a rule that is not here says otherwise")


def _draft(env: Env, item: Waiting, at: Mapping[tuple[Layer, str], Shelved]) -> Card:
    rule = item.rule
    against = tuple(
        _waiting(env, other)
        for name in dict.fromkeys((*rule.contests, *rule.replaces))
        if (other := at.get((item.layer, name))) is not None and other.rule.state in LIVE
    )
    say = "it waits for your yes or a second session"
    if any(other.rule.id in rule.replaces for other in against):
        say = "accepted, it takes the place of the rule below"
    elif against:
        say = "it says otherwise than the rule below, which is served until you decide; accepted, it takes its place"
    return Card(f"draft:{rule.id}", "draft", (item,), say, against)


def _pair_cards(env: Env, shelved: Sequence[Shelved], likely: Sequence[Suggestion]) -> Iterator[Card]:
    at = {item.rule.id: item for item in reversed(shelved)}
    standings = {name: item.standing for name, item in at.items()}
    for pair in likely:
        one, other = at.get(pair.a), at.get(pair.b)
        if one is None or other is None or one.layer != other.layer or not _open(one.rule, other.rule):
            continue
        first, second = pairs.stays(one.rule, other.rule, standings) or pairs.better(
            one.rule, other.rule, standings
        )
        sides = tuple(_waiting(env, at[rule.id]) for rule in (first, second))
        kind: Kind = "contradiction" if pair.relation.kind == "contradiction" else "duplicate"
        ids = ":".join(sorted((pair.a, pair.b)))
        yield Card(f"{kind}:{ids}", kind, sides, pair.relation.say or "they may be one rule")


def _open(one: Rule, other: Rule) -> bool:
    """Whether two rules still stand beside each other undecided."""
    apart = other.id not in one.settled and one.id not in other.settled
    return (
        apart
        and all(rule.state in IN_SERVICE for rule in (one, other))
        and not (other.id in one.contests or one.id in other.contests)
    )


def _waiting(env: Env, item: Shelved) -> Waiting:
    rule = item.rule
    return Waiting(
        rule, item.layer, not rule.scope.project or env.is_here(rule.scope.project),
        len({evidence.session for evidence in rule.evidence if evidence.session}), item.standing, item.gone,
        is_due(rule, env.now),
    )  # fmt: skip
