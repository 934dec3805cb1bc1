"""A rule's life: the words that prove it, what was decided, marks, outcomes, deliveries, what it stands against, and whether an
agent sees it now.

Why one decision was made, and what was refused before of some words, is `flows/explain.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from cm.core.curation.life import Life, Moment, life
from cm.core.facts import is_fact
from cm.core.serving.across import Across, Lies
from cm.core.serving.serve import Reader, Served, Withheld
from cm.errors import NotFound
from cm.flows.across import across_of
from cm.flows.counted import Counted, counted
from cm.flows.env import Env
from cm.flows.explain import Refusal, refusals_of
from cm.flows.heard import Heard
from cm.flows.log import is_about, rule_named
from cm.flows.named import shelved_named
from cm.flows.permission import only_host
from cm.flows.reading import also_called, passed_on, shelf, side_by_side
from cm.model.ledger import Mark, Outcome
from cm.model.rule import Rule
from cm.model.session import SessionHead
from cm.model.standing import Shelved
from cm.store.journal import Journal

Relation: TypeAlias = Literal[
    "contested by", "overrules", "overruled by", "settled with", "replaces", "replaced by"
]
Role: TypeAlias = Literal["followed", "ignored", "named"]


@dataclass(frozen=True, slots=True)
class Proof:
    """A quote and whether it still stands in the journal where it was found."""

    quote: str
    by: str
    session: str
    event: str
    at: str
    verified: bool
    around: str  # the words before and after, from the same event
    title: str = ""  # what the session was about


@dataclass(frozen=True, slots=True)
class Beside:
    """Another rule that this one has to do with."""

    relation: Relation
    id: str
    text: str  # "" when it is kept nowhere here
    state: str


@dataclass(frozen=True, slots=True)
class Ended:
    """A session's outcome that says something of the rule."""

    id: str
    at: str
    status: str
    session: str
    role: Role
    by: str
    notes: str
    words: str = ""  # the command that told, or the agent's words that named it


@dataclass(frozen=True, slots=True)
class Why:
    """The biography, and the proof checked again."""

    life: Life
    project: str  # the place it was asked from
    layer: str
    proof: tuple[Proof, ...]
    beside: tuple[Beside, ...] = ()
    contested_with: tuple[str, ...] = ()  # an agent gets it with these, as rules that disagree
    except_for: tuple[str, ...] = ()  # narrower rules that hold in its place where they hold
    outcomes: tuple[Ended, ...] = ()
    followed: int = 0  # how often commands kept to it
    ignored: int = 0  # how often commands went against it
    last_command: str = ""  # the newest that told
    refused: tuple[Refusal, ...] = ()  # the same words, refused before


def why(env: Env, rule: str, *, host: str = "", task: str = "", paths: tuple[str, ...] = ()) -> Why:
    """Tells a rule's life and what an agent at work here would get. Raises NotFound, Ambiguous."""
    found = shelf(env)
    also = also_called(env, found.shelved)
    reader = Reader(
        "context",
        project=env.project,
        also=also,
        host=host or env.agent,
        task=task,
        paths=paths,
        audience=env.audience,
        branch=env.branch,
    )
    heard = Heard(env)
    try:
        item = shelved_named(found.shelved, rule)
        name = item.rule.id
    except NotFound:
        item, name = None, rule_named(env, heard, rule)
    across = across_of(env, found.shelved)
    answer = _answer(env, found.shelved, item, reader, across)
    about = [heard.printable(each) for each in heard.decisions if is_about(each, name)]
    heirs = passed_on(found.shelved)
    marks = [
        _given(heard.mark(each), name) for each in heard.marks if name in (each.rule, heirs.get(each.rule))
    ]
    shown = [heard.delivery(each) for each in heard.shown if name in each.rules]
    told = life(name, about, marks, shown, answer)
    outcomes = _outcomes(heard, name)
    counts = counted(heard).get(name, Counted())
    moments = sorted((*told.moments, *map(_moment, outcomes)), key=lambda moment: moment.at)
    served = answer if isinstance(answer, Served) else None
    return Why(
        life=replace(told, moments=tuple(moments)),
        project=env.project,
        layer=item.layer if item else "",
        proof=_proof(env, told),
        beside=(*_beside(told.rule, _spoken(found.shelved, item)), *_across(item, found.shelved, across))
        if told.rule
        else (),
        contested_with=served.contested_with if served else (),
        except_for=served.except_for if served else (),
        outcomes=outcomes,
        followed=counts.followed,
        ignored=counts.ignored,
        last_command=counts.last_command,
        refused=refusals_of(heard, (told.rule.text, *(each.text for each in told.rule.was)))
        if told.rule
        else (),
    )


def _given(mark: Mark, rule: str) -> Mark:
    """A mark of the rule; one that was given to the rule before it says so."""
    if mark.rule == rule:
        return mark
    reason = " · ".join(part for part in (f"given to {mark.rule}", mark.reason) if part)
    return replace(mark, rule=rule, reason=reason)


