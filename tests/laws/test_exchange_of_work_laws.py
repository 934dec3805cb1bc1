"""Laws of cutting a session for a model: nothing is lost, nothing is cut in mid-exchange, nothing is larger than it may be."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from cm.core.reflection.evidence import number, size_of
from cm.core.reflection.exchanges import exchanges_of, parts_of
from cm.core.spending import tokens_about
from cm.model.session import Event

KINDS = st.sampled_from(
    [
        ("user", "message"),
        ("agent", "message"),
        ("agent", "command"),
        ("tool", "output"),
        ("host", "message"),
        ("agent", "edit"),
        ("host", "summary"),
        ("user", "interrupt"),
    ]
)


@st.composite
def sessions(draw):
    events = []
    for n in range(draw(st.integers(0, 40))):
        by, kind = draw(KINDS)
        words = draw(st.integers(0, 60)) * draw(st.sampled_from([1, 1, 30]))
        text = (
            " ".join(
                draw(st.sampled_from(["cart", "tests", "fix", "deploy", "schön", "カート"]))
                for _ in range(min(words, 12))
            )
            + " x" * words
        )
        events.append(
            Event(
                f"e-{n}",
                "claude-code/s",
                n,
                f"2026-11-30T10:{n:02}:00Z",
                by,
                kind,
                text,
                agent=draw(st.sampled_from(["", "", "", "sub"])),
            )
        )
    return tuple(events)


BUDGET = 600
MOST = BUDGET // 2 - 40


def parts(events, known=0):
    return parts_of(exchanges_of(events), lambda each: size_of(each, MOST), BUDGET, known=known)


@given(sessions())
def test_every_event_is_in_exactly_one_exchange_and_only_the_users_words_begin_one(events):
    found = exchanges_of(events)
    assert tuple(event for each in found for event in each.events) == events
    for each in found[1:]:
        assert each.events[0].by == "user"
    for each in found:
        assert not any(
            event.by == "user" and event.kind == "message" and not event.agent and event.text.strip()
            for event in each.events[1:]
        )


@settings(max_examples=60, deadline=None)
@given(sessions())
def test_every_exchange_is_new_in_exactly_one_part_and_the_next_begins_with_the_last_one(events):
    found = parts(events)
    assert [each for part in found for each in part.fresh] == list(exchanges_of(events))
    for one, other in pairwise(found):
        assert other.context == (one.fresh[-1],)
    if found:
        assert found[0].context == ()
        assert found[-1].upto == len(events)


@settings(max_examples=60, deadline=None)
@given(sessions())
def test_no_part_is_larger_than_its_budget(events):
    for part in parts(events):
        assert tokens_about(number(part, MOST).text) <= BUDGET + 40


@settings(max_examples=60, deadline=None)
@given(sessions(), st.integers(0, 40))
def test_of_a_session_that_grew_only_the_new_part_is_new(events, known):
    found = parts(events, known)
    fresh = [each for part in found for each in part.fresh]
    assert all(each.end > known for each in fresh)
    assert fresh == [each for each in exchanges_of(events) if each.end > known]


@settings(max_examples=60, deadline=None)
@given(sessions())
def test_numbers_name_the_events_that_they_stand_beside(events):
    for part in parts(events):
        told = number(part, MOST)
        for place, event in enumerate(told.events, 1):
            assert f"[{place}] {event.by}" in told.text
            assert event.by != "host"
        assert f"[{len(told.events) + 1}]" not in told.text
        assert told.of(0) is None
        assert told.of(len(told.events) + 1) is None
