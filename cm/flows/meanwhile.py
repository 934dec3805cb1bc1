"""What is answered while the index is made anew: from the rules whose words are nearest, read from the file as it is now.

Nothing of an older state is shown, so what was withdrawn stays withdrawn; the index is brought up to date by a process of its own,
all or nothing. Who does not run in an agent and asks again waits for that process instead. Only for large playbooks
(`context.LARGE`); what is quick is done at once (`refresh.py`).
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

from cm.core.language import relevance
from cm.errors import Busy, CmError
from cm.flows.env import Env, open_env
from cm.flows.refresh import Refreshed, answered, put_parts
from cm.flows.refresh_rules import Read
from cm.flows.sources import Source, sources
from cm.model.names import storable
from cm.store import pieces
from cm.store.detached import start_detached
from cm.store.files import lock
from cm.store.index import Broken, Index, Locked, ReadOnly, fingerprint
from cm.store.index_books import kept_blocks

T = TypeVar("T")

MANY: Final = 400  # rules that changed: more are read in the background
LOOKED_AT: Final = 200  # rules that a provisional answer is made from
WAIT_SECONDS: Final = 30.0
PATIENCE: Final = 0.05
REBUILD: Final = "from cm.flows.meanwhile import rebuild; rebuild()"
SAID: Final = "index: it is being made anew in the background; only the {} rules whose words are nearest were looked at, history was not"


def answered_meanwhile(env: Env, task: str, ask: Callable[[Index, Refreshed], T]) -> T | None:
    """Answers from a part of the rules and starts the rebuild, where that takes long; else None, and the index is asked."""
    if not os.access(env.home.root, os.W_OK) or not any(_is_far_behind(env, each) for each in sources(env)):
        return None
    if _is_rebuilding(env) and not env.agent:
        _wait(env)
        return None
    parts = _parts(env, task)
    if parts is None or not (_is_rebuilding(env) or start_detached(REBUILD, env.environ, env.cwd)):
        return None
    with Index.in_memory() as index:
        done = put_parts(env, index, {name: part for name, (part, _) in parts.items()}, [])
        _count(index, [likely for _, likely in parts.values()])
        looked_at = sum(len(part.book) for part, _ in parts.values())
        return ask(index, _with(done, SAID.format(looked_at)))


def rebuild() -> None:
    """Brings the index up to date and remembers how things stand here; the whole of a process that nobody waits for."""
    from cm.flows.surroundings import survey

    env = open_env()
    with suppress(CmError, sqlite3.Error, OSError), lock(_lock_of(env), timeout=0, who="rebuild"):
        answered(env, lambda index, done: survey(env, index, done))


def _lock_of(env: Env) -> Path:
    return env.home.cache / "rebuild.lock"


def _is_far_behind(env: Env, source: Source) -> bool:
    """Whether much of a playbook has to be read for the index."""
    from cm.flows.context import LARGE

    try:
        if source.playbook.stat().st_size < LARGE:
            return False
        with Index.open(env.home.index) as index:
            path = str(source.playbook)
            before = index.inputs().get(storable(path))
            if before is None:
                return True
            if before.same_content(fingerprint(path, before.kind, before, time.time_ns())):
                return False
            known = kept_blocks(index, source.name) if index.meta(f"cut:{source.name}") == "1" else {}
        changed = pieces.count_changed(source.playbook, known) if known else None
        return changed is None or changed > MANY
    except Broken:
        return True
    except (Locked, ReadOnly, CmError, OSError, sqlite3.Error):
        return False


def _is_rebuilding(env: Env) -> bool:
    try:
        with lock(_lock_of(env), timeout=0, who="looking"):
            return False
    except Busy:
        return True
    except CmError:
        return False


def _wait(env: Env) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while _is_rebuilding(env) and time.monotonic() < end:
        time.sleep(PATIENCE)


def _parts(env: Env, task: str) -> dict[str, tuple[Read, pieces.Likely]] | None:
    """Of each large playbook the rules that are looked at; None where one cannot be read in parts."""
    from cm.flows.context import LARGE

    words = [word for word in relevance.read_task(task).words if " " not in word]
    found: dict[str, tuple[Read, pieces.Likely]] = {}
    for source in sources(env):
        if source.playbook.exists() and source.playbook.stat().st_size >= LARGE:
            likely = pieces.likely_pieces(source.playbook, words, LOOKED_AT)
            if likely is None:
                return None
            found[source.name] = (Read(likely.book, MappingProxyType({})), likely)
    return found


def _count(index: Index, parts: list[pieces.Likely]) -> None:
    """How common words are is counted in the whole playbooks: what is rare stays rare."""
    held = index.db.execute("select count(*) from rules").fetchone()[0]
    rules = int(index.meta("rules", "0")) - held + sum(part.rules for part in parts)
    with index.write():
        index.set_meta("rules", str(max(held, rules)))
        for part in parts:
            for word, count in part.found_in.items():
                index.db.execute("update found_in set n = max(n, ?) where term = ?", (count, word))


def _with(done: Refreshed, said: str) -> Refreshed:
    from dataclasses import replace

    return replace(done, degraded=(*done.degraded, said))
