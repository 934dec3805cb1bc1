"""Which sessions are new evidence, and when a rule goes up without a person."""

import pytest

from cm.core.guards.steps import ENOUGH, Against, new_since, step_by_policy, was_lowered
from cm.model.trauma import Story, Trauma

NOW = "2026-12-01T00:00:00Z"


def trauma(at, severity="caution", status="active", pattern="terraform apply"):
    return Trauma(
        "t-1", pattern, Story("x"), severity=severity, status=status, at=f"2026-11-{at:02}T00:00:00Z"
    )


def test_a_session_is_new_when_it_began_after_the_last_step_and_not_in_the_future():
    runs = [
        Against("a/1", "2026-11-10T00:00:00Z"), Against("a/2", "2026-11-10T00:00:01Z"), Against("a/3", NOW),
        Against("a/4", "2026-12-01T00:00:01Z"), Against("a/5", ""),
    ]  # fmt: skip
    assert [each.session for each in new_since(runs, "2026-11-10T00:00:00Z", (), NOW)] == ["a/2", "a/3"]


def test_a_session_counts_once_and_never_for_two_steps():
    runs = [Against("a/1", NOW), Against("a/1", "2026-11-30T00:00:00Z"), Against("a/2", NOW)]
    assert [each.session for each in new_since(runs, "", (), NOW)] == ["a/1", "a/2"]
    assert [each.session for each in new_since(runs, "", {"a/1"}, NOW)] == ["a/2"]


@pytest.mark.parametrize(
    ("step", "word", "new", "after"),
    [
        ("reminder", "reminder", 9, None), ("reminder", "ask", ENOUGH, "ask"), ("reminder", "deny", 9, "ask"),
        ("reminder", "ask", ENOUGH - 1, None), ("ask", "ask", 9, None), ("ask", "deny", ENOUGH, "deny"), ("deny", "deny", 9, None),
    ],
)  # fmt: skip
def test_a_step_needs_enough_that_is_new_and_stays_within_the_word(step, word, new, after):
    assert step_by_policy(step, word, new, lowered=False) == after
    assert step_by_policy(step, word, new, lowered=True) is None


def test_what_a_person_took_down_is_seen_by_its_lines_in_whatever_order_they_stand():
    assert not was_lowered([])
    assert not was_lowered([trauma(1), trauma(2, "critical")])
    assert was_lowered([trauma(3), trauma(2, "critical")])
    assert was_lowered([trauma(1), trauma(2, status="retired"), trauma(3)])
    assert was_lowered([trauma(1), trauma(2, status="healed")])
