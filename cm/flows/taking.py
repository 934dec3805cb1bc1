"""Takes rules in that were made elsewhere: one change, by the same gate and curator as everything, and a report with every reason.

What a file or store means is read by `flows/importing.py` and `flows/migrating.py`; they come here with rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from cm.core.exchange.portable import Entering, clean
from cm.core.language.text import fingerprint
from cm.core.serving.scopes import tidy_scope
from cm.flows.commit import NO_EVENTS, change
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.meaning import keep_up
from cm.flows.parts import Ground, Lines, Part, must_be_there
from cm.flows.strangers import printable_text
from cm.model.decision import Decision
from cm.model.delta import Take
from cm.model.ledger import Blocked, Mark, Outcome
from cm.model.rule import Layer, Retirement, Rule
from cm.model.session import Event
from cm.store.ledger import LedgerFiles

UNSPEAKABLE: Final = frozenset(("secret", "personal", "blocked"))
"""Refusals whose words are not printed again."""
SAYS: Final[Mapping[str, str]] = {"reinforced": "merged", "unchanged": "kept"}
"""What a decision is called in a report: merged into a rule that says the same, or ours stays as it is."""
OURS_STAYS: Final = frozenset(("not-active", "pinned"))
"""Refusals by which nothing is wrong with what was offered."""
SERVICE: Final = ("active", "draft", "contested")


@dataclass(frozen=True, slots=True)
class Offer:
    """A rule that is offered, where it stands in its file, and the marks it brings."""

    rule: Rule
    line: int = 0
    file: str = ""
    marks: tuple[Mark, ...] = ()
    alias: str = ""  # the id it had there, which has to go on meaning it
    notes: tuple[str, ...] = ()  # what about it does not add up
    stranger: bool = False  # its marks say nothing of a rule that was made here


@dataclass(frozen=True, slots=True)
class Item:
    """What became of one of them."""

    line: int
    file: str
    named: str  # its id in the file
    verdict: str  # added, merged, kept, contested, refused …
    rule: str  # the id that stands here; "" when none does
    reason: str
    say: str
    text: str
    state: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """The whole change."""

    items: tuple[Item, ...]
    marks: int = 0  # new ones
    blocked: int = 0
    outcomes: int = 0
    names: Mapping[str, str] = field(default_factory=dict)  # id there -> id here
    tx: str = ""
    notes: tuple[str, ...] = ()

    @property
    def counts(self) -> Mapping[str, int]:
        """How many of each verdict."""
        return Counter(item.verdict for item in self.items)


def take_in(
    env: Env,
    offers: Sequence[Offer],
    *,
    layer: Layer,
    live: bool = False,
    outcomes: Sequence[Outcome] = (),
    blocked: Sequence[Blocked] = (),
    events: Mapping[str, Event] = NO_EVENTS,
    dry_run: bool = False,
    yes: bool = False,
    name: str = "the file",
) -> Taken:
    """Decides every offer and writes the change with its ledger lines, or only says what it would be.

    Raises NeedsAHuman for `live` without a yes, Busy, Unwritable, NotTrusted, and what reading the playbook raises.
    """
    must_be_there(env, layer)
    by = env.by
    if live and not dry_run and (count := sum(offer.rule.state == "active" for offer in offers)):
        by = require_human(env, f"put {count} rules of {name} in force", yes)
    known = Ground(env).book(layer).rules
    fresh = [offer for offer in offers if not _is_here(offer.rule, known.get(offer.rule.id), live)]
    takes = tuple(Take(offer.rule, live) for offer in fresh)
    lines = Lines(outcomes=_new_outcomes(env, outcomes), blocked=_new_blocked(env, layer, blocked))
    answers = {id(offer): _Answer(offer) for offer in offers}

    def answered(decisions: Sequence[Decision]) -> list[_Answer]:
        found = {id(offer): _Answer(offer, each) for offer, each in zip(fresh, decisions, strict=False)}
        return list((answers | found).values())

    every = answered(())
    aliases: tuple[Take, ...] = ()
    notes: tuple[str, ...] = ()
    if fresh and (dry_run or any(offer.marks or offer.alias for offer in offers)):
        part = Part(layer, takes, lines)
        looked = change(
            env, lambda _: (part,), source="import", by=by, events=events, dry_run=True, sweeping=False
        ).parts[0]
        every, known, notes = answered(looked.decisions), looked.book.rules, looked.notes
        aliases = _aliases(every, env.stamp, Ground(env).book(layer).rules)
    names = {each.offer.alias or each.offer.rule.id: each.stands for each in every if each.stands}
    lines = replace(lines, marks=_marks(env, every, known), outcomes=_renamed(lines.outcomes, names))
    tx = ""
    if not dry_run and (fresh or lines):
        whole = Part(layer, (*takes, *aliases), lines)
        done = change(env, lambda _: (whole,), source="import", by=by, events=events, sweeping=False)
        every, tx, notes = answered(done.parts[0].decisions[: len(fresh)]), done.tx, done.notes
        keep_up(env)
    items = tuple(_item(env, each) for each in every)
    return Taken(items, len(lines.marks), len(lines.blocked), len(lines.outcomes), names, tx, notes)


@dataclass(frozen=True, slots=True)
class _Answer:
    """An offer and what was decided about it; None: it stands here as it is, and nothing had to be decided."""

    offer: Offer
    decision: Decision | None = None

    @property
    def stands(self) -> str:
        """The id of the rule that it became, or went into; "" when it was refused."""
        decision = self.decision
        if decision is None:
            return self.offer.rule.id
        if decision.verdict == "refused":
            return ""
        if decision.verdict == "added" and decision.after:
            return decision.after[0].id
        return next(iter(decision.rules), "")


def _is_here(rule: Rule, here: Rule | None, live: bool) -> bool:
    """Whether a rule stands here with all that it brings, so that there is nothing to decide."""
    if (
        here is None
        or fingerprint(here.text) != fingerprint(rule.text)
        or here.scope != tidy_scope(rule.scope)
    ):
        return False
    if (here.state in SERVICE) != (rule.state in SERVICE) or (
        live and rule.state == "active" and here.state == "draft"
    ):
        return False
    said = {(item.by, item.session, item.quote) for item in here.evidence}
    new = {(item.by, item.session, item.quote) for item in rule.evidence}
    more = set(rule.tags) - set(here.tags) or {was.text for was in rule.was} - {was.text for was in here.was}
    return here.kind == rule.kind and new <= said and not more and bool(here.why or not rule.why)


def entering(
    env: Env, name: str, layer: Layer, there: Collection[str], projects: Mapping[str, str], live: bool
) -> Entering:
    """What holds for rules that come in here."""
    here = Ground(env).book(layer).rules.keys()
    return Entering(name, env.stamp, here, there, projects, live)


def known_marks(env: Env) -> set[str]:
    """Every mark that was ever given, also one that was taken back: it does not come again."""
    lines = LedgerFiles(env.home.ledger_dir).marks()
    if env.repo is not None and env.trusted:
        lines += LedgerFiles(env.repo.ledger_dir).marks()
    return {name for mark in lines for name in (mark.id, mark.undoes) if name}


def too_long(items: Iterable[Item]) -> tuple[str, ...]:
    """What to do about rules that are longer than the settings allow."""
    count = sum(item.reason == "too-long" for item in items)
    if not count:
        return ()
    return (
        f"too long for this home: {count}; `cm config set curation.max_rule_chars 1000` allows more, then import again",
    )


def _marks(env: Env, answers: Iterable[_Answer], rules: Mapping[str, Rule]) -> tuple[Mark, ...]:
    """The marks that are new here, each on the rule that stands for theirs; those of what was refused go with it."""
    taken = known_marks(env)
    found: dict[str, Mark] = {}
    for each in answers:
        here = each.stands
        ours = each.offer.stranger and here in rules and rules[here].origin.by != "import"
        for mark in each.offer.marks if here and not ours else ():
            if mark.id not in taken:
                found.setdefault(mark.id, replace(mark, rule=here))
    return tuple(found.values())


def _aliases(answers: Iterable[_Answer], at: str, here: Collection[str]) -> tuple[Take, ...]:
    """For an id that went into another rule, a rule that says so: transcripts name it."""
    made: dict[str, Take] = {}
    for each in answers:
        offer, stands = each.offer, each.stands
        if not offer.alias or not stands or stands == offer.alias or offer.alias in here:
            continue
        gone = replace(
            offer.rule, id=offer.alias, state="superseded", replaced_by=stands, pinned="",
            retired=offer.rule.retired or Retirement(at, "import", f"{stands} says the same"),
        )  # fmt: skip
        made.setdefault(offer.alias, Take(gone))
    return tuple(made.values())


def _renamed(outcomes: Iterable[Outcome], names: Mapping[str, str]) -> tuple[Outcome, ...]:
    return tuple(
        replace(each, rules=tuple(names.get(rule, rule) for rule in each.rules)) for each in outcomes
    )


def _new_outcomes(env: Env, outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    known = {each.id for each in LedgerFiles(env.home.ledger_dir).outcomes()}
    return tuple({each.id: each for each in outcomes if each.id not in known}.values())


def _new_blocked(env: Env, layer: Layer, blocked: Iterable[Blocked]) -> tuple[Blocked, ...]:
    """Withdrawals that were never here: one that a person took back does not return."""
    if not blocked:
        return ()
    known = {each.id for each in Ground(env).ledger(layer).blocked()}
    return tuple({each.id: each for each in blocked if each.id not in known}.values())


def _item(env: Env, answer: _Answer) -> Item:
    offer, decision = answer.offer, answer.decision
    if decision is None:
        return Item(
            line=offer.line, file=offer.file, named=offer.rule.id, verdict="kept", rule=offer.rule.id, reason="exact-duplicate",
            say="it stands here, and nothing is new", text=printable_text(env, offer.rule.text), state="", notes=offer.notes,
        )  # fmt: skip
    after = decision.after[0] if decision.after else None
    text, named = printable_text(env, offer.rule.text), offer.alias or offer.rule.id
    if decision.reason in UNSPEAKABLE:
        text, named = "", clean(named)
    return Item(
        line=offer.line, file=offer.file, named=named, verdict=_called(decision), rule=answer.stands,
        reason=decision.reason, say=decision.say, text=text, state=after.state if after else "", notes=offer.notes,
    )  # fmt: skip


def _called(decision: Decision) -> str:
    if decision.verdict == "refused":
        return "kept" if decision.reason in OURS_STAYS else "refused"
    if decision.reason == "contradicts" or (decision.after and decision.after[0].contests):
        return "contested"
    return SAYS.get(decision.verdict, decision.verdict)
