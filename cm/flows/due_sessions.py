"""Which sessions a reflection is about, and why others are passed over. What is done with them is `flows/reflect.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from cm.flows.env import Env
from cm.flows.ingested import Ingested, marks_path
from cm.flows.named import session_named
from cm.flows.permission import open_heads
from cm.flows.scrubbed import scrubbed
from cm.flows.sessions import by_all_names, matches
from cm.model.session import SessionHead
from cm.store.journal import Journal
from cm.store.reflected import size_of
from cm.store.watermarks import Watermarks

if TYPE_CHECKING:
    from cm.flows.reflect import Wish


def chosen_of(
    env: Env,
    journal: Journal,
    heads: list[SessionHead],
    wish: Wish,
    path: Path | None,
    done: Ingested,
    known: Mapping[str, int],
) -> tuple[list[tuple[SessionHead, int]], Mapping[str, int]]:
    """The sessions to reflect on, oldest first, with the size of their journals; and why others are passed over."""
    passed_over: Counter[str] = Counter()
    if path is not None:
        ids = {*done.sessions, *_sessions_in(env, path), *(head.id for head in heads if _from(head, path))}
        heads = [head for head in heads if head.id in ids]
    elif wish.session:
        heads = [session_named(heads, wish.session)]
    asked = by_all_names(env, wish.filter, heads)
    mine = {head.id for head in open_heads(env, heads)}
    off = scrubbed(env)
    chosen = []
    for head in heads:
        size = size_of(journal, head)
        reason = (
            "another agent's (cm privacy)" if head.id not in mine
            else "written by a memory tool" if head.own
            else "kept to be found, not to be learned from" if head.notes
            else "a copy of a session that is read itself" if head.twin and journal.head(head.twin)
            else "a subagent's" if head.parent
            else "scrubbed (read all the same by --session)" if head.id in off and not wish.session
            else "not asked for" if not matches(head, asked)
            else "nothing new since last time" if not (wish.again or wish.session) and known.get(head.id) == size
            else ""
        )  # fmt: skip
        if reason:
            passed_over[reason] += 1
        else:
            chosen.append((head, size))
    chosen.sort(key=lambda item: (item[0].started or item[0].ended, item[0].id))
    most = wish.most or env.settings.reflect.max_sessions
    if most and len(chosen) > most:
        passed_over["over --max"] += len(chosen) - most
        chosen = chosen[-most:]
    return chosen, dict(passed_over.most_common())


def _sessions_in(env: Env, path: Path) -> Iterator[str]:
    real = str(path.resolve())
    with Watermarks.open(marks_path(env), write=False) as marks:
        for mark in marks.all():
            if mark.session and (mark.path == real or mark.path.startswith(real + "/")):
                yield mark.session


def _from(head: SessionHead, path: Path) -> bool:
    """Whether a session was read from a file, of which it may be one of many."""
    real = path.resolve().as_posix()
    return head.source == real or head.source.startswith(real + "/")
