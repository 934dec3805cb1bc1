"""The sweep: what follows from the ledger. Rules that failed are turned into warnings or retired; pinned ones are flagged.

Order: pinned is left alone; three harmful marks and more than twice the helpful ones invert a positive rule and
retire a ban; three harmful marks and a bad score retire; a bad score alone only withholds (`core/serving/serve.py`).
Not here: what time alone does (`core/curation/aging.py`), the numbers (`core/serving/standing.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Literal, TypeAlias

from cm.core.curation.admit import own_screen
from cm.core.curation.gate import Screen
from cm.core.curation.warning import reason_in_words, warning
from cm.core.language.grammar import bans
from cm.core.language.text import fingerprint, rule_id
from cm.core.screening.labels import HARMFUL
from cm.core.serving.blocklist import Blocklist
from cm.core.serving.standing import effective_marks
from cm.model.decision import Decision
from cm.model.ledger import Mark
from cm.model.playbook import Playbook
from cm.model.rule import Origin, Retirement, Rule, Was
from cm.model.settings import CurationPolicy
from cm.model.stamp import stamp
from cm.model.standing import Standing

Fate: TypeAlias = Literal["invert", "retire"]


def sweep(
    book: Playbook,
    standings: Mapping[str, Standing],
    policy: CurationPolicy,
    now: datetime,
    *,
    marks: Iterable[Mark] = (),
    blocked: Blocklist | None = None,
    screen: Screen | None = None,
) -> tuple[Decision, ...]:
    """Decides for every rule in service what its standing asks for; marks give the words of the last failure."""
    rules = dict(book.rules)
    changing = replace(book, rules=MappingProxyType(rules))
    made: list[Decision] = []
    for decision in sweeping_over(
        changing,
        standings,
        policy,
        now,
        marks=marks,
        blocked=blocked,
        screen=screen,
        weighed=lambda found: found,
    ):
        rules.update((rule.id, rule) for rule in decision.after)
        made.append(decision)
    return tuple(made)


def sweeping_over(
    book: Playbook,
    standings: Mapping[str, Standing],
    policy: CurationPolicy,
    now: datetime,
    *,
    marks: Iterable[Mark],
    blocked: Blocklist | None,
    screen: Screen | None,
    weighed: Callable[[Decision], Decision],
) -> Iterator[Decision]:
    """The same, one by one, over a book that may change between them; `weighed` adds what follows for other rules, or refuses."""
    screen = screen or own_screen()
    told: dict[str, str] | None = None
    for name in [rule.id for rule in book if rule.id in standings]:
        rule, standing = book.rules[name], standings[name]
        fate = fate_of(rule, standing, policy)
        if fate is None:
            continue
        if told is None:
            told = _last_words(marks, screen)
        words = told.get(name, "")
        if rule.pinned:
            yield _flag(rule, standing, fate, now)
            continue
        decision = (
            weighed(_invert(rule, standing, words, book.rules, policy, now, blocked, screen))
            if fate == "invert"
            else None
        )
        if (
            decision is None or decision.verdict == "refused"
        ):  # a warning that contradicts what stands on a better word
            decision = weighed(_retire(rule, standing, words, now))
        yield decision


def fate_of(rule: Rule, standing: Standing, policy: CurationPolicy) -> Fate | None:
    """What a rule's standing asks for, whether or not it is pinned; None leaves it in service.

    Marks from before its present words, or from before a person approved it, condemn nothing.
    """
    numbers = policy.standing
    settled = max((rule.approved, *(was.until for was in rule.was if was.text != rule.text)))
    if (
        rule.state not in ("active", "contested")
        or standing.n_minus < numbers.invert_marks
        or standing.last <= settled
    ):
        return None
    if standing.n_minus > 2 * standing.n_plus:
        return "retire" if rule.forbids or bans(rule.text) else "invert"
    return "retire" if standing.score < numbers.retire_score else None


def _flag(rule: Rule, standing: Standing, fate: Fate, now: datetime) -> Decision:
    asks = "be turned into a warning" if fate == "invert" else "retire"
    say = f"{rule.id} is pinned and stays; by its marks it would {asks} ({_count(standing)})"
    return Decision("unchanged", "pinned", say, stamp(now), "sweep", rules=(rule.id,), by="sweep")


def _retire(rule: Rule, standing: Standing, words: str, now: datetime) -> Decision:
    at = stamp(now)
    reason = f"{_count(standing)}" + (f", last because {words}" if words else "")
    gone = replace(rule, state="retired", retired=Retirement(at, "sweep", reason), contests=())
    return Decision(
        "retired",
        "standing",
        f"{rule.id} is retired: {reason}",
        at,
        "sweep",
        rules=(rule.id,),
        after=(gone,),
        by="sweep",
    )


def _invert(
    rule: Rule,
    standing: Standing,
    words: str,
    book: Mapping[str, Rule],
    policy: CurationPolicy,
    now: datetime,
    blocked: Blocklist | None,
    screen: Screen,
) -> Decision:
    """The rule retires and points to a warning that has its evidence, its earlier wordings and its reasons."""
    at = stamp(now)
    text = warning(rule, standing.n_minus, words, policy.max_rule_chars)
    if screen(text):
        words = ""
        text = warning(rule, standing.n_minus, words, policy.max_rule_chars)
    if screen(text) or (
        blocked is not None and blocked.hit(text)
    ):  # no warning may say it: the rule only retires
        return _retire(rule, standing, words, now)
    twin = next(
        (
            one for one in book.values()
            if one.state == "active" and one.forbids and one.scope == rule.scope and fingerprint(one.text) == fingerprint(text)
        ),
        None,
    )  # fmt: skip
    anti = twin or Rule(
        id=rule_id("anti-pattern", rule.scope, text, book),
        text=text,
        kind="anti-pattern",
        category=rule.category,
        scope=rule.scope,
        state="active",
        why=words and f"Last time: {words}",
        evidence=rule.evidence,
        origin=Origin("inversion", at),
        tags=rule.tags,
        about=rule.about,
        anchors=rule.anchors,
        valid=rule.valid,
        unmerged=rule.unmerged,
        replaces=(rule.id,),
        was=(*rule.was, Was(rule.text, rule.why, at, f"inverted: {_count(standing)}")),
        extra=rule.extra,
    )
    gone = replace(
        rule,
        state="retired",
        contests=(),
        replaced_by=anti.id,
        retired=Retirement(at, "sweep", f"turned into {anti.id}: {_count(standing)}"),
    )
    return Decision(
        "inverted", "standing", f"{rule.id} is turned into a warning ({_count(standing)}): {text}", at, "sweep",
        proposed=text, rules=(anti.id, rule.id), after=(anti, gone), by="sweep",
    )  # fmt: skip


def _count(standing: Standing) -> str:
    times = "1 harmful mark" if standing.n_minus == 1 else f"{standing.n_minus} harmful marks"
    return f"{times} against {standing.n_plus} helpful"


def _last_words(marks: Iterable[Mark], screen: Screen) -> dict[str, str]:
    """Why each rule was found harmful the last time that somebody said why; words the screen refuses are left out."""
    told: dict[str, tuple[str, str]] = {}
    for mark in effective_marks(marks):
        words = reason_in_words(mark)
        newest = mark.rule not in told or mark.at >= told[mark.rule][0]
        if mark.verdict == "harmful" and words and newest and screen(words) not in HARMFUL:
            told[mark.rule] = (mark.at, words)
    return {rule: words for rule, (_, words) in told.items()}
