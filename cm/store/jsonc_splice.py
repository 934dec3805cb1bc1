"""Changes one place in a JSON text and keeps every other byte: comments, order, indentation, line breaks.

`put_in` adds to a list, `put_at` sets a member, `replace_at` changes one value in its place, `take_out` removes what was added: with the
`Trace` of what was put in, the text is as before, byte for byte. Each result is read again and compared before it is
given back. Reading is `store/jsonc.py`.
"""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from cm.errors import Unparsable
from cm.store.jsonc import Document, Node, Part, Path, find_part, line_and_column, parse
from cm.store.jsonc_style import (
    BLANK,
    SPACE,
    back,
    between,
    break_at,
    indent_at,
    is_dense,
    is_flat,
    line_end,
    newline,
    starts_line,
    unit,
    written,
)


@dataclass(frozen=True, slots=True)
class Trace:
    """What putting something in made besides the thing itself, so that taking it out leaves nothing."""

    made: int = 0  # how many of the things around it did not exist: lists, objects, the document
    tail: bool = False  # a line break was put behind it, in what was empty before


@dataclass(frozen=True, slots=True)
class Put:
    """The text with something in it, where that stands now, and what else was made."""

    text: str
    path: tuple[str | int, ...]
    trace: Trace


def put_in(text: str, path: Path, value: Any, name: str = "") -> Put:
    """Adds a value at the end of the list at `path`, making the objects and the list that are missing.

    Raises Unparsable when the text is no JSON, or when what stands there is no list.
    """
    found = parse(text, name)
    there = found.at(path)
    if there is not None:
        if not there.is_list:
            _refuse(found, there, name, f"{_named(path)} is no list")
        whole = (*path, len(there.parts))
        new, tail = _added(found, there, None, value)
        return _checked(found, new, whole, value, Trace(0, tail), name)
    return _grown(found, path, [value], (0,), name)


def put_at(text: str, path: Path, value: Any, name: str = "") -> Put:
    """Sets the member at `path`, in its place when it is there, making the objects that are missing."""
    found = parse(text, name)
    if found.at(path) is not None:
        return Put(replace_at(text, path, value, name), tuple(path), Trace())
    return _grown(found, path, value, (), name)


def replace_at(text: str, path: Path, value: Any, name: str = "") -> str:
    """Changes the one value at `path`, with the comments inside it; equal values leave the text as it is."""
    found = parse(text, name)
    node = found.at(path)
    if node is None:
        raise KeyError(_named(path))
    if _same(node.value, value):
        return text
    many = "\n" in text[node.start : node.end] or not (node.parts or is_flat(found))
    new = text[: node.start] + written(found, value, indent_at(text, node.start), many) + text[node.end :]
    again = parse(new, name)
    left = len(again.comments) == len(found.comments) - sum(
        node.start < each.start < node.end for each in found.comments
    )
    if not left or not _same(again.value_at(()), _value_with(found, path, value)):
        raise _unsuited(found, path, name)
    return new


def take_out(text: str, path: Path, trace: Trace | None = None, name: str = "") -> str:
    """Removes the value at `path`, and of what was made around it (by its trace) all that holds nothing else."""
    found = parse(text, name)
    if found.at(path) is None:
        raise KeyError(_named(path))
    trace = trace or Trace()
    gone, left = tuple(path), trace.made
    while left and gone and _is_alone(found, gone):
        gone, left = gone[:-1], left - 1
    # what was put behind stands beside the outermost thing that was made
    new = _without(found, gone, trace.tail and not left)
    again = parse(new, name)
    if not _same(again.value_at(()), _value_without(found, gone)) or _said(again) != _said(found):
        raise _unsuited(found, gone, name)
    return new


# --- putting in


