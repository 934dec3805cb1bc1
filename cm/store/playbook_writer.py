"""Writes a playbook by splicing: only the fields that changed are touched, every other byte stays.

Each result is parsed and compared before it replaces the file. Where lines do not show the structure (flow style,
anchors), the whole text goes through ruamel's round trip, which keeps comments too. Importable by `flows/commit.py` alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cm.errors import BadState, CmError
from cm.model.playbook import Playbook
from cm.model.rule import Rule
from cm.store.emit import field_text, item_text
from cm.store.files import replace
from cm.store.layout import Field, Item, Layout, fields_of, layout_of
from cm.store.playbook import Document, document_of
from cm.store.schema import rule_to_data
from cm.store.yaml import parse

HEADER: Final = """\
# The rules that cm keeps. Edit them as you like: comments, order and unknown fields stay,
# and the next change by cm records what you changed. `cm why <id>` tells the life of a rule.
schema: 1
rules:
"""


@dataclass(frozen=True, slots=True)
class _Change:
    """What one item must become: its fields before and after."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]


def write_playbook(path: Path, document: Document, after: Playbook, *, private: bool = True) -> bool:
    """Makes the file hold `after`; returns whether anything had to be written.

    Rules missing from `after` leave the file. Items that are no rules keep their bytes. Raises Unwritable.
    """
    text = spliced(document, after)
    if text == document.text and document.exists:
        return False
    replace(path, text.encode("utf-8"), private=private)
    return True


def spliced(document: Document, after: Playbook) -> str:
    """The file's new text. Raises BadState when no way of writing gives back what was to be written."""
    if not document.text.strip("\ufeff \t\r\n"):
        text = HEADER + "".join(item_text(rule_to_data(rule), 2) for rule in after)
        return _checked(document.path, text if len(after) else HEADER.rstrip("\n") + " []\n", document, after)
    try:
        text = _by_lines(document, after)
        return _checked(document.path, text, document, after)
    except _Unsuited:
        return _checked(document.path, _by_ruamel(document, after), document, after)
    except BadState:
        return _checked(document.path, _by_ruamel(document, after), document, after)


class _Unsuited(Exception):
    """The text is not laid out in lines that can be spliced."""


def _by_lines(document: Document, after: Playbook) -> str:
    text = document.text
    layout = layout_of(text)
    if layout is None or (layout.style == "block") != bool(document.items):
        raise _Unsuited
    if layout.style == "block" and len(layout.items) != len(document.items):
        raise _Unsuited
    pieces: list[str] = []
    at = 0
    seen: set[str] = set()
    for item, raw, rule_id in zip(layout.items, document.items, document.ids, strict=True):
        if not rule_id:
            continue
        seen.add(rule_id)
        rule = after.get(rule_id)
        before = document.playbook.rules[rule_id]
        if rule is None:
            pieces.append(text[at : item.start])
            at = item.end
        elif rule != before or "id" not in raw:
            block = _item(text[item.start : item.end], item, layout, _change(before, rule, raw))
            pieces += [text[at : item.start], block]
            at = item.end
    new = [rule for rule in after if rule.id not in seen]
    written = "".join(item_text(rule_to_data(rule), layout.indent, layout.newline) for rule in new)
    if written:
        pieces.append(_insertion(text, at, layout, written))
        at = layout.head[1] if layout.style == "empty" else layout.insert
    pieces.append(text[at:])
    made = "".join(pieces)
    gone = (
        layout.style == "block"
        and not written
        and all(rule_id and after.get(rule_id) is None for rule_id in document.ids)
    )
    return _with_empty_list(made) if gone else made


def _insertion(text: str, at: int, layout: Layout, written: str) -> str:
    """New items with what stands before them."""
    match layout.style:
        case "block":
            before = text[at : layout.insert]
            joint = layout.newline if not text[: layout.insert].endswith("\n") and before + text[:at] else ""
            return before + joint + written
        case "empty":
            head = text[layout.head[0] : layout.head[1]]
            name, _, rest = head.partition(":")
            comment = rest[rest.index("#") :].rstrip("\r\n") if "#" in rest else ""
            return (
                text[at : layout.head[0]]
                + f"{name}:{' ' + comment if comment else ''}{layout.newline}"
                + written
            )
        case "absent":
            joint = "" if not text or text.endswith("\n") else layout.newline
            return text[at:] + f"{joint}rules:{layout.newline}" + written


