"""The reminders that the guards say before a command: derived from rules whose words name a command that is not to be run.

A line each in `state/guard/reminders.jsonl`, for the guards' scripts alone, under a line that says of which playbook and withdrawals it was
made: where either changed since, a guard is silent until it is made anew. Rules of which a command cannot tell are left out, and so is
what holds only in some folder or for some task. Not here: matching and saying (`guards/launcher.py`), what comes after (`flows/due_rules.py`).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from cm.core.reading.checks import Check, check_of
from cm.core.serving.serve import Reader, Served, serve
from cm.errors import Unwritable
from cm.flows.env import Env
from cm.flows.shelving import shelved_rows
from cm.model.envelope import escape
from cm.model.rule import Rule
from cm.store.files import replace
from cm.store.index import Index
from cm.store.lines import make_dirs

NAME: Final = "reminders.jsonl"
MOST: Final = 200
SAY: Final = 300  # letters of a rule
_ROOTS: Final = 20
_PAIR: Final = re.compile(r"`([^`\n]{2,200})` failed(?: \([^)]{0,200}\))?; `([^`\n]{2,200})` passed\.")


def keep_reminders(env: Env, index: Index) -> int:
    """Makes the file anew from an index that is up to date; returns how many reminders stand in it. Without guards there is none."""
    if not env.home.guards.is_dir() or index.path == ":memory:":
        return 0
    found = sorted(_reminders(env, index), key=lambda row: (-row[0], row[1]["id"]))[:MOST]
    rows = [row for _, row in found]
    programs = sorted({(row["exact"] or words)[0] for row in rows for words in (row["dont"] or [[]])})
    head = {"schema": 1, "made_of": _made_of(env), "programs": programs}
    text = "".join(json.dumps(row, ensure_ascii=True, separators=(",", ":")) + "\n" for row in (head, *rows))
    path = env.home.guard / NAME
    with suppress(OSError):
        if path.read_bytes() == text.encode():
            return len(rows)
    with suppress(Unwritable):
        make_dirs(path.parent)
        replace(path, text.encode())
    return len(rows)


def _reminders(env: Env, index: Index) -> Iterator[tuple[float, dict[str, Any]]]:
    """Each with how well its rule stands."""
    policy = env.settings.curation.standing
    likely = "source = ? and state = 'active' and blocked_by = '' and instr(card, '`') > 0"
    roots: dict[str, list[str]] = {}
    for _, shelved in shelved_rows(index, likely, ("user",), True, policy, env.now):
        rule = shelved.rule
        if any(name != "project" for name, _ in rule.scope.facets()) or rule.contests:
            continue
        row = _row(rule)
        if row is None:
            continue
        reader = Reader("context", project=rule.scope.project, audience=env.audience)
        if not isinstance(serve(shelved, reader, env.now, policy=policy), Served):
            continue
        project = rule.scope.project
        if project and project not in roots:
            roots[project] = _roots(index, project)
        if not project or roots[project]:
            yield shelved.standing.score, {**row, "roots": roots.get(project, [])}


def _row(rule: Rule) -> dict[str, Any] | None:
    say = f"[{rule.id}] {escape(' '.join(rule.text.split())[:SAY])}"
    if rule.kind == "fact":
        pair = _PAIR.fullmatch(rule.text.strip())
        return {"id": rule.id, "say": say, "exact": pair[1].split(), "dont": [], "do": []} if pair else None
    check = check_of(rule.text, rule.kind)
    if check is None or not check.dont or check.before:
        return None
    return {"id": rule.id, "say": say, "exact": [], "dont": _words(check.dont), "do": _words(check.do)}


def _words(patterns: tuple[Any, ...]) -> list[list[str]]:
    return [list(each.words) for each in patterns]


def forbids(rule: Rule) -> Check | None:
    """What a rule says of commands, when there is one that is not to be run."""
    check = check_of(rule.text, rule.kind)
    return check if check is not None and check.dont and not check.before else None


def _roots(index: Index, project: str) -> list[str]:
    """The folders in which a project was worked on."""
    if os.path.isabs(project):
        return [project]
    found = index.db.execute(
        "select distinct json_extract(head, '$.cwd') from sessions where project = ? order by n desc limit ?",
        (project, _ROOTS),
    ).fetchall()
    return [cwd.rstrip("/\\") for (cwd,) in found if cwd and Path(cwd).is_absolute()]


def _made_of(env: Env) -> list[list[int]]:
    return [_stamp(path) for path in (env.home.playbook, env.home.blocked)]


def _stamp(path: Path) -> list[int]:
    try:
        seen = path.stat()
    except OSError:
        return [-1, 0]
    return [seen.st_size, seen.st_mtime_ns]
