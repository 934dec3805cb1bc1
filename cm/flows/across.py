"""The user's rules beside the trusted repository's: what is compared, when, and where the answer is kept.

The index compares when one of the playbooks changed, and only the rules that changed; who reads without it uses what it
remembers, as far as the rules still say that, and compares the rest. So both ways to an answer say the same.
Not here: what follows for a reader (`core/serving/across.py`), what a person is asked (`flows/ties_across.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from sqlite3 import Error as DatabaseError
from typing import TYPE_CHECKING

from cm import __version__
from cm.core.curation.across import NOTHING, Weighed, sha_of, weigh
from cm.core.serving.across import Across
from cm.flows.env import Env
from cm.flows.shelving import rule_of_brief
from cm.model.names import storable
from cm.model.rule import Layer, Rule
from cm.model.standing import Shelved
from cm.store import index_across as kept
from cm.store.index import Broken, Index, Locked, ReadOnly

if TYPE_CHECKING:
    from cm.core.curation.nearby import Relate

LIVE = ("active", "contested")


def across_of(env: Env, shelved: Sequence[Shelved], relate: Relate | None = None) -> tuple[Across, ...]:
    """The opposites among rules of both layers that are in service here; nothing where no repository is trusted."""
    if env.repo is None:
        return ()
    fit = [item for item in shelved if item.trusted and not item.blocked_by and not item.screened]
    mine, theirs = (_here(env, (item.rule for item in fit if item.layer == layer), layer) for layer in ("user", "repo"))  # fmt: skip
    if not mine or not theirs:
        return ()
    return tuple(weigh(mine, theirs, _remembered(env), relate).ties.values())


def refresh_across(env: Env, index: Index, source: str, again: bool, relate: Relate | None = None) -> bool:
    """Brings what the index remembers of a trusted repository up to date; says whether it is other than before.

    `again`: a playbook changed, here or while somebody was elsewhere, or the repository was only now trusted.
    """
    name = _name(env)
    known = index.meta(f"across:{source}")
    if known == name and not again:
        return False
    before = _known(index, source) if known == name else NOTHING
    theirs = _here(env, _rules(index, source), "repo")
    mine = _here(env, _rules(index, "user"), "user") if theirs else {}
    now = weigh(mine, theirs, before, relate)
    if known != name or now.shas != before.shas:
        ties = ((*pair, tie.mine, tie.theirs, tie.lies, tie.say) for pair, tie in now.ties.items())
        kept.put_across(index, source, now.shas, ties)
        index.set_meta(f"across:{source}", name)
    return now.ties != before.ties


def _name(env: Env) -> str:
    """What a comparison depends on beside the rules: which project this is, and how this version reads."""
    return f"{__version__} {env.project}"


def _here(env: Env, rules: Iterable[Rule], layer: Layer) -> dict[str, Rule]:
    """The rules in service that can hold in this project, as they hold here: a repository's are about its project."""
    found = {}
    for rule in rules:
        project = rule.scope.project
        if rule.state not in LIVE or (project and not env.is_here(project)):
            continue
        if project != env.project and (project or layer == "repo"):
            rule = replace(rule, scope=replace(rule.scope, project=env.project))
        found[sha_of(rule, layer)] = rule
    return found


def _rules(index: Index, source: str) -> Iterable[Rule]:
    rows = index.db.execute(
        "select rule from rules where source = ? and state in ('active', 'contested')", (source,)
    )
    return (rule_of_brief(brief) for (brief,) in rows.fetchall())


def _remembered(env: Env) -> Weighed:
    """What the index knows of this repository, be it out of date; nothing when it cannot be read."""
    if env.repo is None:
        return NOTHING
    source = storable(str(env.repo.root.resolve()))
    with suppress(Broken, Locked, ReadOnly, DatabaseError), Index.open(env.home.index) as index:
        if index.meta(f"across:{source}") == _name(env):
            return _known(index, source)
    return NOTHING


def _known(index: Index, source: str) -> Weighed:
    ties = {
        (mine_sha, theirs_sha): Across(mine, theirs, lies, say)
        for mine_sha, theirs_sha, mine, theirs, lies, say in kept.across_in(index, source)
    }
    return Weighed(frozenset(kept.weighed_in(index, source)), ties)
