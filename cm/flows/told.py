"""What a session was told before, from the end of `shown.jsonl`: so that nothing is told twice. Standard library only.

A session is known by its native id alone: two hosts that run each other's hooks mean the same one. What was told before a compaction is
gone from the model's context and may be told again.
"""

from __future__ import annotations

import json
import os
import time

from cm.store.hook_log import NAME, TAIL, note_hook, tail_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

LOOKED_AT = 256_000  # bytes of the ledger: a session that told more since is told anew
START = "hook-start"
PROMPT = "hook-prompt"


class Told:
    """What a session knows of us."""

    __slots__ = ("at_start", "compacted", "names", "started")

    def __init__(self) -> None:
        self.names: set[str] = set()  # rules, warnings and events that prompts were told
        self.at_start: set[str] = set()  # rules
        self.started = False  # it was told what is for its start
        self.compacted = False  # and forgot it since


def told_before(root: str, session: str) -> Told:
    """What a session was told and did not forget since."""
    told = Told()
    if not session:
        return told
    since = _last_loss(root, session)
    lines = tail_of(os.path.join(root, "ledger", "shown.jsonl"), LOOKED_AT)
    for line in _lines_of(lines, session):
        at = str(line.get("at", ""))
        if since and at < since:
            told.compacted |= line.get("door") == START
            continue
        begins = line.get("door") == START
        told.started |= begins
        for name in ("rules", "beside"):
            held = line.get(name)
            (told.at_start if begins else told.names).update(held if isinstance(held, list) else ())
        if line.get("anew"):
            break
    told.compacted &= not told.started
    return told


def note_down(environ: Mapping[str, str], line: Mapping[str, Any]) -> bool:
    """Appends a line to the hook log, with the moment it is."""
    from cm.flows.surroundings import home_root, wall_clock

    now = wall_clock(environ)
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))  # None is this very moment
    return note_hook(home_root(environ), {"at": at, **line})


def _last_loss(root: str, session: str) -> str:
    """When it forgot what it was told: a compaction, or a start anew that had nothing to tell (else the ledger says so)."""
    for line in _lines_of(tail_of(os.path.join(root, "state", NAME), TAIL), session):
        if line.get("moment") == "compact" or (line.get("anew") and line.get("outcome") != "told"):
            return str(line.get("at", ""))
    return ""


def _lines_of(data: bytes, session: str) -> list[dict[str, Any]]:
    """The lines of a session, the newest first; only those that name it are decoded."""
    native = session.encode("utf-8", "replace")
    found = []
    for raw in reversed(data.split(b"\n")):
        if native in raw:
            try:
                line = json.loads(raw)
            except ValueError:
                continue
            if isinstance(line, dict) and str(line.get("session", "")).rpartition("/")[2] == session:
                found.append(line)
    return found
