"""Whom and what facts are of: the entities in a rule's `about`, and which of their names are one.

`about` is one text: entities with commas between them, each `KIND:NAME`, `user` alone, or a bare name of which the kind is
not known. Not here: when a fact holds (`core/serving/validity.py`), who may see it (`core/serving/audience.py`).
Standard library only: readers behind the quick doors ask it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal, TypeAlias
from unicodedata import combining, normalize

from cm.model.rule import Kind, Rule

EntityKind: TypeAlias = Literal["project", "person", "org", "workstream", "user", "thing"]

FACT_KINDS: Final[tuple[Kind, ...]] = ("fact", "preference")
ENTITY_KINDS: Final[tuple[EntityKind, ...]] = ("project", "person", "org", "workstream", "user", "thing")
FEWEST: Final = len("root:") + 7
"""Letters by which a repository is meant that has only its first commit for a name."""
ALIAS: Final = "alias:"
"""A fact's tag `alias:NAME` says that whom the fact is about has that name too."""

_KINDS: Final[dict[str, EntityKind]] = {
    "project": "project", "repo": "project", "person": "person", "org": "org", "organisation": "org",
    "organization": "org", "workstream": "workstream", "user": "user",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something that facts are of."""

    kind: EntityKind
    name: str = ""  # "" only of the user


@lru_cache(maxsize=4096)
def entities_of(about: str) -> tuple[Entity, ...]:
    """The entities that an `about` names, each once, in its order."""
    found: dict[tuple[str, str], Entity] = {}
    for part in about.split(","):
        words = " ".join(part.split())
        if words:
            entity = _entity(words)
            found.setdefault((entity.kind, folded(entity.name)), entity)
    return tuple(found.values())


def _entity(words: str) -> Entity:
    before, colon, after = words.partition(":")
    kind = _KINDS.get(before.strip().casefold())
    if kind == "user" and not after.strip():
        return Entity("user")
    if kind is None or not colon or not after.strip():
        return Entity("thing", words)
    return Entity(kind, after.strip())


def spelled(entity: Entity) -> str:
    """An entity as `about` says it."""
    name = " ".join(entity.name.replace(",", " ").split())
    if entity.kind == "thing":
        return name
    return f"{entity.kind}:{name}" if name else str(entity.kind)


def about_text(entities: Iterable[Entity]) -> str:
    """The `about` that names these entities."""
    return ", ".join(dict.fromkeys(text for text in map(spelled, entities) if text))


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """A name without case, marks on letters and doubled white space."""
    spread = normalize("NFKD", normalize("NFKD", name).casefold())
    return " ".join("".join(letter for letter in spread if not combining(letter)).split())


def same_entity(a: Entity, b: Entity) -> bool:
    """Whether two entities are one: the same name, and the same kind unless one of them has none."""
    if a.kind == "user" and b.kind == "user":
        return not (a.name and b.name) or folded(a.name) == folded(b.name)
    return (a.kind == b.kind or "thing" in (a.kind, b.kind)) and folded(a.name or a.kind) == folded(
        b.name or b.kind
    )


def is_asked_for(asked: Entity, entity: Entity) -> bool:
    """Whether somebody who names an entity means this one.

    `shop` is enough for `project:github.com/acme/shop`, and the beginning of its first commit for a repository without a remote.
    """
    if same_entity(asked, entity):
        return True
    if entity.kind != "project" or asked.kind not in ("project", "thing") or "/" in asked.name:
        return False
    if len(asked.name) >= FEWEST and asked.name.startswith("root:"):
        return entity.name.startswith(asked.name)
    return folded(asked.name) == folded(entity.name.rstrip("/").rpartition("/")[2])


def is_fact(rule: Rule) -> bool:
    """Whether a rule says what is so or what somebody likes, not what to do."""
    return rule.kind in FACT_KINDS


def are_about_one(a: Rule, b: Rule) -> bool:
    """Whether two facts have an entity in common, or one of them does not say of whom it is."""
    mine, theirs = entities_of(a.about), entities_of(b.about)
    return not mine or not theirs or any(same_entity(one, other) for one in mine for other in theirs)


@dataclass(slots=True)
class Names:
    """Which names stand for one entity: facts tagged `alias:NAME` say it of whom they are about."""

    chosen: dict[tuple[str, str], Entity] = field(default_factory=dict)

    def one(self, entity: Entity) -> Entity:
        """The entity under the name that stands for all of its names."""
        seen = {_key(entity)}
        while (known := self.chosen.get(_key(entity))) is not None and _key(known) not in seen:
            entity = known
            seen.add(_key(entity))
        return entity

    def all_of(self, entity: Entity) -> tuple[str, ...]:
        """The other names of an entity, folded, in order."""
        mine = self.one(entity)
        names = {name for kind, name in self.chosen if same_entity(self.one(Entity(_kind(kind), name)), mine)}
        return tuple(sorted(names - {folded(mine.name)}))


def names_in(rules: Iterable[Rule]) -> Names:
    """Reads the other names that facts give to whom they are about, and gives bare names the one kind they can have."""
    names = Names()
    kinds: dict[str, dict[str, Entity]] = {}
    for rule in rules:
        entities = entities_of(rule.about)
        for entity in entities:
            if entity.kind != "thing":
                kinds.setdefault(folded(entity.name), {}).setdefault(entity.kind, entity)
        for tag in rule.tags if entities and is_fact(rule) else ():
            other = " ".join(tag[len(ALIAS) :].split()) if tag.casefold().startswith(ALIAS) else ""
            for kind in dict.fromkeys((entities[0].kind, "thing")) if other else ():
                alias = Entity(_kind(kind), other)
                if not same_entity(names.one(entities[0]), alias):
                    names.chosen.setdefault(_key(alias), entities[0])
    for name, found in kinds.items():
        if len(found) == 1 and name:
            names.chosen.setdefault(("thing", name), next(iter(found.values())))
    return names


def _key(entity: Entity) -> tuple[str, str]:
    return entity.kind, folded(entity.name)


def _kind(text: str) -> EntityKind:
    return _KINDS.get(text, "thing")