def _with_empty_list(text: str) -> str:
    layout = layout_of(text)
    if layout is None or layout.style != "empty":
        raise _Unsuited
    head = text[layout.head[0] : layout.head[1]]
    name, _, rest = head.partition(":")
    return text[: layout.head[0]] + f"{name}: []{rest}" + text[layout.head[1] :]


def _change(before: Rule, after: Rule, raw: Mapping[str, Any]) -> _Change:
    old, new = rule_to_data(before), rule_to_data(after)
    if "id" not in raw:
        old.pop("id")
    return _Change(old, new)


def _item(block: str, item: Item, layout: Layout, change: _Change) -> str:
    """One item's text with the changed fields rewritten."""
    fields = fields_of(block)
    newline = layout.newline
    if fields is None:
        if "#" in block:  # a comment inside brackets would be lost
            raise _Unsuited
        return item_text(change.after, item.indent, newline)
    if not block.endswith("\n"):
        block += newline
        fields = fields_of(block) or fields
    if "id" in change.after and "id" not in change.before and fields[0].start == 0:
        # a rule written without an id gets it in front, where people look for it
        margin = fields[0].indent
        front = f"{block[:margin]}id: {change.after['id']}{newline}{' ' * margin}"
        rest = _Change({**change.before, "id": change.after["id"]}, change.after)
        return _item(front + block[margin:], item, layout, rest)
    by_key = {each.key: each for each in fields}
    edits: list[tuple[int, int, str]] = []
    for key in change.before.keys() | change.after.keys():
        old, new = change.before.get(key), change.after.get(key)
        if old == new:
            continue
        spot = by_key.get(key)
        if key not in change.after:
            if spot is not None:
                edits.append(
                    (spot.start, spot.end, _comments(block[spot.start : spot.end], spot.indent, newline))
                )
        elif spot is not None:
            edits.append(
                (spot.start, spot.end, _field(block[spot.start : spot.end], spot, old, new, newline))
            )
        else:
            where = _place(key, change.after, fields)
            edits.append((where, where, field_text(key, new, fields[0].indent).replace("\n", newline)))
    return _edited(block, item, fields, edits, list(change.after))


def _edited(
    block: str, item: Item, fields: tuple[Field, ...], edits: list[tuple[int, int, str]], order: list[str]
) -> str:
    """Applies edits from the last to the first; those at one place stand in the file's order of fields."""

    def rank(edit: tuple[int, int, str]) -> tuple[int, int]:
        key = edit[2].lstrip().split(":", 1)[0]
        return edit[0], order.index(key) if edit[0] == edit[1] and key in order else -1

    lead = block[: fields[0].indent]  # the dash and its spaces stand where the first field's margin is
    dashed = fields[0].start == 0
    for start, end, new in sorted(edits, key=rank, reverse=True):
        block = block[:start] + new + block[end:]
    if dashed and not block.startswith(lead):
        first = block.lstrip(" ")
        if first.startswith("#") or len(block) - len(first) < len(lead):
            raise _Unsuited
        block = lead + block[len(lead) :]
    return block if block[item.indent : item.indent + 1] == "-" else lead + block


def _field(text: str, spot: Field, old: Any, new: Any, newline: str) -> str:
    """One field rewritten: its comments stay, and a list in block style that only grew keeps its lines."""
    lines = text.split("\n")
    body = [line for line in lines[1:] if line.strip() and not line.lstrip().startswith("#")]
    grown = isinstance(old, list) and isinstance(new, list) and old and new[: len(old)] == old
    if grown and body and body[0].lstrip().startswith("- "):
        pad = len(body[0]) - len(body[0].lstrip())
        added = field_text("x", new[len(old) :], pad - 2 if pad >= 2 else 0)
        if isinstance(new[-1], Mapping):
            rows = [row.lstrip() for row in added.split("\n")[1:] if row.strip()]
        else:
            rows = [
                row[len("x: ") :]
                for row in (field_text("x", each, 0).rstrip("\n") for each in new[len(old) :])
            ]
            rows = [f"- {row}" for row in rows]
        if all("\n" not in row for row in rows):
            joined = "".join(f"{' ' * pad}{row}{newline}" for row in rows)
            return text + ("" if text.endswith("\n") else newline) + joined
    written = field_text(spot.key, new, spot.indent).replace("\n", newline)
    single = len([line for line in lines if line.strip()]) == 1
    comment = _end_comment(text) if single else ""
    if comment and written.count("\n") == 1 and not written.rstrip().endswith(("|-", "|")):
        return written.rstrip("\r\n") + comment + newline
    return _comments(text, spot.indent, newline) + written


