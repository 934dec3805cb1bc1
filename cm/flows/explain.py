"""Why one decision was made, and what was decided before of some words: `cm why d-…` and `cm why "text"`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cm.core.curation.versions import Changed, differences
from cm.core.language.similar import Candidates, compare
from cm.core.language.text import fingerprint
from cm.flows.env import Env
from cm.flows.heard import Heard
from cm.flows.log import Entry, decision_named, entry, undone_by
from cm.flows.reading import shelf
from cm.model.decision import Decision
from cm.model.rule import Rule


@dataclass(frozen=True, slots=True)
class Refusal:
    """Words that were refused."""

    id: str
    at: str
    reason: str
    say: str
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Touched:
    """What a decision did to one rule."""

    id: str
    text: str
    changed: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """One decision at length."""

    entry: Entry
    touched: tuple[Touched, ...]
    quotes: tuple[str, ...]  # places of the evidence that was offered: session#event
    marks: tuple[str, ...]  # ids of the marks it gave
    beside: tuple[Entry, ...]  # the other decisions of the same change


@dataclass(frozen=True, slots=True)
class Kept:
    """A rule that says what was asked about."""

    id: str
    text: str
    state: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A withdrawal that these words would meet."""

    id: str
    rule: str
    at: str
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Buried:
    """An erasure that took these words, or some of them; no more is known of it."""

    id: str
    at: str


@dataclass(frozen=True, slots=True)
class Words:
    """What is known of some words: rules that say it, withdrawals, erasures, and what was refused before, newest first."""

    text: str
    kept: tuple[Kept, ...]
    withdrawn: tuple[Withdrawn, ...]
    refused: tuple[Refusal, ...]
    erased: tuple[Buried, ...] = ()


def explain(env: Env, decision: str) -> Explained:
    """Tells one decision at length. Raises NotFound, Ambiguous."""
    heard = Heard(env)
    layer, raw = decision_named(heard, decision)
    undone = undone_by(heard)
    told = heard.printable(raw)
    earlier = [each for _, each in heard.by_layer]
    earlier = earlier[: next(at for at, each in enumerate(earlier) if each is raw)]
    return Explained(
        entry=entry(told, layer, undone),
        touched=tuple(
            Touched(rule.id, rule.text, differences(_before(heard, earlier, rule.id), rule))
            for rule in told.after
        ),
        quotes=told.quotes,
        marks=tuple(mark.id for mark in told.marks),
        beside=tuple(
            entry(heard.printable(each), where, undone)
            for where, each in heard.by_layer
            if raw.tx and each.tx == raw.tx and each.id != raw.id
        ),
    )


def about_words(env: Env, text: str) -> Words:
    """Tells what is known of some words, whether they are a rule or not."""
    heard = Heard(env)
    withdrawn, stones = replace(heard.blocklist, erased=None), heard.blocklist.erased
    line = withdrawn.lines.get(withdrawn.hit(text))
    stone = stones.hit(text) if stones else ""
    return Words(
        text=text,
        kept=tuple(
            Kept(item.rule.id, item.rule.text, item.rule.state)
            for item in shelf(env).shelved
            if item.trusted and says_the_same(item.rule.text, text)
        ),
        withdrawn=(Withdrawn(line.id, line.rule, line.at, line.by, heard.note(line.reason)),) if line else (),
        refused=refusals_of(heard, (text,)),
        erased=tuple(
            Buried(each.id, each.at) for each in (stones.stones if stones else ()) if each.id == stone
        ),
    )


def refusals_of(heard: Heard, texts: Sequence[str]) -> tuple[Refusal, ...]:
    """What was refused of these words, exactly or nearly, newest first."""
    refused = [each for each in heard.decisions if each.verdict == "refused" and each.proposed]
    found = [heard.printable(each) for each in _alike(refused, texts)]
    return tuple(
        Refusal(each.id, each.at, each.reason, each.say, each.proposed, each.source)
        for each in reversed(found)
    )


def says_the_same(a: str, b: str) -> bool:
    """Whether two sentences are the same but for inflection, order or a slip of the pen."""
    return fingerprint(a) == fingerprint(b) != "" or compare(a, b).duplicate


def _alike(decisions: Sequence[Decision], texts: Iterable[str]) -> list[Decision]:
    index = Candidates()
    for at, each in enumerate(decisions):
        index.put(str(at), each.proposed)
    found: set[int] = set()
    for text in texts:
        near = {int(at) for at in index.of(text)}
        found |= {at for at in near if says_the_same(decisions[at].proposed, text)}
    return [decisions[at] for at in sorted(found)]


def _before(heard: Heard, earlier: Sequence[Decision], rule: str) -> Rule | None:
    """The rule as the decisions before left it."""
    for each in reversed(earlier):
        for after in each.after:
            if after.id == rule:
                return heard.printable(each).after[each.after.index(after)]
    return None
