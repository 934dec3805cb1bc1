"""Facts and preferences as they are served here, now or at another moment; whom they are of; and what each of them replaced.

They are rules like all others, in the same book, by the same predicate: what is counted and shown is what is served. Not here: how they
take each other's place (`core/curation/succession.py`), what was known at an earlier moment (`flows/known_then.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cm.core.facts import Entity, Names, entities_of, is_asked_for, is_fact, names_in, same_entity, spelled
from cm.core.serving.serve import Reader, Served, Withheld
from cm.core.serving.validity import holds_at
from cm.errors import NotFound, Usage
from cm.flows.env import Env
from cm.flows.facts_told import about_here
from cm.flows.kept import renew
from cm.flows.known_then import env_at, moment_asked, shelf_at
from cm.flows.permission import open_heads
from cm.flows.reading import also_called, shelf, side_by_side
from cm.flows.strangers import is_hidden
from cm.model.rule import Layer, Rule
from cm.model.session import SessionHead
from cm.model.stamp import moment, stamp
from cm.model.standing import Shelved, Standing
from cm.store.journal import Journal

KINDS: Final = ("fact", "preference")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which facts are asked for; an empty field asks for nothing in particular."""

    about: str = ""
    at: str = ""
    kind: str = ""
    words: tuple[str, ...] = ()
    all: bool = False  # also those that are not served, with the reason


@dataclass(frozen=True, slots=True)
class Told:
    """One fact, and whether an agent at work here is given it."""

    rule: Rule
    layer: Layer
    standing: Standing
    about: tuple[str, ...]  # the entities, under the names that stand for all of theirs
    withheld: str = ""  # "" = it is served; else why not
    say: str = ""
    contested_with: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """What was found, by whom it is of."""

    project: str
    at: str  # the moment that was asked for, "" = now
    about: str
    facts: tuple[Told, ...]
    unserved: int = 0  # others that fit the question and are not served
    learned_since: int = 0  # where none was known at an earlier moment: those told later of what was so then


@dataclass(frozen=True, slots=True)
class EntityRow:
    """An entity, and what is served about it."""

    entity: str
    kind: str
    facts: int
    preferences: int
    also: tuple[str, ...] = ()  # its other names


@dataclass(frozen=True, slots=True)
class Entities:
    """Everybody and everything that served facts are of, the one with most first."""

    project: str
    at: str
    entities: tuple[EntityRow, ...]
    of_nobody: int = 0  # served facts that do not say of whom they are


@dataclass(frozen=True, slots=True)
class Earlier:
    """A fact whose place another one took."""

    rule: str
    text: str
    since: str
    until: str
    replaced_by: str
    at: str  # when it was replaced
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Line:
    """A fact that is served, and those it came after, the last first."""

    fact: Told
    earlier: tuple[Earlier, ...]


@dataclass(frozen=True, slots=True)
class Behind:
    """A session whose words prove some of the facts."""

    session: str
    started: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntityShown:
    """All that is served about one entity, what it replaced, and the sessions behind it."""

    entity: str
    kind: str
    also: tuple[str, ...]
    project: str
    lines: tuple[Line, ...]
    ended: tuple[Earlier, ...]  # facts of which nothing is served that took their place
    sessions: tuple[Behind, ...]


def facts(env: Env, wanted: Wanted) -> Facts:
    """The facts that match, by whom they are of. Raises Usage."""
    if wanted.kind and wanted.kind not in KINDS:
        raise Usage(f"there is no kind of fact `{wanted.kind}`", hint=f"one of {', '.join(KINDS)}")
    when, found = _answered(env, wanted.at)
    names = names_in(item.rule for item in found if not item.withheld)
    asked = entities_of(about_here(env, wanted.about))
    fitting = [
        item
        for item in found
        if wanted.kind in ("", item.rule.kind)
        and (not asked or _is_about(item.rule, asked, names))
        and _has_words(item.rule, wanted.words)
    ]
    kept = [_named(item, names) for item in fitting if wanted.all or not item.withheld]
    later = _learned_since(env, wanted, when) if when and not kept else 0
    alive = {
        item.about for item in kept if not item.withheld
    }  # whoever has a served fact comes before whoever has none
    kept.sort(
        key=lambda item: (
            item.about not in alive,
            item.about or ("~",),
            bool(item.withheld),
            item.rule.kind,
            item.rule.text,
        )
    )
    return Facts(
        env.project,
        when,
        ", ".join(spelled(names.one(each)) for each in asked),
        tuple(kept),
        len(fitting) - len(kept),
        later,
    )


