"""Where a quick door stands: home, project, repository, limits; remembered in the index for each working folder.

`recall` is the quick way: it reads clock and environment itself (the one place beside `env.py` that does), looks whether
every file that was used is still the same, and answers None when anything is not. Then the long way through `Env`,
`survey`, finds out anew and remembers it. What is answered is the same both ways.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time

from cm.model.light import Light
from cm.model.names import storable
from cm.store import index_rules as rows
from cm.store.index import Broken, Index, Locked, ReadOnly, fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from cm.flows.anchored import Anchored
    from cm.flows.env import Env
    from cm.flows.refresh import Refreshed
    from cm.model.rule import Visibility

TRIAL = "CM_TRIAL"  # set where `cm doctor --live` starts an agent: what its hooks say is no delivery
stopwatch = time.perf_counter  # for limits of time, not for moments


class Surroundings(Light):
    """Everything that answering a task needs to know of the world."""

    __slots__ = ("agent", "also", "always", "anchored", "audience", "blocked", "branch", "budget", "degraded", "denied", "floor", "half_life", "harm_weight", "history", "host", "max_rules", "now", "now_s", "only", "paths", "project", "reader", "repo", "root", "shown", "trial", "trusted", "warnings")  # fmt: skip
    defaults = (("blocked", False), ("degraded", ()), ("warnings", ()), ("repo", ""), ("trusted", False), ("host", ""), ("also", ()), ("agent", ""), ("only", ""), ("denied", False), ("anchored", {}), ("root", ""), ("audience", "private"), ("branch", ""), ("trial", False),)  # fmt: skip
    project: str
    repo: str  # the root of the repository's .cm/, "" when there is none
    branch: str  # the one checked out here, known only while rules of this project are of unmerged ones
    trusted: bool
    host: str
    agent: str  # the agent that is answered, "" when it is the user
    audience: Visibility  # the most private that may be told
    only: str  # the one host whose sessions may be shown to it, "" when all may
    paths: tuple[str, ...]  # where in the repository we stand, () at its root
    shown: str  # path of shown.jsonl
    reader: int  # whose verdicts in the index hold here
    now: str
    now_s: float
    budget: int
    max_rules: int
    history: int
    floor: float
    half_life: float
    harm_weight: float
    blocked: bool  # whether anything was ever withdrawn
    denied: (
        bool  # nothing of this project, or of this agent, may be kept: a delivery is noted without its task
    )
    warnings: tuple[str, ...]
    degraded: tuple[str, ...]
    also: tuple[str, ...]  # names that the project had before
    root: str  # of the working tree, "" when there is none
    anchored: dict[str, list[str]]  # files of its rules that were seen in it, by the rule's number
    always: tuple[int, ...]  # the rules that hold here whatever the task, the likeliest first
    trial: bool  # nobody is at work: what is told is noted nowhere


def recall(
    environ: Mapping[str, str], cwd: str, host: str = "", *, late: bool = False
) -> tuple[Index, Surroundings] | None:
    """What is remembered of this folder, with the index open, if all of it still holds; else None.

    With `late` what the index holds will do though a playbook, a ledger of marks or a registry changed since: for a reader who
    cannot wait. What was withdrawn, trusted or set since never will.
    """
    root = home_root(environ)
    if not root:
        return None
    try:
        index = Index.open(os.path.join(root, "cache", "index.db"))
    except (Broken, Locked, ReadOnly):
        return None
    try:
        found = _recall(index, environ, cwd, root, host, late)
    except (sqlite3.Error, LookupError, TypeError, ValueError):  # damaged: the long way mends it
        found = None
    if found is None:
        index.close()
        return None
    return index, found


_WAITS = ("playbook", "feedback", "traumas")  # kinds of files whose change may be seen later


def _recall(
    index: Index, environ: Mapping[str, str], cwd: str, root: str, host: str, late: bool
) -> Surroundings | None:
    agent = detected_agent(environ, json.loads(index.meta("markers", "{}")))
    place = index.place(place_key(environ, cwd, host or agent, agent))
    now_s = wall_clock(environ)
    if place is None or "always" not in place or now_s is None:
        return None
    known = index.inputs()
    young = []
    clock = time.time_ns()
    for path in place["watch"]:
        before = known.get(storable(path))
        if before is None:
            return None
        now = fingerprint(path, before.kind, before, clock)
        if now is not before:
            if not before.same_content(now):
                if late and before.kind in _WAITS:
                    continue
                return None
            now.offset, now.path = before.offset, before.path
            young.append(now)
    if nearest(cwd) != place["nearest"] or unfinished(root):
        return None
    if marks := place.get("named_in"):
        from cm.flows.anchored import changed

        if changed(marks):  # a Makefile, a list of packages: what rules rely on is looked up anew
            return None
    due = float(index.meta("due", "0"))
    reader = rows.reader_of(index, place["reader"], now_s)
    if not reader or (due and due <= now_s and not late):
        return None
    if young:
        _remember(index, young)
    return _surroundings(place, environ, root, reader, now_s)


def unfinished(root: str) -> bool:
    """Whether a change over several files was cut short: the long way completes it first."""
    try:
        return any(name.endswith(".json") for name in os.listdir(os.path.join(root, "state", "intents")))
    except OSError:
        return False


def _remember(index: Index, seen: list[Any]) -> None:
    """Notes that files were looked at again and are the same, so that the next call need not read them."""
    try:
        with Index.open(index.path, write=True, wait_ms=0) as writable, writable.write():
            for each in seen:
                writable.put_input(each)
    except (Broken, Locked, ReadOnly, sqlite3.Error):
        return


def _surroundings(
    place: Mapping[str, Any], environ: Mapping[str, str], root: str, reader: int, now_s: float
) -> Surroundings:
    return Surroundings(
        project=place["project"],
        also=tuple(place.get("also", ())),
        repo=place["repo"],
        trusted=place["trusted"],
        host=place["host"],
        agent=place["agent"],
        only=place["only"],
        audience=place.get("audience", "public"),
        paths=tuple(place["paths"]),
        shown=os.path.join(root, "ledger", "shown.jsonl"),
        reader=reader,
        now=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now_s)),
        now_s=now_s,
        budget=place["budget"],
        max_rules=place["max_rules"],
        history=place["history"],
        floor=place["floor"],
        half_life=place["half_life"],
        harm_weight=place["harm_weight"],
        blocked=place["blocked"],
        denied=place["denied"],
        root=place["nearest"],
        anchored=place.get("anchored", {}),
        branch=place.get("branch", ""),
        always=tuple(place["always"]),
        trial=bool(environ.get(TRIAL)),
        warnings=tuple(place["warnings"]),
        degraded=tuple(place["degraded"]),
    )


def home_root(environ: Mapping[str, str]) -> str:
    """The home in the plain cases; "" leaves the rest (and the errors) to `store/home.py`."""
    named = environ.get("CM_HOME", "").strip()
    if named:
        return os.path.normpath(named) if os.path.isabs(named) else ""
    user = environ.get("USERPROFILE" if os.name == "nt" else "HOME") or environ.get("HOME") or ""
    return os.path.join(user, ".cm") if os.path.isabs(user) else ""


def place_key(environ: Mapping[str, str], cwd: str, host: str, agent: str = "") -> str:
    """What an answer about a folder depends on besides files: the folder, the agent, the variables that speak to us.

    `agent` is the one we run in, where it is answered as if it were another.
    """
    ours = sorted(
        pair for pair in environ.items() if pair[0].startswith("CM_") and pair[0] not in ("CM_NOW", TRIAL)
    )
    inside = [agent] if agent not in ("", host) else []
    return json.dumps([cwd, environ.get("HOME", ""), host, ours, *inside])


def detected_agent(environ: Mapping[str, str], markers: Mapping[str, list[str]]) -> str:
    """The agent we run in, by the markers that the hosts' own files named when the index was made."""
    for name, variables in markers.items():
        if any(environ.get(variable) for variable in variables):
            return name
    return environ.get("AI_AGENT", "").strip()


