"""Reads a playbook file: good rules become records, bad ones are named with their line, and nothing is lost of either.

Writing is `store/playbook_writer.py`, which `flows/commit.py` alone may use.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from cm.errors import Unparsable
from cm.model.ids import rule_birth_id, short_hash
from cm.model.playbook import SCHEMA, Flaw, Playbook
from cm.model.rule import Rule
from cm.store.layout import layout_of
from cm.store.migrations import refuse_newer, upgraded
from cm.store.schema import rule_of, rule_to_data
from cm.store.yaml import gc_paused, parse, read_text

_TOP: Final = ("schema", "rules")


@dataclass(frozen=True, slots=True)
class Document:
    """A playbook file as it is: its text, its items as parsed, and the rules that they make."""

    path: Path
    text: str
    items: tuple[Any, ...] = ()  # raw, in file order, bad ones included
    ids: tuple[str, ...] = ()  # the rule each item is; "" for one that is none
    playbook: Playbook = field(default_factory=Playbook)
    exists: bool = True


def read_playbook(path: Path) -> Playbook:
    """Reads a playbook; a missing file is an empty one.

    Raises Unparsable, ConflictMarkers or NewerSchema when the file as a whole cannot be read. A single bad rule
    is a `Flaw`, and the good ones beside it are there.
    """
    return read_document(path).playbook


def read_document(path: Path) -> Document:
    """The same, with the text it came from."""
    text = read_text(path)
    if text is None:
        return Document(path, "", exists=False)
    return document_of(path, text)


def document_of(path: Path, text: str) -> Document:
    """Reads a playbook's text."""
    value = parse(text, path)
    if value is None:
        return Document(path, text)
    if not isinstance(value, Mapping):
        raise _misshapen(path, 1, "a playbook is a mapping that begins with `schema: 1` and `rules:`")
    schema = value.get("schema", SCHEMA)
    if isinstance(schema, bool) or not isinstance(schema, int) or schema < 0:
        raise _misshapen(path, _line_of(text, "schema"), f"schema must be a whole number, not {schema!r}")
    refuse_newer("playbook", schema, path)
    newer, _ = upgraded("playbook", text, schema)
    if newer != text:
        value = parse(newer, path)
    items = value.get("rules")
    if items is None:
        items = []
    if not isinstance(items, list):
        raise _misshapen(path, _line_of(text, "rules"), "`rules` must be a list")
    extra = {str(key): item for key, item in value.items() if key not in _TOP}
    with gc_paused():
        rules, ids, flaws = _rules_of(items, text, str(path))
    book = Playbook(MappingProxyType(rules), schema, flaws, MappingProxyType(extra))
    return Document(path, text, tuple(items), ids, book)


def rule_hash(rule: Rule) -> str:
    """A hash of all that a rule says; the same for the same rule, however its block is written."""
    text = json.dumps(rule_to_data(rule), sort_keys=True, separators=(",", ":"), default=str)
    return sha256(text.encode("ascii")).hexdigest()[:24]


def revision_of(rule: Rule) -> str:
    """A short token of what a rule says and of its state; proof that is added to it changes nothing of that."""
    data = {
        name: value for name, value in rule_to_data(rule).items() if name not in ("id", "evidence", "origin")
    }
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), default=str)
    return "v-" + short_hash(10, rule.id, text)


def text_revision(text: str) -> str:
    """The same for a playbook as a whole: of its file, comments included."""
    return "v-" + short_hash(10, "playbook", text)


def _rules_of(
    items: list[Any], text: str, file: str
) -> tuple[dict[str, Rule], tuple[str, ...], tuple[Flaw, ...]]:
    rules: dict[str, Rule] = {}
    ids: list[str] = []
    bad: list[tuple[int, str, str]] = []
    for at, data in enumerate(items):
        read = rule_of(data)
        named = data.get("id") if isinstance(data, Mapping) else ""
        if isinstance(read, Rule) and not read.id:
            read = _with_birth_id(read)
            named = read.id
        if isinstance(read, Rule) and read.id in rules:
            read = f"its id is taken: an earlier rule of this file is {read.id}"
        if isinstance(read, str):
            bad.append((at, str(named or ""), read))
            ids.append("")
        else:
            rules[read.id] = read
            ids.append(read.id)
    if not bad:
        return rules, tuple(ids), ()
    layout = layout_of(text)
    lines = [item.line for item in layout.items] if layout is not None else []
    known = len(lines) == len(items)
    flaws = tuple(Flaw(lines[at] if known else 0, named, reason, file) for at, named, reason in bad)
    return rules, tuple(ids), flaws


def _with_birth_id(rule: Rule) -> Rule:
    """A rule that a person wrote without an id gets the one its content gives; the next write puts it in the file."""
    from dataclasses import replace

    from cm.core.language.text import normalise

    return replace(rule, id=rule_birth_id(rule.kind, rule.scope.key(), normalise(rule.text)))


def _line_of(text: str, key: str) -> int:
    for number, line in enumerate(text.split("\n"), 1):
        if line.removeprefix("\ufeff").startswith((key, f'"{key}"', f"'{key}'")):
            return number
    return 1


def _misshapen(path: Path, line: int, said: str) -> Unparsable:
    return Unparsable(
        f"{path}:{line}: {said}", hint=f"mend line {line}; nothing was changed", path=str(path), line=line
    )
