"""Bullets of a store in the CASS form as rules of ours with their marks.

Pure: what a folder holds is read by `store/cass.py`, what is done with it is `flows/migrating.py`; its ledgers and settings
are `cass_ledgers.py`, its diaries `cass_diary.py`. Whatever has no home here is named, never dropped: each mapping says
which fields it left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, Final

from cm.core.exchange.cass_fields import NAME, Ways, is_true, moment_of, text_of, texts_of
from cm.core.exchange.portable import IMPORTED, UNVERIFIED, clean, fit_note
from cm.core.serving.standing import MOST
from cm.model.ids import short_hash
from cm.model.ledger import Mark
from cm.model.rule import Evidence, Kind, Origin, Retirement, Rule, Scope, State

_ID: Final = re.compile(r"[A-Za-z0-9][\w.:\-]{0,79}", re.ASCII)
_FACETS: Final = ("language", "framework", "task")
COMPUTED: Final = frozenset(
    (
        "maturity",
        "helpfulCount",
        "harmfulCount",
        "effectiveScore",
        "embedding",
        "promotedAt",
        "confidenceDecayHalfLifeDays",
    )
)
"""Fields whose worth is computed here anew, from the marks."""
_TAKEN: Final = frozenset(
    (
        "id", "scope", "scopeKey", "workspace", "category", "content", "source", "type", "isNegative", "kind", "state",
        "feedbackEvents", "createdAt", "pinned", "pinnedReason", "deprecated", "replacedBy", "deprecationReason",
        "deprecatedAt", "sourceSessions", "sourceAgents", "reasoning", "tags",
    )
)  # fmt: skip
"""Fields that find their place in a rule or its marks."""
_BANS: Final = re.compile(r"(?i)\s*(?:avoid|never|do not|don't|no)\b")


@dataclass(frozen=True, slots=True)
class Bullet:
    """A bullet as a rule with its marks, and what of it found no home."""

    rule: Rule
    marks: tuple[Mark, ...] = ()
    left: tuple[str, ...] = ()  # fields that say something and have no place here
    notes: tuple[str, ...] = ()  # what does not add up


def bullet_of(data: Any, ways: Ways) -> Bullet | str:
    """Reads one bullet, or says in words why it is none."""
    if not isinstance(data, Mapping):
        return "not a mapping of fields"
    text = text_of(data, "content")
    if not text.strip():
        return "content: is missing"
    notes: list[str] = []
    named = text_of(data, "id")
    if named and not _ID.fullmatch(named):
        notes.append(f"its id {named[:40]!r} cannot be kept")
        named = ""
    at = moment_of(data, "createdAt", ways.now)
    scope, unclear = _scope(data, ways)
    state, retired, heir, said = _state(data, ways)
    if unclear and state == "active":
        state = "draft"
    notes += [*unclear, *said]
    marks, told = _marks(data, named or short_hash(13, text), ways)
    notes += told
    pinned = is_true(data, "pinned") and state not in ("retired", "superseded")
    rule = Rule(
        id=named, text=text.strip(), kind=_kind(data), category=text_of(data, "category").strip() or "general",
        scope=scope, state=state, why=text_of(data, "reasoning").strip(), evidence=_evidence(data, ways),
        origin=Origin("import", at, f"{NAME}: {source}" if (source := text_of(data, "source")) else NAME),
        tags=_tags(data), pinned=(text_of(data, "pinnedReason") or "pinned before the import") if pinned else "",
        replaced_by=heir, retired=retired,
    )  # fmt: skip
    left = tuple(sorted(str(key) for key, value in data.items() if key not in _TAKEN and _says(key, value)))
    return Bullet(rule, marks, left, tuple(notes))


def _says(key: object, value: object) -> bool:
    """Whether a field without a home says anything; a time of change says nothing that the decisions do not."""
    return value not in (None, "", [], {}, False) and key != "updatedAt"


def _kind(data: Mapping[str, Any]) -> Kind:
    against = (
        text_of(data, "type") == "anti-pattern"
        or text_of(data, "kind") == "anti_pattern"
        or is_true(data, "isNegative")
    )
    return "anti-pattern" if against else "rule"


def _tags(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Its tags, and the kinds that are none here."""
    kind = text_of(data, "kind")
    more = (
        (kind.replace("_", "-"),) if kind in ("project_convention", "stack_pattern", "workflow_rule") else ()
    )
    return tuple(dict.fromkeys((*texts_of(data, "tags"), *more)))


def _scope(data: Mapping[str, Any], ways: Ways) -> tuple[Scope, list[str]]:
    """Where it holds; a place that it does not name makes it wait, since it must not hold everywhere."""
    named = text_of(data, "scope") or "global"
    key = text_of(data, "scopeKey").strip()
    folder = text_of(data, "workspace").strip()
    match named:
        case "global":
            return Scope(project=ways.here), []
        case "workspace":
            place = folder or key
            if place:
                return Scope(project=ways.project(place)), []
            return Scope(project=ways.here), [] if ways.here else [
                "it is about a workspace that it does not name"
            ]
        case "language" | "framework" | "task":
            if key:
                return replace(Scope(project=ways.here), **{named: key.lower()}), []
            return Scope(project=ways.here), [f"it is about a {named} that it does not name"]
        case other:
            return Scope(project=ways.here), [f"its scope {other[:40]!r} is not known"]


