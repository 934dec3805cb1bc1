"""One admitted delta against one book: exactly one decision, with a reason for machines and a sentence for people.

Nothing is changed here (`core/apply.py`), and nothing is let in (`core/admit.py`). What replaces, merges or repeats a rule
keeps its earlier wordings, reasons and evidence.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Final, assert_never

from cm.core.admit import PEOPLE, Admitted, place
from cm.core.grammar import gives_orders
from cm.core.similar import Finder, Scan, Similarity, same_instruction
from cm.core.text import fingerprint, rule_id
from cm.core.witness import sessions_behind, united
from cm.model.decision import Decision, Reason, Verdict
from cm.model.delta import Add, Approve, Delta, Merge, Pin, Replace, Retire, Source
from cm.model.playbook import Playbook
from cm.model.rule import Evidence, Origin, OriginBy, Retirement, Rule, Was
from cm.model.settings import CurationPolicy
from cm.model.stamp import stamp

ORIGINS: Final[dict[Source, OriginBy]] = {
    "human": "human", "script": "script", "agent": "agent", "heuristic": "heuristic", "model": "model",
    "starter": "starter", "import": "import", "review": "human", "sweep": "inversion", "hand-edit": "human",
}  # fmt: skip
WISHED: Final = re.compile(r"[A-Za-z0-9][\w.-]{0,63}")
IN_SERVICE: Final = ("active", "draft", "contested")


def decide(
    book: Playbook,
    admitted: Admitted,
    policy: CurationPolicy,
    now: datetime,
    source: Source | None = None,
    *,
    by: str = "",
    finder: Finder | None = None,
) -> Decision:
    """Answers one admitted delta; `finder` knows the texts of the book's rules, and is made here when none is given."""
    index = finder if finder is not None else Scan(book)
    maker = _Maker(book, admitted, policy, stamp(now), source or admitted.source, by, index)
    match admitted.delta:
        case Add() as delta:
            return maker.add(delta)
        case Replace() as delta:
            return maker.replace(delta)
        case Merge() as delta:
            return maker.merge(delta)
        case Retire() as delta:
            return maker.retire(delta)
        case Approve() as delta:
            return maker.approve(delta)
        case Pin() as delta:
            return maker.pin(delta)
        case _:
            assert_never(admitted.delta)


def offered(delta: Delta) -> tuple[str, ...]:
    """The places of the evidence that a delta brought."""
    if isinstance(delta, Add | Replace | Merge):
        return tuple(
            dict.fromkeys(
                place(item.session, item.event) for item in delta.evidence if item.event or item.session
            )
        )
    return ()