def _learned_since(env: Env, wanted: Wanted, when: str) -> int:
    """How many facts that fit say of themselves that they held at an earlier moment, and were told after it."""
    then = moment(when)
    if then >= env.now:
        return 0
    today = facts(env, replace(wanted, at="", all=True)).facts
    return sum(
        (not item.withheld or _was_so_here(env, item))
        and item.rule.origin.at > when
        and bool(item.rule.valid and item.rule.valid.since)
        and holds_at(item.rule, then)
        for item in today
    )


def entities(env: Env, *, at: str = "") -> Entities:
    """Whom the served facts are of. Raises Usage."""
    when, found = _answered(env, at)
    served = [item for item in found if not item.withheld]
    names = names_in(item.rule for item in served)
    counts: dict[Entity, list[int]] = {}
    nobody = 0
    for item in served:
        about = _entities(item.rule, names)
        nobody += not about
        for entity in about:
            first = next((known for known in counts if same_entity(known, entity)), entity)
            counts.setdefault(first, [0, 0])[item.rule.kind == "preference"] += 1
    rows = [
        EntityRow(spelled(entity), entity.kind, count[0], count[1], names.all_of(entity))
        for entity, count in counts.items()
    ]
    rows.sort(key=lambda row: (-row.facts - row.preferences, row.entity.casefold()))
    return Entities(env.project, when, tuple(rows), nobody)


def is_entity(env: Env, text: str) -> bool:
    """Whether a text names somebody or something that a fact here is of."""
    asked = entities_of(about_here(env, text))
    if len(asked) != 1:
        return False
    _, found = _answered(env, "")
    names = names_in(item.rule for item in found if not item.withheld)
    return any(_is_about(item.rule, asked, names) for item in found)


def entity_shown(env: Env, text: str) -> EntityShown:
    """One entity with its facts, what they replaced, and the sessions behind them. Raises NotFound."""
    asked = entities_of(about_here(env, text))
    _, found = _answered(env, "")
    names = names_in(item.rule for item in found if not item.withheld)
    mine = [item for item in found if _is_about(item.rule, asked, names)]
    if len(asked) != 1 or not mine:
        raise NotFound(f"no fact here is about `{text}`", hint="`cm entities` lists whom facts are of")
    by_id = {item.rule.id: item.rule for item in found}
    served = [item for item in mine if not item.withheld]
    lines = tuple(Line(_named(item, names), earlier_of(item.rule, by_id)) for item in served)
    told = {each.rule for line in lines for each in line.earlier} | {item.rule.id for item in served}
    ended = tuple(
        _earlier(item.rule) for item in mine if item.rule.id not in told and _was_so_here(env, item)
    )
    about = next(
        (entity for item in mine for entity in entities_of(item.rule.about) if _meets(asked, entity, names)),
        asked[0],
    )
    one = names.one(about)
    shown = [item.rule for item in mine if item.rule.id in told]
    return EntityShown(
        spelled(one), one.kind, names.all_of(one), env.project, lines, ended, _behind(env, shown)
    )


def _was_so_here(env: Env, item: Told) -> bool:
    """Whether a fact is over, and not one of another project or another line of work: that it is over is said of it first."""
    scope, line = item.rule.scope, item.rule.unmerged
    here = not scope.project or env.is_here(scope.project)
    return item.withheld in ("superseded", "expired") and here and (line is None or line.branch == env.branch)


def earlier_of(rule: Rule, by_id: Mapping[str, Rule]) -> tuple[Earlier, ...]:
    """The facts that a fact came after, the last first."""
    found: dict[str, Earlier] = {}
    waiting = list(reversed(rule.replaces))
    while waiting:
        name = waiting.pop(0)
        old = by_id.get(name)
        if old is None or name in found or name == rule.id:
            continue
        found[name] = _earlier(old)
        waiting += reversed(old.replaces)
    return tuple(found.values())


