"""Brings the diaries of the index up to date: only those whose file changed are read, and only when a folder changed.

Not here: when (`flows/search.py`), the tables (`store/index_diaries.py`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from cm.core.secrets.scrub import scrub
from cm.flows.env import Env
from cm.model.diary import Diary
from cm.store import index_diaries as rows
from cm.store.diaries import Diaries
from cm.store.index import Index


def refresh_diaries(env: Env, index: Index) -> int:
    """Reads what changed; returns how many diaries were put in or taken out. Raises Locked."""
    found = rows.folders(str(env.home.diary))
    # the file clock, not the env's: it is compared with time stamps of files, and with nothing else
    settled = rows.settled(found, time.time_ns())
    told = rows.signature(found)
    if index.meta(rows.SIGNATURE, "?") == told:
        return 0
    changed = 0
    diaries = Diaries(env.home.diary)
    with index.write():
        before = rows.held(index)
        for path, seen in rows.files(found):
            if before.pop(path, None) == seen:
                continue
            diary = diaries.at(Path(path))
            changed += 1
            if diary is None:
                rows.drop_diary(index, path=path)
            else:
                rows.put_diary(index, _values(diary, path, seen))
        for gone in before:
            rows.drop_diary(index, path=gone)
            changed += 1
        # of a folder that changed just now, the next search looks again
        index.set_meta(rows.SIGNATURE, told if settled else "")
    return changed


def _values(diary: Diary, path: str, seen: str) -> dict[str, str]:
    return {
        "id": diary.id,
        "session": diary.session,
        "host": diary.session.partition("/")[0],
        "project": diary.project,
        "status": diary.status,
        "at": diary.ended or diary.started,
        "path": path,
        "seen": seen,
        "text": scrub("\n".join(dict.fromkeys(_lines(diary))))[0],
    }


def _lines(diary: Diary) -> Iterator[str]:
    told = (
        diary.request, diary.accomplishments, diary.decisions, diary.challenges, diary.preferences, diary.learnings, diary.files,
    )  # fmt: skip
    for entries in told:
        yield from (entry.text for entry in entries)
    yield from (command.text for command in diary.commands)
