"""Verdicts by what sessions tell: from counts alone."""

from dataclasses import replace

import pytest

from cm.core.reflection.history import Ends, History, history_of, seen_in, told_of, weigh_history
from cm.model.session import Event
from tests.kit.talk import talk


def history(with_it=(0, 0), without_it=(0, 0), said_in=0):
    def ends(pair):
        return Ends(sum(pair), *pair)

    return History(True, 20, ("one",), ends(with_it), ends(without_it), Ends(), said_in)


@pytest.mark.parametrize(
    "with_it, without_it, said_in, verdict",
    [
        ((0, 3), (0, 0), 0, "refused"),
        ((1, 3), (4, 1), 2, "refused"),
        ((7, 3), (0, 0), 2, "accepted"),  # three that went wrong among ten are chance
        ((1, 4), (0, 9), 2, "accepted"),  # without it goes wrong more often
        ((0, 2), (0, 0), 0, "draft"),
        ((0, 0), (0, 0), 2, "accepted"),
        ((2, 0), (0, 0), 1, "accepted"),
        ((0, 0), (0, 0), 1, "draft"),
        ((3, 0), (0, 3), 0, "draft"),
    ],
)
def test_counts_give_a_verdict_with_its_reason(with_it, without_it, said_in, verdict):
    found, say = weigh_history(history(with_it, without_it, said_in), support=2)
    assert found == verdict
    assert say


def test_the_record_is_told_in_one_clause():
    told = "kept to in 2 sessions (2 ended well), gone against in 2 sessions (1 ended well, 1 ended badly)"
    assert told_of(history((2, 0), (1, 1))) == told
    assert told_of(history()) == ""


def test_a_session_that_wrote_what_should_be_left_alone_went_against_the_rule():
    head, events = talk(("user", "change the client"), ("agent", "done"))
    edit = Event("e-9", head.id, 9, "", "agent", "edit", "gen/api.ts")
    one = seen_in(head, (*events, edit), "Do not edit `gen/`.", None, paths=("gen/",))
    assert (one.against, one.followed, one.did) == (1, 0, "wrote gen/api.ts")
    assert seen_in(head, events, "Do not edit `gen/`.", None, paths=("gen/",)) is None


def test_words_that_plainly_say_the_opposite_speak_against_it():
    seen = [
        seen_in(*talk(("user", "we never push to main"), native=native), "Push to main.", None)
        for native in "abc"
    ]
    found = history_of(seen, sessions=9, checkable=False)
    assert (found.said_in, found.opposed_in) == (0, 3)
    assert weigh_history(found, support=2) == ("refused", "the user says the opposite in 3 sessions")
    assert weigh_history(replace(found, opposed_in=1), support=2)[0] == "draft"
    assert weigh_history(replace(found, said_in=4), support=2)[0] == "draft"
    assert told_of(found) == "the opposite is said in 3 sessions"


def test_a_ban_that_the_user_wishes_for_is_no_word_against_it_and_a_doubtful_word_is_neither():
    said = talk(("user", "we never push to main"))
    one = seen_in(*said, "Push to main.", None, kind="anti-pattern")
    assert (len(one.said), one.against_it) == (1, ())
    doubtful = seen_in(
        *talk(("user", "never run the tests with uv run pytest")),
        "Run the tests with `uv run pytest -q`.",
        None,
    )
    assert (doubtful.said, doubtful.against_it) == ((), ())
