"""The files that rules rely on: which of them were ever seen in this working tree, and which rules have none of theirs left.

A rule names files; what was there and is gone says that the rule may be of the past. What never was there says nothing: a rule
may speak of a file to be made. What was seen is kept in `state/anchors.json`, so that a new index forgets nothing. Reading it off a rule
is `core/curation/anchors.py`; scripts and history are asked by `cm tidy` alone. The quick door imports `is_gone` only.
"""

from __future__ import annotations

import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cm.store.index import Index

NAME = "anchors.json"
MOST = 8  # files of one rule
_IN_SERVICE = (
    "select id, rule, json_extract(card, '$.scope.path') from rules where state in ('active', 'contested')"
    " and (json_extract(card, '$.scope.project') in ({}) or source = ?)"
)


def is_gone(root: str, paths: Sequence[str]) -> bool:
    """Whether of these files, all seen here once, none is there: a few calls of the operating system."""
    return bool(root and paths) and not any(os.path.lexists(os.path.join(root, path)) for path in paths)


def remember_seen(
    home: str, index: Index, root: str, names: Iterable[str], repo: str, *, keep: bool = True
) -> dict[str, list[str]]:
    """The files of this project's rules that are here or were seen here before, by rule; notes those that are new."""
    if not root:
        return {}
    from cm.core.curation.anchors import anchors_of
    from cm.flows.shelving import rule_of_brief

    every = read_seen(home)
    before = every.get(root, {})
    found: dict[str, list[str]] = {}
    projects = [name for name in names if name]
    asked = _IN_SERVICE.format(",".join("?" * len(projects)))
    for rule_id, brief, path in index.db.execute(asked, (*projects, repo or "none")).fetchall():
        if "`" not in brief and '"anchors":[]' in brief:
            continue
        below = (path or "").rstrip("/")
        names_ = [each.name for each in anchors_of(rule_of_brief(brief)) if each.kind == "path"]
        ways = [way for name in names_ for way in ((name, f"{below}/{name}") if below else (name,))]
        known = before.get(rule_id, ())
        seen = [way for way in ways if way in known or os.path.lexists(os.path.join(root, way))][:MOST]
        if seen:
            found[rule_id] = seen
    if keep and found != before:
        _write(home, {**every, root: found})
    return found


def read_seen(home: str) -> dict[str, dict[str, list[str]]]:
    """What was seen, by root and rule; a file that cannot be read is an empty one."""
    try:
        with open(os.path.join(home, "state", NAME), encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) and all(isinstance(each, dict) for each in data.values()) else {}


def gone_here(home: str, root: str) -> dict[str, list[str]]:
    """The rules whose files are all gone from a working tree, with the files."""
    return {rule: paths for rule, paths in read_seen(home).get(root, {}).items() if is_gone(root, paths)}


def gone_say(paths: Sequence[str]) -> str:
    """Why a rule is held back."""
    named = ", ".join(paths[:3])
    return f"{named} {'was here and is' if len(paths) == 1 else 'were here and are'} gone"


def _write(home: str, data: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
    folder = os.path.join(home, "state")
    draft = os.path.join(folder, f"{NAME}.{os.getpid()}.tmp")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with open(
            draft, "w", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)
        ) as file:
            json.dump(data, file, ensure_ascii=False, separators=(",", ":"))
        os.replace(draft, os.path.join(folder, NAME))
    except OSError:
        return  # it is only not remembered
