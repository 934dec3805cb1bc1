import pytest

from cm.core.language.relevance import rule_terms
from cm.core.serving.select import Fit, alike, choose, cost, own_words, select, shorten, weigh


def fit(key, value=1.0, terms=None):
    return Fit(key=key, relevance=value, value=value, terms=terms or {f"word{key}": 1.0})


def card(key, text="Do this.", kind="rule", why=""):
    return {"id": f"r-{key}", "text": text, "kind": kind, "category": "general", "why": why}


def pack(fits, cards=None, budget=1500, max_rules=12, **more):
    cards = cards or {each.key: card(each.key) for each in fits}
    return select(fits, cards, budget=budget, max_rules=max_rules, **more)


def test_the_best_come_first_and_anti_patterns_apart():
    fits = [fit(1, 3.0), fit(2, 2.0), fit(3, 1.5)]
    found = pack(fits, {1: card(1), 2: card(2, kind="anti-pattern"), 3: card(3, kind="fact")})
    assert [rule.id for rule in found.rules] == ["r-1", "r-3"]
    assert [rule.id for rule in found.anti_patterns] == ["r-2"]


def test_a_rule_that_does_not_fit_the_budget_is_left_out_whole_and_named():
    fits = [fit(1, 3.0), fit(2, 2.0), fit(3, 1.5)]
    cards = {1: card(1), 2: card(2, text="word " * 400), 3: card(3)}
    found = pack(fits, cards, budget=200)
    assert found.ids == ("r-1", "r-3")
    assert [(left.id, left.reason) for left in found.left_out] == [("r-2", "budget")]
    assert found.used <= 200


def test_a_reason_is_kept_short_and_costs_no_more():
    long = {1: card(1, why="because " * 200)}
    found = pack([fit(1, 3.0)], long, budget=200)
    assert len(found.rules[0].why) <= 160
    assert found.used <= 200


def test_the_number_of_rules_is_limited():
    found = pack([fit(n, 10 - n) for n in range(6)], max_rules=2)
    assert len(found.ids) == 2
    assert {left.reason for left in found.left_out} == {"limit"}


def test_two_rules_that_say_the_same_are_not_both_handed_over():
    same = {"run": 1.0, "pytest": 1.0, "uv": 1.0, "quiet": 1.0, "#test": 1.0}
    found = pack([fit(1, 3.0, same), fit(2, 2.9, dict(same)), fit(3, 2.0)])
    assert found.ids == ("r-1", "r-3")
    assert [(left.id, left.reason) for left in found.left_out] == [("r-2", "alike")]


def disputing(*fits):
    return {each.key: fits for each in fits}


def test_a_dispute_is_taken_whole_where_its_best_side_stands_and_apart_from_the_rules():
    one, two, three, four = fit(1, 3.0), fit(2, 2.0), fit(3, 1.5), fit(4, 0.0)
    found = pack(
        [one, two, three], {n: card(n) for n in range(1, 5)}, beside=disputing(two, four), max_rules=3
    )
    assert [rule.id for rule in found.rules] == ["r-1"]
    assert [[rule.id for rule in unit.rules] for unit in found.disputed] == [["r-2", "r-4"]]
    assert found.ids == ("r-1", "r-2", "r-4")
    assert [(left.id, left.reason) for left in found.left_out] == [("r-3", "limit")]


def test_a_dispute_costs_what_all_of_it_costs_and_is_left_out_whole():
    one, two = fit(1, 3.0), fit(2, 2.0)
    cards = {1: card(1), 2: card(2, text="word " * 400)}
    found = pack([one, two], cards, budget=300, beside=disputing(one, two))
    assert found.ids == ()
    assert [(left.id, left.reason) for left in found.left_out] == [("r-1", "budget"), ("r-2", "budget")]


def test_the_sides_of_a_dispute_may_share_all_of_their_words():
    same = {"run": 1.0, "pytest": 1.0, "uv": 1.0, "quiet": 1.0}
    one, two = fit(1, 3.0, same), fit(2, 2.0, dict(same))
    assert pack([one, two], beside=disputing(one, two)).ids == ("r-1", "r-2")


def test_alike_needs_nearly_all_words():
    assert alike({"a", "b"}, {"a", "b"})
    assert not alike({"a", "b"}, {"a", "c"})
    assert not alike(set(), set())


def test_the_same_advice_with_another_tool_is_not_the_same():
    a = rule_terms(
        [
            ("Run the unit tests with `uv run pytest` before a commit.", 1.0),
            ("A reason of many words here.", 0.3),
        ]
    )
    b = rule_terms(
        [
            ("Run the unit tests with `make check` before a commit.", 1.0),
            ("A reason of many words here.", 0.3),
        ]
    )
    assert not alike(own_words(a), own_words(b))


def test_nothing_is_chosen_below_the_floor():
    assert choose([fit(1, 0.2), fit(2, 0.3)]) == []
    assert [each.key for each in choose([fit(1, 0.2), fit(2, 0.3)], floor=0.1)] == [2, 1]


def test_what_is_far_behind_the_best_is_not_chosen():
    assert [each.key for each in choose([fit(1, 3.0), fit(2, 2.0), fit(3, 0.9)])] == [1, 2]
    assert choose([]) == []


def test_a_good_record_breaks_a_tie_and_does_not_beat_relevance():
    assert weigh(1.0, 20, "proven") > weigh(1.0, 0, "candidate") > weigh(1.0, -5, "candidate")
    assert weigh(3.0, -50, "candidate") > weigh(1.0, 50, "proven")


def test_a_rule_of_this_project_goes_before_a_general_one():
    assert weigh(1.0, 0, "candidate", here=True) > weigh(1.0, 0, "candidate")
    assert weigh(1.0, 0, "candidate", unsure=1) < weigh(1.0, 0, "candidate")


def test_cost_counts_wide_characters_one_each():
    assert cost("abcd" * 10) == 11
    assert cost("测试" * 10) == 21


def test_shorten_keeps_one_line():
    assert shorten("a\n b", 10) == "a b"
    assert shorten("x" * 20, 10) == "x" * 9 + "…"


@pytest.mark.parametrize(
    "one, other",
    [
        ("Use npm, not pnpm, for installing.", "Use pnpm, not npm, for installing."),
        ("Squash commits before merging.", "Never squash commits before merging."),
        ("The server listens on port 3000 here.", "The server listens on port 8080 here."),
        ("Run `make fmt` before `make lint`.", "Run `make lint` before `make fmt`."),
    ],
)
def test_rules_with_the_same_words_that_say_something_else_are_both_handed_over(one, other):
    same = {"run": 1.0, "these": 1.0, "words": 1.0}
    found = pack([fit(1, 3.0, same), fit(2, 2.9, dict(same))], {1: card(1, one), 2: card(2, other)})
    assert found.ids == ("r-1", "r-2")


def test_a_ban_does_not_stand_for_an_order_in_the_same_words():
    same = {"mock": 1.0, "clock": 1.0}
    cards = {1: card(1, "Mock the clock."), 2: card(2, "Mock the clock.", kind="anti-pattern")}
    assert pack([fit(1, 3.0, same), fit(2, 2.9, dict(same))], cards).ids == ("r-1", "r-2")


def test_what_is_alike_is_not_counted_as_without_room():
    same = {"run": 1.0, "pytest": 1.0}
    found = pack([fit(1, 3.0, same), fit(2, 2.9, dict(same)), fit(3), fit(4)], max_rules=2)
    assert (len(found.left_out), found.without_room) == (2, 1)
