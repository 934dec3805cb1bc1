"""Prints this project's rules for another program: Markdown, JSON or YAML. Writing into files is `flows/project.py`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cm.core.serving import export
from cm.flows.env import Env
from cm.flows.project import rules_to_export
from cm.model.rule import Rule
from cm.store.emit import field_text, item_text
from cm.store.schema import rule_to_data

FORMATS = ("md", "json", "yaml")
PRIVATE = ("evidence", "was", "origin")


@dataclass(frozen=True, slots=True)
class Printed:
    """The text, and the same rules as data."""

    project: str
    format: str
    rules: tuple[Mapping[str, Any], ...]
    text: str


def printed(env: Env, form: str, *, include_user: bool | None = None) -> Printed:
    """Gives the project's rules in one of the FORMATS; quotes only with the user's rules."""
    quotes = env.settings.export.include_user if include_user is None else include_user
    rules = rules_to_export(env, quotes)
    data = tuple(_public(rule, quotes) for rule in rules)
    document = {"schema": 1, "project": env.project, "rules": list(data)}
    match form:
        case "json":
            text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
        case "yaml":
            head = f"schema: 1\n{field_text('project', env.project, 0)}rules:"
            text = head + ("\n" + "".join(item_text(item, 2) for item in data) if data else " []\n")
        case _:
            text = export.body_of(rules, quotes=quotes)
    return Printed(env.project, form, data, text)


def _public(rule: Rule, quotes: bool) -> dict[str, Any]:
    data = rule_to_data(rule)
    return data if quotes else {name: value for name, value in data.items() if name not in PRIVATE}
