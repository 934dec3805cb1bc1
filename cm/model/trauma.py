"""A trauma: a command that once did damage, as a pattern by which it is known again, with its story.

Not here: how a command is read and matched (`guards/runtime.py`), the shipped ones (`store/catalogue.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

Severity: TypeAlias = Literal["fatal", "critical", "caution"]
"""fatal: also looked for in what cannot be read. critical: denied. caution: asked about where the host can ask, else denied."""

TraumaStatus: TypeAlias = Literal["active", "healed", "retired"]
"""healed: lifted by a person, with a reason, until a time or for good. retired: no longer of any use."""

SEVERITIES: Final = ("fatal", "critical", "caution")
STATUSES: Final = ("active", "healed", "retired")
SCOPES: Final = ("command", "argument", "payload", "raw")
"""command: from the start of a command in canonical form. argument: anywhere in one whose words are not data. payload: in what is
handed to an interpreter or a database, `payload:sql` for one language. raw: in the text as it was typed."""

LANGUAGES: Final = ("sql", "mongo", "python", "js", "perl", "ruby", "php", "awk", "go", "lua", "r", "tcl", "groovy", "elixir", "julia", "applescript", "scheme", "lisp", "clojure", "erlang", "haskell", "nim", "ocaml", "octave", "raku", "scala", "swift")  # fmt: skip
"""What a payload may be written in."""


@dataclass(frozen=True, slots=True)
class Story:
    """Why a pattern stands: where it happened and what was said, or the words of whoever added it."""

    message: str = ""
    session: str = ""
    event: str = ""
    quote: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class TraumaExamples:
    """Commands that must be denied and commands that must not; a pattern that fails one is not armed."""

    deny: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trauma:
    """One pattern with its story; `pattern` is matched against the canonical form that docs/guards.md describes."""

    id: str
    pattern: str
    story: Story
    scope: str = "command"
    severity: Severity = "critical"
    status: TraumaStatus = "active"
    flags: str = ""  # "i": capitals do not count
    pack: str = ""
    instead: str = ""  # what to do in its place
    examples: TraumaExamples = field(default_factory=TraumaExamples)
    at: str = ""  # when it was added
    healed: str = ""  # the reason why it was lifted
    lifted_by: str = ""  # who lifted it or took it away
    until: str = ""  # until when; "" with a reason = for good

    def row(self) -> dict[str, Any]:
        """The line of `traumas.jsonl`, without what is empty."""
        told = {name: getattr(self.story, name) for name in ("message", "session", "event", "quote", "by")}
        row: dict[str, Any] = {
            "id": self.id,
            "pattern": self.pattern,
            "scope": self.scope,
            "severity": self.severity,
            "status": self.status,
            "flags": self.flags,
            "pack": self.pack,
            "story": {name: value for name, value in told.items() if value},
            "instead": self.instead,
            "examples": {"deny": list(self.examples.deny), "allow": list(self.examples.allow)},
            "at": self.at,
            "healed": self.healed,
            "lifted_by": self.lifted_by,
            "until": self.until,
        }
        return {name: value for name, value in row.items() if value}


def trauma_of(row: Mapping[str, Any]) -> Trauma:
    """A trauma from a row of a registry or a catalogue. Raises ValueError that says what it should be."""
    unknown = sorted(set(row) - set(Trauma.__dataclass_fields__))
    if unknown:
        raise ValueError(f"unknown field {', '.join(map(str, unknown))}")
    for name in ("id", "pattern"):
        if not isinstance(row.get(name), str) or not row[name]:
            raise ValueError(f"there is no {name}")
    told = row.get("story") or ""
    if not isinstance(told, str | Mapping):
        raise ValueError("the story is neither a text nor fields")
    if not isinstance(told, str) and (odd := sorted(set(map(str, told)) - set(Story.__dataclass_fields__))):
        raise ValueError(f"the story has no {', '.join(odd)}")
    story = (
        Story(message=told)
        if isinstance(told, str)
        else Story(**{str(key): str(v) for key, v in told.items()})
    )
    shown = row.get("examples") or {}
    if not isinstance(shown, Mapping):
        raise ValueError("examples are `deny:` and `allow:`")
    examples = TraumaExamples(
        tuple(map(str, shown.get("deny") or ())), tuple(map(str, shown.get("allow") or ()))
    )
    plain = {name: row[name] for name in row if name not in ("story", "examples")}
    for name, value in plain.items():
        if not isinstance(value, str):
            raise ValueError(f"{name} is not a text")
    made = Trauma(story=story, examples=examples, **plain)
    if made.severity not in SEVERITIES:
        raise ValueError(f"severity is one of {', '.join(SEVERITIES)}")
    if made.status not in STATUSES:
        raise ValueError(f"status is one of {', '.join(STATUSES)}")
    if made.scope.partition(":")[0] not in SCOPES:
        raise ValueError(f"scope is one of {', '.join(SCOPES)}")
    return made
