"""Writes a playbook by splicing: only the fields that changed are touched, every other byte stays.

Each result is parsed and compared before it replaces the file. Where lines do not show the structure (flow style,
anchors), the whole text goes through ruamel's round trip, which keeps comments too. Importable by `flows/commit.py` alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cm.errors import BadState, CmError
from cm.model.playbook import Playbook
from cm.model.rule import Rule
from cm.store.emit import item_text
from cm.store.files import replace
from cm.store.layout import Layout, layout_of
from cm.store.playbook import Document, document_of
from cm.store.schema import rule_of, rule_to_data
from cm.store.splicing import Change, Unsuited, item_changed
from cm.store.yaml import parse

HEADER: Final = """\
# The rules that cm keeps. Edit them as you like: comments, order and unknown fields stay,
# and the next change by cm records what you changed. `cm why <id>` tells the life of a rule.
schema: 1
rules:
"""


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
    except Unsuited:
        return _checked(document.path, _by_ruamel(document, after), document, after)
    except BadState:
        return _checked(document.path, _by_ruamel(document, after), document, after)


def _by_lines(document: Document, after: Playbook) -> str:
    text = document.text
    layout = layout_of(text)
    if layout is None or (layout.style == "block") != bool(document.items):
        raise Unsuited
    if layout.style == "block" and len(layout.items) != len(document.items):
        raise Unsuited
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
            block = item_changed(text[item.start : item.end], item, layout, _change(before, rule, raw))
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
        raise Unsuited
    head = text[layout.head[0] : layout.head[1]]
    name, _, rest = head.partition(":")
    return text[: layout.head[0]] + f"{name}: []{rest}" + text[layout.head[1] :]


def _change(before: Rule, after: Rule, raw: Mapping[str, Any]) -> Change:
    old, new = rule_to_data(before), rule_to_data(after)
    if "id" not in raw:
        old.pop("id")
    return Change(old, new)


def _checked(path: Path, text: str, document: Document, after: Playbook) -> str:
    """Lets a text through that reads back as exactly what was to be written."""
    try:
        read = document_of(path, text)
    except CmError as error:
        raise _unwritten(path) from error
    same = read.playbook.extra == document.playbook.extra and read.playbook.rules.keys() == after.rules.keys()
    same = same and all(
        rule == after.rules[rule_id] or rule == rule_of(rule_to_data(after.rules[rule_id]))
        for rule_id, rule in read.playbook.rules.items()
    )
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
    yaml.composer.warn_double_anchors = False
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