def _answer(
    env: Env, shelved: Sequence[Shelved], item: Shelved | None, reader: Reader, across: Sequence[Across]
) -> Served | Withheld | None:
    """What the predicate says of a rule beside all the others."""
    if item is None:
        return None
    answers = side_by_side(env, shelved, reader, across)
    return next(answer for each, answer in zip(shelved, answers, strict=True) if each is item)


def _spoken(shelved: Iterable[Shelved], item: Shelved | None) -> list[Shelved]:
    """The rules whose word on others counts: a stranger's only on a stranger's."""
    return [each for each in shelved if each.trusted or (item is not None and not item.trusted)]


def _beside(rule: Rule, shelved: Sequence[Shelved]) -> Iterable[Beside]:
    """The rules that it has to do with, each once, the undecided ones first."""
    known = {item.rule.id: item.rule for item in shelved}
    followed = (
        (rule.replaced_by, *rule.replaces) if is_fact(rule) else ()
    )  # one came after the other, both were so
    contested = [*rule.contests, *(each.id for each in known.values() if rule.id in each.contests)]
    groups: tuple[tuple[Relation, Iterable[str]], ...] = (
        ("contested by", (name for name in contested if name not in (*rule.settled, *followed))),
        ("overruled by", (each.id for each in known.values() if rule.id in each.overrules)),
        ("overrules", rule.overrules),
        ("settled with", (*rule.settled, *(each.id for each in known.values() if rule.id in each.settled))),
        ("replaced by", (rule.replaced_by,) if rule.replaced_by else ()),
        ("replaces", rule.replaces),
    )
    for relation, names in groups:
        for name in dict.fromkeys(names):
            other = known.get(name)
            yield Beside(relation, name, other.text if other else "", other.state if other else "")


def _across(
    item: Shelved | None, shelved: Sequence[Shelved], across: Iterable[Across]
) -> Iterable[Beside]:  # fmt: skip
    """The rules of the other layer that it has to do with."""
    if item is None:
        return
    own = item.layer == "user"
    others = {each.rule.id: each.rule for each in shelved if each.layer != item.layer}
    words: dict[Lies, Relation] = {
        "wider": "overruled by" if own else "overrules",
        "narrower": "overrules" if own else "overruled by",
        "same": "contested by",
        "crossing": "contested by",
    }
    for each in across:
        name, other = (each.mine, each.theirs) if own else (each.theirs, each.mine)
        if name == item.rule.id and other in others:
            yield Beside(words[each.lies], other, others[other].text, others[other].state)


def _outcomes(heard: Heard, rule: str) -> tuple[Ended, ...]:
    found = []
    for each in map(heard.outcome, heard.outcomes):
        role = _role(each, rule)
        if role:
            said = _said(each, rule, role)
            found.append(Ended(each.id, each.at, each.status, each.session, role, each.by, each.notes, said))
    return tuple(sorted(found, key=lambda ended: ended.at))


def _role(outcome: Outcome, rule: str) -> Role | None:
    if rule in outcome.ignored:
        return "ignored"
    if rule in outcome.followed:
        return "followed"
    return "named" if rule in outcome.rules else None


def _said(outcome: Outcome, rule: str, role: Role) -> str:
    for name, _, _, did, against in outcome.checked:
        if name == rule and role != "named":
            return against if role == "ignored" else did
    return next((words for name, words in outcome.named if name == rule), "")


def _moment(ended: Ended) -> Moment:
    notes = "".join(f": {text}" for text in (ended.words, ended.notes) if text)
    return Moment(
        ended.at, f"{ended.role} in a session", f"{ended.session} ended in {ended.status}{notes}", ended.id
    )


def _proof(env: Env, told: Life) -> tuple[Proof, ...]:
    journal = Journal(env.home.journal)
    only = only_host(env)  # a rule is for all, the talk around its quote is not
    out = []
    read: dict[str, tuple[SessionHead | None, dict[str, str]]] = {}
    for item in told.rule.evidence if told.rule else ():
        if item.session and item.session not in read:
            read[item.session] = _texts(journal, item.session)
        head, texts = read.get(item.session, (None, {}))
        text = texts.get(item.event, "")
        start = (
            item.span[0]
            if item.span and text[item.span[0] : item.span[1]] == item.quote
            else text.find(item.quote)
        )
        around = (
            text[max(0, start - 120) : start + len(item.quote) + 120] if start >= 0 and item.quote else ""
        )
        open_ = head is not None and only in ("", head.host)
        out.append(
            Proof(
                item.quote, item.by, item.session, item.event, item.at, bool(around),
                " ".join(around.split()) if open_ else "", head.title if head and open_ else "",
            )
        )  # fmt: skip
    return tuple(out)


def _texts(journal: Journal, session: str) -> tuple[SessionHead | None, dict[str, str]]:
    try:
        head, events = journal.read(session)
    except NotFound:
        return None, {}
    return head, {event.id: event.text for event in events}