class _Maker:
    """What every answer needs: the book, who asks, when; one method per kind of delta."""

    def __init__(
        self,
        book: Playbook,
        admitted: Admitted,
        policy: CurationPolicy,
        at: str,
        source: Source,
        by: str,
        index: Finder,
    ) -> None:
        self.book, self.admitted, self.policy, self.at = book, admitted, policy, at
        self.source, self.by, self.index = source, by or source, index
        self.person = source in PEOPLE

    def _say(
        self,
        verdict: Verdict,
        reason: Reason,
        say: str,
        ids: tuple[str, ...] = (),
        after: tuple[Rule, ...] = (),
    ) -> Decision:
        delta = self.admitted.delta
        text = delta.text if isinstance(delta, Add | Replace | Merge) else ""
        return Decision(
            verdict,
            reason,
            say,
            self.at,
            self.source,
            text,
            ids or tuple(rule.id for rule in after),
            after,
            offered(delta),
        )

    def _refuse(self, reason: Reason, say: str, *ids: str) -> Decision:
        return self._say("refused", reason, say, ids)

    # --- twins ---

    def _twin(self, rule: Rule, *, but: tuple[str, ...] = ()) -> tuple[Rule, Similarity] | None:
        """The rule that says the same in the same scope: one in service before one that is not, exact before near."""
        best: tuple[tuple[bool, bool], Rule, Similarity] | None = None
        for other_id in self.index.of(rule.text):
            other = self.book.get(other_id)
            if other is None or other.id in but:
                continue
            found = same_instruction(other, rule, threshold=self.policy.near_duplicate)
            rank = (other.state not in IN_SERVICE, found.level != "exact")
            if found.duplicate and (best is None or rank < best[0]):
                best = (rank, other, found)
        return (best[1], best[2]) if best else None

    # --- add ---

    def add(self, delta: Add) -> Decision:
        new = Rule(
            id="",
            text=delta.text,
            kind=delta.kind,
            category=delta.category.strip() or "general",
            scope=delta.scope,
            state=self.admitted.state,
            why=delta.why,
            evidence=delta.evidence,
            origin=delta.origin or Origin(ORIGINS[self.source], self.at),
            tags=tuple(dict.fromkeys(delta.tags)),
            approved=self.at if self.source == "review" else "",
            valid=delta.valid,
            about=delta.about,
        )
        twin = self._twin(new)
        if twin is None:
            return self._added(self._named(new, delta.id))
        rule, found = twin
        if rule.state in IN_SERVICE:
            return self._reinforced(
                rule, new, "exact-duplicate" if found.level == "exact" else "near-duplicate"
            )
        if self.person:
            return self._revived(rule, new)
        went = (
            f"retired: {rule.retired.reason}"
            if rule.retired
            else f"superseded by {rule.replaced_by or 'another rule'}"
        )
        return self._refuse(
            "not-active", f"{rule.id} says the same and is {went}; a person may bring it back", rule.id
        )

    def _named(self, rule: Rule, wished: str = "") -> Rule:
        taken = self.book.rules
        return replace(
            rule,
            id=wished if wished and wished not in taken else rule_id(rule.kind, rule.scope, rule.text, taken),
        )

    def _added(self, rule: Rule) -> Decision:
        if rule.state == "draft":
            return self._say(
                "added",
                "new",
                f"kept as a draft: {self.admitted.say or 'it waits for a person'}",
                after=(rule,),
            )
        return self._say("added", "new", "a new rule", after=(rule,))

    def _reinforced(self, rule: Rule, new: Rule, reason: Reason) -> Decision:
        """A duplicate goes, what it brought stays: evidence, tags, a reason where there was none."""
        known = set(rule.evidence)
        evidence = united(rule.evidence, new.evidence)
        fresh = tuple(item for item in evidence if item not in known)
        grown = replace(
            rule, evidence=evidence, tags=tuple(dict.fromkeys(rule.tags + new.tags)), why=rule.why or new.why,
            about=rule.about or new.about,
        )  # fmt: skip
        if rule.pinned and not self.person:
            grown = replace(rule, evidence=evidence)  # support is recorded, content is not touched
        live = self._supported(grown, new)
        if live:
            after = self._live(grown)
            if after is None:
                return self._say(
                    "unchanged",
                    "pinned",
                    f"{rule.id} waits: a rule that it would replace is pinned",
                    (rule.id,),
                )
            return self._say(
                "reinforced",
                "supported-again",
                f"{rule.id} says the same, and now goes live",
                (rule.id,),
                after,
            )
        if grown == rule:
            return self._say("unchanged", reason, f"{rule.id} says the same, and nothing is new", (rule.id,))
        more = f" and gains {len(fresh)} piece{'s' if len(fresh) > 1 else ''} of evidence" if fresh else ""
        return self._say("reinforced", reason, f"{rule.id} says the same{more}", (rule.id,), (grown,))

    def _supported(self, grown: Rule, new: Rule) -> bool:
        """Whether a draft goes live: its new source may do that by itself, or enough sessions support it."""
        if grown.state != "draft":
            return False
        behind = sessions_behind(grown.evidence, order=grown.kind != "fact" or gives_orders(grown.text))
        return new.state == "active" or (
            bool(new.evidence) and len(behind) >= self.policy.admission.support_sessions
        )

    def _live(self, rule: Rule, *, approved: str = "") -> tuple[Rule, ...] | None:
        """A draft that goes live, with the rules whose place it takes; None when one of those is pinned."""
        live = replace(rule, state="active", approved=approved or rule.approved, contests=())
        left = [
            old
            for old in map(self.book.get, rule.replaces)
            if old is not None and old.id != rule.id and old.state in IN_SERVICE
        ]
        if any(old.pinned for old in left) and not self.person:
            return None
        was = live.was + tuple(Was(old.text, old.why, self.at, f"replaced {old.id}") for old in left)
        evidence = united(live.evidence, (item for old in left for item in old.evidence))
        live = replace(live, was=was, evidence=evidence)
        return (live, *(replace(old, state="superseded", replaced_by=live.id, pinned="") for old in left))

    def _revived(self, rule: Rule, new: Rule) -> Decision:
        ended = rule.retired.reason if rule.retired else f"superseded by {rule.replaced_by}"
        back = replace(
            rule, state=new.state, retired=None, replaced_by="", approved=self.at,
            evidence=united(rule.evidence, new.evidence), tags=tuple(dict.fromkeys(rule.tags + new.tags)),
            was=(*rule.was, Was(rule.text, rule.why, self.at, f"was {rule.state} ({ended}), brought back")),
        )  # fmt: skip
        return self._say(
            "added", "asked", f"{rule.id} said the same and was {rule.state}; it is back", (rule.id,), (back,)
        )

    # --- replace and merge ---

    def replace(self, delta: Replace) -> Decision:
        rule = self.book.rules[delta.rule]
        if rule.state not in IN_SERVICE:
            return self._refuse("not-active", f"{rule.id} is {rule.state}", rule.id)
        if rule.pinned and not self.person:
            return self._refuse("pinned", f"{rule.id} is pinned: {rule.pinned}", rule.id)
        kind, why = delta.kind or rule.kind, delta.why or rule.why
        fresh = united(rule.evidence, delta.evidence) != rule.evidence
        if (
            fingerprint(delta.text) == fingerprint(rule.text)
            and delta.text == rule.text
            and (kind, why) == (rule.kind, rule.why)
        ):
            if not fresh:
                return self._say("unchanged", "same-text", f"{rule.id} says that already", (rule.id,))
            grown = replace(rule, evidence=united(rule.evidence, delta.evidence))
            return self._say(
                "reinforced",
                "same-text",
                f"{rule.id} says that already and gains evidence",
                (rule.id,),
                (grown,),
            )
        new = replace(rule, text=delta.text, kind=kind, why=why)
        twin = self._twin(new, but=(rule.id,))
        if twin and twin[0].state in IN_SERVICE:
            return self._refuse("would-duplicate", f"{twin[0].id} says that already", rule.id, twin[0].id)
        if self.admitted.state == "draft" and rule.state == "active":
            return self._waiting(new, (rule.id,), delta.evidence)
        changed = replace(
            new,
            evidence=united(rule.evidence, delta.evidence),
            was=(*rule.was, Was(rule.text, rule.why, self.at, delta.reason)),
            approved=self.at if self.person else rule.approved,
        )
        after: tuple[Rule, ...] | None = (changed,)
        if (
            rule.state != "active"
            and self.admitted.state == "active"
            and (self.person or rule.state == "draft")
        ):
            after = self._live(changed)
        if after is None:
            return self._refuse("pinned", f"{rule.id} would replace a rule that is pinned", rule.id)
        return self._say(
            "replaced", "asked", f"{rule.id} has new words, the old ones are kept", (rule.id,), after
        )

    def _waiting(self, new: Rule, replaces: tuple[str, ...], evidence: tuple[Evidence, ...]) -> Decision:
        """New words that may not go live by themselves wait as a draft which takes the place of the old when it does."""
        draft = replace(
            new, id="", state="draft", evidence=evidence, origin=Origin(ORIGINS[self.source], self.at), replaces=replaces,
            replaced_by="", was=(), pinned="", approved="", contests=(), retired=None,
        )  # fmt: skip
        draft = self._named(draft)
        say = f"kept as a draft that takes the place of {', '.join(replaces)} once a person or a second session supports it"
        return self._say("added", "new", say, (draft.id, *replaces), (draft,))

    def merge(self, delta: Merge) -> Decision:
        ids = tuple(dict.fromkeys(delta.rules))
        parents = tuple(self.book.rules[name] for name in ids)
        if len(parents) < 2:
            return self._refuse("unknown-rule", "a merge takes two rules or more", *ids)
        first = parents[0]
        for rule in parents:
            if rule.state not in IN_SERVICE:
                return self._refuse("not-active", f"{rule.id} is {rule.state}", rule.id)
            if rule.pinned and not self.person:
                return self._refuse("pinned", f"{rule.id} is pinned: {rule.pinned}", rule.id)
            if rule.scope != first.scope:
                return self._refuse("bad-scope", f"{rule.id} and {first.id} hold in different scopes", *ids)
        new = replace(first, text=delta.text, why=delta.why or first.why)
        twin = self._twin(new, but=ids)
        if twin and twin[0].state in IN_SERVICE:
            return self._refuse("would-duplicate", f"{twin[0].id} says that already", *ids, twin[0].id)
        if self.admitted.state == "draft" and any(rule.state == "active" for rule in parents):
            return self._waiting(new, ids, delta.evidence)
        was = first.was
        if delta.text != first.text:
            was = (*was, Was(first.text, first.why, self.at, delta.reason or "merged"))
        for rule in parents[1:]:
            was = (
                *was,
                *rule.was,
                Was(rule.text, rule.why, self.at, delta.reason or f"merged from {rule.id}"),
            )
        one = replace(
            new,
            evidence=united((item for rule in parents for item in rule.evidence), delta.evidence),
            tags=tuple(dict.fromkeys(tag for rule in parents for tag in rule.tags)),
            anchors=tuple(dict.fromkeys(anchor for rule in parents for anchor in rule.anchors)),
            replaces=tuple(dict.fromkeys((*first.replaces, *ids[1:]))),
            was=was,
            state="active"
            if self.admitted.state == "active" or any(rule.state == "active" for rule in parents)
            else first.state,
            pinned=next((rule.pinned for rule in parents if rule.pinned), ""),
        )
        others = tuple(
            replace(rule, state="superseded", replaced_by=first.id, pinned="") for rule in parents[1:]
        )
        return self._say(
            "merged", "asked", f"{', '.join(ids[1:])} became part of {first.id}", ids, (one, *others)
        )

    # --- retire, approve, pin ---

    def retire(self, delta: Retire) -> Decision:
        rule = self.book.rules[delta.rule]
        if rule.state in ("retired", "superseded"):
            return self._say("unchanged", "not-active", f"{rule.id} is {rule.state} already", (rule.id,))
        if rule.pinned and not self.person:
            return self._refuse("pinned", f"{rule.id} is pinned: {rule.pinned}", rule.id)
        gone = replace(rule, state="retired", retired=Retirement(self.at, self.by, delta.reason), pinned="")
        return self._say(
            "retired",
            "asked",
            f"{rule.id} is retired" + (f": {delta.reason}" if delta.reason else ""),
            after=(gone,),
        )

    def approve(self, delta: Approve) -> Decision:
        rule = self.book.rules[delta.rule]
        if rule.state in ("retired", "superseded"):
            return self._refuse("not-active", f"{rule.id} is {rule.state}", rule.id)
        after = (
            self._live(rule, approved=self.at)
            if rule.state != "active"
            else (replace(rule, approved=self.at),)
        )
        if after is None or after == (rule,):
            return self._say(
                "unchanged", "pinned" if after is None else "asked", f"{rule.id} stays as it is", (rule.id,)
            )
        return self._say("approved", "asked", f"{rule.id} is approved", (rule.id,), after)

    def pin(self, delta: Pin) -> Decision:
        rule = self.book.rules[delta.rule]
        if rule.state in ("retired", "superseded"):
            return self._refuse("not-active", f"{rule.id} is {rule.state}", rule.id)
        reason = delta.reason.strip()
        if reason == rule.pinned:
            say = f"{rule.id} is pinned so already" if reason else f"{rule.id} is not pinned"
            return self._say("unchanged", "asked", say, (rule.id,))
        verdict: Verdict = "pinned" if reason else "unpinned"
        return self._say(verdict, "asked", f"{rule.id} is {verdict}", after=(replace(rule, pinned=reason),))
