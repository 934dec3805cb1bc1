"""What is done for a hook once its agent has its answer: the index brought up to date, an ended session reflected on.

Each is a process of its own that outlives the hook. Of each kind one runs at a time; what comes meanwhile waits in a list that the one
at work takes over. What came of it is a line of the hook log, which `cm doctor` reads. Not here: answering (`flows/hooked.py`).
"""

from __future__ import annotations

import json
import os
import sys
import time
from functools import partial

from cm.flows.surroundings import home_root, wall_clock
from cm.store.append import append
from cm.store.hook_log import note_hook, tail_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from typing import Any, TypeAlias

    from cm.flows.hooked import Answered
    from cm.flows.surroundings import Surroundings
    from cm.store.index import Index

    Line: TypeAlias = dict[str, Any]

SMALL = 400_000  # bytes of a playbook that is parsed while an agent waits; a larger one afterwards
SPACING = 60.0  # seconds between two reflections on a session whose end comes with every turn
SETTLED = (
    1.0  # seconds for which a transcript did not grow: some hosts write it after they said that it ended
)
PATIENCE = 10.0
PAUSE = 2.0
DEAD = 900  # seconds after which a lock of a process that is gone counts for nothing
QUEUE = "reflect-queue.jsonl"


def is_quick(environ: Mapping[str, str]) -> bool:
    """Whether the long way is short enough for an agent to wait: the index is there, or the playbook is small."""
    root = home_root(environ)
    if not root:
        return False
    try:
        return os.stat(os.path.join(root, "playbook.yaml")).st_size <= SMALL
    except OSError:
        return True


def looked_at_anew(
    environ: Mapping[str, str], cwd: str, host: str, ask: Callable[[Index, Surroundings], Answered]
) -> Answered:
    """The answer of an index that is brought up to date first, with a folder that is surveyed anew."""
    from pathlib import Path

    from cm.flows.env import open_env
    from cm.flows.refresh import answered
    from cm.flows.surroundings import survey

    env = open_env(environ, Path(cwd))
    return answered(env, lambda index, done: ask(index, survey(env, index, done, host)), events=False)


# --- processes that outlive the hook


def begin(argv: tuple[str, ...], environ: Mapping[str, str], cwd: str) -> bool:
    """Starts a process that does not end with this one; returns whether that was possible."""
    import subprocess

    more = (
        {"creationflags": 0x00000008 | 0x00000200}  # detached, a group of its own
        if os.name == "nt"
        else {"start_new_session": True}
    )
    try:
        subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=dict(environ),
            cwd=cwd if os.path.isdir(cwd) else None,
            close_fds=True,
            **more,
        )
    except (OSError, ValueError):
        return False
    return True


def ask_for_refresh(environ: Mapping[str, str], host: str, cwd: str, argv: tuple[str, ...]) -> bool:
    """Has the index brought up to date after this; not when that is being done already."""
    lock = _lock_path(home_root(environ), "refresh")
    return not _is_held(lock) and begin((*argv, "refresh", "--host", host), environ, cwd)


def ask_for_reflection(
    environ: Mapping[str, str],
    host: str,
    session: str,
    transcript: str,
    cwd: str,
    argv: tuple[str, ...],
    *,
    spaced: bool = False,
) -> bool:
    """Has a session reflected on after this: it goes onto the list, and a run is begun where none is at work.

    With `spaced`, for an end that comes with every turn, not before some time after the last reflection on it.
    """
    root = home_root(environ)
    if not os.path.isdir(root):
        return False
    wanted: Line = {"host": host, "session": session, "path": transcript, "cwd": cwd}
    if spaced:
        wanted["due"] = _last_reflected(root, session) + SPACING
    append(os.path.join(root, "state", QUEUE), wanted)
    return _is_held(_lock_path(root, "reflect")) or begin((*argv, "reflect", "--host", host), environ, cwd)


def _last_reflected(root: str, session: str) -> float:
    """When the last reflection on a session began, 0 for never."""
    from datetime import datetime

    native = session.encode("utf-8", "replace")
    for raw in reversed(tail_of(os.path.join(root, "state", "hooks.jsonl"), 64_000).split(b"\n")):
        if native in raw and b'"reflect"' in raw:
            try:
                return datetime.fromisoformat(json.loads(raw)["at"]).timestamp()
            except (ValueError, KeyError, TypeError):
                continue
    return 0.0


# --- the runs themselves


def refresh_after(environ: Mapping[str, str], host: str, cwd: str) -> str:
    """Brings the index up to date and surveys the folder; returns what came of it."""
    lock = _take(_lock_path(home_root(environ), "refresh"))
    if not lock:
        return "another run is at it"
    from cm.flows.hooked import Answered

    try:
        looked_at_anew(environ, cwd, host, lambda index, here: Answered(outcome="silent"))
        return "the index is up to date"
    finally:
        _let_go(lock)