def _state(data: Mapping[str, Any], ways: Ways) -> tuple[State, Retirement | None, str, list[str]]:
    """Its state: what says that it ended wins over what says that it holds."""
    said = text_of(data, "state")
    replaced = text_of(data, "replacedBy")
    ended = (
        is_true(data, "deprecated")
        or said == "retired"
        or text_of(data, "maturity") == "deprecated"
        or bool(replaced)
    )
    notes = []
    if ended:
        if said in ("active", "draft"):
            notes.append(f"it says {said} and that it ended: it ended")
        reason = text_of(data, "deprecationReason").strip()
        at = ways.now
        for name in ("createdAt", "updatedAt", "deprecatedAt"):
            at = moment_of(data, name, at)
        if replaced in ways.ids and replaced != text_of(data, "id"):
            return (
                "superseded",
                Retirement(at, "import", clean(reason) or f"{replaced} took its place there"),
                replaced,
                notes,
            )
        if replaced:
            reason = f"{reason + '; ' if reason else ''}replaced by {replaced}"
        return "retired", Retirement(at, "import", clean(reason) or "deprecated before the import"), "", notes
    if said == "draft" and text_of(data, "maturity") in ("established", "proven"):
        notes.append(f"it says draft and {text_of(data, 'maturity')}: it stays a draft")
    return ("draft" if said == "draft" else "active"), None, "", notes


def _evidence(data: Mapping[str, Any], ways: Ways) -> tuple[Evidence, ...]:
    """The sessions that it came from, without words: none were kept."""
    agents = texts_of(data, "sourceAgents")
    agent = agents[0] if len(agents) == 1 else ""
    sessions = dict.fromkeys(ways.session(path, agent) for path in texts_of(data, "sourceSessions"))
    return tuple(Evidence("import", "", session, note=UNVERIFIED) for session in sessions if session)


def _marks(data: Mapping[str, Any], rule_id: str, ways: Ways) -> tuple[tuple[Mark, ...], list[str]]:
    """One mark per feedback event; counts without events are told and make no marks."""
    found: dict[str, Mark] = {}
    bad = 0
    counts = {"helpful": 0, "harmful": 0}
    raw = data.get("feedbackEvents")
    for number, event in enumerate(raw if isinstance(raw, list | tuple) else ()):
        kind = text_of(event, "type") if isinstance(event, Mapping) else ""
        at = moment_of(event, "timestamp", "") if isinstance(event, Mapping) else ""
        if kind not in ("helpful", "harmful") or not at:
            bad += 1
            continue
        counts[kind] += 1
        path = text_of(event, "sessionPath")
        session = ways.session(path, "") if path else ""
        reason = text_of(event, "reason").replace("_", " ")
        mark_id = "m-" + short_hash(
            13, *((rule_id, kind, session) if session else (rule_id, kind, at, reason, str(number)))
        )
        if mark_id in found:  # a second one of the same session counts once, and stays to be read
            mark_id = "m-" + short_hash(13, rule_id, kind, session, at, str(number))
        found[mark_id] = Mark(
            mark_id, rule_id, "helpful" if kind == "helpful" else "harmful", min(at, ways.now),
            session or IMPORTED + mark_id.removeprefix("m-"), "import", fit_note(reason), fit_note(text_of(event, "context")),
            _weight(event.get("decayedValue")),
        )  # fmt: skip
    notes = [f"{bad} feedback events cannot be read"] if bad else []
    for kind, name in (("helpful", "helpfulCount"), ("harmful", "harmfulCount")):
        claimed = data.get(name)
        if isinstance(claimed, int) and not isinstance(claimed, bool) and claimed != counts[kind]:
            notes.append(f"it counts {claimed} {kind} and has {counts[kind]} such events: the events count")
    return tuple(found.values()), notes


def _weight(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or value <= 0:
        return 1.0
    return min(float(value), MOST)


def patterns_of(raw: Any, ways: Ways) -> Iterator[Rule | str]:
    """Patterns that store had given up: each a warning against them, as a draft; what is used instead is part of it."""
    for item in raw if isinstance(raw, list | tuple) else ():
        pattern = text_of(item, "pattern").strip() if isinstance(item, Mapping) else ""
        if not pattern:
            yield "a deprecated pattern without a pattern"
            continue
        instead = text_of(item, "replacement").strip()
        head = pattern if _BANS.match(pattern) else f"Avoid {_as_code(pattern)}"
        text = f"{head.rstrip('.')}; use {_as_code(instead)} instead." if instead else f"{head.rstrip('.')}."
        yield Rule(
            id="", text=text, kind="anti-pattern", state="draft", why=text_of(item, "reason").strip(),
            scope=Scope(project=ways.here), origin=Origin("import", moment_of(item, "deprecatedAt", ways.now), f"{NAME}: deprecated"),
        )  # fmt: skip


def _as_code(words: str) -> str:
    """A pattern that is code or one word stands in backticks, a sentence as it is."""
    return words if (" " in words and "(" not in words) or "`" in words else f"`{words}`"
