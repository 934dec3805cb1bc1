"""Plans on disk: what `cm tidy` proposed, in ids and hashes of rules, until somebody applies or drops it.

No sentence of a rule stands in one. Not here: making and applying them (`flows/tidy.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, get_args

from cm.core.curation.tidy import Deed, Finding, Kind
from cm.errors import BadState
from cm.model.rule import Layer
from cm.model.stamp import stamp
from cm.store.files import read_json, replace_json
from cm.store.home import Home
from cm.store.lines import writing

DAYS: Final = 30  # a plan that nobody applied for so long goes


@dataclass(frozen=True, slots=True)
class Item:
    """One numbered finding of a plan, and what its rules were: the hash of each, by layer and id."""

    number: int
    finding: Finding
    hashes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """What could be done, as it was when the plan was made."""

    id: str
    at: str
    by: str
    project: str
    repo: str  # the repository whose layer it is about too, "" for none
    items: tuple[Item, ...]


def write_plan(home: Home, plan: Plan) -> None:
    """Keeps a plan. Raises Unwritable."""
    items = [
        {"number": item.number, **asdict(item.finding), "hashes": dict(item.hashes)} for item in plan.items
    ]
    told = {
        "schema": 1,
        "id": plan.id,
        "at": plan.at,
        "by": plan.by,
        "project": plan.project,
        "repo": plan.repo,
    }
    replace_json(home.plans / f"{plan.id}.json", told | {"items": items})


def read_plans(home: Home) -> tuple[Plan, ...]:
    """Every plan, oldest first; one that cannot be read is left out."""
    return tuple(sorted((plan for _, plan in _all(home)), key=lambda plan: (plan.at, plan.id)))


def drop_plan(home: Home, plan_id: str) -> None:
    """Removes a plan. Raises Unwritable."""
    path = home.plans / f"{plan_id}.json"
    with writing(path), suppress(FileNotFoundError):
        path.unlink()


def drop_old(home: Home, now: datetime) -> int:
    """Removes the plans that waited too long; says how many."""
    before = stamp(now - timedelta(days=DAYS))
    old = [path for path, plan in _all(home) if plan.at < before]
    for path in old:
        with suppress(OSError):
            path.unlink()
    return len(old)


def _all(home: Home) -> Iterator[tuple[Path, Plan]]:
    for path in sorted(home.plans.glob("p-*.json")) if home.plans.is_dir() else ():
        with suppress(BadState, KeyError, TypeError, ValueError, AttributeError):
            yield path, _plan(read_json(path, {}))


def _plan(data: Mapping[str, Any]) -> Plan:
    texts = {name: str(data[name]) for name in ("id", "at", "by", "project", "repo")}
    return Plan(**texts, items=tuple(map(_item, data["items"])))


def _item(data: Mapping[str, Any]) -> Item:
    if (
        data["kind"] not in get_args(Kind)
        or data["deed"] not in get_args(Deed)
        or data["layer"] not in get_args(Layer)
    ):
        raise ValueError(data["kind"])
    finding = Finding(
        data["kind"], data["deed"], data["layer"], tuple(map(str, data["rules"])), str(data["reason"]), str(data["beside"])
    )  # fmt: skip
    return Item(int(data["number"]), finding, {str(name): str(sha) for name, sha in data["hashes"].items()})
