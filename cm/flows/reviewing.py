"""A person's answers: yes, no, other words, one of two, both, one of the two in one, later. Each is one change of its own.

What is said yes to says so: approved, by whom and when. Not here: what is asked (`flows/review.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from cm.core.curation.case import LIVE
from cm.core.curation.pairs import stays
from cm.core.serving.validity import begins
from cm.errors import NeedsAHuman, RefusedByGate, Usage
from cm.flows.anchored import let_go
from cm.flows.commit import commit
from cm.flows.consent import require_human
from cm.flows.env import Env
from cm.flows.forget import forget
from cm.flows.named import shelved_named
from cm.flows.project import exports_without
from cm.flows.reading import shelf
from cm.flows.refresh import refresh
from cm.flows.surroundings import nearest
from cm.flows.telling import Change, or_refuse, tell_all
from cm.model.delta import Approve, Delta, Merge, Replace, Retire, Settle
from cm.model.rule import Evidence, Layer
from cm.model.standing import Shelved
from cm.store.put_off import read_put_off, write_put_off

By: TypeAlias = Literal["human", "script"]


def approve(env: Env, rules: Sequence[str], *, until: str = "", yes: bool = False) -> Change:
    """Makes drafts active, and says of others that they hold, after a human's yes; `until` is when to look at them again."""
    until = later(env, until)
    if not rules:
        raise Usage("which rule?", hint="cm review lists what waits; cm review approve r-…")
    known = shelf(env).shelved
    items = [shelved_named(known, rule) for rule in rules]
    by = require_human(env, f"approve {', '.join(item.rule.id for item in items)}", yes)
    _let_go(env, items)
    told = [
        answered(env, [Approve(item.rule.id, until) for item in items if item.layer == layer], layer, by)
        for layer in dict.fromkeys(item.layer for item in items)
    ]
    change = Change(tuple(item for part in told for item in part.told), told[0].tx)
    return or_refuse(change) if len(items) == 1 else change


def accept(env: Env, rule: str, by: By, *, until: str = "") -> Change:
    """The same for one rule, when the yes was said already."""
    until = later(env, until)
    item = shelved_named(shelf(env).shelved, rule)
    _let_go(env, [item])
    return or_refuse(answered(env, [Approve(item.rule.id, until)], item.layer, by))


def later(env: Env, text: str) -> str:
    """A day, a month or a year from which a rule is to be looked at again. Raises Usage for what is none, or past."""
    said = text.strip()
    after = begins(said) if said else None
    if said and after is None:
        raise Usage(f"{said[:40]!r} names no day", hint="write it as 2027-03-01, 2027-03 or 2027")
    if after is not None and after <= env.now:
        raise Usage(f"{said} is past: when is it to be looked at again?", hint="name a day that is to come")
    return said


def _let_go(env: Env, items: Sequence[Shelved]) -> None:
    """A person says that these hold: what is gone from here holds none of them back any more."""
    if gone := [item.rule.id for item in items if item.gone]:
        let_go(str(env.home.root), nearest(str(env.cwd)), gone)


def reject(env: Env, rule: str, reason: str) -> Change:
    """Takes a draft away so that it is not proposed again."""
    done = forget(env, rule, reason)
    return done.change.with_exports(done.exports_refreshed, done.exports_left)


def retire(env: Env, rule: str, reason: str, by: By) -> Change:
    """Takes a rule out of service; its content is not blocked."""
    item = shelved_named(shelf(env).shelved, rule)
    return or_refuse(answered(env, [Retire(item.rule.id, reason)], item.layer, by))


def edit(env: Env, rule: str, text: str, by: By, *, why: str = "") -> Change:
    """Gives a rule other words and says yes to them; what waited goes live with them."""
    if not text.strip():
        raise Usage("the new words are missing", hint='cm review edit r-… --text "The new sentence."')
    item = shelved_named(shelf(env).shelved, rule)
    if text.strip() == item.rule.text and not why:
        return accept(env, item.rule.id, by)
    typed = (Evidence("human", text.strip(), at=env.stamp),) if by == "human" else ()
    delta = Replace(item.rule.id, text.strip(), why=why, reason="reworded in review", evidence=typed)
    return or_refuse(answered(env, [delta], item.layer, by))


def settle(env: Env, one: str, other: str, keep: str, by: By, reason: str = "") -> Change:
    """Decides between two rules: one of them holds, or ("both") both do and nobody is asked again."""
    first, second = _named_pair(env, one, other)
    if first.layer != second.layer:
        return _settle_across(env, first, second, keep, by, reason)
    if keep != "both":
        keep = shelved_named((first, second), keep).rule.id
    delta = Settle((first.rule.id, second.rule.id), keep, reason)
    return or_refuse(answered(env, [delta], first.layer, by))


