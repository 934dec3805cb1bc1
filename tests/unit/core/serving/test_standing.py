"""Decay, counts, stages, idempotence and undoing."""

from dataclasses import replace
from datetime import timedelta

import pytest

from cm.core.serving.standing import effective_marks, heirs, lines_that_hold, standing_of, standings
from cm.model.settings import StandingPolicy
from cm.model.standing import NO_MARKS
from tests.kit import NOW, book, mark, rule, ts

POLICY = StandingPolicy()


def of(*marks, now=NOW, policy=POLICY):
    return standing_of(standings(marks, policy, now), "r-1")


def many(plus, minus, days_ago=0.0):
    return [mark("r-1", "helpful", days_ago, f"s+{at}") for at in range(plus)] + [
        mark("r-1", "harmful", days_ago, f"s-{at}") for at in range(minus)
    ]


def test_a_rule_without_marks_stands_at_nothing():
    assert of() == NO_MARKS


def test_a_mark_is_worth_half_after_a_half_life():
    assert of(mark("r-1", days_ago=90)).helpful == pytest.approx(0.5)
    assert of(mark("r-1", days_ago=180)).helpful == pytest.approx(0.25)


def test_a_mark_from_the_future_is_of_today():
    assert of(mark("r-1", days_ago=-40)).helpful == 1.0
    assert of(replace(mark("r-1"), at="whenever")).helpful == 1.0


def test_harm_weighs_four_times():
    assert of(*many(3, 1)).score == pytest.approx(-1.0)


def test_counts_are_undecayed_and_end_after_three_half_lives():
    seen = of(*many(1, 0, days_ago=269), *many(0, 2, days_ago=271))
    assert (seen.n_plus, seen.n_minus) == (1, 0)
    assert seen.harmful > 0


@pytest.mark.parametrize(
    "plus, minus, stage",
    [
        (2, 0, "candidate"), (3, 0, "established"), (3, 1, "candidate"), (4, 1, "established"), (9, 0, "established"),
        (10, 0, "proven"), (10, 1, "proven"), (9, 1, "established"), (18, 2, "established"), (19, 2, "proven"), (0, 3, "candidate"),
    ],
)  # fmt: skip
def test_the_stage_follows_from_the_counts(plus, minus, stage):
    assert of(*many(plus, minus)).stage == stage


def test_a_mark_counts_once_per_verdict_and_session():
    again = [replace(mark("r-1", session="s"), id=f"m-{at}") for at in range(5)]
    assert of(*again).n_plus == 1
    assert of(*again, mark("r-1", "harmful", session="s")).n_minus == 1


def test_the_heaviest_mark_of_a_session_stays_and_none_outweighs_two():
    light, heavy = (replace(mark("r-1", session="s", weight=w), id=f"m-{w}") for w in (0.5, 1.5))
    assert of(light, heavy).helpful == of(heavy, light).helpful == 1.5
    assert of(mark("r-1", weight=1e9)).helpful == 2.0
    assert of(mark("r-1", weight=float("nan")), mark("r-1", session="b", weight=-3.0)) == NO_MARKS


def test_without_a_session_a_mark_counts_once_a_day():
    day = [replace(mark("r-1", session="", days_ago=at / 24), id=f"m-{at}") for at in range(6)]
    assert of(*day).n_plus == 1
    assert of(*day, replace(mark("r-1", session="", days_ago=1), id="m-y")).n_plus == 2


def test_an_undone_mark_counts_for_nothing_and_said_again_counts_once():
    said = mark("r-1", days_ago=3)
    undo = replace(said, id="m-undo", at=ts(2), undoes=said.id)
    again = replace(said, at=ts(1))
    assert of(said, undo) == of(undo, said) == NO_MARKS
    assert of(said, undo, again).n_plus == 1
    assert of(said, undo, said) == NO_MARKS  # the same line twice, as a union merge leaves it
    assert effective_marks([said, undo, replace(undo, id="m-redo", at=ts(1), undoes="m-undo")]) == (said,)


def test_an_undo_holds_though_the_clock_ran_backwards():
    said = mark("r-1", days_ago=1)
    assert effective_marks([said, replace(said, id="m-undo", at=ts(2), undoes=said.id)]) == ()


def test_lines_that_undo_each_other_hang_nobody():
    a, b = replace(mark("r-1"), id="a", undoes="b"), replace(mark("r-1"), id="b", undoes="a")
    assert lines_that_hold([a, b]) == ()


def test_marks_of_what_was_merged_count_for_the_rule_that_stays_and_once_per_session():
    kept = rule("Use uv.", id="r-1")
    gone = rule("Use uv here.", id="r-2", state="superseded", replaced_by="r-3")
    between = rule("Use uv now.", id="r-3", state="superseded", replaced_by="r-1")
    followers = heirs(book(kept, gone, between))
    assert followers == {"r-2": "r-1", "r-3": "r-1"}
    seen = standings([mark("r-1"), mark("r-2"), mark("r-3", session="s2")], POLICY, NOW, heirs=followers)
    assert seen["r-1"].n_plus == 2
    assert set(seen) == {"r-1"}


def test_rules_that_replace_each_other_in_a_ring_have_heirs_all_the_same():
    a = rule("A b", id="a", state="superseded", replaced_by="b")
    b = rule("B c", id="b", state="superseded", replaced_by="a")
    assert set(heirs(book(a, b))) == {"a", "b"}


def test_a_policy_without_decay_is_possible():
    assert of(*many(2, 0, days_ago=999), policy=StandingPolicy(half_life_days=0)).score == 2.0


def test_standing_only_falls_towards_nothing_as_time_goes_on():
    marks = many(5, 0)
    scores = [of(*marks, now=NOW + timedelta(days=day)).score for day in (0, 30, 300)]
    assert scores == sorted(scores, reverse=True)
