"""Which rules give way, which come as pairs, which wait: on numbers alone."""

from cm.core.serving.ties import sort_out, units

SURE = {1: True, 2: True, 3: True}


def test_what_is_tied_to_nothing_is_named_nowhere():
    found = sort_out(SURE, (), (), ())
    assert (found.overruled, found.alone, found.paired, found.excepted) == ({}, frozenset(), {}, {})


def test_a_wider_rule_gives_way_to_a_narrower_one_that_holds():
    assert sort_out(SURE, (), [(1, 2)], ()).overruled == {2: 1}


def test_a_wider_rule_stays_beside_one_that_may_hold_with_that_exception():
    found = sort_out({1: False, 2: True}, (), [(1, 2)], ())
    assert (found.overruled, found.excepted) == ({}, {2: (1,)})


def test_what_gives_way_itself_overrules_nothing():
    assert sort_out(SURE, (), [(1, 2), (2, 3)], ()).overruled == {2: 1}


def test_a_rule_that_is_not_told_ties_nobody():
    found = sort_out({2: True, 3: True}, {3}, [(1, 2)], [(1, 3)])
    assert (found.overruled, found.alone) == ({}, {3})


def test_rules_that_overrule_each_other_disagree():
    found = sort_out(SURE, (), [(1, 2), (2, 1)], ())
    assert found.overruled == {}
    assert found.paired == {1: (2,), 2: (1,)}


def test_a_circle_of_three_leaves_no_two_neighbours_unmarked():
    found = sort_out(SURE, (), [(1, 2), (2, 3), (3, 1)], ())
    assert {key: set(others) for key, others in found.paired.items()} == {1: {2, 3}, 2: {1, 3}, 3: {1, 2}}


def test_contested_rules_come_as_a_pair():
    assert sort_out(SURE, {1, 2}, (), [(1, 2), (2, 1)]).paired == {1: (2,), 2: (1,)}


def test_a_contested_rule_whose_opponent_gives_way_waits():
    found = sort_out(SURE, {1, 2}, [(3, 2)], [(1, 2)])
    assert (found.overruled, found.alone) == ({2: 3}, {1})


def test_a_contested_rule_overrules_nobody_until_it_is_settled():
    found = sort_out(SURE, {1, 3}, [(1, 2)], [(1, 3)])
    assert found.overruled == {}
    assert found.excepted == {2: (1,)}


def test_rules_in_one_dispute_are_one_unit():
    assert units({1: (2,), 2: (1, 3), 3: (2,), 5: (4,), 4: (5,)}) == [(1, 2, 3), (5, 4)]


def test_who_disagrees_is_no_exception_in_whatever_order_they_are_met():
    sure = {1: False, 2: True}
    assert sort_out(sure, (), [(1, 2), (2, 1)], ()) == sort_out(sure, (), [(2, 1), (1, 2)], ())
    assert sort_out(sure, (), [(1, 2), (2, 1)], ()).excepted == {}
