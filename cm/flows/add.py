"""Adds rules, one or many, by the same road as everything: delta, gate, curator, commit.

What comes out of an agent needs the user's words as a quote that verifies; without them it waits as a draft.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from cm.errors import Usage
from cm.flows.commit import commit
from cm.flows.env import Env
from cm.flows.facts_told import of_here, with_told
from cm.flows.meaning import keep_up
from cm.flows.parts import must_be_there
from cm.flows.quoting import Quoted, quoted
from cm.flows.requests import Request, book_must_stand_at, is_answered
from cm.flows.telling import Change, tell_all
from cm.model.delta import Add, Source
from cm.model.rule import KINDS, Evidence, Layer, Scope

FIELDS = (
    "text", "kind", "category", "scope", "why", "tags", "about", "from", "until", "review_after", "visibility", "quote", "session",
    "event",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wish:
    """A rule somebody wants to add, with the user's words when there are some."""

    add: Add
    quote: str = ""
    session: str = ""
    event: str = ""


def add(
    env: Env, wishes: Sequence[Wish], *, layer: Layer = "user", check: bool = False, request_id: str = "",
    if_revision: str = "", verb: str = "add",
) -> Change:  # fmt: skip
    """Decides on every wish, in order, and writes unless `check`. Raises Conflict.

    Under a `request_id` it is done once, however often it is asked; `if_revision` is that of the playbook it is added to.
    """
    must_be_there(env, layer)
    wishes = [replace(wish, add=of_here(env, wish.add)) for wish in wishes]
    content = {
        "wishes": [replace(wish, add=_of_its_branch(wish.add)) for wish in wishes],
        "layer": layer, "project": env.project if layer == "repo" else "",
    }  # fmt: skip
    request = Request.of(request_id, verb, content)
    known = is_answered(env, request)
    found = [
        quoted(env, wish.quote, wish.session, wish.event) if wish.quote and not known else Quoted()
        for wish in wishes
    ]
    deltas = [_with_quote(wish, each) for wish, each in zip(wishes, found, strict=True)]
    if layer == "user" and not known:  # what lies in a repository's own file is on its branch anyway
        from cm.flows.unmerged import stamped_here  # late: git is asked only for what an agent adds by itself

        deltas = list(stamped_here(env, deltas, keep=not check))
    events = {event.id: event for each in found for event in each.events}
    done = commit(
        env, deltas, source=source_of(env), layer=layer, by=env.by, events=events, dry_run=check,
        expect=book_must_stand_at(env, layer, if_revision), request=request,
    )  # fmt: skip
    if not check and not done.replayed:
        keep_up(env)
    return tell_all(env, done, dry_run=check)


def _of_its_branch(add: Add) -> Add:
    """The wish, of its branch whatever commit that has come to: asked again after a commit it is the same."""
    return replace(add, unmerged=replace(add.unmerged, commit="")) if add.unmerged is not None else add


def source_of(env: Env) -> Source:
    """The road of what is typed here: a human's, a script's or an agent's."""
    return "agent" if env.agent else "human" if env.tty else "script"


def wishes_of(text: str, where: str) -> tuple[Wish, ...]:
    """Reads a batch: a JSON array, JSON lines, or YAML; an item is a sentence or an object with a rule's fields.

    Raises Usage that names every bad item; then nothing of the batch is used.
    """
    items = _items(text, where)
    wishes, bad = [], []
    for number, item in enumerate(items, 1):
        try:
            wishes.append(wish_of(item))
        except ValueError as error:
            bad.append(f"item {number}: {error}")
    if bad:
        raise Usage(
            f"{where}: {'; '.join(bad[:5])}", hint=f"an item has the fields {', '.join(FIELDS)}", bad=bad
        )
    if not wishes:
        raise Usage(f"{where} has no rules in it", hint="give a JSON array, JSON lines, or a YAML list")
    return tuple(wishes)


def wish_of(item: Any) -> Wish:
    """One item of a batch as a wish. Raises ValueError."""
    if isinstance(item, str):
        item = {"text": item}
    if not isinstance(item, Mapping):
        raise ValueError("is neither a sentence nor an object")
    unknown = [str(name) for name in item if name not in FIELDS]
    if unknown:
        raise ValueError(f"unknown field {', '.join(unknown)}")
    scope = item.get("scope") or {}
    tags = item.get("tags") or ()
    if not isinstance(scope, Mapping) or not all(isinstance(value, str) for value in scope.values()):
        raise ValueError("scope is not an object of texts")
    if not set(scope) <= set(Scope.__dataclass_fields__):
        raise ValueError(f"unknown facet {', '.join(sorted(set(scope) - set(Scope.__dataclass_fields__)))}")
    if not isinstance(tags, list | tuple) or not all(isinstance(tag, str) for tag in tags):
        raise ValueError("tags is not a list of texts")
    texts = {name: _spelled(name, item.get(name)) for name in FIELDS if name not in ("scope", "tags")}
    wrong = [name for name, value in texts.items() if not isinstance(value, str)]
    if wrong:
        raise ValueError(f"{', '.join(wrong)} is not a text")
    if not texts["text"].strip():
        raise ValueError("text is missing")
    kind = texts["kind"] or "rule"
    if kind not in KINDS:
        raise ValueError(f"kind `{kind}` is not one of {', '.join(KINDS)}")
    return Wish(
        _told(texts, Add(
            text=texts["text"].strip(), kind=kind, category=texts["category"], scope=Scope(**scope), why=texts["why"],
            tags=tuple(tags),
        )),
        texts["quote"], texts["session"], texts["event"],
    )  # fmt: skip


def _spelled(name: str, value: Any) -> Any:
    """A field as text; YAML reads `2026` as a number and `2026-03-05` as a day."""
    if (
        name in ("from", "until", "review_after")
        and isinstance(value, int | date)
        and not isinstance(value, bool)
    ):
        return value.isoformat() if isinstance(value, date) else str(value)
    return value or ""


def _told(texts: Mapping[str, str], add: Add) -> Add:
    try:
        return with_told(
            add, about=texts["about"], since=texts["from"], until=texts["until"], review_after=texts["review_after"],
            visibility=texts["visibility"],
        )  # fmt: skip
    except Usage as error:
        raise ValueError(
            f"{error.args[0]} ({error.hint})".replace("--from", "from").replace("--until", "until")
        ) from error


def _items(text: str, where: str) -> list[Any]:
    from cm.store.yaml import parse

    stripped = text.lstrip("\ufeff").strip()
    if stripped.startswith(("[", "{")):
        try:
            value = json.loads(stripped)
        except ValueError:
            return [
                _json_line(line, number, where)
                for number, line in enumerate(stripped.splitlines(), 1)
                if line.strip()
            ]
    else:
        value = parse(stripped, Path(where))
    if isinstance(value, Mapping) and "rules" in value:
        value = value["rules"]
    return list(value) if isinstance(value, list) else [] if value is None else [value]


def _json_line(line: str, number: int, where: str) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise Usage(
            f"{where}, line {number}: not JSON ({error})", hint="one JSON object per line, or one JSON array"
        ) from error


def _with_quote(wish: Wish, found: Quoted) -> Add:
    if not wish.quote:
        return wish.add
    place = found.evidence or Evidence(by="user", quote=wish.quote, session=wish.session, event=wish.event)
    return replace(wish.add, evidence=(place,))
