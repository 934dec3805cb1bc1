"""Writes one value or one rule as YAML text: the same value, the same bytes, one line where it fits.

Not a general emitter: it writes what a playbook holds. What it writes, both parsers read back the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

_WORDS: Final = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nan", "inf"})
_NUMBERLIKE: Final = re.compile(r"[-+.]?[0-9][0-9_,.:xXoOeE+\-a-fA-F]*")
_STAMP: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_FIRST: Final = frozenset("-?:,[]{}#&*!|>'\"%@`=<~.+ \t")
_ESCAPES: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def item_text(data: Mapping[str, Any], indent: int, newline: str = "\n") -> str:
    """A whole new list item, its dash in column `indent`."""
    fields = "".join(field_text(key, value, indent + 2) for key, value in data.items())
    text = " " * indent + "-" + fields[indent + 1 :]
    return text.replace("\n", newline)


def field_text(key: str, value: Any, indent: int) -> str:
    """One `key: value` with everything below it, ending in a newline."""
    pad = " " * indent
    name = (
        key
        if re.fullmatch(r"[A-Za-z_][\w\-]*", key, re.ASCII) and key.lower() not in _WORDS
        else _quoted(key)
    )
    if isinstance(value, str):
        if _fits_literal(value):
            lines = "".join(f"{pad}  {line}\n" if line else "\n" for line in value.split("\n"))
            return f"{pad}{name}: |-\n{lines}"
        return f"{pad}{name}: {scalar(value)}\n"
    if isinstance(value, Sequence) and value and isinstance(value[0], Mapping):
        return f"{pad}{name}:\n" + "".join(f"{pad}  - {flow(item)}\n" for item in value)
    return f"{pad}{name}: {flow(value)}\n"


def flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flow_key(str(k))}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return scalar(value, in_flow=True)


def scalar(value: Any, *, in_flow: bool = False) -> str:
    """A text, number, truth value or nothing; a text stands plain where nobody could read it as something else."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return repr(value)
        case float():
            if value != value or value in (float("inf"), float("-inf")):
                return ".nan" if value != value else ".inf" if value > 0 else "-.inf"
            return repr(value)
        case str():
            return value if _is_plain(value, in_flow) else _quoted(value)
        case _:
            return _quoted(str(value))


def _is_plain(text: str, in_flow: bool) -> bool:
    if _STAMP.fullmatch(text):
        return True
    if not text or text[0] in _FIRST or text[-1] in " :\t" or not text.isprintable() or _ESCAPES.search(text):
        return False
    if ": " in text or " #" in text or text.lower() in _WORDS or _NUMBERLIKE.fullmatch(text):
        return False
    return not in_flow or _safe_in_flow(text)


def _safe_in_flow(text: str) -> bool:
    """Inside brackets a plain text holds no bracket, comma or quote, and a colon only between word characters."""
    if set(text) & set(',[]{}"?'):
        return False
    return re.search(r":(?![\w/])|(?<!\w)#", text) is None


def _flow_key(text: str) -> str:
    return (
        text
        if re.fullmatch(r"[A-Za-z_][\w\-]*", text, re.ASCII) and text.lower() not in _WORDS
        else _quoted(text)
    )


def _quoted(text: str) -> str:
    """A double-quoted scalar; JSON's escapes are YAML's."""
    return _ESCAPES.sub(_escape, json.dumps(text, ensure_ascii=False))


def _escape(found: re.Match[str]) -> str:
    code = ord(found.group())
    return "\ufffd" if 0xD800 <= code <= 0xDFFF else f"\\u{code:04x}"


def _fits_literal(text: str) -> bool:
    """Whether a text of several lines can stand as it is under `|-`."""
    if "\n" not in text or _ESCAPES.search(text) or "\t" in text:
        return False
    lines = text.split("\n")
    if not lines[0] or not lines[-1]:
        return False
    return all(line.isprintable() and line == line.rstrip() for line in lines) and not lines[0].startswith(
        " "
    )