def merge(env: Env, one: str, other: str, by: By, *, text: str = "", reason: str = "") -> Change:
    """Makes one rule of two, in the words of the better-standing or in others; of different scopes the wider one stays as it is.

    Raises RefusedByGate when neither of them holds wherever the other does.
    """
    first, second = _pair(env, one, other)
    ranked = stays(first.rule, second.rule, {each.rule.id: each.standing for each in (first, second)})
    if ranked is None:
        raise RefusedByGate(
            f"{first.rule.id} and {second.rule.id} hold in different places: neither of them can stand for both",
            hint="keep one of them, or let both stand: cm review settle A B --keep A|B|both", reason="bad-scope",
            rule=first.rule.id,
        )  # fmt: skip
    kept, left = ranked
    delta: Delta
    if kept.scope != left.scope and not text:
        delta = Settle((kept.id, left.id), kept.id, reason)
    else:
        typed = (Evidence("human", text.strip(), at=env.stamp),) if text.strip() and by == "human" else ()
        delta = Merge(
            (kept.id, left.id), text.strip() or kept.text, reason=reason or "one rule in other words", evidence=typed
        )  # fmt: skip
    return or_refuse(answered(env, [delta], first.layer, by))


def put_off(env: Env, keys: Sequence[str]) -> tuple[str, ...]:
    """Puts questions behind the others; returns their names."""
    later = {**read_put_off(env.home), **dict.fromkeys(keys, env.stamp)}
    write_put_off(env.home, later)
    return tuple(keys)


def answered(env: Env, deltas: Sequence[Delta], layer: Layer, by: By, *, dry_run: bool = False) -> Change:
    """Commits an answer as a review's, and brings the exports up to date that hold what left service by it."""
    done = commit(env, deltas, source="review", layer=layer, by=by, sweeping=False, dry_run=dry_run)
    change = tell_all(env, done, dry_run=dry_run)
    gone = [
        rule.id
        for decision in done.decisions
        if decision.verdict != "adopted"
        for rule in decision.after
        if rule.state not in LIVE or decision.verdict in ("replaced", "merged", "split")
    ]
    if not gone:
        return change
    if not dry_run:
        refresh(env)
    return change.with_exports(*exports_without(env, gone, dry_run=dry_run))


def person(env: Env, what: str, yes: bool = False) -> By:
    """Whose answer it is; an agent's is none. At a terminal the answer itself is the yes. Raises NeedsAHuman."""
    if env.agent:
        raise NeedsAHuman(
            f"{what}: not done for an agent (this runs inside {env.agent})",
            hint="ask the user to run this command in a terminal of their own", what=what,
        )  # fmt: skip
    if env.tty:
        return "human"
    return require_human(env, what, yes)


def _settle_across(
    env: Env, first: Shelved, second: Shelved, keep: str, by: By, reason: str
) -> Change:  # fmt: skip
    """A rule of the user and one of the repository: that both hold is noted at home. Raises RefusedByGate for all else."""
    mine, theirs = (first.rule.id, second.rule.id) if first.layer == "user" else (second.rule.id, first.rule.id)  # fmt: skip
    if keep == "both":
        return or_refuse(answered(env, [Settle((mine, theirs), "both", reason)], "user", by))
    raise RefusedByGate(
        f"{mine} is yours, {theirs} the repository's: neither takes the other's place",
        hint=f"to follow the repository: cm remove {mine} --reason … (or `cm correct` it); to follow yours: have the team change {theirs}; "
        "or keep both",
        reason="bad-scope", rule=mine,
    )  # fmt: skip


def _named_pair(env: Env, one: str, other: str) -> tuple[Shelved, Shelved]:
    known = shelf(env).shelved
    return shelved_named(known, one), shelved_named(known, other)


def _pair(env: Env, one: str, other: str) -> tuple[Shelved, Shelved]:
    first, second = _named_pair(env, one, other)
    if first.layer != second.layer:
        raise RefusedByGate(
            f"{first.rule.id} is {_of(first)}, {second.rule.id} {_of(second)}: they cannot become one",
            hint="`cm tidy` proposes which of the two leaves service", reason="bad-scope", rule=first.rule.id,
        )  # fmt: skip
    return first, second


def _of(item: Shelved) -> str:
    return "the repository's" if item.layer == "repo" else "yours"
