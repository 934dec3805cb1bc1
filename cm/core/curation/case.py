"""One delta before one book: what every answer to it needs, whoever decides.

Here: writing the answer down, finding the rule that says the same already, giving an id, and letting a draft go live.
Not here: which answer it is (`core/curation/decide.py`, `core/curation/reword.py`), what the answer does to rules that say the
opposite (`core/curation/contest.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from cm.core.curation.gate import Admitted, offered, words_of
from cm.core.curation.nearby import Nearby
from cm.core.curation.roads import PEOPLE
from cm.core.curation.succession import follow, is_over
from cm.core.curation.witness import carried_over, share_of, united
from cm.core.facts import is_fact
from cm.core.language.relation import relate
from cm.core.language.similar import Similarity, same_instruction
from cm.core.language.text import fingerprint, rule_id
from cm.core.serving.validity import meet_in_time
from cm.model.decision import Decision, Reason, Verdict
from cm.model.delta import Source
from cm.model.playbook import Playbook
from cm.model.rule import Evidence, OriginBy, Rule, Was
from cm.model.settings import CurationPolicy

ORIGINS: Final[dict[Source, OriginBy]] = {
    "human": "human", "script": "script", "agent": "agent", "heuristic": "heuristic", "model": "model",
    "starter": "starter", "import": "import", "review": "human", "sweep": "inversion", "hand-edit": "human", "sync": "import",
    "file": "file",
}  # fmt: skip
IN_SERVICE: Final = ("active", "draft", "contested")
LIVE: Final = ("active", "contested")
FOUND_WITHOUT: Final = "found without a model, in the same words"
"""Why a rule has a model's words now: the reason beside the words that it had before."""


@dataclass(frozen=True, slots=True)
class Case:
    """An admitted delta, the book it meets, who brings it and when."""

    book: Playbook
    admitted: Admitted
    policy: CurationPolicy
    at: str
    source: Source
    by: str
    nearby: Nearby

    @property
    def person(self) -> bool:
        """Whether a person's own hand brings it."""
        return self.source in PEOPLE

    def say(
        self,
        verdict: Verdict,
        reason: Reason,
        say: str,
        ids: tuple[str, ...] = (),
        after: tuple[Rule, ...] = (),
    ) -> Decision:
        delta = self.admitted.delta
        return Decision(
            verdict, reason, say, self.at, self.source, words_of(delta), ids or tuple(rule.id for rule in after), after,
            offered(delta), by=self.by,
        )  # fmt: skip

    def refuse(self, reason: Reason, say: str, *ids: str) -> Decision:
        return self.say("refused", reason, say, ids)

    def twin(self, rule: Rule, *, but: tuple[str, ...] = ()) -> tuple[Rule, Similarity] | None:
        """The rule that says the same in the same scope: one in service before one that is not, exact before near."""
        return next(iter(self.twins(rule, but=but)), None)

    def twins(self, rule: Rule, *, but: tuple[str, ...] = ()) -> list[tuple[Rule, Similarity]]:
        """All of them, the likeliest first; facts of other times are none."""
        ranked: list[tuple[tuple[bool, bool, bool, bool], Rule, Similarity]] = []
        for other_id in self.nearby.alike(rule.text):
            other = self.book.get(other_id)
            if other is None or other.id in but:
                continue
            found = same_instruction(other, rule, threshold=self.policy.near_duplicate)
            if not found.duplicate or (is_fact(other) and is_fact(rule) and not meet_in_time(other, rule)):
                continue
            # of facts of one wording the one that was read from there
            unread = is_fact(other) and not _has_all(other, rule)
            rank = (unread, is_over(other, self.at), other.state not in IN_SERVICE, found.level != "exact")
            ranked.append((rank, other, found))
        ranked.sort(key=lambda item: item[0])
        return [(other, found) for _, other, found in ranked]

    def of_same_words(self, rule: Rule) -> Rule | None:
        """A rule that another machine made of the same words of the user; one found without a model and one by it are one rule.

        The words of one message may found two rules: the two have to have something to do with each other.
        """
        if self.source not in ("model", "heuristic"):
            return None
        other_road = "heuristic" if self.source == "model" else "model"
        spans = {item.event: item.span for item in rule.evidence if item.by == "user" and item.span}
        if not spans:
            return None
        for other in self.book.rules.values():
            if other.origin.by != other_road and not _got_these_words(other, rule):
                continue
            if other.state not in IN_SERVICE:
                continue
            if other.scope.project not in ("", rule.scope.project):
                continue
            if any(_overlaps(item, spans) for item in other.evidence) and _one_matter(other.text, rule.text):
                return other
        return None

    def named(self, rule: Rule, wished: str = "", *, but: Iterable[str] = ()) -> Rule:
        """The rule under a free id: the wished one, else one from its content."""
        book, beside = self.book.rules, self.nearby.beside
        taken = {*but} if beside is None else {*but, *beside.book.rules}
        if wished and wished not in book and wished not in taken:
            return replace(rule, id=wished)
        born = rule_id(rule.kind, rule.scope, rule.text, ())
        name, copy = born, 2
        while name in book or name in taken:
            name, copy = f"{born}-{copy}", copy + 1
        return replace(rule, id=name)

    def live(self, rule: Rule, *, approved: str = "") -> tuple[Rule, ...] | None:
        """A draft that goes live, with the rules whose place it takes; None when one of those is pinned."""
        live = replace(rule, state="active", approved=approved or rule.approved, contests=())
        left = [
            old
            for old in map(self.book.get, rule.replaces)
            if old is not None and old.id != rule.id and old.state in IN_SERVICE
        ]
        if any(old.pinned for old in left) and not self.person:
            return None
        ended: list[Rule] = []
        for old in [each for each in left if is_fact(each) and is_fact(live) and each.valid != live.valid]:
            left.remove(old)
            live, gone = follow(old, live, at=self.at, by=self.by, reason=f"{live.id} was approved")
            ended.append(gone)
        was = once(live.was, (Was(old.text, old.why, self.at, f"replaced {old.id}") for old in left))
        brought = carried_over(live.text, (item for old in left for item in old.evidence))
        live = replace(live, was=was, evidence=united(live.evidence, brought))
        return (live, *ended, *(superseded(old, live.id) for old in left))


