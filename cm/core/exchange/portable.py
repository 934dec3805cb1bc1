"""A rule as it leaves a home, and as it enters another: nothing of whose it was, nothing it may claim by itself.

Pure. Which rules may leave is asked of the predicate (`flows/exporting.py`), which may enter decide gate and curator.
How a rule looks in a file is `store/schema.py`; another program's records are `core/exchange/cass.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, Final, get_args

from cm.core.exchange.personal import Person, portable_project
from cm.core.screening.labels import HARMFUL
from cm.core.screening.screen import screen
from cm.core.secrets.scrub import holds_placeholder, scrub
from cm.core.serving.standing import MOST, effective_marks
from cm.model.ids import short_hash
from cm.model.ledger import Mark, Verdict
from cm.model.rule import EMPTY, Evidence, Origin, Retirement, Rule, Scope, Valid, Was
from cm.model.stamp import tidy_stamp

VERSION: Final = 1
"""Of the file's form; a file of a later one is refused."""
UNVERIFIED: Final = "unverified"
IMPORTED: Final = "import/"
"""Begins the session of a mark that came without one."""
_NOTE_CHARS: Final = 500


@dataclass(frozen=True, slots=True)
class Leaving:
    """What goes along with the rules, and what has to be taken out of their words."""

    person: Person
    quotes: bool = False
    history: bool = False
    ids: Collection[str] = ()  # the rules that leave together: no other is named

    def fit(self, text: str) -> str:
        """Words beside a rule as they may leave; "" when they may not."""
        clean = self.person.without(scrub(text.encode("utf-8", "replace").decode())[0])
        return "" if screen(clean) in HARMFUL else clean

    def rule(self, rule: Rule, *, project: str = "") -> Rule:
        """The rule without sessions, events and names of this machine; `project` is that of a repository's rule."""
        words = self.person.without
        scope = rule.scope
        return replace(
            rule,
            text=words(rule.text).strip(),
            category=words(rule.category),
            scope=Scope(
                portable_project(scope.project or project), words(scope.path), scope.language, scope.framework,
                words(scope.task), scope.host,
            ),
            why=self.fit(rule.why).strip(),
            evidence=self._quotes(rule) if self.quotes else (),
            origin=Origin("import", day(rule.origin.at)),
            tags=tuple(words(tag) for tag in rule.tags),
            pinned=self._reason(rule.pinned, "pinned"),
            approved="",
            about=words(rule.about),
            anchors=tuple(fit for each in rule.anchors if (fit := self.fit(each))),
            replaces=self._named(rule.replaces),
            replaced_by=rule.replaced_by if rule.replaced_by in self.ids else "",
            contests=(),  # each home finds out for itself what cannot stand together
            overrules=self._named(rule.overrules),
            settled=self._named(rule.settled),
            stale=self._reason(rule.stale, "stale"),
            retired=Retirement(day(rule.retired.at), "", self.fit(rule.retired.reason)) if rule.retired else None,
            was=tuple(self._was(each) for each in rule.was if self.fit(each.text)) if self.history else (),
            extra=EMPTY,
        )  # fmt: skip

    def marks(self, marks: Iterable[Mark]) -> list[dict[str, Any]]:
        """The marks of a rule that count, without sessions and authors, oldest first."""
        out: list[dict[str, Any]] = []
        for mark in sorted(effective_marks(marks), key=lambda mark: (mark.at[:10], mark.verdict, mark.id)):
            said: dict[str, Any] = {"id": mark.id, "verdict": mark.verdict, "at": mark.at[:10]}
            if mark.weight != 1.0:
                said["weight"] = mark.weight
            if reason := self.fit(mark.reason):
                said["reason"] = reason
            out.append(said)
        return out

    def _quotes(self, rule: Rule) -> tuple[Evidence, ...]:
        said = dict.fromkeys(self.fit(item.quote) for item in rule.evidence)
        return tuple(Evidence("import", quote) for quote in said if quote.strip())

    def _reason(self, said: str, otherwise: str) -> str:
        """A reason whose being there says something by itself."""
        return self.fit(said) or otherwise if said else ""

    def _was(self, each: Was) -> Was:
        return Was(self.fit(each.text), self.fit(each.why), day(each.until), self.fit(each.reason))

    def _named(self, ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(each for each in ids if each in self.ids)


@dataclass(frozen=True, slots=True)
class Entering:
    """Where a file comes from and what is known here, so that it claims nothing by itself."""

    name: str  # of the file, without its folders
    at: str  # now
    here: Collection[str]  # ids that rules here have: a file does not speak of them
    there: Collection[str]  # ids of the file
    projects: Mapping[str, str]  # how a project of the file is called here
    live: bool = False  # a person said yes to what is in force there

    def rule(self, rule: Rule, *, trusted: bool = False) -> Rule:
        """The rule as it is proposed here: of the origin "import", its quotes unproved, without the yes of others.

        A store of the user's own is `trusted` with its pins.
        """
        scope = replace(rule.scope, project=self.projects.get(rule.scope.project, rule.scope.project))
        return replace(
            rule,
            text=rule.text.strip(),  # with what a secret is in it, so that the gate refuses it
            why=clean(rule.why).strip(),
            scope=scope,
            state="draft" if rule.state == "contested" else rule.state,
            evidence=tuple(self._evidence(item, trusted) for item in rule.evidence),
            origin=Origin("import", self._moment(rule.origin.at), rule.origin.name if trusted else self.name),
            pinned=clean(rule.pinned) if self.live or trusted else "",
            approved="",
            replaces=self._named(rule.replaces),
            replaced_by=rule.replaced_by if rule.replaced_by in self.there else "",
            contests=(),
            overrules=self._named(rule.overrules),
            settled=self._named(rule.settled),
            stale=clean(rule.stale),
            retired=self._retired(rule),
            was=tuple(
                Was(clean(w.text), clean(w.why), self._moment(w.until, ""), clean(w.reason)) for w in rule.was
            ),
            valid=Valid(rule.valid.since, rule.valid.until) if rule.valid else None,
            extra=EMPTY,
        )

    def marks(self, raw: object, rule_id: str, taken: Collection[str]) -> tuple[tuple[Mark, ...], int]:
        """Reads the marks that a file gives a rule, and counts those that are none; what is `taken` stands here already."""
        found: dict[str, Mark] = {}
        bad = 0
        for number, item in enumerate(raw if isinstance(raw, list | tuple) else ()):
            mark = self._mark(item, rule_id, number)
            if mark is None:
                bad += 1
            elif mark.id not in taken:
                found.setdefault(mark.id, mark)
        return tuple(found.values()), bad

    def _mark(self, item: object, rule_id: str, number: int) -> Mark | None:
        if not isinstance(item, Mapping):
            return None
        verdict = item.get("verdict")
        known: tuple[Verdict, ...] = get_args(Verdict)
        found = next((each for each in known if each == verdict), None)
        at = tidy_stamp(item.get("at"))
        weight = item.get("weight", 1.0)
        if found is None or not at or isinstance(weight, bool) or not isinstance(weight, int | float):
            return None
        if not isfinite(weight) or weight <= 0:
            return None
        said = item.get("reason")
        reason = fit_note(said) if isinstance(said, str) else ""
        named = item.get("id")
        own = named if isinstance(named, str) and _is_mark_id(named) else ""
        mark_id = own or "m-" + short_hash(13, rule_id, found, at, reason, str(number))
        return Mark(
            mark_id, rule_id, found, min(at, self.at), IMPORTED + mark_id.removeprefix("m-"), "import", reason,
            weight=min(float(weight), MOST),
        )  # fmt: skip

    def _evidence(self, item: Evidence, trusted: bool) -> Evidence:
        """Words that no event here proves: whoever said them, they came by an import."""
        session = item.session if trusted else ""
        return Evidence("import", clean(item.quote), session, note=UNVERIFIED)

    def _moment(self, text: str, otherwise: str | None = None) -> str:
        found = tidy_stamp(text)
        return min(found, self.at) if found else self.at if otherwise is None else otherwise

    def _retired(self, rule: Rule) -> Retirement | None:
        told = rule.retired
        return Retirement(self._moment(told.at, ""), "import", clean(told.reason)) if told else None

    def _named(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Of the rules that one names, those that the file brings: it says nothing about rules that stand here."""
        return tuple(each for each in dict.fromkeys(ids) if each in self.there and each not in self.here)


def clean(text: str) -> str:
    """A text that comes in, without secrets."""
    return scrub(text)[0] if text else ""


def fit_note(text: str) -> str:
    """A note on one line that may be kept and shown; "" for one that may not."""
    said = " ".join(clean(text).split())[:_NOTE_CHARS]
    return "" if screen(said) in HARMFUL or holds_placeholder(said) else said


def day(at: str) -> str:
    """The date of a moment; when exactly is nobody's business."""
    return at[:10]


def _is_mark_id(text: str) -> bool:
    tail = text.removeprefix("m-")
    return text.startswith("m-") and 5 < len(tail) <= 40 and tail.isascii() and tail.isalnum()