def _grown(found: Document, path: Path, value: Any, more: tuple[int, ...], name: str) -> Put:
    """Adds a member to the deepest object on the way that is there, with all that is missing below it."""
    node, depth = found.root, 0
    while node is not None and depth < len(path):
        if not node.is_object:
            _refuse(found, node, name, f"{_named(path[:depth])} is no object")
        part = find_part(node, path[depth])
        if part is None:
            break
        node, depth = part.node, depth + 1
    missing = list(path[depth:])
    whole: Any = value
    for step in reversed(missing[1:] if found.root is not None else missing):
        whole = {step: whole}
    made = len(missing) - (0 if more else 1)
    if node is None:
        new, tail = _first(found, whole)
        made += 1
    else:
        new, tail = _added(found, node, str(missing[0]), whole)
    return _checked(found, new, (*path, *more), value[0] if more else value, Trace(made, tail), name)


def _first(found: Document, value: Any) -> tuple[str, bool]:
    """The document itself, in a text that has none."""
    text = found.text
    at = found.comments[-1].end if found.comments else 0
    line_break = newline(text)
    tail = "" if "\n" in text[at:] else line_break
    lead = line_break if at else ""
    return text[:at] + lead + written(found, value, "", True) + tail + text[at:], bool(tail)


def _added(found: Document, node: Node, key: str | None, value: Any) -> tuple[str, bool]:
    """One more part at the end of a list or an object."""
    text, parts = found.text, node.parts
    flat = is_flat(found)
    label = "" if key is None else json.dumps(key, ensure_ascii=False) + (":" if is_dense(found) else ": ")
    if not parts:
        return _into_empty(found, node, label, value, flat)
    last = parts[-1]
    after = last.comma + 1 if last.comma >= 0 else last.node.end
    at, open_comment = line_end(found, after, node.end - 1)
    own_line = starts_line(text, last.start)
    if own_line or open_comment:
        indent = indent_at(text, last.start) if own_line else indent_at(text, node.start) + unit(found)
        lead = newline(text) + indent
    else:
        indent = indent_at(text, node.start)
        lead = between(found, parts)
    many = own_line or open_comment
    body = lead + label + written(found, value, indent, many)
    if last.comma >= 0:
        return text[:at] + body + "," + text[at:], False
    return text[:after] + "," + text[after:at] + body + text[at:], False


def _into_empty(found: Document, node: Node, label: str, value: Any, flat: bool) -> tuple[str, bool]:
    text, close = found.text, node.end - 1
    inner = [each for each in found.comments if node.start < each.start < close]
    at = inner[-1].end if inner else node.start + 1
    rest = text[at:close]
    base = indent_at(text, node.start)
    must = bool(inner) and inner[-1].to_line_end
    if flat and not must:
        return text[:at] + (" " if rest else "") + label + written(found, value, base, False) + text[
            at:
        ], False
    indent = base + unit(found)
    body = newline(text) + indent + label + written(found, value, indent, True)
    tail = "" if "\n" in rest else newline(text) + base
    return text[:at] + body + tail + text[at:], bool(tail)


# --- taking out


def _without(found: Document, path: tuple[str | int, ...], tail: bool) -> str:
    text = found.text
    if not path:
        root = found.root
        assert root is not None
        start, end = back(found, root.start), root.end
        if tail:
            end += len(break_at(text, end))
        return text[:start] + text[end:]
    node = found.at(path[:-1])
    assert node is not None
    part = find_part(node, path[-1])
    assert part is not None
    number = node.parts.index(part)
    start, end = back(found, part.start), part.node.end
    if part.comma >= 0:
        between = text[end : part.comma]
        if between.strip(SPACE):  # a comment stands there: it stays
            text = text[: part.comma] + text[part.comma + 1 :]
        else:
            end = part.comma + 1
    if len(node.parts) == 1 and tail:
        close = node.end - 1
        behind = break_at(text, end)
        if behind and not text[end:close].strip(SPACE):
            behind += indent_at(text, node.start)
            end = end + len(behind) if text.startswith(behind, end) else close
    if number == 0 and part.comma >= 0 and "\n" not in text[start : part.start]:
        end += len(text[end:]) - len(text[end:].lstrip(BLANK)) if not _starts_comment(text, end) else 0
        start = part.start
    if _would_swallow(found, start, text, end):
        start = part.start
        end += len(text[end:]) - len(text[end:].lstrip(BLANK))
    head = text[:start]
    if number and part.comma < 0:
        before = node.parts[number - 1].comma
        head = head[:before] + head[before + 1 :]
    return head + text[end:]


