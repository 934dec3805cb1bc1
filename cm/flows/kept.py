"""The shelf as the index keeps it: the same answer as reading both playbooks, without YAML and without the content screen.

Only where the index is known to be current: every file it was made from is as it was, no change was cut short, nobody is late. Anything else
is None, and `reading.py` reads the files. Not here: bringing the index up to date (`refresh.py`).
"""

from __future__ import annotations

import json
import sqlite3
import time
from typing import Any

from cm.core.serving.blocklist import Blocklist
from cm.errors import CmError
from cm.flows.env import Env
from cm.flows.refresh import changed_since, refresh
from cm.flows.refresh_rules import blocklist_of, withdrawn
from cm.flows.shelving import standing_at
from cm.flows.sources import Source, sources
from cm.model.playbook import Flaw
from cm.model.rule import Layer
from cm.model.stamp import EPOCH
from cm.model.standing import Shelved
from cm.store.index import Broken, Index, Locked, ReadOnly
from cm.store.index_books import kept_rows
from cm.store.intents import any_pending
from cm.store.whole import rule_of_whole
from cm.store.yaml import gc_paused


def kept_shelf(env: Env) -> tuple[tuple[Shelved, ...], dict[str, tuple[Flaw, ...]]] | None:
    """Every rule of both layers in the order of the files, and what could not be read by layer; None when the files have to be read."""
    if any_pending(env.home) or env.flags:
        return None
    try:
        with (
            Index.open(env.home.index) as index,
            index.write(),
            gc_paused(),
        ):  # one state of it, whoever writes
            return _kept(env, index)
    except (Broken, Locked, ReadOnly, CmError, sqlite3.Error, LookupError, TypeError, ValueError):
        return None


def renew(env: Env) -> None:
    """Brings the index up to date where that is quick: marks came in, or a part of a playbook changed. Who lists many rules asks it first."""
    try:
        with Index.open(env.home.index) as index:
            differs = changed_since(env, index, time.time_ns())
            cut = all(index.meta(f"cut:{source.name}") == "1" for source in sources(env))
        if differs and (differs == {"feedback"} or (cut and differs <= {"feedback", "playbook"})):
            refresh(env, events=False)
    except (Broken, Locked, ReadOnly, CmError, sqlite3.Error, LookupError, TypeError, ValueError):
        return  # the files are read, and say what is wrong


def _kept(env: Env, index: Index) -> tuple[tuple[Shelved, ...], dict[str, tuple[Flaw, ...]]] | None:
    here = sources(env)
    if not all(_is_whole(index, source) for source in here) or changed_since(env, index, time.time_ns()):
        return None
    now_s = (env.now - EPOCH).total_seconds()
    due = float(index.meta("due", "0"))
    if (due and due <= now_s) or index.meta("policy") != str(env.settings.curation.standing):
        return None
    blocklist = _blocklist(env, index, here)
    shelved: list[Shelved] = []
    flaws: dict[str, tuple[Flaw, ...]] = {}
    for source, layer in zip(here, ("user", "repo"), strict=False):
        lines = json.loads(index.meta(f"flawed:{source.name}", "[]"))
        flaws[layer] = tuple(Flaw(*line) for line in lines)
        for row in kept_rows(index, source.name):
            if row[-1] > now_s:  # its standing is of a later moment than this one
                return None
            shelved.append(_shelved(env, row, "user" if layer == "user" else "repo", blocklist, now_s))
    return tuple(shelved), flaws


def _is_whole(index: Index, source: Source) -> bool:
    """Whether all that a playbook says is kept. What a stranger wrote is read where it lies."""
    said = index.meta(f"whole:{source.name}") == "1" and not index.meta(f"broken:{source.name}")
    return said and source.trusted


def _blocklist(env: Env, index: Index, here: tuple[Source, ...]) -> Blocklist | None:
    """What was withdrawn, where the index has not asked it of every rule: a repository's word holds for the user's rules too."""
    theirs = any(index.meta(f"blocked:{source.name}", "0") != "0" for source in here[1:])
    if theirs or env.home.tombstones.exists():
        return blocklist_of([source.blocked for source in here])
    return None


def _shelved(
    env: Env, row: tuple[Any, ...], layer: Layer, blocklist: Blocklist | None, now_s: float
) -> Shelved:
    whole, blocked_by, screened, *standing = row
    rule = rule_of_whole(whole)
    return Shelved(
        rule=rule,
        layer=layer,
        trusted=True,
        standing=standing_at(standing, env.settings.curation.standing, now_s),
        blocked_by=blocked_by if blocklist is None else withdrawn(blocklist, rule.text, rule.why),
        screened=screened,
    )