def reflect_after(environ: Mapping[str, str], attempt: Callable[[Callable[[], Line]], Line]) -> list[Line]:
    """Reflects on every session of the list, one after the other; returns a line of the hook log for each.

    `attempt` runs the work on one and makes a line of whatever it raises, so that one session does not keep the next from being read.
    """
    root = home_root(environ)
    queue = os.path.join(root, "state", QUEUE)
    lines: list[Line] = []
    while True:
        lock = _take(_lock_path(root, "reflect"))
        if not lock:
            return lines
        try:
            waiting: list[Line] = []
            while waiting := _merged(waiting, _taken(queue)):
                now = time.time()
                due = [one for one in waiting if one.get("due", 0.0) <= now]
                waiting = [one for one in waiting if one not in due]
                for one in due:
                    line = {**_head(environ, one), **attempt(partial(_reflected, environ, one))}
                    note_hook(root, line)
                    lines.append(line)
                if not due:
                    time.sleep(min(PAUSE, min(one["due"] for one in waiting) - now))
                _touch(lock)
        finally:
            _let_go(lock)
        if not os.path.exists(queue):
            return lines


def _head(environ: Mapping[str, str], wanted: Mapping[str, str]) -> Line:
    now = wall_clock(environ) or time.time()
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
    host = wanted["host"]
    return {"at": at, "moment": "reflect", "host": host, "session": f"{host}/{wanted['session']}"}


def _reflected(environ: Mapping[str, str], wanted: Mapping[str, str]) -> Line:
    from pathlib import Path

    from cm.flows.due_rules import remember_due
    from cm.flows.env import open_env
    from cm.flows.reflect import Wish, reflect
    from cm.flows.sessions import Filter

    begun = time.monotonic()
    host, cwd = wanted["host"], Path(wanted["cwd"] or os.sep)
    env = open_env({**environ, "AI_AGENT": host}, cwd if cwd.is_dir() else Path(os.sep))
    path = Path(wanted["path"]) if wanted["path"] else None
    if path is not None:
        _settle(path)
    named = str(path) if path is not None and path.exists() else f"{host}/{wanted['session']}"
    done = reflect(env, Wish(named, Filter((host,)), most=20))
    due = remember_due(env)
    return {
        "outcome": "reflected" if done.sessions else "passed over",
        "why": "" if done.sessions else next(iter(done.passed_over), ""),
        "sessions": done.sessions,
        "events": done.events,
        "added": len(done.of("added")),
        "reinforced": len(done.of("reinforced")),
        "raised": len(done.raised) or None,  # rules that went a step up by the user's word
        "due": due or None,  # rules that were ignored often enough for a step up
        "ms": round((time.monotonic() - begun) * 1000),
    }


def _settle(path: Path) -> None:
    """Waits until a transcript is whole: some hosts write its end after their hook was called."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if time.time() - path.stat().st_mtime >= SETTLED:
                return
        except OSError:
            pass
        time.sleep(0.1)


def _merged(waiting: list[Line], more: list[Line]) -> list[Line]:
    """What waits, each session once; the first moment at which one is due holds, and an end that is one is due at once."""
    found: dict[tuple[str, str], Line] = {}
    for one in (*waiting, *more):
        key = one["host"], one["session"]
        due = min(one.get("due", 0.0), found.get(key, one).get("due", 0.0))
        found[key] = {**one, "due": due}
    return list(found.values())


def _taken(queue: str) -> list[Line]:
    """What is on the list, taken off it."""
    mine = f"{queue}.{os.getpid()}"
    try:
        os.replace(queue, mine)
    except OSError:
        return []
    found: list[Line] = []
    for raw in tail_of(mine, 1_000_000).splitlines():
        try:
            line = json.loads(raw)
            one: Line = {name: str(line[name]) for name in ("host", "session", "path", "cwd")}
            found.append({**one, "due": float(line.get("due", 0.0))})
        except (ValueError, KeyError, TypeError):
            continue
    os.unlink(mine)
    return found


# --- one at a time


def _lock_path(root: str, name: str) -> str:
    return os.path.join(root, "state", f"hook-{name}.lock")


def _is_held(path: str) -> bool:
    """Whether a process is at work: its file is there and it lives."""
    try:
        age = time.time() - os.stat(path).st_mtime
        with open(path, encoding="ascii", errors="replace") as file:
            text = file.read(20)
    except OSError:
        return False
    pid = int(text) if text.isdigit() else 0
    if age >= DEAD:
        return False
    if os.name == "nt" or not pid:
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _take(path: str) -> str:
    """Takes a lock, "" when another process has it."""
    for _ in range(2):
        try:
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            if _is_held(path):
                return ""
            try:
                os.unlink(path)
            except OSError:
                sys.exc_info()  # another process was quicker
            continue
        except OSError:
            return ""
        os.write(fd, str(os.getpid()).encode())
        os.close(fd)
        return path
    return ""


def _touch(path: str) -> None:
    try:
        os.utime(path)
    except OSError:
        sys.exc_info()  # only its age is wrong then


def _let_go(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        sys.exc_info()  # it is gone already
