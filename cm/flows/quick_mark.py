"""A mark on the quick way: the index knows the rule, its book has not changed since, and one line goes onto the ledger.

Whatever is not plain (a reason to be scrubbed, an undo, a rule out of service, a mark that may stand already, a change that was cut short) is
left to `flows/marking.py`, whose mark is the same to the byte. Standard library only, and little of it.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time

from cm.flows.surroundings import detected_agent, home_root, nearest, place_key, unfinished, wall_clock
from cm.model.light import Light
from cm.model.names import storable
from cm.store.append import append, sha256
from cm.store.index import Broken, Index, Locked, ReadOnly, fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
_SHORTEST = 3
_IN_SERVICE = ("active", "contested", "draft")


class QuickMarked(Light):
    """What became of a mark; the fields are those of `marking.Marked`."""

    __slots__ = ("already", "at", "by", "heir", "mark", "rule", "session", "state", "undone", "verdict")
    defaults = (("undone", False), ("already", False), ("state", ""), ("heir", ""))
    rule: str
    verdict: str
    mark: str
    session: str
    by: str
    at: str
    undone: bool
    already: bool
    state: str
    heir: str


def quick_mark(
    environ: Mapping[str, str], cwd: str, rule: str, verdict: str, session: str = ""
) -> QuickMarked | None:
    """Marks a rule, or returns None and has written nothing: then the long way is asked."""
    root = home_root(environ)
    now_s = wall_clock(environ)
    if (
        not root
        or now_s is None
        or unfinished(root)
        or os.path.exists(os.path.join(root, "state", "tombstones.jsonl"))
    ):
        return None
    try:
        with Index.open(os.path.join(root, "cache", "index.db")) as index:
            agent = detected_agent(environ, json.loads(index.meta("markers", "{}")))
            rule_id = _known(index, environ, cwd, agent, rule.strip())
            at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now_s))
            parts = (
                (rule_id, verdict, session) if session else (rule_id, verdict, at[:10], os.urandom(10).hex())
            )
            mark_id = "m-" + _short_hash(*parts)
            ledger = os.path.join(root, "ledger", "feedback.jsonl")
            if session and _holds(index, ledger, mark_id):
                return None
    except (Broken, Locked, ReadOnly, sqlite3.Error, LookupError, TypeError, ValueError):
        return None
    if not rule_id:
        return None
    who = "agent" if agent else "human" if _is_tty() else "script"
    line: dict[str, Any] = {"id": mark_id, "rule": rule_id, "verdict": verdict, "at": at}
    line |= {"session": session} if session else {}
    if not append(ledger, {**line, "by": who}, sync=True):
        return None
    return QuickMarked(rule=rule_id, verdict=verdict, mark=mark_id, session=session, by=who, at=at)


def _known(index: Index, environ: Mapping[str, str], cwd: str, agent: str, wanted: str) -> str:
    """The one rule in service that is meant, in books that are as the index has them; "" when that is not sure."""
    place = index.place(place_key(environ, cwd, agent, agent))
    if place is None or place["nearest"] != nearest(cwd):
        return ""
    known = index.inputs()
    clock = time.time_ns()
    for path in place["watch"]:
        if not path.endswith("playbook.yaml"):
            continue
        before = known.get(storable(path))
        if before is None:
            return ""
        now = fingerprint(path, before.kind, before, clock)
        if now is not before and not before.same_content(now):
            return ""
    tail = wanted.removeprefix("r-")
    begin = f"r-{tail}" if len(tail) >= _SHORTEST else wanted
    sources = ["user", *([place["repo"]] if place["repo"] else [])]
    rows = index.db.execute(
        f"select distinct id, state from rules where source in ({','.join('?' * len(sources))}) and (id = ? or substr(id, 1, ?) = ?)",
        (*sources, wanted, len(begin), begin),
    ).fetchall()
    exact = [row for row in rows if row[0] == wanted]
    found = exact or rows
    return str(found[0][0]) if len(found) == 1 and found[0][1] in _IN_SERVICE else ""


def _holds(index: Index, path: str, mark_id: str) -> bool:
    """Whether the log may hold a mark: what the index took in of it is asked there, only what came since is read."""
    try:
        with open(path, "rb") as file:
            seen, known = os.fstat(file.fileno()), index.inputs().get(storable(path))
            if known is not None and known.inode == seen.st_ino and 0 < known.offset <= seen.st_size:
                asked = "select 1 from marks where id = ? union all select 1 from marks where undoes != '' and undoes = ?"
                if index.db.execute(asked, (mark_id, mark_id)).fetchone():
                    return True
                file.seek(known.offset)
            return mark_id.encode() in file.read()
    except FileNotFoundError:
        return False
    except OSError:
        return True  # the long way says what is wrong


def _short_hash(*parts: str) -> str:
    """Thirteen letters, as `model/ids.py` makes them."""
    number = int(sha256("\x1f".join(parts)), 16) >> (256 - 65)
    return "".join(_LETTERS[(number >> shift) & 31] for shift in range(60, -1, -5))


def _is_tty() -> bool:
    try:
        return sys.stdin.isatty() and sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False
