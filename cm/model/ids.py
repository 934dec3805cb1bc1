"""Ids made from content: the same thing has the same id on every machine.

Not here: random ids; what needs one gets it as an argument.
"""

from __future__ import annotations

import base64
from hashlib import sha256
from typing import Final

_ID_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:-"


def short_hash(length: int, *parts: str) -> str:
    """Returns `length` characters of lower-case base32 of the parts' SHA-256; parts cannot run into each other."""
    digest = sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).digest()
    return base64.b32encode(digest[: (length * 5 + 7) // 8]).decode("ascii").lower()[:length]


def event_id(host: str, *parts: str) -> str:
    """The id of a journal event: stable for the same native record wherever its copy is found."""
    return "e-" + short_hash(16, host, *parts)


def rule_birth_id(kind: str, scope: str, normal_text: str) -> str:
    """The id a rule gets at birth, and keeps through edits."""
    return "r-" + short_hash(13, kind, scope, normal_text)


def is_rule_id(text: str) -> bool:
    """Whether a text may be a rule's id: what every file, mark and command line can carry."""
    return len(text) <= 80 and text.isascii() and text[:1].isalnum() and not text.strip(_ID_LETTERS)