def _would_swallow(found: Document, start: int, text: str, end: int) -> bool:
    """Whether what stands behind would come onto the line of a comment that goes to the end of its line."""
    for each in found.comments:
        if each.end == start and each.to_line_end:
            return text[end:].lstrip(BLANK)[:1] not in ("\n", "\r", "")
    return False


def _starts_comment(text: str, at: int) -> bool:
    return text[at:].lstrip(BLANK)[:2] in ("//", "/*")


def _is_alone(found: Document, path: tuple[str | int, ...]) -> bool:
    """Whether the thing around it holds nothing else, not even a comment."""
    around = found.at(path[:-1])
    if around is None or len(around.parts) != 1:
        return False
    return not any(around.start < each.start < around.end for each in found.comments)


def _value_without(found: Document, path: tuple[str | int, ...]) -> Any:
    if not path or found.root is None:
        return None
    value = deepcopy(found.root.value)
    around: Any = value
    for step in path[:-1]:
        around = around[step]
    twins = [part for part in _parts(found, path[:-1]) if part.key == path[-1]]
    if isinstance(path[-1], str) and len(twins) > 1:
        around[path[-1]] = twins[-2].node.value
    else:
        del around[path[-1]]
    return value


def _value_with(found: Document, path: Path, value: Any) -> Any:
    if not path or found.root is None:
        return value
    whole = deepcopy(found.root.value)
    around: Any = whole
    for step in path[:-1]:
        around = around[step]
    around[path[-1]] = value
    return whole


def _parts(found: Document, path: tuple[str | int, ...]) -> tuple[Part, ...]:
    node = found.at(path)
    return () if node is None else node.parts


# --- proving it


def _checked(
    found: Document, new: str, path: tuple[str | int, ...], value: Any, trace: Trace, name: str
) -> Put:
    """Reads the new text: the value stands where it should, nothing else moved, and no comment is gone."""
    again = parse(new, name)
    made = path[: len(path) - trace.made]
    rest = _value_without(again, made)
    if (
        not _same(again.value_at(path), value)
        or not _same(rest, found.value_at(()))
        or _said(again) != _said(found)
    ):
        raise _unsuited(found, path, name)
    return Put(new, path, trace)


def _said(found: Document) -> tuple[str, ...]:
    return tuple(found.text[each.start : each.end] for each in found.comments)


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON: 1 is not true, and the order of keys counts."""
    return json.dumps(one) == json.dumps(other)


def _named(path: Path) -> str:
    return "`" + ".".join(str(step) for step in path) + "`" if path else "the whole document"


def _refuse(found: Document, node: Node, name: str, why: str) -> None:
    line, column = line_and_column(found.text, node.start)
    where = f"{name}:{line}:{column}" if name else f"line {line}, column {column}"
    raise Unparsable(
        f"{where}: {why}, so nothing was written",
        hint="the program that reads this file would not understand it either; mend that place, then run it again",
        path=name, line=line, column=column,
    )  # fmt: skip


def _unsuited(found: Document, path: Path, name: str) -> Unparsable:
    node = found.at(path[:-1]) or found.root
    line, column = line_and_column(found.text, node.start if node else 0)
    return Unparsable(
        f"{name or 'the text'}:{line}:{column}: cannot be changed without touching what is not ours, so nothing was written",
        hint="put every entry there on a line of its own, then run it again",
        path=name, line=line, column=column,
    )  # fmt: skip
