"""A relation between rules that a test says itself, so that what follows from it is tested apart from language."""

from dataclasses import dataclass

from cm.core.language.reach import overlap
from cm.core.language.relation import UNRELATED, Relation
from cm.core.language.text import fingerprint


@dataclass(frozen=True)
class Pair:
    """Two rules that somebody found alike or opposed."""

    a: str
    b: str
    relation: Relation
    near: float = 0.9


class Everyone:
    """Neighbours of a text: all rules there are."""

    def __init__(self, rules=()):
        self.ids = dict.fromkeys(rule.id for rule in rules)

    def of(self, text, most=40):
        return tuple(self.ids)

    def put(self, rule_id, text):
        self.ids[rule_id] = None

    def drop(self, rule_id):
        self.ids.pop(rule_id, None)


def opposing(pairs):
    """A relation by which just these texts contradict each other: `(a, b)` plainly, `(a, b, "perhaps")` not plainly."""
    known = {frozenset(map(fingerprint, pair[:2])): len(pair) == 2 for pair in pairs}

    def relate(a, b):
        strong = known.get(frozenset((fingerprint(a.text), fingerprint(b.text))))
        if strong is None or overlap(a.scope, b.scope) == "apart":
            return UNRELATED
        return Relation("contradiction", 1.0, "polarity", strong, "they are opposed")

    return relate
