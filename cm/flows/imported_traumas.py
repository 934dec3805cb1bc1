"""What becomes of a trauma that came from a store in the CASS form: its JavaScript pattern as one of ours, read as a command where it names one.

There it was searched anywhere in the typed text, capitals not counting; here a text that is only carried along is not searched, so a
pattern that begins with a program is matched against commands, one of SQL against queries, any other against arguments. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from cm.model.trauma import SEVERITIES, Severity, Story, Trauma

_LEADS: Final = re.compile(r"^(?:\^|\\b|\\s\*|\(\?:?\^\|[^()]*\)|\(\^\|[^()]*\)|\.\*\??)+")
_SQL: Final = re.compile(
    r"(?:drop|delete|truncate|alter|update|insert|grant|revoke)\b(?!\w*-)", re.IGNORECASE
)
_SQL_AFTER: Final = re.compile(r"table|database|schema|from|\bset\b|into|index", re.IGNORECASE)
_WORD: Final = re.compile(r"\(?(?:\?:)?[a-z][a-z0-9_.-]+", re.IGNORECASE)


def translated(row: Mapping[str, Any]) -> Trauma:
    """The line as a trauma that could be armed; nothing of it is armed by this."""
    pattern = re.sub(r"\(\?<([A-Za-z]\w*)>", r"(?P<\1>", str(row.get("pattern", ""))).replace(r"\/", "/")
    bare = _LEADS.sub("", pattern)
    if _SQL.match(bare) and _SQL_AFTER.search(bare):
        pattern, scope = bare, "payload:sql"
    elif _WORD.match(bare):
        pattern, scope = bare, "command"
    else:
        scope = "argument"
    said = row.get("severity")
    severity: Severity = "fatal" if said in ("FATAL", "fatal") else "critical"
    if said in SEVERITIES:
        severity = said
    texts = {
        name: value for name in ("said", "session", "at", "id") if isinstance(value := row.get(name), str)
    }
    return Trauma(
        id=texts.get("id", ""), pattern=pattern, scope=scope, severity=severity, flags="i", at=texts.get("at", ""),
        story=Story(texts.get("said", ""), texts.get("session", ""), by="import"),
    )  # fmt: skip
