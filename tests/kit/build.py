"""Records with sensible defaults, one call each."""

from datetime import UTC, datetime, timedelta

from cm.model.ids import rule_birth_id
from cm.model.ledger import Mark
from cm.model.playbook import playbook_of
from cm.model.rule import Evidence, Origin, Rule, Scope
from cm.model.stamp import stamp

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


def ts(days_ago=0.0):
    """A stored stamp so many days before NOW."""
    return stamp(NOW - timedelta(days=days_ago))


def rule(text="Run the tests with `uv run pytest -q`.", **fields):
    fields.setdefault("id", rule_birth_id(fields.get("kind", "rule"), "", text))
    fields.setdefault("origin", Origin("human", ts()))
    scope = fields.pop("scope", Scope())
    if isinstance(scope, dict):
        scope = Scope(**scope)
    return Rule(text=text, scope=scope, **fields)


def book(*rules):
    return playbook_of(*(rule(item) if isinstance(item, str) else item for item in rules))


def evidence(quote="no, use uv run pytest", **fields):
    fields.setdefault("by", "user")
    fields.setdefault("session", "claude-code/s1")
    fields.setdefault("event", "e-0000000000000001")
    return Evidence(quote=quote, **fields)


def mark(rule_id, verdict="helpful", days_ago=0.0, session="claude-code/s1", **fields):
    fields.setdefault("id", f"m-{rule_id}-{verdict}-{session}-{days_ago}")
    return Mark(rule=rule_id, verdict=verdict, at=ts(days_ago), session=session, **fields)
