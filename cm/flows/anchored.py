"""What rules rely on in this working tree: what of it was ever seen here, and which rules have nothing of theirs left.

Files, commands of the project, packages and versions, variables of the environment. What was there and is gone says that the rule may be of
the past; what never was there says nothing: a rule may speak of what is to be made. What was seen is kept in `state/anchors.json`, so
that a new index forgets nothing. Reading it off a rule is `core/curation/anchors.py` and `anchor_names.py`, the project's own files
`store/manifests.py`; history is asked by `cm tidy` alone. A quick door imports `gone_of` only, where some rule has files.
"""

from __future__ import annotations

import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from cm.model.rule import Rule
    from cm.store.index import Index
    from cm.store.manifests import Manifests

NAME = "anchors.json"
MOST = 8  # files of one rule
_IN_SERVICE = (
    "select n, id, rule from rules where state in ('active', 'contested')"
    " and (json_extract(card, '$.scope.project') in ({}) or source = ?)"
)


class Anchored:
    """What a quick door has to look at: by the number of a rule its files, none where only names were left; and the files that name them."""

    __slots__ = ("files", "marks")

    def __init__(self, files: dict[str, list[str]], marks: dict[str, list[int]]) -> None:
        self.files = files
        self.marks = marks


def gone_of(root: str, anchored: Mapping[str, Sequence[str]], numbers: Iterable[int]) -> frozenset[int]:
    """Which of these rules have nothing left of what they rely on: a few calls of the operating system."""
    return frozenset(
        n for n in numbers if (files := anchored.get(str(n))) is not None and not _any_there(root, files)
    )


def remember_seen(
    home: str, index: Index, root: str, names: Iterable[str], repo: str, *, keep: bool = True
) -> Anchored:
    """What of this project's rules is here or was seen here before; notes what is new."""
    if not root:
        return Anchored({}, {})
    from cm.flows.shelving import rule_of_brief
    from cm.store.manifests import Manifests, marks

    every = read_seen(home)
    before = every.get(root, {})
    manifests = Manifests(root)
    found: dict[str, list[str]] = {}
    files: dict[str, list[str]] = {}
    kinds: set[str] = set()
    projects = [name for name in names if name]
    asked = _IN_SERVICE.format(",".join("?" * len(projects)))
    for n, rule_id, brief in index.db.execute(asked, (*projects, repo or "none")).fetchall():
        if "`" not in brief and '"anchors":[]' in brief:
            continue
        seen = _seen(rule_of_brief(brief), before.get(rule_id, ()), root, manifests)
        if not seen:
            continue
        found[rule_id] = seen
        named = [each for each in seen if is_name(each)]
        kinds.update(each.partition(":")[0] for each in named)
        if all(manifests.still(each) is False for each in named):
            files[str(n)] = [each for each in seen if not is_name(each)]
    if keep and found != before:
        _write(home, {**every, root: found})
    return Anchored(files, marks(root, kinds))


def changed(marks: Mapping[str, Sequence[int]]) -> bool:
    """Whether one of the files that name commands, packages and variables is other than it was."""
    for path, before in marks.items():
        try:
            now = os.stat(path)
            if [now.st_mtime_ns, now.st_size] != before:
                return True
        except OSError:
            if before:
                return True
    return False


def gone_here(home: str, root: str) -> dict[str, list[str]]:
    """The rules that have nothing left of what they rely on in a working tree, with what is gone."""
    kept = read_seen(home).get(root, {}) if root else {}
    if not kept:
        return {}
    from cm.store.manifests import Manifests

    manifests = Manifests(root)
    return {
        rule: seen
        for rule, seen in kept.items()
        if seen
        and not _any_there(root, [each for each in seen if not is_name(each)])
        and all(manifests.still(each) is False for each in seen if is_name(each))
    }


def let_go(home: str, root: str, rules: Collection[str]) -> None:
    """Forgets what these rules relied on here and is gone: a person said that they hold all the same."""
    gone = gone_here(home, root)
    if told := gone.keys() & set(rules):
        every = read_seen(home)
        _write(home, {**every, root: {rule: seen for rule, seen in every[root].items() if rule not in told}})


def read_seen(home: str) -> dict[str, dict[str, list[str]]]:
    """What was seen, by root and rule; a file that cannot be read is an empty one."""
    try:
        with open(os.path.join(home, "state", NAME), encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) and all(isinstance(each, dict) for each in data.values()) else {}


def gone_say(seen: Sequence[str]) -> str:
    """Why a rule is held back."""
    from cm.core.curation.anchor_names import spoken

    named = ", ".join(spoken(each) if is_name(each) else each for each in seen[:3])
    return f"{named} {'was here and is' if len(seen) == 1 else 'were here and are'} gone"


def is_name(seen: str) -> bool:
    """Whether it is looked up in the project's own files; else it is a file itself."""
    return (
        seen.partition(":")[0] in ("make", "node", "just", "python", "package", "version", "env")
        and ":" in seen
    )


def _any_there(root: str, files: Sequence[str]) -> bool:
    return any(os.path.lexists(os.path.join(root, path)) for path in files)


def _seen(rule: Rule, known: Sequence[str], root: str, manifests: Manifests) -> list[str]:
    """Of what a rule relies on that which is here, or was before."""
    from cm.core.curation.anchor_names import names_of
    from cm.core.curation.anchors import anchors_of

    below = rule.scope.path.rstrip("/")
    paths = [each.name for each in anchors_of(rule) if each.kind == "path"]
    ways = [way for name in paths for way in ((name, f"{below}/{name}") if below else (name,))]
    seen = [way for way in ways if way in known or os.path.lexists(os.path.join(root, way))][:MOST]
    names = names_of(rule)
    return [*seen, *(each for each, here in manifests.look(names).items() if each in known or here)]


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
