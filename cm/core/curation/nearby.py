"""The rules that a delta could meet: those that say nearly the same, those that may say the opposite, those that point at one.

Made once per batch and lazily: a verb without words costs no index. Not here: what any of them means for a delta
(`core/curation/case.py`, `core/curation/contest.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from cm.core.language.similar import Finder
from cm.core.serving.blocklist import Blocklist
from cm.model.decision import Decision
from cm.model.playbook import Playbook
from cm.model.rule import Layer, Rule

if TYPE_CHECKING:
    from cm.core.curation.subjects import Subjects
    from cm.core.language.relation import Relation

Relate: TypeAlias = "Callable[[Rule, Rule], Relation]"
MOST: Final = 20
"""How many rules of its subject a text is held against."""


class Near(Protocol):
    """Which rules are worth a look when a text comes: they share its subject."""

    def of(self, text: str, most: int = 40) -> tuple[str, ...]:
        """Ids of rules that speak of what the text speaks of."""
        ...

    def put(self, rule_id: str, text: str) -> None:
        """Adds a text under an id, in the place of what stood there."""
        ...

    def drop(self, rule_id: str) -> None:
        """Forgets an id."""
        ...


@dataclass(frozen=True, slots=True)
class Beside:
    """The other layer's book, as a new rule may meet it."""

    book: Playbook
    project: str = ""  # whose repository that is
    home: bool = True  # the book that is curated is the user's own, the other one the repository's


class Links:
    """Which rules name a rule as their opponent or as the wider one that they overrule."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._named: dict[str, tuple[str, ...]] = {}
        self._by: dict[str, dict[str, None]] = {}
        for rule in rules:
            self.put(rule)

    def put(self, rule: Rule) -> None:
        """Takes note of a rule as it is now."""
        if not (rule.contests or rule.overrules) and rule.id not in self._named:
            return
        for name in self._named.pop(rule.id, ()):
            self._by[name].pop(rule.id, None)
        named = (*rule.contests, *rule.overrules)
        if named:
            self._named[rule.id] = named
        for name in named:
            self._by.setdefault(name, {})[rule.id] = None

    def of(self, rule_id: str) -> tuple[str, ...]:
        """The rules that name this one."""
        return tuple(self._by.get(rule_id, ()))


@dataclass(slots=True)
class Nearby:
    """Finders over one book that is changed while a batch is decided; each is made when it is first asked."""

    rules: Mapping[str, Rule]
    texts: tuple[str, ...] = ()  # what will be asked about, as far as it is known
    finder: Finder | None = None
    neighbours: Near | None = None
    most: int = MOST
    relation: Relate | None = None
    blocked: Blocklist = field(default_factory=Blocklist)
    beside: Beside | None = None
    layer: Layer = "user"  # whose book it is
    past: Callable[[str], Decision | None] = lambda _: None
    marks: Callable[[], frozenset[str]] = frozenset  # ids of all marks that were ever made
    pending: frozenset[str] = frozenset()  # rules that this batch has yet to restore
    moved: dict[str, str] = field(default_factory=dict)  # ids that rules of this batch had elsewhere
    marks_made: set[str] = field(default_factory=set)  # by this batch
    _marks: frozenset[str] | None = None
    _links: Links | None = None
    _subjects: Subjects | None = None
    _beside_subjects: Subjects | None = None

    def marked(self, mark_id: str) -> bool:
        """Whether a mark was made before, be it taken back since."""
        if self._marks is None:
            self._marks = self.marks()
        return mark_id in self._marks or mark_id in self.marks_made

    def alike(self, text: str) -> tuple[str, ...]:
        """Ids of rules that may say the same, whatever their state."""
        return self.subjects().same(text) if self.finder is None else self.finder.of(text)

    def opposed(self, text: str) -> tuple[str, ...]:
        """Ids of rules in service that may say the opposite."""
        found = self.subjects() if self.neighbours is None else self.neighbours
        return found.of(text, self.most)

    def subjects(self) -> Subjects:
        """The finder of both, made when it is first asked."""
        if self._subjects is None:
            from cm.core.curation.subjects import Subjects  # late: its tables cost time

            self._subjects = Subjects(self.rules, self.texts)
        return self._subjects

    def relate(self, a: Rule, b: Rule) -> Relation:
        """How two rules relate where both hold, whichever of them holds in more places."""
        if self.relation is None:
            from cm.core.language.relation import relate_rules  # late, as above

            self.relation = relate_rules
        return self.relation(a, b if a.scope == b.scope else replace(b, scope=a.scope))

    def pointing(self, rule_id: str) -> tuple[str, ...]:
        """Ids of rules that name this one as an opponent, or as overruled."""
        if self._links is None:
            self._links = Links(self.rules.values())
        return self._links.of(rule_id)

    def elsewhere(self, text: str) -> tuple[str, ...]:
        """Ids of rules of the other layer that may say the same."""
        if self.beside is None:
            return ()
        if self._beside_subjects is None:
            from cm.core.curation.subjects import Subjects  # late, as above

            self._beside_subjects = Subjects(self.beside.book.rules, self.texts)
        return self._beside_subjects.same(text)

    def put(self, rule: Rule) -> None:
        """Takes note of a rule as it is now, in every finder that was made."""
        if self._subjects is not None:
            self._subjects.put(rule)
        if self.finder is not None:
            self.finder.put(rule.id, rule.text)
        if self.neighbours is not None:
            if rule.state in ("active", "contested", "draft"):
                self.neighbours.put(rule.id, rule.text)
            else:
                self.neighbours.drop(rule.id)
        if self._links is not None:
            self._links.put(rule)
