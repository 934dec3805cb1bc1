"""Facts of one frame with different values."""

import pytest

from cm.core.language.relation import relate, relate_rules
from cm.core.language.values import other_value
from tests.kit import rule


@pytest.mark.parametrize(
    ("a", "b", "plain"),
    [
        ("The deploy target is Fly.io.", "The deploy target is now Render.", True),
        ("The deploy target for staging is Fly.", "The deploy target for staging is Hetzner Cloud.", True),
        ("The main branch is called trunk.", "The main branch is called main.", True),
        ("The default branch is trunk.", "The default branch is main.", False),
        ("The region of production is `eu-west-1`.", "The region of production is `us-east-1`.", True),
        ("Amal owns the billing service.", "Ben owns the billing service.", False),
        ("Billing is owned by Amal.", "Billing is owned by Ben.", False),
        ("Ben is the tech lead of search.", "Amal is the tech lead of search.", False),
        ("Der Hauptzweig heißt trunk.", "Der Hauptzweig heißt main.", True),
        ("Our main database is _Postgres_.", "Our main database is «MySQL».", True),
        ("The cache is “Redis”.", "The cache is ‘Valkey’.", True),
        ("Das Ziel der Großmaßschließung ist Fly", "Das Ziel der Großmaßschließung ist Render", True),
    ],
)
def test_one_frame_with_two_values_is_seen(a, b, plain):
    found = other_value(a, b)
    assert found is not None
    assert found.plain is plain
    assert (found.one, found.other) == tuple(reversed(values_of(other_value(b, a))))


def values_of(found):
    return found.one, found.other


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The deploy target for staging is Fly.", "The deploy target for production is Render."),
        ("The API is slow.", "The API is written in Go."),
        ("The database is Postgres.", "The database is Postgres 16."),
        ("The database is Postgres.", "The database is fast."),
        ("The API uses Redis.", "The API uses Kafka."),
        ("The deploy target is Fly.", "Another deploy target is Render."),
        ("The deploy target is Fly.", "The deploy target is also Render."),
        ("The user prefers tabs.", "The user prefers dark mode."),
        ("The deploy target is Fly.", "The deploy target is Fly."),
        ("", "The deploy target is Fly."),
    ],
)
def test_what_may_stand_side_by_side_is_no_other_value(a, b):
    assert other_value(a, b) is None


def fact(text, **fields):
    return rule(text, kind="fact", **fields)


def test_facts_about_somebody_else_do_not_contradict():
    amal, ben = (
        fact("Releases are on Tuesdays.", about="org:Acme"),
        fact("Releases are on Thursdays.", about="org:Bolt"),
    )
    assert relate_rules(amal, ben).kind == "unrelated"
    assert relate_rules(amal, fact("Releases are on Thursdays.")).kind == "contradiction"


def test_what_only_one_of_two_can_be_is_asked():
    amal, ben = fact("Amal owns billing.", about="person:Amal"), fact("Ben owns billing.", about="person:Ben")
    found = relate_rules(amal, ben)
    assert (found.kind, found.strong) == ("contradiction", False)
    assert relate_rules(amal, fact("Ben owns search.", about="person:Ben")).kind == "unrelated"


def test_rules_are_read_as_before():
    a, b = rule("The deploy target is Fly."), rule("The deploy target is Render.")
    assert relate_rules(a, b).kind != "contradiction"
    assert relate_rules(fact(a.text), fact(b.text)).kind == "contradiction"


def test_two_facts_that_took_one_place_are_opposed():
    a, b = (
        fact("Amal is away on Mondays.", replaces=("r-1",)),
        fact("Orders go to the new desk.", replaces=("r-1",)),
    )
    assert relate_rules(a, b).kind == "contradiction"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Postgres 15 runs in production.", "In production runs Postgres 15."),
        ("Port 8080 serves the API.", "The API is served on port 8080."),
    ],
)
def test_one_number_in_two_places_of_a_sentence_contradicts_nothing(a, b):
    assert relate(a, b).kind != "contradiction"


def test_two_units_of_one_number_are_told():
    found = relate("Wait 15 minutes.", "Wait 15 seconds.")
    assert (found.kind, found.say) == ("contradiction", "one says 15 minutes, the other 15 seconds")