def _got_these_words(known: Rule, rule: Rule) -> bool:
    """Whether a rule that was found without a model got just these words of one; in others of the same message it said more."""
    reworded = any(was.reason == FOUND_WITHOUT for was in known.was)
    return (
        reworded and known.origin.by == rule.origin.by and fingerprint(known.text) == fingerprint(rule.text)
    )


def _has_all(known: Rule, rule: Rule) -> bool:
    """Whether a rule has all the evidence that another one brings: it was read before."""
    return bool(rule.evidence) and united(known.evidence, rule.evidence) == known.evidence


def _overlaps(item: Evidence, spans: Mapping[str, tuple[int, int] | None]) -> bool:
    """Whether more than half of the shorter of two quotes lies in the other."""
    mine = spans.get(item.event)
    if item.by != "user" or item.span is None or mine is None:
        return False
    both = min(mine[1], item.span[1]) - max(mine[0], item.span[0])
    return both * 2 > min(mine[1] - mine[0], item.span[1] - item.span[0])


def _one_matter(text: str, other: str) -> bool:
    """Whether one of two sentences says most of the other, and not its opposite."""
    shares = (share_of(text, (other,)) or 0, share_of(other, (text,)) or 0)
    return max(shares) > 0.5 and not relate(text, other).strong


def superseded(rule: Rule, heir: str) -> Rule:
    """A rule whose place another one takes, its marks too."""
    return replace(rule, state="superseded", replaced_by=heir, pinned="", contests=(), stale="")


def once(first: Iterable[Was], second: Iterable[Was]) -> tuple[Was, ...]:
    """Both histories as one, each entry once: said twice in one moment is said once."""
    return tuple(dict.fromkeys((*first, *second)))
