"""Changes fields inside the text of one rule: the lines of what changed are written anew, comments and the rest stay.

Text in, text out; the result is parsed and compared by `store/playbook_writer.py` before anybody keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cm.store.emit import field_text, item_text
from cm.store.layout import Field, Item, Layout, fields_of


@dataclass(frozen=True, slots=True)
class Change:
    """What one item must become: its fields before and after."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]


class Unsuited(Exception):
    """The text is not laid out in lines that can be spliced."""


def item_changed(block: str, item: Item, layout: Layout, change: Change) -> str:
    """One item's text with the changed fields rewritten."""
    fields = fields_of(block)
    newline = layout.newline
    if fields is None:
        if "#" in block:  # a comment inside brackets would be lost
            raise Unsuited
        return item_text(change.after, item.indent, newline)
    if not block.endswith("\n"):
        block += newline
        fields = fields_of(block) or fields
    if "id" in change.after and "id" not in change.before and fields[0].start == 0:
        # a rule written without an id gets it in front, where people look for it
        margin = fields[0].indent
        front = f"{block[:margin]}id: {change.after['id']}{newline}{' ' * margin}"
        rest = Change({**change.before, "id": change.after["id"]}, change.after)
        return item_changed(front + block[margin:], item, layout, rest)
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
        # where a field is rewritten and another is put in front of it, the rewriting comes first
        return edit[0], order.index(key) if edit[0] == edit[1] and key in order else len(order)

    lead = block[: fields[0].indent]  # the dash and its spaces stand where the first field's margin is
    dashed = fields[0].start == 0
    for start, end, new in sorted(edits, key=rank, reverse=True):
        block = block[:start] + new + block[end:]
    if dashed and not block.startswith(lead):
        first = block.lstrip(" ")
        if first.startswith("#") or len(block) - len(first) < len(lead):
            raise Unsuited
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