def wall_clock(environ: Mapping[str, str]) -> float | None:
    frozen = environ.get("CM_NOW", "").strip()
    if not frozen:
        return time.time()
    from datetime import UTC, datetime

    try:
        read = datetime.fromisoformat(frozen)
    except ValueError:
        return None
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()


def nearest(cwd: str) -> str:
    """The nearest folder upward with a `.git` or a `.cm`, "" when there is none."""
    folder = cwd
    while True:
        if os.path.lexists(os.path.join(folder, ".git")) or os.path.isdir(os.path.join(folder, ".cm")):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above


def watched(env: Env) -> list[str]:
    """The files that decide about project, trust and settings here."""
    home = env.home
    found = [str(home.config), str(home.trust), str(home.privacy), str(home.traumas)]
    found += [str(home.guard / name) for name in ("packs.jsonl", "admitted", "installed.json")]
    if env.repo is not None:
        repo = env.repo
        found += [str(repo.config), str(repo.traumas)]
        if repo.starters.is_dir():
            found += sorted(str(path) for path in repo.starters.glob("*.yaml"))
    top = nearest(str(env.cwd))
    if top:
        from cm.store.gitinfo import files_of_identity

        found += files_of_identity(os.path.join(top, ".git"))
    return found


def survey(env: Env, index: Index, done: Refreshed, host: str = "") -> Surroundings:
    """Finds out anew how things stand, asks the predicate for this reader, and remembers it all in the index."""
    from cm.core.serving.serve import Reader
    from cm.flows.branches_here import branches_in, watch
    from cm.flows.noticed import notices
    from cm.flows.refresh_rules import blocklist_of, projects_of
    from cm.flows.shelving import ask_all
    from cm.flows.sources import sources
    from cm.model.stamp import EPOCH

    found = sources(env)
    here = tuple(source.name for source in found)
    repo = here[1] if len(here) > 1 else ""
    agent = env.agent or host
    project, trusted, host = env.project, bool(repo) and env.trusted, host or env.agent
    paths = _paths(env)
    also = env.also_called(projects_of(index))
    lines = branches_in(index, (project, *also))
    branch = env.branch if lines else ""
    key = json.dumps(
        [project, *also, repo, trusted, host, list(paths), env.audience, *([branch] if branch else [])]
    )
    anchored = _anchored(env, index, (project, *also), repo if trusted else "")
    now_s = (env.now - EPOCH).total_seconds()
    policy = env.settings.curation.standing
    number = rows.reader_of(index, key, now_s)
    withheld = json.loads(index.meta(f"withheld:{key}", "{}"))
    if not number:
        reader = Reader(
            "context", project=project, also=also, paths=paths, host=host, audience=env.audience, branch=branch
        )  # fmt: skip
        theirs = blocklist_of([found[1].blocked]) if trusted else None
        number, withheld = ask_all(index, key, reader, here, trusted, policy, env.now, theirs or None)
    from cm.flows.always import always_here

    place = {
        "always": always_here(index, number),
        "project": project,
        "also": list(also),
        "repo": repo,
        "trusted": trusted,
        "host": host,
        "agent": agent,
        "only": agent if agent and not _across(env) else "",
        "paths": list(paths),
        "audience": env.audience,
        "reader": key,
        "nearest": nearest(str(env.cwd)),
        "watch": _watch_list(env),
        "budget": env.settings.context.budget,
        "max_rules": env.settings.context.max_rules,
        "history": env.settings.context.history,
        "floor": env.settings.context.floor,
        "half_life": policy.half_life_days,
        "harm_weight": policy.harm_weight,
        "denied": is_denied(env, (project, *also), host),
        "anchored": anchored.files,
        "named_in": {**anchored.marks, **(watch(env, lines) if lines else {})},
        "branch": branch,
        "blocked": any(index.meta(f"blocked:{name}", "0") != "0" for name in here),
        "warnings": [
            *done.warnings,
            *notices(withheld, done.flaws, repo, trusted),
            *map(str, env.problems),
        ],
        "degraded": list(done.degraded),
    }
    if index.writable and not env.flags:
        try:
            _prepare_history(index, project, env.settings.context.history)
            with index.write():
                from cm.hosts.registry import markers

                index.set_meta("markers", json.dumps({name: list(each) for name, each in markers().items()}))
                index.put_place(place_key(env.environ, str(env.cwd), host, env.agent), place)
        except (Locked, sqlite3.Error):
            sys.exc_info()  # it is only not remembered
    return _surroundings(place, env.environ, str(env.home.root), number, now_s)


