"""Asking again: when, how long to wait, and when it is given up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cm.llm.patience import LONGEST_SECONDS, ask_patiently, pause
from cm.llm.scripted import ScriptedWriter
from cm.model.writing import AGAIN, Failure, Limits, Message, Reply

ASK = (Message("user", "?"),)


def asked(writer, attempts=4, schema=None):
    waits = []
    answer = ask_patiently(
        writer, ASK, schema, Limits(), attempts=attempts, wait=waits.append, chance=lambda: 0.5
    )
    return answer, waits


def test_what_may_pass_is_asked_again_with_longer_waits_each_time():
    answer, waits = asked(ScriptedWriter([Failure("overloaded", "no")] * 3 + ["yes"]))
    assert answer.text == "yes"
    assert waits == [1.0, 2.0, 4.0]


def test_the_last_failure_says_how_often_it_was_tried():
    answer, waits = asked(ScriptedWriter([Failure("timed-out", "too slow")]), attempts=3)
    assert "3 times" in answer.say
    assert len(waits) == 2


@pytest.mark.parametrize(
    "kind",
    [
        "refused-key",
        "no-such-model",
        "bad-request",
        "too-long",
        "declined",
        "no-credit",
        "over-budget",
        "stopped",
    ],
)
def test_what_does_not_pass_is_asked_once(kind):
    writer = ScriptedWriter([Failure(kind, "no")])
    assert asked(writer)[0].kind == kind
    assert len(writer.asked) == 1


def test_a_provider_without_schemas_is_asked_without_one_at_once():
    writer = ScriptedWriter([Failure("no-schema", "no"), "yes"])
    answer, waits = asked(writer, schema={"type": "object"})
    assert isinstance(answer, Reply)
    assert [call.schema for call in writer.asked] == [{"type": "object"}, None]
    assert waits == []


def test_a_wait_that_nobody_sits_by_ends_it():
    answer, waits = asked(ScriptedWriter([Failure("rate-limited", "no", retry_after=3600)]))
    assert "3,600 seconds" in answer.say
    assert waits == []


@given(st.integers(1, 40), st.floats(0, LONGEST_SECONDS), st.floats(0, 1))
def test_no_try_comes_sooner_than_the_provider_asked_for(tried, asked_for, chance):
    assert pause(tried, asked_for, chance) >= asked_for
    assert 0 < pause(tried, None, chance) <= LONGEST_SECONDS * 1.5


def test_only_kinds_that_may_pass_are_asked_again():
    for kind in AGAIN:
        writer = ScriptedWriter([Failure(kind, "no"), "yes"])
        assert isinstance(asked(writer)[0], Reply)
