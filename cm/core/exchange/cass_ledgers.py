"""The ledgers and settings of a store in the CASS form as ours: withdrawals, outcomes, deliveries, traumas; settings as suggestions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cm.core.exchange.cass_fields import NAME, Ways, count_of, is_true, moment_of, text_of, texts_of
from cm.core.exchange.portable import clean, fit_note
from cm.core.language.text import normalise
from cm.model.ids import short_hash
from cm.model.ledger import Blocked, Outcome, Shown


def blocked_of(line: Mapping[str, Any], ways: Ways) -> Blocked | None:
    """What was taken away there does not come back here."""
    text = normalise(clean(text_of(line, "content")))
    if not text:
        return None
    rule = text_of(line, "id")
    at = moment_of(line, "forgottenAt", ways.now)
    reason = fit_note(text_of(line, "reason"))
    return Blocked("b-" + short_hash(13, NAME, rule, text), rule, text, min(at, ways.now), "import", reason)


def outcome_of(line: Mapping[str, Any], ways: Ways, known: Callable[[str], str]) -> Outcome | None:
    """How a session ended; `known` says what a bullet is called here."""
    session = ways.session(text_of(line, "sessionId") or text_of(line, "path"), "")
    at = moment_of(line, "recordedAt", "")
    said = text_of(line, "outcome")
    if not session or not at:
        return None
    match said:
        case "success" | "failure" | "mixed" | "partial":
            status = said
        case _:
            return None
    mood = text_of(line, "sentiment")
    return Outcome(
        id="o-" + short_hash(13, NAME, session, at, status), session=session, status=status, at=min(at, ways.now),
        rules=tuple(dict.fromkeys(known(each) for each in texts_of(line, "rulesUsed"))), by="import",
        sentiment=mood if mood in ("positive", "negative") else "neutral", notes=fit_note(text_of(line, "notes")),
        task=fit_note(text_of(line, "task")), seconds=count_of(line, "durationSec"), errors=count_of(line, "errorCount"),
        retries=is_true(line, "hadRetries"),
    )  # fmt: skip


def shown_of(line: Mapping[str, Any], ways: Ways, known: Callable[[str], str]) -> Shown | None:
    """What was given to an agent before a task."""
    at = moment_of(line, "timestamp", "")
    ids = tuple(
        dict.fromkeys(known(each) for name in ("ruleIds", "antiPatternIds") for each in texts_of(line, name))
    )
    if not at:
        return None
    task = fit_note(text_of(line, "task"))
    folder = text_of(line, "workspace")
    session = text_of(line, "session")
    return Shown(
        id="c-" + short_hash(13, NAME, at, task, *ids), at=min(at, ways.now), door="import", rules=ids, sha256="",
        task=task, project=ways.project(folder) if folder else ways.here,
        session=ways.session(session, "") if session else "",
    )  # fmt: skip


def trauma_of(line: Mapping[str, Any], ways: Ways) -> dict[str, Any] | None:
    """A command that must not run again, as a line that is kept and arms nothing."""
    pattern = text_of(line, "pattern")
    if not pattern.strip() or clean(pattern) != pattern:
        return None
    event = line.get("trigger_event")
    event = event if isinstance(event, Mapping) else {}
    path = text_of(event, "session_path")
    folder = text_of(line, "projectPath")
    about = ways.project(folder) if folder else ways.here
    told = {
        "id": text_of(line, "id") or "t-" + short_hash(13, NAME, pattern),
        "status": "imported",
        "was": text_of(line, "status"),
        "severity": text_of(line, "severity"),
        "pattern": pattern,
        "syntax": "javascript, case ignored",
        "scope": text_of(line, "scope") or "global",
        "project": about if text_of(line, "scope") == "project" else "",
        "session": ways.session(path, "") if path else "",
        "said": fit_note(text_of(event, "human_message")),
        "happened": moment_of(event, "timestamp", ""),
        "at": moment_of(line, "created_at", ways.now),
        "by": "import",
    }
    return {name: value for name, value in told.items() if value}


# --- settings


@dataclass(frozen=True, slots=True)
class Suggested:
    """A setting of that store as one of ours; nothing is set by itself."""

    key: str
    value: str
    said: str  # how it is called there


_SETTINGS: Final[Mapping[str, str]] = {
    "scoring.decayHalfLifeDays": "standing.half_life_days",
    "scoring.harmfulMultiplier": "standing.harm_weight",
    "scoring.minFeedbackForActive": "standing.established_marks",
    "scoring.minHelpfulForProven": "standing.proven_marks",
    "scoring.maxHarmfulRatioForProven": "standing.proven_share",
    "maxBulletsInContext": "context.max_rules",
    "provider": "llm.provider",
    "model": "llm.model",
    "budget.dailyLimit": "llm.daily_usd",
    "budget.monthlyLimit": "llm.monthly_usd",
}


def settings_of(config: Mapping[str, Any]) -> tuple[tuple[Suggested, ...], tuple[str, ...]]:
    """The settings that have a counterpart here, and the names of those that have none; of these no value is told."""
    found: list[Suggested] = []
    left: list[str] = []
    for name, value in _flat(config):
        key = _SETTINGS.get(name)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if key and (number or (isinstance(value, str) and value and clean(value) == value)):
            found.append(Suggested(key, str(value), name))
        elif name not in ("schema_version", "schemaVersion"):
            left.append(name)
    return tuple(found), tuple(sorted(left))


def _flat(values: Mapping[str, Any], prefix: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, Mapping) and depth < 6:
            yield from _flat(value, f"{prefix}{name}.", depth + 1)
        else:
            yield f"{prefix}{name}", value
