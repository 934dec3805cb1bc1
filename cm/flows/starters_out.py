"""Takes a starter out again: its rules retire, but for those that have become the user's own, which are named.

Asking for the starter again brings back what left (`flows/starters.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cm.core.serving.standing import effective_marks
from cm.errors import NotFound
from cm.flows.add import source_of
from cm.flows.commit import commit, files_of
from cm.flows.env import Env
from cm.flows.project import exports_without
from cm.flows.refresh import refresh
from cm.flows.starters import IN_SERVICE, taken_out_of
from cm.flows.strangers import printable_rule
from cm.flows.telling import Told, tell
from cm.model.delta import Retire
from cm.model.rule import Layer, Rule
from cm.store.decisions import read_decisions
from cm.store.ledger import LedgerFiles
from cm.store.playbook import read_playbook


@dataclass(frozen=True, slots=True)
class Stays:
    """A rule of a starter that stays when it is taken out, and what has become of it."""

    rule: str
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Removed:
    """What became of the rules that a starter had brought."""

    name: str
    layer: Layer
    retired: tuple[Told, ...]
    stays: tuple[Stays, ...]
    exports_refreshed: tuple[str, ...] = ()
    exports_left: tuple[str, ...] = ()  # files that still hold one of them, each with the reason
    dry_run: bool = False
    notes: tuple[str, ...] = ()


def remove(env: Env, name: str, *, layer: Layer = "user", dry_run: bool = False) -> Removed:
    """Retires what a starter brought, but nothing that was marked, approved, edited or supported since.

    Its file need not be there any more. Raises NotFound when no rule in service came from it.
    """
    files = files_of(env, layer)
    ours = [rule for rule in read_playbook(files.playbook) if _came_from(rule, name)]
    if not ours:
        where = "this repository's rules" if layer == "repo" else "your rules"
        raise NotFound(
            f"none of {where} came from a starter `{name}`", hint="`cm starters` says what is taken"
        )
    reasons = _becoming(env, layer, ours)
    going = [rule for rule in ours if rule.id not in reasons]
    deltas = [Retire(rule.id, taken_out_of(name)) for rule in going]
    stays = tuple(
        Stays(rule.id, printable_rule(env, rule).text, reasons[rule.id])
        for rule in ours
        if rule.id in reasons
    )
    if not deltas:
        return Removed(name, layer, (), stays, dry_run=dry_run)
    done = commit(env, deltas, source=source_of(env), layer=layer, by=env.by, dry_run=dry_run, sweeping=False)
    told = tuple(tell(env, each, done.book.get(each.rules[0])) for each in done.decisions[: len(deltas)])
    refreshed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    if not dry_run:
        refresh(env)
        refreshed, left = exports_without(env, [rule.id for rule in going])
    return Removed(name, layer, told, stays, refreshed, left, dry_run, done.notes)


def _came_from(rule: Rule, name: str) -> bool:
    return rule.origin.by == "starter" and rule.origin.name == name and rule.state in IN_SERVICE


def _becoming(env: Env, layer: Layer, rules: Sequence[Rule]) -> dict[str, str]:
    """What has become of rules since a starter brought them, by id; of those that are as they came, nothing."""
    files = files_of(env, layer)
    marks = LedgerFiles(env.home.ledger_dir).marks()
    marks += LedgerFiles(files.ledger_dir).marks() if layer == "repo" else ()
    marked = {mark.rule for mark in effective_marks(marks)}
    came: dict[str, Rule] = {}
    for decision in read_decisions(files.decisions):
        for rule in decision.after:
            came.setdefault(rule.id, rule)
    found: dict[str, str] = {}
    for rule in rules:
        reasons = [
            "marked" if rule.id in marked else "",
            "approved" if rule.approved else "",
            "pinned" if rule.pinned else "",
            "supported by a quote" if rule.evidence else "",
            "edited" if rule.was or _content(rule) != _content(came.get(rule.id, rule)) else "",
        ]
        if any(reasons):
            found[rule.id] = ", ".join(filter(None, reasons))
    return found


def _content(rule: Rule) -> tuple[object, ...]:
    return (
        rule.text,
        rule.kind,
        rule.category,
        rule.scope.key(),
        rule.why,
        rule.tags,
        rule.about,
        rule.valid,
    )
