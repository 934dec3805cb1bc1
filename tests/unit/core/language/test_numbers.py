import pytest

from cm.core.language.claims import claim_of
from cm.core.language.numbers import agree, one_unit, things_apart
from cm.core.language.relation import relate


def value(text):
    (only,) = claim_of(text).values
    return only


@pytest.mark.parametrize(
    "text, names",
    [
        ("Keep gate 1 shut.", "gat"),
        ("Migration number 3 runs first.", "migration"),
        ("Fix issue #12 first.", "#"),
        ("The v2 endpoints return JSON.", "version"),
        ("Treat error code 7 as fatal.", "error code"),
        ("The dev server runs on port 3000.", ""),
        ("Give every patient 2 doses.", ""),
        ("Run each test 3 times.", ""),
        ("Use Node 18.", ""),
        ("Set the port number 3000.", ""),
    ],
)
def test_a_number_names_a_thing_or_counts_it(text, names):
    assert value(text).names == names


@pytest.mark.parametrize(
    "text, bound",
    [
        ("Coverage is at least 80 %.", "least"),
        ("Keep 3 or more replicas.", "least"),
        ("Keep at most 10 connections.", "most"),
        ("Functions take up to 5 arguments.", "most"),
        ("Never exceed 30 lines.", "most"),
        ("Use no more than 4 threads.", "most"),
        ("Wait more than 5 seconds.", "least"),
        ("Retry 3 times.", "exact"),
    ],
)
def test_a_number_is_a_limit_or_the_value_itself(text, bound):
    assert value(text).bound == bound


@pytest.mark.parametrize(
    "a, b, both",
    [
        ("Coverage is at least 80 %.", "Coverage is 90 %.", True),
        ("Coverage is at least 80 %.", "Coverage is 70 %.", False),
        ("Keep at most 10 connections.", "Keep 5 connections.", True),
        ("Keep at most 10 connections.", "Keep at least 20 connections.", False),
        ("Keep at most 20 connections.", "Keep at least 10 connections.", True),
        ("Keep at most 20 connections.", "Keep at most 10 connections.", False),
        ("The timeout is 60 s.", "The timeout is 1 minute.", True),
        ("The timeout is 60 s.", "The timeout is 2 minutes.", False),
        ("The limit is 2 GB.", "The limit is 2000 MB.", True),
    ],
)
def test_two_numbers_can_both_hold_or_not(a, b, both):
    one, other = value(a), value(b)
    assert one_unit(one, other)
    assert agree(one, other) is both
    assert agree(other, one) is both
    if both:
        assert relate(a, b).kind != "contradiction"


def test_things_of_one_kind_are_apart_only_when_no_number_is_shared():
    one, other, both = (
        claim_of(text).values for text in ("Gate 1 is shut.", "Gate 2 is shut.", "Gates 1 and 2 are shut.")
    )
    assert things_apart(one, other)
    assert not things_apart(one, both)
    assert not things_apart(one, claim_of("Valve 2 is shut.").values)
