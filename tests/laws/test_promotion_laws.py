"""A policy never goes above its word, nothing moves without enough new sessions, and no session moves a rule twice."""

from hypothesis import given
from hypothesis import strategies as st

from cm.core.guards.steps import ENOUGH, STEPS, Against, new_since, step_by_policy

MOMENTS = st.integers(0, 40).map(lambda minute: f"2026-11-10T00:{minute:02}:00Z")
RUNS = st.lists(st.builds(Against, st.sampled_from([f"a/{n}" for n in range(12)]), MOMENTS), max_size=30)
EVENTS = st.lists(st.tuples(MOMENTS, RUNS, st.sampled_from(STEPS), st.integers(0, 9)), max_size=12)


@given(EVENTS)
def test_a_rule_goes_up_one_step_at_a_time_within_the_word_and_on_evidence_of_its_own(events):
    step, last, used, lowered = "reminder", "", frozenset(), False
    seen = []
    for now, more, word, chance in sorted(events, key=lambda each: each[0]):
        seen += more
        new = new_since(seen, last, used, now)
        assert all(last < each.began <= now for each in new)
        assert len({each.session for each in new}) == len(new)
        after = step_by_policy(step, word, len(new), lowered=lowered)
        if after is not None:
            spent = {each.session for each in new}
            assert STEPS.index(after) == STEPS.index(step) + 1 <= STEPS.index(word)
            assert len(spent) >= ENOUGH
            assert not spent & used
            assert not lowered
            step, last, used = after, now, used | spent
            assert step_by_policy(step, word, len(new_since(seen, last, used, now)), lowered=lowered) is None
        elif chance == 0 and step != "reminder":
            step, last, lowered = STEPS[STEPS.index(step) - 1], now, True
