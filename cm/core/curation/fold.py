"""What says the same as a rule that is there becomes part of it: its evidence, its tags, a reason; a draft may go live by it.

Not here: finding the twin (`core/curation/case.py`), what becomes of the opposite (`core/curation/contest.py`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cm.core.curation.aging import only_aged
from cm.core.curation.case import FOUND_WITHOUT, LIVE, Case, once
from cm.core.curation.outdated import NO_LONGER
from cm.core.curation.unmerged import line_left
from cm.core.curation.witness import sessions_behind, shares_words, united
from cm.core.language.grammar import gives_orders
from cm.core.language.similar import same_instruction
from cm.core.serving.audience import as_private_as
from cm.model.decision import Decision, Reason
from cm.model.delta import Add
from cm.model.rule import Kind, OriginBy, Rule, Scope, Valid, Was

BY_MACHINES: Final[tuple[OriginBy, ...]] = (
    "agent",
    "heuristic",
    "model",
    "import",
    "starter",
    "merge",
    "file",
)


def reinforced(case: Case, rule: Rule, new: Rule, reason: Reason) -> Decision:
    """A duplicate goes, what it brought stays: evidence, tags, a reason where there was none."""
    known = set(rule.evidence)
    evidence = united(rule.evidence, new.evidence)
    fresh = tuple(item for item in evidence if item not in known)
    unheard = new.state == "draft" and rule.state in LIVE  # what may not go live does not go live beside it
    said_again = case.source == "file" and rule.stale.startswith(NO_LONGER)
    grown = replace(
        rule, evidence=evidence, stale="" if fresh or case.person or said_again else rule.stale,
        unmerged=line_left(rule, new, getattr(case.admitted.delta, "unmerged", None), new_words=bool(fresh or case.person)),
    )  # fmt: skip
    if not unheard and (case.person or not rule.pinned):  # else support is recorded, content is not touched
        grown = replace(
            _reasoned(case, grown, new), tags=tuple(dict.fromkeys(rule.tags + new.tags)), about=rule.about or new.about,
            valid=rule.valid or _valid_told(case, new),
        )  # fmt: skip
    grown = replace(_for_whom(case, grown, new), kind=_kind_said(case, rule, new, reason))
    if case.person and rule.origin.by == "file":
        grown = replace(grown, origin=new.origin)  # it is their own word now, whatever becomes of the file
    if rule.state == "contested" and case.person and new.state == "active":
        grown = replace(grown, approved=case.at)
    if _supported(case, rule, grown, new):
        after = case.live(grown, approved=case.at if case.person else "")
        if after is None:
            return case.say(
                "unchanged",
                "pinned",
                f"{rule.id} waits: a rule that it would replace is pinned",
                (rule.id,),
            )
        return case.say(
            "reinforced",
            "supported-again",
            f"{rule.id} says the same, and now goes live",
            (rule.id,),
            after,
        )
    if grown == rule:
        return case.say("unchanged", reason, f"{rule.id} says the same, and nothing is new", (rule.id,))
    more = f" and gains {len(fresh)} piece{'s' if len(fresh) > 1 else ''} of evidence" if fresh else ""
    if grown.kind != rule.kind:
        more += f"; it is {'an' if grown.kind == 'anti-pattern' else 'a'} {grown.kind} now"
    if rule.unmerged and grown.unmerged is None:
        more += f"; it holds beside {rule.unmerged.branch} too"
    return case.say("reinforced", reason, f"{rule.id} says the same{more}", (rule.id,), (grown,))


def _kind_said(case: Case, rule: Rule, new: Rule, reason: Reason) -> Kind:
    """The kind that a person gives what stands, by saying it again in the same words; "rule" is what is said by saying nothing."""
    by_name = case.person and isinstance(case.admitted.delta, Add) and new.kind != "rule"
    return new.kind if by_name and reason in ("exact-duplicate", "asked") else rule.kind


def _valid_told(case: Case, new: Rule) -> Valid | None:
    """When a fact holds, as one that says the same tells it; that it ends is not taken from a machine."""
    return new.valid if case.person or (new.valid is not None and not new.valid.until) else None


def _for_whom(case: Case, rule: Rule, new: Rule) -> Rule:
    """A person says anew for whom a rule is; others only make it more private."""
    if not new.visibility or new.visibility == rule.visibility:
        return rule
    if case.person:
        return replace(rule, visibility=new.visibility)
    return as_private_as(rule, (replace(rule, visibility=new.visibility),), case.nearby.layer)


def said_better(case: Case, rule: Rule, new: Rule) -> Decision | None:
    """A draft that was found without a model and that nobody has seen yet gets the words that a model has for it; None otherwise."""
    if case.source != "model" or rule.origin.by == "model" or rule.state != "draft":
        return None
    if rule.approved or rule.pinned or rule.replaces:
        return None
    was = once(rule.was, (Was(rule.text, rule.why, case.at, FOUND_WITHOUT),))
    after = replace(
        _reasoned(case, rule, new), text=new.text, kind=new.kind, was=was, origin=new.origin, stale="",
        evidence=united(rule.evidence, new.evidence), tags=tuple(dict.fromkeys(rule.tags + new.tags)),
    )  # fmt: skip
    after = as_private_as(after, (rule,), case.nearby.layer)
    say = f"{rule.id} was found without a model in the same words of the user; it says so now, and the old words are kept"
    return case.say("replaced", "near-duplicate", say, (rule.id,), (after,))


def _reasoned(case: Case, rule: Rule, new: Rule) -> Rule:
    """The reason that a rule has beside a twin: a person's own wins.

    A reason that no person gave does not go live with a draft because a person typed the same sentence: they did not see
    it. It is kept with the earlier wordings, where nothing serves it.
    """
    if not case.person:
        return replace(rule, why=rule.why or new.why)
    unseen = rule.state == "draft" and not rule.approved and rule.origin.by in BY_MACHINES
    if not rule.why or new.why == rule.why or not (new.why or unseen):
        return replace(rule, why=rule.why or new.why)
    because = "another reason was given" if new.why else "a reason that no person gave"
    return replace(rule, why=new.why, was=once(rule.was, (Was(rule.text, rule.why, case.at, because),)))


def _supported(case: Case, rule: Rule, grown: Rule, new: Rule) -> bool:
    """Whether a draft goes live: its new source may do that by itself, or one session more makes it enough of them.

    Brought again with what it had, nothing changes; and words about something else support nothing.
    """
    if grown.state != "draft":
        return False
    if new.state == "active":
        return True
    before, behind = _sessions(rule), _sessions(grown)
    return behind > before and len(behind) >= case.policy.admission.support_sessions


def _sessions(rule: Rule) -> frozenset[str]:
    telling = (item for item in rule.evidence if item.by != "user" or shares_words(rule.text, (item,)))
    return sessions_behind(telling, order=rule.kind != "fact" or gives_orders(rule.text))


def revived(case: Case, rule: Rule, new: Rule) -> Decision:
    """A person says again what went out of service: it is back, with its past."""
    ended = rule.retired.reason if rule.retired else f"superseded by {rule.replaced_by}"
    back = Was(rule.text, rule.why, case.at, f"was {rule.state} ({ended}), brought back")
    rule_again = replace(
        rule, state=new.state, retired=None, replaced_by="", approved=case.at, stale="", contests=(), why=new.why or rule.why,
        evidence=united(rule.evidence, new.evidence), tags=tuple(dict.fromkeys(rule.tags + new.tags)),
        was=once(rule.was, (back,)), unmerged=new.unmerged, kind=_kind_said(case, rule, new, "asked"),
    )  # fmt: skip
    say = f"{rule.id} said the same and was {rule.state}; it is back"
    return case.say("added", "asked", say, (rule.id,), (rule_again,))


def woken(case: Case, rule: Rule, new: Rule, reason: Reason) -> Decision | None:
    """A draft that retired because nobody supported it waits again when something new supports it; None without."""
    if not only_aged(rule) or united(rule.evidence, new.evidence) == rule.evidence:
        return None
    ended = rule.retired.reason if rule.retired else ""
    back = Was(rule.text, rule.why, case.at, f"was retired ({ended}), proposed again")
    said = reinforced(
        case, replace(rule, state="draft", retired=None, was=once(rule.was, (back,))), new, reason
    )
    return replace(said, say=f"{said.say}; it was retired, since nobody had supported it")


def gone(rule: Rule) -> str:
    """How a rule left service, as the end of a sentence."""
    if rule.retired and rule.state != "superseded":
        return f"retired: {rule.retired.reason}"
    return f"superseded by {rule.replaced_by or 'another rule'}"


def elsewhere(case: Case, new: Rule) -> Rule | None:
    """The rule of the other layer that says the same for this project, while it is in service there."""
    beside = case.nearby.beside
    if beside is None or not beside.project:
        return None
    for name in case.nearby.elsewhere(new.text):
        other = beside.book.get(name)
        if other is None or other.state not in LIVE:
            continue
        mine = new if beside.home else other
        if mine.scope.project != beside.project:  # the user's own rule holds in other projects too
            continue
        pair = [replace(rule, scope=_here(rule.scope, beside.project)) for rule in (new, other)]
        if same_instruction(*pair, threshold=case.policy.near_duplicate).duplicate:
            return other
    return None


def _here(scope: Scope, project: str) -> Scope:
    return replace(scope, project="") if scope.project == project else scope


def left_to(case: Case, new: Rule, other: Rule, twin: Rule | None, wished: str = "") -> Decision:
    """One of two layers says it: what was brought is kept at home, out of service, and counts for the rule of the other layer."""
    if twin is not None and not (twin.state == "superseded" and twin.replaced_by == other.id):
        say = f"{other.id} of the repository says the same; {twin.id} stays {twin.state}"
        return case.say("unchanged", "duplicate-elsewhere", say, (other.id, twin.id))
    if twin is None:
        kept = case.named(replace(new, state="superseded", replaced_by=other.id), wished)
    else:
        kept = replace(twin, evidence=united(twin.evidence, new.evidence), why=twin.why or new.why)
    if kept == twin:
        return case.say(
            "unchanged", "duplicate-elsewhere", f"{other.id} of the repository says the same", (other.id,)
        )
    say = (
        f"{other.id} of the repository says the same and is served; what this brought is kept under {kept.id}"
    )
    return case.say("reinforced", "duplicate-elsewhere", say, (other.id, kept.id), (kept,))
