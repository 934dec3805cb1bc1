"""Takes rules in that were made elsewhere: one change, by the same gate and curator as everything, and a report with every reason.

What a file or store means is read by `flows/importing.py` and `flows/migrating.py`; they come here with rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from cm.core.exchange.portable import Entering
from cm.errors import NotFound
from cm.flows.commit import change
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.parts import Ground, Lines, Part
from cm.flows.strangers import printable_text
from cm.model.decision import Decision
from cm.model.delta import Take
from cm.model.ledger import Blocked, Mark, Outcome
from cm.model.rule import Layer, Retirement, Rule
from cm.store.ledger import LedgerFiles

UNSPEAKABLE: Final = frozenset(("secret", "personal", "blocked"))
"""Refusals whose words are not printed again."""
SAYS: Final[Mapping[str, str]] = {"reinforced": "merged", "unchanged": "kept"}
"""What a decision is called in a report: merged into a rule that says the same, or ours stays as it is."""
OURS_STAYS: Final = frozenset(("not-active", "pinned"))
"""Refusals by which nothing is wrong with what was offered."""


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
    dry_run: bool = False,
    yes: bool = False,
    name: str = "the file",
) -> Taken:
    """Decides every offer and writes the change with its ledger lines, or only says what it would be.

    Raises NeedsAHuman for `live` without a yes, Busy, Unwritable, NotTrusted, and what reading the playbook raises.
    """
    if layer == "repo" and (env.repo is None or not env.repo.root.is_dir()):
        raise NotFound("there is no .cm/ in this repository", hint="`cm init --repo` makes one")
    by = env.by
    if live and not dry_run and (count := sum(offer.rule.state == "active" for offer in offers)):
        by = require_human(env, f"put {count} rules of {name} in force", yes)
    takes = tuple(Take(offer.rule, live) for offer in offers)
    lines = Lines(outcomes=_new_outcomes(env, outcomes), blocked=_new_blocked(env, layer, blocked))

    def first(_: Ground) -> Sequence[Part]:
        return (Part(layer, takes, lines),)

    needs_names = any(offer.marks or offer.alias for offer in offers)
    names: dict[str, str] = {}
    marks: tuple[Mark, ...] = ()
    aliases: tuple[Take, ...] = ()
    if dry_run or needs_names:
        looked = change(env, first, source="import", by=by, dry_run=True, sweeping=False).parts[0]
        names = _names(offers, looked.decisions)
        marks = _marks(env, offers, looked.decisions, looked.book.rules)
        aliases = _aliases(offers, looked.decisions, Ground(env).book(layer).rules)
        if dry_run:
            return _told(env, offers, looked.decisions, len(marks), lines, names, "", looked.notes)

    def whole(_: Ground) -> Sequence[Part]:
        told = replace(lines, marks=marks, outcomes=_renamed(lines.outcomes, names))
        return (Part(layer, (*takes, *aliases), told),)

    done = change(env, whole, source="import", by=by, sweeping=False)
    part = done.parts[0]
    found = part.decisions[: len(offers)]
    return _told(env, offers, found, len(part.lines.marks), part.lines, names, done.tx, done.notes)


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


def _stands(decision: Decision) -> str:
    """The id of the rule that a proposal became, or went into; "" when it was refused."""
    if decision.verdict == "refused" or decision.reason == "not-active":
        return ""
    return (
        decision.after[0].id
        if decision.verdict == "added" and decision.after
        else next(iter(decision.rules), "")
    )


def _names(offers: Sequence[Offer], decisions: Sequence[Decision]) -> dict[str, str]:
    pairs = zip(offers, decisions, strict=False)
    return {offer.alias or offer.rule.id: here for offer, each in pairs if (here := _stands(each))}


def _marks(
    env: Env, offers: Sequence[Offer], decisions: Sequence[Decision], rules: Mapping[str, Rule]
) -> tuple[Mark, ...]:
    """The marks that are new here, each on the rule that stands for theirs; those of what was refused go with it."""
    taken = known_marks(env)
    found: dict[str, Mark] = {}
    for offer, decision in zip(offers, decisions, strict=False):
        here = _stands(decision)
        ours = offer.stranger and here in rules and rules[here].origin.by != "import"
        for mark in offer.marks if here and not ours else ():
            if mark.id not in taken:
                found.setdefault(mark.id, replace(mark, rule=here))
    return tuple(found.values())


def _aliases(
    offers: Sequence[Offer], decisions: Sequence[Decision], here: Collection[str]
) -> tuple[Take, ...]:
    """For an id that went into another rule, a rule that says so: transcripts name it."""
    made: dict[str, Take] = {}
    for offer, decision in zip(offers, decisions, strict=False):
        stands = _stands(decision)
        if not offer.alias or not stands or stands == offer.alias or offer.alias in here:
            continue
        at = decision.at
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


def _told(
    env: Env,
    offers: Sequence[Offer],
    decisions: Sequence[Decision],
    marks: int,
    lines: Lines,
    names: Mapping[str, str],
    tx: str,
    notes: tuple[str, ...],
) -> Taken:
    items = tuple(_item(env, offer, each) for offer, each in zip(offers, decisions, strict=False))
    return Taken(items, marks, len(lines.blocked), len(lines.outcomes), names, tx, notes)


def _called(decision: Decision) -> str:
    if decision.verdict == "refused" and decision.reason in OURS_STAYS:
        return "kept"
    return SAYS.get(decision.verdict, decision.verdict)


def _item(env: Env, offer: Offer, decision: Decision) -> Item:
    after = decision.after[0] if decision.after else None
    text = "" if decision.reason in UNSPEAKABLE else printable_text(env, offer.rule.text)
    return Item(
        line=offer.line, file=offer.file, named=offer.alias or offer.rule.id,
        verdict=_called(decision), rule=_stands(decision), reason=decision.reason,
        say=decision.say, text=text, state=after.state if after else "", notes=offer.notes,
    )  # fmt: skip