def chain_of(rule: Rule, by_id: Mapping[str, Rule]) -> tuple[str, ...]:
    """The ids of a fact and of all that it came after or that came after it, the first one first."""
    first, seen = rule, {rule.id}
    while (later := by_id.get(first.replaced_by)) is not None and later.id not in seen:
        first = later
        seen.add(first.id)
    return tuple(reversed((first.id, *(each.rule for each in earlier_of(first, by_id)))))


def _earlier(rule: Rule) -> Earlier:
    valid, left = rule.valid, rule.retired
    return Earlier(
        rule.id, rule.text, valid.since if valid else "", valid.until if valid else "", rule.replaced_by,
        left.at if left else "", left.by if left else "", left.reason if left else "",
    )  # fmt: skip


def _answered(env: Env, at: str) -> tuple[str, list[Told]]:
    """Every fact that may be told here at all, with what the predicate says of it."""
    when = ""
    if at:
        then = moment_asked(at, env.now)
        shelved: Sequence[Shelved] = shelf_at(env, then)
        env, when = env_at(env, then), stamp(then)
    else:
        renew(env)
        shelved = shelf(env).shelved
    reader = Reader(
        "list", project=env.project, also=also_called(env, shelved), branch=env.branch, audience=env.audience
    )
    answers = side_by_side(env, shelved, reader)
    pairs = zip(shelved, answers, strict=True)
    return when, [_told(env, item, answer) for item, answer in pairs if may_be_told(env, item)]


def may_be_told(env: Env, item: Shelved) -> bool:
    """Whether the words of a fact may be told here, in service or not: what was withdrawn is never history."""
    return (
        is_fact(item.rule)
        and item.trusted
        and not item.blocked_by
        and not item.screened
        and not is_hidden(env, item.rule, item.layer)
    )


def _told(env: Env, item: Shelved, answer: Served | Withheld) -> Told:
    rule = item.rule
    if any(
        each.kind == "project" for each in entities_of(rule.about)
    ):  # written by hand, or named otherwise before
        rule = replace(rule, about=about_here(env, rule.about, rule.scope.project))
    about = tuple(spelled(each) for each in entities_of(rule.about))
    if isinstance(answer, Withheld):
        return Told(rule, item.layer, item.standing, about, answer.reason, answer.say)
    return Told(rule, item.layer, item.standing, about, contested_with=answer.contested_with)


def _named(item: Told, names: Names) -> Told:
    about = tuple(spelled(each) for each in _entities(item.rule, names))
    return Told(item.rule, item.layer, item.standing, about, item.withheld, item.say, item.contested_with)


def _entities(rule: Rule, names: Names) -> tuple[Entity, ...]:
    return tuple(dict.fromkeys(names.one(each) for each in entities_of(rule.about)))


def _is_about(rule: Rule, asked: Iterable[Entity], names: Names) -> bool:
    return any(_meets(asked, entity, names) for entity in entities_of(rule.about))


def _meets(asked: Iterable[Entity], entity: Entity, names: Names) -> bool:
    return any(
        is_asked_for(each, entity) or same_entity(names.one(each), names.one(entity)) for each in asked
    )


def _has_words(rule: Rule, words: Sequence[str]) -> bool:
    text = " ".join((rule.text, rule.why, rule.about, *rule.tags)).casefold()
    return all(word.casefold() in text for word in words)


def _behind(env: Env, rules: Iterable[Rule]) -> tuple[Behind, ...]:
    """The sessions whose words prove these facts, the newest first; only those that may be looked at here."""
    proved: dict[str, list[str]] = {}
    for rule in rules:
        for name in dict.fromkeys(item.session for item in rule.evidence if item.session):
            proved.setdefault(name, []).append(rule.id)
    journal = Journal(env.home.journal)
    heads = [head for name in proved if (head := journal.head(name)) is not None]
    found = [_session(head, proved[head.id]) for head in open_heads(env, heads)]
    found.sort(key=lambda item: (item.started, item.session), reverse=True)
    return tuple(found)


def _session(head: SessionHead, proved: Sequence[str]) -> Behind:
    return Behind(head.id, head.started, tuple(proved))
