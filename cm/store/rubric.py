"""Reads a rubric file: JSON or YAML, with rules of its own, with the name of a file that holds them, or with none.

Shape: `{"schema": 1, "rules": [...] | "FILE", "queries": [{"id", "task", "relevant": [...], ...}]}`; the fields of a query are those of
`core/serving/rubric.py`, of a rule those of a playbook, the short forms `project: NAME` and `scope: user|project` as well.
Not here: the scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from cm.core.serving.rubric import Question
from cm.errors import NotFound, Unparsable
from cm.model.rule import KINDS, Rule, Scope
from cm.store.yaml import parse, read_text

_LISTS = ("relevant", "also_ok", "must", "must_not")
_RULE = ("id", "text", "kind", "category", "scope", "project", "tags", "why")


@dataclass(frozen=True, slots=True)
class Rubric:
    """Tasks with what belongs to them; rules when the file brings its own, else None."""

    name: str
    questions: tuple[Question, ...]
    rules: tuple[Rule, ...] | None = None


def read_rubric(path: Path) -> Rubric:
    """Reads a rubric. Raises NotFound, Unparsable with the place of what is wrong, NewerSchema."""
    data = _document(path)
    rules = data.get("rules")
    place = path
    if isinstance(rules, str):
        place = path.parent / rules
        rules = _document(place).get("rules")
    if rules is not None and not isinstance(rules, list):
        _wrong(place, "rules", "has to be a list of rules, or the name of a file beside this one")
    queries = data.get("queries")
    if not isinstance(queries, list) or not queries:
        _wrong(path, "queries", "has to be a list with at least one task")
    own = None if rules is None else tuple(_rule(place, at, item) for at, item in enumerate(rules))
    ids = None if own is None else {rule.id for rule in own}
    questions = tuple(_question(path, at, item, ids) for at, item in enumerate(queries))
    if len({each.id for each in questions}) != len(questions):
        _wrong(path, "queries", "has two tasks with one id")
    return Rubric(path.name, questions, own)


def _document(path: Path) -> Mapping[str, Any]:
    text = read_text(path)
    if text is None:
        raise NotFound(
            f"there is no {path}", hint="name a rubric file; its shape: cm eval --help", path=str(path)
        )
    data = parse(text, path)
    if not isinstance(data, Mapping):
        _wrong(path, "the file", "has to be a mapping with `queries`")
    return data


def _question(path: Path, at: int, item: Any, ids: set[str] | None) -> Question:
    where = f"queries[{at}]"
    if not isinstance(item, Mapping) or not isinstance(item.get("task"), str) or not item["task"].strip():
        _wrong(path, where, "has to be a mapping with a `task`")
    lists: dict[str, tuple[str, ...]] = {}
    for name in _LISTS:
        value = item.get(name) or ()
        if not isinstance(value, (list, tuple)) or not all(isinstance(each, str) for each in value):
            _wrong(path, f"{where}.{name}", "has to be a list of texts")
        lists[name] = tuple(value)
    none = item.get("none") is True
    if none == bool(lists["relevant"]):
        _wrong(path, where, "needs ids under `relevant`, or `none: true`, and not both")
    strange = sorted({*lists["relevant"], *lists["also_ok"]} - ids) if ids is not None else []
    if strange:
        _wrong(path, where, f"names a rule that is not there: {', '.join(strange[:3])}")
    return Question(
        id=str(item.get("id") or f"q-{at + 1}"),
        task=item["task"],
        project=str(item.get("project") or ""),
        style=str(item.get("style") or ""),
        none=none,
        **lists,
    )


def _rule(path: Path, at: int, item: Any) -> Rule:
    where = f"rules[{at}]"
    if not isinstance(item, Mapping) or not all(
        isinstance(item.get(name), str) and item[name] for name in ("id", "text")
    ):
        _wrong(path, where, "has to be a mapping with `id` and `text`")
    kind = item.get("kind", "rule")
    if kind not in KINDS:
        _wrong(path, f"{where}.kind", f"is none of {', '.join(KINDS)}")
    tags = tuple(str(tag) for tag in item.get("tags") or ())
    scope, project = item.get("scope"), str(item.get("project") or "")
    if isinstance(scope, Mapping):
        facets = {str(name): str(value) for name, value in scope.items()}
        try:
            found = Scope(**facets)
        except TypeError:
            _wrong(path, f"{where}.scope", f"has a facet that does not exist: {', '.join(facets)}")
    else:
        if scope == "project" and not project and tags:  # the first tag names it
            project, tags = tags[0], tags[1:]
        found = Scope(project=project)
    return Rule(
        id=item["id"], text=item["text"], kind=kind, category=str(item.get("category") or "general"),
        scope=found, tags=tags, why=str(item.get("why") or ""),
    )  # fmt: skip


def _wrong(path: Path, where: str, what: str) -> NoReturn:
    raise Unparsable(f"{path}: {where} {what}", hint="the shape of a rubric: cm eval --help", path=str(path))
