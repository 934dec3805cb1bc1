"""Verdicts by what sessions tell: from counts alone."""

import pytest

from cm.core.reflection.history import Ends, History, told_of, weigh_history


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