def _anchored(env: Env, index: Index, names: tuple[str, ...], repo: str) -> Anchored:
    """What this project's rules rely on and was seen here; where nothing may be kept, nothing is noted."""
    from cm.flows.anchored import remember_seen

    keep = env.home.root.is_dir() and index.writable and not is_denied(env, names, env.agent)
    keep = keep and index.path != ":memory:"  # it may hold a part of the rules
    return remember_seen(str(env.home.root), index, nearest(str(env.cwd)), names, repo, keep=keep)


def is_denied(env: Env, projects: Iterable[str], host: str = "") -> bool:
    """Whether a human denied this project, by any of its names, or this agent; a word that cannot be read is no yes."""
    from cm.core.serving.permits import host_verdict, project_verdict
    from cm.errors import BadState
    from cm.store.privacy import read_privacy

    try:
        privacy = read_privacy(env.home)
    except BadState:
        return True
    if host and host_verdict(privacy, host) == "deny":
        return True
    return any(project_verdict(privacy, name, str(env.cwd)) == "deny" for name in projects)


def _across(env: Env) -> bool:
    """Whether agents may use each other's sessions; a word that cannot be read is no yes."""
    from cm.errors import BadState
    from cm.store.privacy import read_privacy

    try:
        return read_privacy(env.home).across is True
    except BadState:
        return False


def _prepare_history(index: Index, project: str, wanted: int) -> None:
    if wanted and index.db.execute("select 1 from sessions where project = ? limit 1", (project,)).fetchone():
        from cm.flows.history import screen_ahead

        screen_ahead(index, project)


def _watch_list(env: Env) -> list[str]:
    from cm.flows.sources import sources

    files = [str(path) for each in sources(env) for path in (each.playbook, each.feedback, each.blocked)]
    return [*files, *watched(env)]


def _paths(env: Env) -> tuple[str, ...]:
    """Where in the repository we stand; at its root that says nothing."""
    top = nearest(str(env.cwd))
    below = os.path.relpath(str(env.cwd), top).replace(os.sep, "/") if top else "."
    return () if below == "." else (below,)
