"""Two facts of one frame with different values in it: "The deploy target is Fly" and "The deploy target is Render".

What has one value at a time is told by its noun (a port, an owner, a branch) or its verb (is called, is owned by). Numbers, rival
tools and negations are seen by `relation.py` itself; this is for values that no table knows. It sees what is said in the same
words alone: whoever says a fact otherwise is heard as saying another one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cm.core.language.text import normalise

LONGEST: Final = 4  # words of a value

_WORD: Final = re.compile(r"[^\s,;()\"]+")
_MARKS: Final = ".!?:`'*"  # around a word
_AROUND: Final = _MARKS + '_"“”„‟‘’‚«»‹›[]<>'  # the same in a text as it was written
_IS: Final = frozenset(("is", "=", "ist", "equals", "remains"))
_TIMES: Final = frozenset(
    ("now", "currently", "today", "still", "actually", "jetzt", "inzwischen", "aktuell", "since", "again")
)
_MORE: Final = frozenset(
    ("also", "too", "and", "or", "both", "either", "another", "one", "some", "sometimes", "usually", "mostly", "often", "auch", "und", "oder")
)  # fmt: skip
_NAMED: Final = frozenset(("called", "named", "titled", "heißt", "heisst"))
_BY: Final = frozenset(
    ("owned by", "led by", "maintained by", "managed by", "run by", "hosted on", "hosted at", "hosted by", "hosted in", "deployed to", "deployed on",
     "deployed at", "published to", "published on", "published under", "licensed under", "stored in", "stored on", "scheduled for", "written in",
     "built with", "based in", "located in", "kept in")
)  # fmt: skip
_HAS: Final = frozenset(
    ("owns", "leads", "maintains", "manages", "heads", "chairs", "runs", "reviews", "leitet", "betreut")
)
_ROLES: Final = frozenset(
    ("account", "address", "admin", "approver", "backend", "board", "boss", "branch", "broker", "bucket", "budget", "bundler", "cache", "channel",
     "city", "client", "cloud", "cluster", "codename", "contact", "country", "currency", "customer", "database", "date", "day", "db", "deadline",
     "default", "directory", "domain", "editor", "email", "employer", "endpoint", "environment", "folder", "formatter", "framework", "frontend",
     "goal", "head", "home", "host", "hostname", "id", "interval", "language", "lead", "leader", "licence", "license", "limit", "linter", "location",
     "maintainer", "manager", "model", "month", "name", "namespace", "number", "office", "orchestrator", "os", "owner", "path", "place", "platform",
     "port", "prefix", "priority", "provider", "proxy", "queue", "region", "registry", "release", "remote", "repository", "reviewer", "role",
     "root", "router", "runner", "runtime", "schedule", "schema", "sender", "server", "shell", "slug", "stack", "standard", "status", "store",
     "supplier", "target", "team", "tenant", "threshold", "time", "timeout", "timezone", "title", "tracker", "trunk", "url", "user", "username",
     "vendor", "version", "week", "window", "workflow", "zone",
     "adresse", "anbieter", "besitzer", "datenbank", "frist", "hauptzweig", "leiter", "leiterin", "namensraum", "ordner", "pfad", "plattform",
     "region", "server", "sprache", "standort", "termin", "verantwortlicher", "währung", "ziel", "zweig")
)  # fmt: skip
_OF: Final = frozenset(
    ("of", "for", "in", "on", "at", "from", "to", "by", "with", "per", "that", "we", "von", "für", "der", "des", "im")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Values:
    """What two facts of one frame say in the place where they differ."""

    one: str
    other: str
    plain: bool  # the frame has one value at a time: nobody has to be asked


def other_value(a: str, b: str) -> Values | None:
    """The two values where both texts have one frame that holds one value at a time; None otherwise."""
    one, other = _words(a), _words(b)
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(one), len(other)) - start and one[-1 - end] == other[-1 - end]:
        end += 1
    values = one[start : len(one) - end], other[start : len(other) - end]
    frame_before, frame_after = one[:start], one[len(one) - end :]
    if not all(0 < len(value) <= LONGEST for value in values):
        return None
    if set(values[0]) <= set(values[1]) or set(values[1]) <= set(values[0]):
        return None  # the same, said more exactly
    if _MORE & {*one, *other}:
        return None
    plain = _is_of_one(frame_before)
    if plain is None and not (not frame_before and len(frame_after) > 1 and _is_held(frame_after)):
        return None
    named = [_is_a_name(value, text) for value, text in zip(values, (a, b), strict=True)]
    if plain is not None and named[0] != named[1] and frame_before[-1] not in _NAMED:
        return None  # "is Postgres" and "is fast" are two things to say
    plainly = bool(plain) and (all(named) or frame_before[-1] in _NAMED)
    return Values(" ".join(values[0]), " ".join(values[1]), plainly)


@lru_cache(maxsize=1024)  # a fact is compared with many
def _words(text: str) -> tuple[str, ...]:
    found = (_bare(word) for word in _WORD.findall(normalise(text)))
    return tuple(word for word in found if word not in _TIMES)


def _bare(word: str) -> str:
    return word.strip(_MARKS) or word


def _is_a_name(value: Sequence[str], text: str) -> bool:
    """Whether a value is written as a name, a number or code somewhere in the text."""
    if any(not letter.isalpha() for word in value for letter in word):
        return True
    if any(f"{mark}{word}{mark}" in text for word in value for mark in "`'\"*"):
        return True
    later = (each.group().strip(_AROUND) for each in _WORD.finditer(text) if each.start() > 0)
    return any(word[:1].isupper() and normalise(word) in value for word in later)


def _is_of_one(before: Sequence[str]) -> bool | None:
    """Whether what stands before a value asks for exactly one; None where it does not ask for one at all."""
    if len(before) >= 2 and before[-1] in _NAMED:
        return True
    if len(before) >= 3 and " ".join(before[-2:]) in _BY:
        return False
    if len(before) >= 2 and before[-1] in ("the", "a", "an", "at", "on") and before[-2] in _IS:
        before = before[:-1]
    if len(before) < 2 or before[-1] not in _IS:
        return None
    subject = before[:-1]
    heads = [
        word for place, word in enumerate(subject) if place + 1 == len(subject) or subject[place + 1] in _OF
    ]
    return True if any(head in _ROLES for head in heads) else None


def _is_held(after: Sequence[str]) -> bool:
    """Whether what stands behind a value says what it owns, leads or is."""
    role = (
        after[0] in _IS
        and after[1] in ("the", "our", "my", "der", "die", "das")
        and bool(_ROLES & {*after[2:]})
    )
    return after[0] in _HAS or role
