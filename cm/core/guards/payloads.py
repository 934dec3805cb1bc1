"""From what was handed to a database or an interpreter, a pattern that knows it again: the statement or the call, and what it hit.

Not here: commands (`propose.py`).
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

Target: TypeAlias = Literal["any", "same"]
"""any: whatever the command is aimed at. same: the one thing that it hit, wherever its folder lies."""

_ANY: Final = r"\S+"
_CODE_CALL: Final = re.compile(
    r"(?:[A-Za-z_$][\w$]*\.)*(?:rmtree|unlinkSync|rmSync|rmdirSync|rm_rf|rm_r|remove|unlink|removedirs|rmdir|rm|truncate|move|rename|system|drop\w*|deleteMany|deleteOne|delete|flushall|flushdb|execute|Remove\w*|delete\w*)\s*\("
)
_SQL: Final = re.compile(
    r"^\s*(?:(?P<drop>drop|truncate)(?:\s+(?P<what>table|database|schema|view|materialized\s+view|index|column|user|role|keyspace|type|sequence|collection|extension))?(?:\s+if\s+exists)?(?:\s+only)?\s+(?P<name>[\w.\"`\[\]-]+)?"
    r"|(?P<delete>delete\s+from)\s+(?P<from>[\w.\"`\[\]-]+)(?P<where>.*\bwhere\b)?"
    r"|(?P<update>update)\s+(?P<set>[\w.\"`\[\]-]+)\s+set(?P<cond>.*\bwhere\b)?"
    r"|(?P<alter>alter\s+table)\s+(?P<table>[\w.\"`\[\]-]+)\s+drop)",
    re.IGNORECASE | re.DOTALL,
)


def pattern_in(text: str, scope: str, asked: Target | None) -> tuple[str, str, Target, str] | None:
    """(pattern, scope, target, flags) for what was handed to a database or an interpreter."""
    if scope == "payload:sql":
        for statement in re.split(r";|\n", text):
            if made := _sql(statement, asked):
                return made
        words = re.findall(r"[\w.]+|[^\s\w.]", re.split(r";|\n", text.strip())[0])[:12]
        if len(words) > 1 and words[0].isalpha():
            return (
                r"^"
                + r"\s*".join(
                    rf"{re.escape(word)}\b" if word[-1].isalnum() else re.escape(word) for word in words
                ),
                scope,
                "same",
                "i",
            )
    call = _CODE_CALL.search(text)
    if call is None:
        return None
    name = re.escape(call[0].rstrip("( \t")).replace(r"\-", "-")
    pattern = rf"{name}\s*\("
    inside = re.match(r"\s*(?:[^()\n]{0,80}?)?(['\"])([^'\"\n]{1,120})\1", text[call.end() :])
    if asked != "any" and inside:
        return rf"{pattern}[^\n]{{0,200}}{re.escape(inside[2])}(?!\w)", scope, "same", ""
    return pattern, scope, "any", ""


def _sql(statement: str, asked: Target | None) -> tuple[str, str, Target, str] | None:
    found = _SQL.match(statement)
    if found is None:
        return None
    name = next((found[each] for each in ("name", "from", "set", "table") if found[each]), "") or ""
    plain = re.sub(r"[\"`\[\]]", "", name).rpartition(".")[2]
    quoted = rf"(?:[\w\"`\[\]]+\.)?[\"`\[]?{re.escape(plain)}[\"`\]]?(?![\w])" if plain else r"\S+"
    if found["drop"]:
        what = re.sub(r"\s+", r"\\s+", (found["what"] or "").lower())
        wide = what in ("database", "schema", "keyspace")
        took: Target = asked or ("any" if wide or not plain else "same")
        verb = found["drop"].lower()
        middle = (
            rf"\s+{what}" if what and verb == "drop" else (r"(?:\s+table)?" if verb == "truncate" else "")
        )
        end = r"(?:\s+if\s+exists)?(?:\s+only)?\s+" + (quoted if took == "same" else r"\S")
        return rf"(?:^|\b(?:begin|then|do|go)\s+){verb}{middle}{end}", "payload:sql", took, ""
    if found["delete"]:
        took = asked or "same"
        sure = "" if found["where"] else r"(?!.*\bwhere\b)"
        return rf"^delete\s+from\s+{quoted if took == 'same' else _ANY}{sure}", "payload:sql", took, ""
    if found["update"]:
        took = asked or "same"
        sure = "" if found["cond"] else r"(?!.*\bwhere\b)"
        return rf"^update\s+{quoted if took == 'same' else _ANY}\s+set\b{sure}", "payload:sql", took, ""
    took = asked or "same"
    return (
        rf"^alter\s+table\s+{quoted if took == 'same' else _ANY}.{{0,400}}\bdrop\b",
        "payload:sql",
        took,
        "",
    )
