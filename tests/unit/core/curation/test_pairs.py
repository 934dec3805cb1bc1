"""Which pairs a person is asked about: the surest, few, each rule once."""

from cm.core.curation.pairs import MOST, alike, better, least_near, opposed
from cm.core.language.relation import Relation
from cm.model.rule import Origin
from cm.model.standing import Standing
from tests.kit import evidence, rule, ts
from tests.kit.relation import Pair


def same(a, b, score=0.9, near=0.9):
    return Pair(a, b, Relation("likely-same", score), near)


def against(a, b):
    return Pair(a, b, Relation("contradiction", 0.9))


def rules(*names, **fields):
    return {name: rule(f"Rule {name}.", id=name, **fields) for name in names}


def test_the_surest_pair_of_a_rule_is_the_one_that_is_asked_about():
    found = alike([same("a", "b", 0.7), same("b", "c", 0.95), same("a", "d", 0.6)], rules("a", "b", "c", "d"))
    assert [(pair.a, pair.b) for pair in found] == [("b", "c"), ("a", "d")]


def test_a_person_is_never_asked_about_more_than_a_few_unless_they_want_all():
    names = [f"r-{n:02}" for n in range(60)]
    pairs = [same(names[at], names[at + 1]) for at in range(0, 60, 2)]
    assert len(alike(pairs, rules(*names))) == MOST
    assert len(alike(pairs, rules(*names), every=True)) == 30


def test_the_larger_the_book_the_nearer_two_rules_have_to_be():
    floors = [least_near(count) for count in (2, 50, 200, 1000, 100_000)]
    assert floors == sorted(floors)
    assert (floors[0], floors[-1]) == (0.45, 0.75)
    assert alike([same("a", "b", near=0.5)], rules("a", "b"))
    assert not alike([same("a", "b", near=0.5)], rules("a", "b", *map(str, range(200))))


def test_pairs_that_somebody_told_apart_are_left_alone():
    for fields in ({"settled": ("b",)}, {"contests": ("b",)}, {"overrules": ("b",)}, {"replaces": ("b",)}):
        known = {**rules("b"), "a": rule("Rule a.", id="a", **fields)}
        assert alike([same("a", "b")], known) == opposed([against("a", "b")], known) == ()


def test_rules_that_one_hand_wrote_into_one_starter_are_two():
    origin = Origin("starter", ts(), "python")
    assert alike([same("a", "b")], rules("a", "b", origin=origin)) == ()
    assert alike([same("a", "b")], {**rules("a", origin=origin), **rules("b")})


def test_only_rules_in_service_contradict_each_other():
    known = {**rules("a"), **rules("b", state="draft")}
    assert opposed([against("a", "b")], known) == ()
    assert opposed([against("a", "b")], rules("a", "b"))


def test_the_better_standing_of_two_is_the_pinned_the_approved_the_proven_the_supported_the_older():
    plain = rule("One.", id="a", origin=Origin("heuristic", ts(5)))
    for other in (
        rule("Two.", id="b", pinned="law", origin=Origin("heuristic", ts(1))),
        rule("Two.", id="b", approved=ts(1), origin=Origin("heuristic", ts(1))),
        rule("Two.", id="b", origin=Origin("heuristic", ts(1)), evidence=(evidence(),)),
        rule("Two.", id="b", origin=Origin("heuristic", ts(9))),
    ):
        assert better(plain, other, {}) == better(other, plain, {}) == (other, plain)
    proven = {"a": Standing(stage="proven", n_plus=10)}
    assert better(plain, rule("Two.", id="b", origin=Origin("heuristic", ts(9))), proven)[0] is plain