def _end_comment(line: str) -> str:
    """The comment behind a value on one line, with the space before it, or ""."""
    quote = ""
    line = line.rstrip("\r\n")
    value = line.index(":") + 1 if ":" in line else 0
    for at in range(value, len(line)):
        char = line[at]
        if quote:
            if char == quote and not (quote == '"' and _is_escaped(line, at)):
                quote = ""
        elif char in "\"'" and line[at - 1] in " [{,:":
            quote = char
        elif char == "#" and line[at - 1] in " \t":
            before = line[:at].rstrip(" \t")
            return line[len(before) :]
    return ""


def _is_escaped(line: str, at: int) -> bool:
    back = at
    while back > 0 and line[back - 1] == "\\":
        back -= 1
    return (at - back) % 2 == 1


def _comments(text: str, indent: int, newline: str) -> str:
    """The comments inside a field's text, each on a line of its own, so that rewriting the field loses none."""
    lines = text.rstrip("\r\n").split("\n")
    head = lines[0].rstrip("\r")
    opens_scalar = head.split("#")[0].rstrip().endswith(("|", ">", "|-", ">-", "|+", ">+"))
    found = [_end_comment(head).strip()]
    for line in [] if opens_scalar else lines[1:]:
        bare = line.strip()
        found.append(bare if bare.startswith("#") else _end_comment(" :" + line).strip())
    return "".join(f"{' ' * indent}{comment}{newline}" for comment in found if comment)


def _place(key: str, order: Mapping[str, Any], fields: tuple[Field, ...]) -> int:
    """Where a field that is not there yet goes: behind the nearest one that comes before it in order."""
    names = list(order)
    earlier = set(names[: names.index(key)])
    behind = [each.end for each in fields if each.key in earlier]
    return max(behind) if behind else fields[-1].end


def _checked(path: Path, text: str, document: Document, after: Playbook) -> str:
    """Lets a text through that reads back as exactly what was to be written."""
    try:
        read = document_of(path, text)
    except CmError as error:
        raise _unwritten(path) from error
    same = dict(read.playbook.rules) == dict(after.rules) and read.playbook.extra == document.playbook.extra
    bad = [raw for raw, rule_id in zip(document.items, document.ids, strict=True) if not rule_id]
    bad_now = [raw for raw, rule_id in zip(read.items, read.ids, strict=True) if not rule_id]
    if not same or bad != bad_now:
        raise _unwritten(path)
    return text


def _unwritten(path: Path) -> BadState:
    return BadState(
        f"{path}: its layout cannot be changed without risk, so nothing was written",
        hint="write the rules as a plain list of `- id: …` blocks, then run it again",
        path=str(path),
    )


def _by_ruamel(document: Document, after: Playbook) -> str:
    """The whole text through ruamel's round trip: slow, but it knows all of YAML."""
    import io

    from ruamel.yaml import YAML
    from ruamel.yaml.comments import CommentedMap, CommentedSeq
    from ruamel.yaml.error import YAMLError

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 1_000_000
    yaml.indent(mapping=2, sequence=4, offset=2)
    try:
        tree = yaml.load(document.text)
        if tree is None:
            tree = CommentedMap({"schema": 1})
        items = tree.get("rules")
        if not isinstance(items, CommentedSeq):
            items = tree["rules"] = CommentedSeq()
        elif items.fa.flow_style() and not items:
            items.fa.set_block_style()
        gone: list[int] = []
        for at, rule_id in enumerate(document.ids):
            if not rule_id:
                continue
            rule = after.get(rule_id)
            if rule is None:
                gone.append(at)
                continue
            change = _change(document.playbook.rules[rule_id], rule, document.items[at])
            for key in [key for key in change.before if key not in change.after]:
                items[at].pop(key, None)
            for key, value in change.after.items():
                if change.before.get(key) != value:
                    items[at][key] = value
        for at in reversed(gone):
            del items[at]
        known = set(document.ids)
        for rule in after:
            if rule.id not in known:
                text = item_text(rule_to_data(rule), 0)
                items.append(parse(text, document.path)[0])
        out = io.StringIO()
        yaml.dump(tree, out)
    except (YAMLError, ValueError, TypeError, AttributeError) as error:
        raise _unwritten(document.path) from error
    return out.getvalue()
